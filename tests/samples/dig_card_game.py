"""What must come out of the lab positions of DIG: the Card Game, worked out by hand.

Cards stand in words: `R1-6` are six Rubies. The Tunnels of a mine stand from Level 1 on, as
the cards that lie there, `xx` for one that collapsed; those not named have not been dug.
"""

from __future__ import annotations

from typing import Any

from tests.samples.dig_2017 import Whole


def cards(words: str) -> list[str]:
    """`P1-3 L2` are P1, P2, P3, L2."""
    found = []
    for word in words.split():
        kind, _, last = word.partition("-")
        first = int(kind[1:])
        found += [f"{kind[0]}{n}" for n in range(first, int(last or first) + 1)]
    return found


def mine(
    gold: int, *tunnels: str, hand: str = "", gems: str = "", hidden: str = ""
) -> dict[str, Any]:
    """All that a seat owns."""
    dug = dict(enumerate(tunnels, 1))
    levels = {n: "undug" if n not in dug else "gone" if dug[n] == "xx" else "open" for n in NUMBERS}
    return Whole(
        gold=gold,
        dwarves=[card for card in cards(hand) if card[0] in "AJM"],
        tools=[card for card in cards(hand) if card[0] in "PL"],
        hidden=cards(hidden),
        gems=cards(gems),
        levels={str(n): levels[n] for n in NUMBERS},
        pieces={str(n): cards(there) for n, there in dug.items() if there != "xx"},
    )


def at(when: str, turn: str) -> dict[str, Any]:
    """`at("2 buy", "Ann")`: Day, phase, and who is asked."""
    day, phase = when.split()
    return {"day": int(day), "phase": phase, "turn": turn, "over": False}


