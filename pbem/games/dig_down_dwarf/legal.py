"""What the active seat may do now. One list serves as menu and as check."""

from __future__ import annotations

from pbem.games.dig_down_dwarf import menus
from pbem.games.dig_down_dwarf.gems import AMETHYST, DIAMOND, EMERALD, SAPPHIRE, types
from pbem.games.dig_down_dwarf.refusals import refuse_draw, refuse_roll
from pbem.games.dig_down_dwarf.state import DwarfState, open_six
from pbem.script.requests import Action, Choose, Faces, Form, Refusal, no_shows

NO_DIAMOND = 30  # every type but the Diamond, as a mask


class Legal:
    """The decisions of one table. Holds no memory of its own: it reads the state."""

    def __init__(self, state: DwarfState) -> None:
        self.state = state
        self.dice = menus.dice_menus(tuple(state.facts.deck["dice"]))
        self.powers = state.facts.deck["powers"]
        self.strict = state.facts.options["diamond_rule"] == "strict"

    def rolling(self) -> Choose:
        """P1 and P2: the next action of the rolling phase (DW-16); gems are spent here alone
        (DW-40, DW-R18)."""
        state = self.state
        default = menus.KEEP_SIX if state.wild else menus.COLLECT  # DW-R33
        return Choose(
            state.seat,
            self.rolling_menu,
            default,
            self.refuse_roll,
            self.forms(),
            no_shows,
            self.only_collect(),
        )

    def drawing(self) -> Choose:
        """P3: one more gem, or no more (DW-72, DW-73)."""
        return Choose(self.state.seat, self.drawing_menu, menus.STOP, self.refuse_draw)

    def rolling_menu(self, _: Faces) -> list[Action]:
        """Every legal action but the emerald settings, which are a form.

        Gems never act on a WILD die (DW-47). `collect` is always there (DW-R31).
        """
        state, dice = self.state, self.dice
        hoard = state.hoards[state.seat]
        held = state.wild
        listed = list(dice.rerolls[self.rerollable()])
        if hoard[AMETHYST]:  # DW-44
            listed += dice.amethysts[min(hoard[AMETHYST], 4)][15 & ~held]
        if hoard[SAPPHIRE]:  # DW-45
            listed += dice.sapphires[15 & ~held]
        if hoard[DIAMOND]:  # DW-51
            listed += menus.TAKE_ALL[types(state.table)]
        if open_six(state):
            listed += self.power_menu()
        if held:  # DW-68
            listed += menus.COLLECT_WILD
        else:
            listed.append(menus.COLLECT)
        return listed

    def rerollable(self) -> int:
        """The dice any of which may be chosen for a reroll (DW-18 to DW-25).

        A mixed reroll needs one of the two; with none left only rolled sixes go.
        """
        state = self.state
        return 15 & ~(state.locked | state.wild) if state.rerolls_left else state.sixes

    def forms(self) -> tuple[Form, ...]:
        state = self.state
        emeralds = state.hoards[state.seat][EMERALD]
        if not emeralds:
            return ()
        return self.dice.emeralds[min(emeralds, 4)][15 & ~state.wild]  # DW-48

    def only_collect(self) -> bool:
        """DW-R30: nothing is left but to collect, and nothing is to be chosen with it."""
        state = self.state
        if state.wild or state.draws_due or self.rerollable() or open_six(state):
            return False
        diamond, emerald, sapphire, amethyst, _ = state.hoards[state.seat]
        return not (emerald or sapphire or amethyst or (diamond and any(state.table)))

    def power_menu(self) -> list[Action]:
        """The powers that are known (DW-61) and would have an effect (DW-80, DW-R17)."""
        state = self.state
        listed: list[Action] = []
        for power in self.powers[: state.known[state.seat]]:
            if power == "wild":
                listed.append(menus.WILD)
            elif power == "raid":
                listed += menus.RAID[types(state.table) & self.raidable()]
            elif power == "swap":
                listed += self.swap_menu()
            elif sum(state.bag) > state.draws_due:
                listed.append(menus.DRAW_POWER)
        return listed

    def raidable(self) -> int:
        return NO_DIAMOND if self.strict else 31  # DW-81, DW-R15

    def swap_menu(self) -> list[Action]:
        """The active seat names both gems, Cursite too (DW-77, DW-R16)."""
        state = self.state
        listed: list[Action] = []
        give = types(state.hoards[state.seat])
        for seat, hoard in state.hoards.items():
            if seat != state.seat:  # one that has resigned too: DW-R34
                listed += menus.swaps(seat, give, types(hoard) & NO_DIAMOND)  # DW-76
        return listed

    def drawing_menu(self, _: Faces) -> list[Action]:
        return menus.AFTER_COLLECT

    def refuse_roll(self, action: Action, _: Faces) -> Refusal:
        return refuse_roll(self.state, self.dice, action)

    def refuse_draw(self, action: Action, _: Faces) -> Refusal:
        return refuse_draw(action)
