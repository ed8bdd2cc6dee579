"""The language a game's script speaks: requests, replies, events, and the game contract."""
