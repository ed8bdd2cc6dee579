"""The Hill cards and what kind each is."""

from __future__ import annotations

STONES = ("iron", "gold", "diamond", "ruby")  # DG-27
EQUIPMENT = (
    "shield",
    "bag",
    "compass",
    "pickaxe",
    "chest",
    "parchment",
    "bomb",
    "potion",
    "scepter",
    "anchor",
)
ENEMIES = ("skeleton", "thief", "ghost", "spider", "snake", "werewolf", "orc")
SPECIAL = ("rune", "egg")
ENDS = ("exit", "gemroom", "collapse")
HILL = (*STONES, *EQUIPMENT, *ENEMIES, *SPECIAL, *ENDS)
"""Every id, in the one order in which cards are counted, drawn from and told."""

SLOTS = (1, 2, 3, 4)  # DG-35
RECRUITS = 4  # DG-39

DRAWING = ("compass", "pickaxe", "parchment")
"""Equipment that draws and has a place (DG-52)."""

NAME = {card: card.capitalize() for card in HILL} | {"egg": "Gem Egg", "gemroom": "Gem Room"}
