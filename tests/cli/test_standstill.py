"""What is told of a table that cannot go on, or that fewer can help on; and what is not signed,
since it would help nobody (docs/protocol.md, Replacement and Dealing by seats).

ann is awaited; eve and fay sit nowhere. Policies: a lapse after seven days.
"""

from __future__ import annotations

import json
import shutil

import pytest

from tests.cli.absence import FREE, ROLL, SEATS, Clock, hosted, seated
from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World

pytestmark = pytest.mark.usefixtures("example", "plain")

JOIN = "ann-3-join.json"
FOUR = [*SEATS, "dan"]
BREAK_OFF = "the arbiter ends the table without a result (pbem judge --break-off)"
IF_NONE = (
    "If none of that comes, the arbiter can end the table without a result (pbem judge --break-off)"
)


def arbiters(world: World, store: Store, policy: str) -> World:
    """The example game with an arbiter."""
    seated(world, store, "example", "--replace", policy)
    world.keys("eve", "fay")
    world.mail(ARBITER, RECORD, "eve", "fay")
    return world


def asks(world: World, who: str, *to: str) -> None:
    world.good(who, "replace", RECORD, "--seat", "ann")
    world.mail(who, JOIN, *to)


def consents(world: World, who: str, *to: str) -> str:
    said = world.good(who, "consent", RECORD, JOIN, "--yes").out
    world.mail(who, f"{who}-3-consent.json", *to)
    return said


def dealt(world: World, *options: str, seats: list[str] = SEATS) -> World:
    """The dice game dealt by its seats, and eve."""
    hosted(world, *options, seats=seats)
    world.keys("eve")
    world.mail("ann", RECORD, "eve")
    return world


# --- with an arbiter ---


def test_consents_that_cross_in_a_handover_bring_a_table_with_an_arbiter_to_a_stand(
    world: World, store: Store, clock: Clock
) -> None:
    """ann consents to fay, bob and cid to eve: ann can neither move nor consent, nobody claims."""
    arbiters(world, store, "handover")
    asks(world, "fay", "ann")
    consents(world, "ann", ARBITER)
    asks(world, "eve", ARBITER, "bob", "cid")
    names = [f"{who}-3-consent.json" for who in ("bob", "cid")]
    for who in ("bob", "cid"):
        consents(world, who, ARBITER)
    world.good(ARBITER, "judge", RECORD, JOIN, *names)
    refused = world.run(ARBITER, "judge", RECORD, "ann-3-consent.json")
    assert refused.status == 1 and "statement/answers" in refused.err
    assert "ann signs no second consent for this entry" in refused.err
    world.mail(ARBITER, RECORD, "ann")
    world.settle("ann")
    hers = world.good("ann", "show", RECORD).out
    for told in (refused.out, hers, world.good("ann", "judge", RECORD).out):
        assert "This table has come to a stand: entry 3 cannot be completed any more." in told
        assert "ann: has consented to something else, which is not in this record" in told
        assert "bob: has consented to the replacement of ann's old key" in told
        assert f"That is nobody's offence. What is left is that {BREAK_OFF}." in told
        assert "waiting for" not in told and "claim possible" not in told
        assert "You are awaited" not in told and "send it again" not in told
    machine = world.run(ARBITER, "judge", RECORD, "ann-3-consent.json", "--json").json
    assert machine["stands_still"] and machine["ways_left"] == []
    world.good(ARBITER, "judge", RECORD, "--break-off")


def test_both_joins_in_the_mail_of_the_arbiter_are_told_too(
    world: World, store: Store, clock: Clock
) -> None:
    """As long as cid has answered nothing, a claim of cid is left."""
    arbiters(world, store, "handover")
    asks(world, "fay", "ann")
    consents(world, "ann", ARBITER)
    shutil.copyfile(world.file("fay", JOIN), world.file(ARBITER, "fay.json"))
    asks(world, "eve", ARBITER, "bob", "cid")
    consents(world, "bob", ARBITER)
    given = [JOIN, "bob-3-consent.json", "fay.json", "ann-3-consent.json"]
    said = world.run(ARBITER, "judge", RECORD, *given).out
    assert "come to a stand" not in said
    assert "ann and bob have consented, and sign nothing else for entry 3. It goes on when" in said
    assert f"  cid claims that ann is late.\n{IF_NONE}.\n" in said
    consents(world, "cid", ARBITER)
    given = ["cid-3-consent.json", "fay.json", "ann-3-consent.json"]
    said = world.run(ARBITER, "judge", RECORD, *given).out
    assert "come to a stand" in said and BREAK_OFF in said


