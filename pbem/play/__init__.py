"""Runs a game's script: moves, views, words, bots and lab positions. No I/O, no clock."""
