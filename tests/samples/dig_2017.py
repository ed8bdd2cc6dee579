"""What must come out of the lab positions of DIG (2017), worked out by hand.

A player is written down whole, and so is the discard pile; what is not named is none. The
cards of a Gallery stand in words, card 1 first: `gold:r*` is a Gold with a Recruit and a Gem.
"""

from __future__ import annotations

from typing import Any

from pbem.games.dig_2017.cards import HILL, STONES


class Whole(dict[str, Any]):
    """Compared as it is: all its keys, and no others."""


def row(words: str) -> list[list[Any]]:
    """`gold:r iron:*`, as the public state has it."""
    parts = [word.partition(":") for word in words.split()]
    return [[card, marks.count("*"), "r" in marks] for card, _, marks in parts]


def player(
    stones: str = "",
    *rows: str,
    gems: int = 0,
    runes: int = 0,
    reserve: int = 0,
    eaten: int = 0,
    equipment: str = "",
    companions: str = "",
) -> Whole:
    """stones: one word for each; rows: the Galleries from slot 1 on."""
    return Whole(
        gems=gems,
        runes=runes,
        reserve=reserve,
        eaten=eaten,
        stones={stone: stones.split().count(stone) for stone in STONES},
        equipment=equipment.split(),
        companions=companions.split(),
        galleries={str(slot): row(words) for slot, words in enumerate(rows, 1)},
    )


def pile(words: str = "") -> Whole:
    """The Hill or the discard pile."""
    return Whole({card: words.split().count(card) for card in HILL})


def ann(*stones_and_rows: str, gone: str = "", tavern: int = 3, **more: Any) -> dict[str, Any]:
    """After a turn of Ann's: what she has, her Recruits at the Tavern, and the discard pile."""
    return {
        "players": {"Ann": player(*stones_and_rows, **more)},
        "recruits": {"Ann": tavern},
        "discard": pile(gone),
        "turn": "Ben",
        "over": False,
    }