def test_who_consents_is_told_before_what_the_table_then_waits_for(
    world: World, store: Store, clock: Clock
) -> None:
    arbiters(world, store, "absent")
    asks(world, "eve", "bob", "cid", ARBITER)
    out = world.run("bob", "consent", RECORD, JOIN)
    assert out.status == 2  # nobody can be asked
    said = " ".join(out.out.split())
    assert (
        "signs no move, claim or share for entry 3 entry 3 then goes on when"
        " cid consents to the replacement of ann's old key, or ann moves, or"
        f" cid claims that ann is late. {IF_NONE}. Where somebody has consented to another join"
        " without your knowing of it, nothing may be left. Ask the others first."
    ) in said
    names = consents(world, "bob", ARBITER), consents(world, "cid", ARBITER)
    assert "entry 3 then goes on when" in names[0]


def test_a_consent_that_waits_claims_nothing(world: World, store: Store, clock: Clock) -> None:
    """The first week after ann's is bob's to claim, who has consented; the second is cid's."""
    arbiters(world, store, "absent")
    asks(world, "eve", "bob", "cid", ARBITER)
    consents(world, "bob", ARBITER)
    world.good(ARBITER, "judge", RECORD, JOIN, "bob-3-consent.json")
    world.mail(ARBITER, RECORD, *SEATS)
    world.settle(*SEATS)
    for who in (ARBITER, "bob", "cid"):
        said = world.good(who, "show", RECORD).out
        assert "ann: awaited since 2026-07-01 12:05, claim possible in 14 d (cid)" in said
        assert "cid claims that ann is late" in said
    clock.after(days=7)
    hers = world.good("bob", "show", RECORD).out
    assert "ann: late since 2026-07-08 12:05, claim possible in 7 d (cid)" in hers
    assert "You may claim" not in hers
    machine = world.good("bob", "show", RECORD, "--json").json
    assert [claim["seat"] for claim in machine["waiting"]["claims"]] == ["cid"]
    assert machine["ways_left"] and machine["stands_still"] == []
    clock.after(days=14)
    assert "You may claim the lapse" in world.good("cid", "show", RECORD).out


def test_a_handover_that_waits_for_the_old_key_alone_says_so(
    world: World, store: Store, clock: Clock
) -> None:
    arbiters(world, store, "handover")
    asks(world, "eve", "ann", "bob", "cid", ARBITER)
    for who in ("bob", "cid"):
        consents(world, who, ARBITER)
    said = world.good(ARBITER, "judge", RECORD, JOIN, "bob-3-consent.json", "cid-3-consent.json")
    told = said.out.splitlines()
    start = told.index(
        "bob and cid have consented, and sign nothing else for entry 3. It goes on when"
    )
    assert told[start + 1 : start + 4] == [
        "  ann consents to the replacement of ann's old key, or",
        "  ann moves.",
        f"{IF_NONE}.",
    ]
    clock.after(days=9)
    shown = world.good(ARBITER, "show", RECORD).out
    assert "ann: late since 2026-07-08 12:05, and nobody is left to claim that" in shown
    world.mail(ARBITER, RECORD, "ann")
    assert "You are awaited" in world.good("ann", "show", RECORD).out
    consents(world, "ann")
    assert "You are awaited" not in world.good("ann", "show", RECORD).out


# --- dealt by seats ---