def ann(when: str, own: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ann's turn still, or again, in the phase named."""
    return {**at(when, "Ann"), "mines": {"Ann": own}, **more}


def marks(moved: str = "", dug: str = "", mined: str = "") -> dict[str, Any]:
    return {"moved": cards(moved), "dug": cards(dug), "mined": cards(mined)}


NUMBERS = range(1, 6)
CAVE_INS = "C1-5 X1-2"
MINE_OF_2 = f"R1-6 E1-6 S1-5 D1-4 {CAVE_INS}"
MINE_OF_3 = f"R1-7 E1-7 S1-5 D1-4 {CAVE_INS}"
MINE_OF_4 = f"R1-10 E1-8 S1-6 D1-4 {CAVE_INS}"
OUT_OF_2 = "R7-10 E7-8 S6"
OUT_OF_3 = "R8-10 E8 S6"
LODE = "R1 E1 S1 R2"

# The Sample Day of the rulebook: Caleb, Marci and Aden, PV1. A Journeyman is 3, a Lantern 1,
# and a Ruby brings 1.
SUPPLY = {"dwarves": cards("A1 J1-2"), "tools": cards("P4-5 L4-6")}
LATER = {"dwarves": cards("A1 J2"), "tools": cards("P4-5 L5-6")}
MARCI, ADEN = mine(10, hidden="t3-4"), mine(10, hidden="t5-6")


def sample(when: str, turn: str, caleb: dict[str, Any], **more: Any) -> dict[str, Any]:
    mines = {"Caleb": caleb, "Marci": MARCI, "Aden": ADEN}
    return {**at(when, turn), "first": "Caleb", "prices": "PV1", "mines": mines, **more}


SAMPLE_DAY: dict[str, dict[str, Any]] = {
    "1-supply": sample(
        "1 buy",
        "Caleb",
        mine(10, hidden="t1-2"),
        **SUPPLY,
        mine_deck=[cards(MINE_OF_3)],
        tool_tokens=cards("t12-28"),
        gone=cards(OUT_OF_3),
    ),
    "2-buy": sample("1 dig", "Caleb", mine(10 - 3 - 1, hand="J1 L4", hidden="t1-2"), **LATER),
    "3-dig": sample(
        "1 mine", "Caleb", mine(6, "J1 P1 L4", hidden="t2"), **LATER, **marks(dug="J1 P1 L4")
    ),
    "4-mine": sample(
        "1 sell",
        "Caleb",
        mine(6, "J1 P1 L4", hidden="t2", gems="R1"),
        **marks(dug="J1 P1 L4", mined="J1 P1 L4"),
        mine_deck=[cards(f"R2-7 E1-7 S1-5 D1-4 {CAVE_INS}")],
    ),
    "5-sell": sample(
        "1 sell",
        "Aden",
        mine(6 + 1, "J1 P1 L4", hidden="t2"),
        sold=["R1"],
        mine_deck=[cards(f"R2-7 E1-7 S1-5 D1-4 {CAVE_INS}")],
    ),
    "6-next-day": {
        **sample("2 buy", "Marci", mine(7, "J1 P1 L4", hidden="t2"), **marks(), out=[]),
        "first": "Marci",  # nobody has fewer Tunnels than she and Aden, and she is left of Caleb
        "prices": "PV2",
        "provisions": ["PV3", "PV4", "PV5", "PV6", "PV7", "PV8", "PV9", "PV10"],
        "sold": [],
        "mine_deck": [cards(f"R2-7 E1-7 S1-5 D1-4 {CAVE_INS}"), ["R1"]],
        "dwarves": cards("A1 J2 A2"),
        "tools": cards("P4-5 L5-7"),
        "dwarf_deck": cards("A3-6 J3-5 M1-4"),
        "tool_tokens": cards("t13-28"),
    },
}


def start(seats: str, dwarves: str, tools: str, mine_deck: str, gone: str) -> dict[str, Any]:
    """Ten gold and two tokens each; the supply and the decks of a first Day."""
    names = seats.split()
    tokens = [f"t{2 * n + 1}-{2 * n + 2}" for n in range(len(names))]
    up = 3 * len(names) + 2  # two for each seat, and the supply
    return {
        **at("1 buy", names[0]),
        "mines": Whole({s: mine(10, hidden=pair) for s, pair in zip(names, tokens, strict=True)}),
        "first": names[0],
        "prices": "PV2",
        "provisions": ["PV1", "PV3", "PV4", "PV5", "PV6", "PV7", "PV8", "PV9", "PV10"],
        "dwarves": cards(dwarves),
        "tools": cards(tools),
        "tool_tokens": cards(f"t{up + 1}-28"),
        "mine_deck": [cards(mine_deck)],
        "gone": cards(gone),
    }


EXPECTED: dict[str, dict[str, Any]] = {
    # The worked examples.
    **{f"we-1-sample-day-{part}": wanted for part, wanted in SAMPLE_DAY.items()},
    "we-2-dig-on-day-three": ann(
        "3 mine", mine(0, "A1 P1 L1", "", "J1 P2 L2"), **marks("J1 P2 L2", "J1 P2 L2")
    ),
    "we-2-dig-on-day-four": ann(
        "4 mine", mine(0, "A1 P1 L1", "", "", "J1 P2 L2"), **marks("J1 P2 L2", "J1 P2 L2")
    ),
    # Two Masters in Level 5 draw 2 + 2 each.
    "we-3-mother-lode": ann(
        "5 sell",
        mine(0, "", "", "", "", "M1-2 P1-2 L1-2", gems=f"{LODE} R3 E2 D1 R4"),
        **marks(mined="M1 P1 L1 M2 P2 L2"),
        mine_deck=[cards(f"R5-6 E3-6 S2-5 D2-4 {CAVE_INS}")],
    ),
    "we-3-one-stays-idle": ann(
        "5 sell",
        mine(0, "", "", "", "", "M1-2 P1-2 L1-2", gems=LODE),
        **marks(mined="M1 P1 L1"),
        mine_deck=[cards(f"R3-6 E2-6 S2-5 D1-4 {CAVE_INS}")],
    ),
    # Apprentices 1 + 1, Journeymen 1 + 1 + 1 + 2, Masters 2 + 2 + 3 + 4: 18 cards.
    "we-4-ranks": ann(
        "5 sell",
        mine(
            0,
            "A1 J1 P1-2 L1-2",
            "A2 J2 M1 P3-5 L3-5",
            "J3 M2 P6-7 L6-7",
            "J4 M3 P8-9 L8-9",
            "M4 P10 L10",
            gems="R1-6 E1-6 S1-5 D1",
        ),
        mine_deck=[cards(f"D2-4 {CAVE_INS}")],
        **marks(
            mined="A1 P1 L1 A2 P3 L3 J1 P2 L2 J2 P4 L4 J3 P6 L6 J4 P8 L8"
            " M1 P5 L5 M2 P7 L7 M3 P9 L9 M4 P10 L10"
        ),
    ),
    "we-5-two-seats": start("Ann Ben", "A1 J1", "P1 L1 P2 L2", MINE_OF_2, OUT_OF_2),
    "we-5-three-seats": start("Ann Ben Cy", "A1 J1 M1", "P1 L1 P2 L2 P3", MINE_OF_3, OUT_OF_3),
    "we-5-four-seats": start("Ann Ben Cy Di", "A1 J1 M1 A2", "P1 L1 P2 L2 P3 L3", MINE_OF_4, ""),
    "we-6-no-flips": {
        **at("2 buy", "Ben"),
        "prices": "PV2",
        "dwarves": cards("A1 J1-2"),
        "tools": cards("P4-6 L4-7"),
        "dwarf_deck": cards("A2-6 J3-5 M1-4"),
        "tool_deck": [cards("P7-14 L8-14")],
    },
    "we-6-flips": {
        **at("2 buy", "Ben"),
        "prices": "PV2",
        "dwarves": cards("J2 A1 M1"),
        "tools": cards("P4 L4-6 P5"),
        "dwarf_deck": cards("A2-6 J1 J3-5 M2-4"),
        "tool_deck": [cards("P6-14 L7-14")],
    },
    "we-7-regular": ann(
        "2 sell",
        mine(0, "A1 P2 L2", "xx", gems="R1"),
        gone=cards(f"{OUT_OF_2} J1"),
        exhausted=["C1"],
        tool_deck=[cards("P5-13 L5-13"), cards("P1 L1")],
        **marks(mined="A1 P2 L2"),
    ),
    "we-7-escape": ann(
        "2 sell",
        mine(0, "A1 P2 L2", "xx", hand="J1 P1 L1", gems="R1"),
        gone=cards(OUT_OF_2),
        exhausted=["X1"],
        tool_deck=[cards("P5-13 L5-13")],
        **marks(mined="J1 P1 L1 A1 P2 L2"),
    ),
    "we-7-next-level": ann(
        "3 mine", mine(0, "", "xx", "J2 P2 L2"), **marks("J2 P2 L2", "J2 P2 L2")
    ),
    "we-7-stepped-over": ann("4 mine", mine(0, "J2", "xx", "P2 L2"), **marks("J2")),
    "we-7-draws-lost": ann(
        "5 sell",
        mine(0, "J1 P1 L1", "", "", "", "xx", gems="D1 R1"),
        gone=cards(f"{OUT_OF_2} M1-2 J2"),
        exhausted=["C2"],
        mine_deck=[cards("R2-6 E1-6 S1-5 D2-4 C1 C3-5 X1-2")],
        tool_deck=[cards("P6-13 L6-13"), cards("P2-3 L2-3")],
    ),
    "we-8-day-six": {
        **at("6 sell", "Caleb"),
        "mines": {"Caleb": mine(12 + 1, hand="P1")},
        "sold": ["R1"],
    },
    "we-9-tie-dwarves": {"over": True},
    "we-9-tie-tunnels": {"over": True},
    "we-9-tie-shared": {"over": True},
    "we-10-paying": {**at("1 buy", "Ben"), "mines": {"Ann": mine(10 - 3, hand="J1 P1 L1")}},
    # The tips.
    "tip-dig-early": ann(
        "1 sell",
        mine(0, "M1 P1 L1", "A1 P2 L2", gems="R1 S1"),
        **marks(dug="M1 P1 L1 A1 P2 L2", mined="M1 P1 L1"),
    ),
    "tip-best-draws": ann(
        "4 sell",
        mine(0, "", "", "", "M1 P1 L1", gems="R1 S1 D1"),
        **marks("M1 P1 L1", mined="M1 P1 L1"),
    ),
    "tip-wait-to-sell": ann("2 sell", mine(9), first="Ann", prices="PV7", sold=["D1"]),
    # Both ways of each option.
    "option-first-named": {
        **at("1 buy", "Ben"),
        "first": "Ben",
        "mines": {
            "Ann": mine(10, hidden="t5-6"),
            "Ben": mine(10, hidden="t1-2"),
            "Cy": mine(10, hidden="t3-4"),
        },
    },
    "option-first-random": {
        **at("1 buy", "Cy"),
        "first": "Cy",
        "mines": {
            "Ann": mine(10, hidden="t3-4"),
            "Ben": mine(10, hidden="t5-6"),
            "Cy": mine(10, hidden="t1-2"),
        },
    },
    "option-start-tools-hidden": ann("1 mine", mine(9, "A1 P1 L1"), **marks(dug="A1 P1 L1")),
    "option-start-tools-open": {
        **at("1 buy", "Ann"),
        "mines": {"Ann": mine(10, hand="P1 L1"), "Ben": mine(10, hand="P2-3")},
        "tools": cards("P4-5 L2-3"),
        "tool_tokens": [],
        "tool_deck": [cards("P6-14 L4-14")],
    },
    "option-preview-off": start("Ann Ben", "A1 J1", "P2 P3 L2 L3", MINE_OF_2, OUT_OF_2),
    "option-preview-ten": start("Ann Ben", "A1 J1", "P2 P3 L2 L3", MINE_OF_2, OUT_OF_2),
    "option-pass-rule-out": {**at("1 buy", "Ben"), "out": ["Ann"]},
    "option-pass-rule-turn": {**at("1 buy", "Ann"), "out": [], "passed": []},
    "option-night-hire-off": ann("2 sell", mine(7 - 1, hand="L2"), dwarves=cards("A1-2 J1")),
    "option-night-hire-on": ann(
        "2 sell", mine(7 - 2 - 1 - 3, hand="A1 J1 L2"), dwarves=["A2"], tools=cards("P2-3 L3")
    ),
    "option-sell-tools-hand": {
        **at("2 sell", "Ben"),
        "mines": {"Ann": mine(1, "A1 P1 L1")},
        "tools": cards("P2-3 L2-3 P5"),
    },
    "option-sell-tools-any": {
        **at("2 sell", "Ben"),
        "mines": {"Ann": mine(1 + 1 + 2, "A1")},
        "tools": cards("P2-3 L2-3 P5 L1 P1"),
    },
    "option-gem-tally-off": ann("2 sell", mine(0, gems="R1 D1")),
    "option-gem-tally-on": ann("2 sell", mine(0, gems="R1 D1")),
    # A Ruby brings nothing, a Pick 1 and a Lantern, without a price of its own, 2.
    "option-deck": {
        **at("1 sell", "Ben"),
        "mines": {"Ann": mine(0 + 1 + 2)},
        "sold": cards("R1-2"),
        "tools": cards("P2 L2-3 P1 L1"),
    },
    # Who is Player One.
    "order-fewest-tunnels": {**at("3 buy", "Cy"), "first": "Cy"},
    "order-fewest-dwarves": {**at("3 buy", "Ben"), "first": "Ben"},
    "order-of-those-tied": {**at("3 buy", "Cy"), "first": "Cy"},
    "list-done-used-up": ann("1 mine", mine(0, "J1 P1 L1"), **marks(dug="J1 P1 L1")),
}
LAST = {"Ann": 21, "Ben": 21, "Cy": 15}
SCORES = dict.fromkeys(("we-9-tie-dwarves", "we-9-tie-tunnels", "we-9-tie-shared"), LAST)
WINNERS = {
    "we-9-tie-dwarves": ["Ann"],  # three Tunnels each, 2 Dwarves against 1 in play
    "we-9-tie-tunnels": ["Ben"],  # 3 Tunnels against 4
    "we-9-tie-shared": ["Ann", "Ben"],
}