FIVE = "iron:r gold iron iron gold:*"
IRON = "iron " * 3
EXPECTED: dict[str, dict[str, Any]] = {
    # The worked examples.
    "we-1-ruby": ann(reserve=2, tavern=2, gone="iron ruby"),  # 1 + 4 pay for one
    "we-2-no-change": ann(reserve=2, tavern=2, gone="ruby ruby"),  # 8 do too, 3 of them for nothing
    # Recruits on cards 1 and 3, up to card 13.
    "we-3-two-recruits-rulebook": {
        **ann(
            "",
            "iron:r iron iron:r iron iron:* iron iron iron:* iron iron:* iron iron iron:*",
            tavern=2,
            gone="exit " * 9,
        ),
        "supply": 36,
    },
    "we-3-two-recruits-inclusive": {
        **ann(
            "",
            "iron:r iron iron:r iron iron:* iron iron:* iron iron iron:* iron iron:* iron",
            tavern=2,
            gone="exit " * 9,
        ),
        "supply": 36,
    },
    "we-4-exit": {
        **ann("iron gold iron diamond", gems=1, reserve=1, gone="exit"),
        "supply": 39,
    },
    "we-5-gem-room-fifth": {
        **ann("iron gold iron diamond", gems=2, reserve=1, gone="gemroom"),
        "supply": 38,
    },
    "we-5-gem-room-fourth": {
        **ann("iron gold iron", gems=1, reserve=1, gone="gemroom"),
        "supply": 39,
    },
    "we-6-spider-beside": {**ann("", FIVE, "gold:r", tavern=2, gone="spider"), "supply": 39},
    "we-7-start": ann("", "gold:r iron"),
    "we-8-several-galleries": ann("", "iron:r rune", "gold:r", tavern=2, gone="iron ghost"),
    "we-9-second-compass-used": ann(
        "ruby", reserve=1, equipment="compass", gone="compass iron exit"
    ),
    "we-9-second-compass-dropped": ann(reserve=1, equipment="compass", gone="compass"),
    "we-10-empty-hill": {
        **ann("iron", reserve=1),
        "hill": pile(
            "iron " * 11 + "gold " * 8 + "diamond " * 4 + "ruby ruby spider rune exit exit"
        ),
    },
    # 3 Crystals pay for one, 6 for two.
    "we-11-queen": ann(reserve=4, tavern=0, companions="queen", gone="diamond " * 3),
    "we-11-chest-as-crystals": ann(reserve=2, tavern=2, gone="chest"),
    "we-11-chest-as-stone": {
        **ann(reserve=1, companions="queen", gone="iron iron iron iron chest"),
        "offer": ["shepherd", "scout", "elf", "hunter", "knight", None],
    },
    "we-11-pirate-crystals": ann(reserve=3, tavern=1, companions="pirate", gone="chest"),
    "we-11-pirate-stones": {
        **ann(reserve=1, companions="pirate wizard", gone="iron iron chest"),
        "offer": ["shepherd", "scout", "elf", "hunter", None, None],
    },
    "we-12-tie": {"over": True, "trigger": "Ann"},
    "we-13-shepherd-and-spider": {
        **ann("", FIVE, gems=1, companions="shepherd", gone="spider"),
        "supply": 38,
    },
    "we-13-paladin-and-orc": {
        **ann("", "gold:r iron", gems=2, companions="paladin", gone="orc"),
        "supply": 38,
    },
    "we-14-last-turns": {
        "players": {
            "Ann": player(reserve=1),
            "Ben": player(IRON + "gold gold", gems=9, runes=1, reserve=1),
            "Cy": player(reserve=1),
        },
        "discard": pile("exit exit"),
        "supply": 31,
        "trigger": "Ben",
        "over": True,
    },
    "we-15-collapse": {
        **ann(tavern=4, gone=IRON + "gold rune collapse"),
        "supply": 40,
    },
    "we-16-parchment-rune-first": ann(
        "iron iron", runes=1, reserve=1, gone="exit exit gold parchment"
    ),
    "we-16-parchment-exit-first": ann("iron iron", reserve=1, gone="exit exit gold rune parchment"),
    # The tips that no example above shows.
    "tip-thief": {
        **ann("iron gold ruby", reserve=1, gone="iron diamond thief"),
        "supply": 40,
    },
    "tip-skeleton": {
        **ann(IRON + "gold gold", gems=1, tavern=4, gone="skeleton"),
        "supply": 39,
    },
    "tip-close": {**ann(IRON + "gold gold", gems=1, reserve=1), "supply": 39},
    "tip-used-in-a-gallery": ann("", "iron:r", reserve=1, tavern=2, gone="bag"),
    "tip-orc": ann("iron gold", reserve=1, eaten=1, tavern=2, gone="orc"),
    "tip-orc-after-three": ann("iron", reserve=1, eaten=3, tavern=0, gone="orc"),
    "tip-many-equipment": {
        **ann("iron gold ruby", reserve=2, tavern=2, gone="bag bomb potion pickaxe exit"),
        "players": {
            "Ann": player("iron gold ruby", reserve=2),
            "Ben": player("", "iron:r gold", "gold:r"),
        },
        "recruits": {"Ann": 2, "Ben": 2},
    },
    "tip-choose-a-gallery": ann(
        "", "iron:r iron", "gold:r ruby gold", tavern=2, gone="exit spider compass"
    ),
    "tip-scout": {
        **ann(
            "gold",
            "iron:r rune",
            gems=1,
            reserve=1,
            companions="scout",
            tavern=2,
            gone="exit iron gold snake gemroom compass exit",
        ),
        "supply": 39,
    },
    # Both readings of each option. recruit_count is in we-3; deck in we-1 and option-deck.
    "option-werewolf-beside-on": ann("iron gold", tavern=4, gone="werewolf egg"),
    "option-werewolf-beside-off": ann(
        "", "iron:r egg", "gold:r", reserve=1, tavern=1, gone="werewolf"
    ),
    "option-goal-10": {
        "players": {"Ann": player(IRON + "gold gold", gems=5, reserve=1)},
        "trigger": None,
        "turn": "Ann",
        "over": False,
    },
    "option-goal-5": {
        "players": {"Ann": player(IRON + "gold gold", gems=5, reserve=1)},
        "trigger": "Ann",
        "over": True,
    },
    "option-first-named": {"first": "Ben", "turn": "Ben", "round": 1},
    "option-first-random": {"first": "Cy", "turn": "Cy", "round": 1},
    "option-deck": ann(reserve=2, tavern=2, gone="iron"),  # an Iron is worth 5 in it
    # The one answer that another seat gives.
    "scepter-and-shield": {
        **ann("", "gold:r iron", gone="ghost scepter shield"),
        "players": {
            "Ann": player("", "gold:r iron"),
            "Ben": player("", "iron:r ruby", "gold:r"),
        },
    },
    "scepter-and-accept": {
        **ann("", "gold:r iron", gone="ghost scepter ruby"),
        "players": {
            "Ann": player("", "gold:r iron"),
            "Ben": player("", "iron:r", "gold:r", equipment="shield"),
        },
    },
}
SCORES = {
    "we-12-tie": {"Ann": 9 + 2, "Ben": 8 + 3},
    "we-14-last-turns": {"Ann": 0, "Ben": 9 + 1, "Cy": 0},
    "option-goal-5": {"Ann": 5, "Ben": 0},
}
WINNERS = {"we-12-tie": ["Ben"], "we-14-last-turns": ["Ben"], "option-goal-5": ["Ann"]}