def test_no_move_is_signed_that_lacks_a_share_for_good(world: World, clock: Clock) -> None:
    """bob has consented; a move that draws nothing is left."""
    dealt(world, "--replace", "absent")
    asks(world, "eve", "ann", "bob", "cid")
    consents(world, "bob", "ann", "cid")
    for who in ("ann", "cid"):
        world.good(who, "judge", RECORD, JOIN, "bob-3-consent.json")
    shown = world.good("ann", "show", RECORD).out
    assert "  ann makes a move that draws nothing." in shown  # nor can cid claim: a lapse rolls
    assert "If none of that comes, what is left is a new table." in shown
    error = world.refused("ann", "move", RECORD, ROLL, code="statement/no-shares")
    assert "the share of bob, who has answered something else for entry 3" in error["message"]
    world.refused("cid", "lapse", RECORD, "--time-is-up", code="statement/no-shares")
    world.good("ann", "move", RECORD, FREE)
    assert "3. ann: free" in world.good("ann", "judge", RECORD, "ann-3-move.json").out


def test_a_move_that_was_signed_before_is_given_again(world: World, clock: Clock) -> None:
    dealt(world, "--replace", "absent")
    world.good("ann", "move", RECORD, ROLL)
    asks(world, "eve", "ann", "bob")
    consents(world, "bob", "ann")
    world.good("ann", "judge", RECORD, JOIN, "bob-3-consent.json")
    world.good("ann", "move", RECORD, ROLL)


def test_no_consent_is_given_that_completes_nothing(world: World, clock: Clock) -> None:
    """bob has consented, cid has shared in ann's move: dan's consent would help neither."""
    dealt(world, "--replace", "absent", seats=FOUR)
    asks(world, "eve", "bob", "dan")
    consents(world, "bob", "dan")
    world.good("ann", "move", RECORD, ROLL)
    world.mail("ann", "ann-3-move.json", "cid")
    world.good("cid", "judge", RECORD, "ann-3-move.json")
    shutil.copyfile(world.file("cid"), world.file("dan", "cids.json"))
    said = world.good("dan", "judge", RECORD, JOIN, "bob-3-consent.json", "cids.json").out
    assert "come to a stand" in said
    error = world.refused("dan", "consent", RECORD, "--yes", code="replace/lost")
    assert "cid has answered something else" in error["message"]


def test_of_two_moves_each_of_which_has_a_share_the_end_is_told(world: World, clock: Clock) -> None:
    dealt(world)
    shutil.copytree(world.folder("ann"), world.root / "again")
    world.good("ann", "move", RECORD, ROLL)
    world.good("again", "move", RECORD, ROLL, ROLL)
    for sender, seat in (("ann", "bob"), ("again", "cid")):
        world.mail(sender, "ann-3-move.json", seat)
        assert f"added: share of {seat}" in world.good(seat, "judge", RECORD, "ann-3-move.json").out
    shutil.copyfile(world.file("cid"), world.file("bob", "cids.json"))
    said = world.run("bob", "judge", RECORD, "cids.json")
    assert said.status == 3 and "evidence/two-moves" in said.err
    assert said.out.splitlines()[1:] == [
        "This table has come to a stand: entry 3 cannot be completed any more.",
        "  ann: has signed 2 moves",
        "  bob: has shared in the move of ann, number 1 of 2",
        "  cid: has shared in the move of ann, number 2 of 2",
        "ann has signed two moves, and no answer to the one goes with the other.",
        "What is left is a new table.",
    ]


def test_a_claim_that_cannot_be_shared_in_is_not_called_missing(world: World, clock: Clock) -> None:
    """bob consents while cid claims; a lapse rolls, and so needs bob's share."""
    dealt(world, "--replace", "absent")
    asks(world, "eve", "ann", "bob", "cid")
    consents(world, "bob")
    world.good("cid", "lapse", RECORD, "--time-is-up")
    world.mail("cid", "cid-3-lapse.json", "bob")
    given = [JOIN, "bob-3-consent.json", "cid-3-lapse.json", "--time-is-up"]
    said = world.good("bob", "judge", RECORD, *given).out
    assert "no lapse is claimed" not in said
    assert (
        "cid claims that ann is late (policy: 7d).\n--time-is-up: it is not taken up: bob" in said
    )
    assert "bob signed something else, and it cannot be completed any more." in said
    assert "waiting for cid to consent" in said


def test_a_claim_beside_a_move_that_is_shared_in_is_told(world: World, clock: Clock) -> None:
    dealt(world)
    world.good("ann", "move", RECORD, ROLL)
    world.good("cid", "lapse", RECORD, "--time-is-up")
    world.mail("ann", "ann-3-move.json", "bob")
    world.mail("cid", "cid-3-lapse.json", "bob")
    world.good("bob", "judge", RECORD, "ann-3-move.json")
    said = world.good("bob", "judge", RECORD, "cid-3-lapse.json", "--time-is-up").out
    assert "it is not taken up: the move of ann is here, and goes first." in said
    assert "no lapse is claimed" not in said


def test_a_move_that_a_claim_passes_over_is_told_before_and_after(
    world: World, clock: Clock
) -> None:
    """bob claims, and cid shares in that; then ann's move comes, which lacks cid for good. dan, who
    holds both, can complete the claim."""
    dealt(world, seats=FOUR)
    clock.after(days=7)
    world.good("ann", "move", RECORD, ROLL)
    world.good("bob", "lapse", RECORD)
    world.mail("bob", "bob-3-lapse.json", "cid", "dan")
    world.good("cid", "judge", RECORD, "bob-3-lapse.json", "--time-is-up")
    shutil.copyfile(world.file("cid"), world.file("dan", "cids.json"))
    world.mail("ann", "ann-3-move.json", "dan")
    said = world.good("dan", "judge", RECORD, "cids.json", "ann-3-move.json").out
    assert "Ask first whether a move is on its way" not in said and "wait for the move" not in said
    assert (
        "The move of ann is here too, and cannot be completed any more: it lacks what cid gave to"
        " something else. With --time-is-up ann is passed all the same; without it this table"
        " stands still."
    ) in said
    done = world.good("dan", "judge", RECORD, "--time-is-up").out
    assert "3. ann is late: bob claims the lapse" in done
    assert (
        "the move of ann for entry 3, which was here, is not played: it lacks what cid gave to"
        " something else"
    ) in done


# --- a lapse that one did not see coming ---


@pytest.mark.parametrize("days", [0, 7])
def test_whoever_was_passed_is_told_and_that_it_was_early(
    days: int, world: World, clock: Clock
) -> None:
    dealt(world)
    clock.after(days=days)
    world.good("bob", "lapse", RECORD, "--time-is-up")
    world.mail("bob", "bob-3-lapse.json", "cid")
    said = world.good("cid", "judge", RECORD, "bob-3-lapse.json", "--time-is-up").out
    assert "as far as this computer knows" not in said  # cid has just said that it is up
    world.mail("cid", RECORD, "ann", "bob")
    told = world.good("ann", "judge", RECORD, "--json").json["overtaken"]
    assert told[0] == "you were passed: the lapse of ann, claimed by bob, stands in entry 3"
    early = (
        "entry 3 passes ann although the time of the policy (7d) is not over, as far as this"
        " computer knows: it has seen ann awaited for 1 min; time counts from the day of the mails"
    )
    assert told[1:] == ([early] if days == 0 else [])
    hers = world.good("bob", "judge", RECORD, "--json").json["overtaken"]
    assert hers == told[1:]
    assert world.good("ann", "judge", RECORD, "--json").json["overtaken"] == []  # told once


# --- refused, and nothing changed ---


def test_an_arbiter_without_memory_changes_no_file(
    world: World, store: Store, clock: Clock
) -> None:
    arbiters(world, store, "absent")
    world.good("ann", "move", RECORD, FREE)
    world.mail("ann", "ann-3-move.json", ARBITER)
    shutil.rmtree(world.file(ARBITER, "id.json.journal"))
    world.file(ARBITER, "id.json.journal").mkdir()
    before = world.file(ARBITER).read_bytes()
    said = world.run(ARBITER, "judge", RECORD, "ann-3-move.json")
    assert said.status == 1 and "journal/lost" in said.err
    assert world.file(ARBITER).read_bytes() == before
    assert json.loads(before)["pending"] == []
