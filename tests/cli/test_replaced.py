"""Another identity takes the awaited seat over (docs/protocol.md, Replacement), by commands.

ann, bob and cid play; ann is awaited; eve and fay sit nowhere.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from typing import Any

import pytest

from pbem.cli import common, main
from pbem.record import identity, signing
from pbem.record.desk import read_record
from pbem.wire import b64
from tests.cli.absence import DONE, FREE, ROLL, SEATS, Clock, hosted, seated, spread
from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World, write
from tests.tables import false_looks

pytestmark = pytest.mark.usefixtures("example", "plain")

JOIN = "ann-3-join.json"
ABSENT = ["--replace", "absent"]
HANDOVER = ["--replace", "handover"]


def visited(world: World, *who: str) -> World:
    """Strangers come with an identity and get the record."""
    world.keys(*who)
    world.mail(ARBITER, RECORD, *who)
    return world


@pytest.fixture
def table(world: World, store: Store, clock: Clock) -> World:
    """The example game: each seat has looked at two cards of its own."""
    return visited(seated(world, store, "example", *ABSENT), "eve", "fay")


@pytest.fixture
def handed(world: World, store: Store, clock: Clock) -> World:
    return visited(seated(world, store, "example", *HANDOVER), "eve")


def key(world: World, who: str) -> str:
    return b64.encode(identity.load(world.file(who, "id.json")).sign)


def asks(world: World, who: str = "eve", *to: str) -> None:
    """Somebody asks for ann's seat, and mails that."""
    world.good(who, "replace", RECORD, "--seat", "ann")
    world.mail(who, JOIN, *(to or (ARBITER, *SEATS)))


def agrees(world: World, *who: str, n: int = 3) -> list[str]:
    """Consents, mailed to the arbiter; their files."""
    names = []
    for seat in who:
        world.good(seat, "consent", RECORD, JOIN, "--yes")
        names.append(f"{seat}-{n}-consent.json")
        world.mail(seat, names[-1], ARBITER)
    return names


def replaced(world: World, *consents: str) -> str:
    out = world.good(ARBITER, "judge", RECORD, JOIN, *consents).out
    spread(world, ARBITER, "eve")
    return out


def faces(world: World, who: str) -> dict[str, Any]:
    value: dict[str, Any] = world.good(who, "show", RECORD, "--json").json["faces"]
    return value


# --- the whole way ---


def test_all_others_consent_and_the_new_identity_plays_on(table: World) -> None:
    hers = faces(table, "ann")
    assert len(hers) == 2
    said = table.good("eve", "replace", RECORD, "--seat", "ann").out
    assert f"{JOIN}: you ask to take over ann" in said
    assert key(table, "eve") in said
    assert "Awaited now: bob, cid to consent (pbem consent)." in said
    table.mail("eve", JOIN, ARBITER, "bob")
    taken = table.good(ARBITER, "judge", RECORD, JOIN).out
    assert (
        "waiting for bob, cid to consent to the replacement of ann's old key (pbem consent)"
        in taken
    )
    table.mail(ARBITER, RECORD, "cid")
    bobs = table.good("bob", "consent", RECORD, JOIN, "--yes").out  # the file came to everybody
    for text in (key(table, "ann"), key(table, "eve"), "absent, all others consent", "bob, cid"):
        assert text in bobs
    table.good("cid", "consent", RECORD, "--yes")  # the record has it
    for seat in ("bob", "cid"):
        table.mail(seat, f"{seat}-3-consent.json", ARBITER)
    done = replaced(table, "bob-3-consent.json", "cid-3-consent.json")
    assert "3. ann is taken over by another identity" in done
    shown = table.good("eve", "show", RECORD, "--json").json
    assert (shown["seat"], shown["private"], shown["faces"]) == ("ann", True, hers)
    table.good("eve", "move", RECORD, ROLL, DONE)
    table.mail("eve", "ann-4-move.json", ARBITER)
    table.good(ARBITER, "judge", RECORD, "ann-4-move.json")
    assert table.now()["awaited"] == ["bob"]


def test_the_old_identity_has_no_say_any_more(table: World) -> None:
    asks(table)
    old = table.statement("ann", lambda body: body.update(n=4))
    replaced(table, *agrees(table, "bob", "cid"))
    for args in (["move", RECORD, FREE], ["lapse", RECORD], ["consent", RECORD, "--yes"]):
        error = table.refused("ann", *args, code="identity/replaced")
        assert "this identity held ann until entry 3" in error["message"]
    assert table.good("ann", "show", RECORD, "--json").json["seat"] is None
    head = table.now()["head"]
    forged = table.statement("ann", lambda body: body.update(n=4, head=head))
    assert forged["sig"] != old["sig"]
    write(table.file(ARBITER, "forged.json"), forged)
    said = table.run(ARBITER, "judge", RECORD, "forged.json")
    assert said.status == 1
    assert "signature/old-key: " in said.err
    assert "the key that held the seat until entry 3" in said.err


def test_what_ann_had_mailed_comes_too_late_then(table: World) -> None:
    table.good("ann", "move", RECORD, FREE)
    asks(table)
    replaced(table, *agrees(table, "bob", "cid"))
    table.mail("ann", "ann-3-move.json", ARBITER)
    said = table.run(ARBITER, "judge", RECORD, "ann-3-move.json")
    assert said.status == 1
    assert "statement/stale: " in said.err
    assert "entry 3 is complete with another identity for ann" in said.err


def test_with_handover_the_old_identity_consents_too(handed: World) -> None:
    asks(handed)
    others = agrees(handed, "bob", "cid")
    waits = handed.good(ARBITER, "judge", RECORD, JOIN, *others).out
    assert "waiting for ann to consent to the replacement of ann's old key" in waits
    assert handed.now()["n"] == 3
    warned = handed.good("ann", "consent", RECORD, JOIN, "--yes").out
    assert "ann then cannot move: it waits until bob, cid consent" in warned
    own = json.loads(handed.file("ann", "ann-3-consent.json").read_bytes())
    assert "link" not in own
    handed.mail("ann", "ann-3-consent.json", ARBITER)
    assert "taken over" in replaced(handed, "ann-3-consent.json")
    handed.good("eve", "move", RECORD, FREE)


def test_dealt_by_seats_the_last_consent_completes_it(world: World, clock: Clock) -> None:
    """ann, who is replaced, is the host."""
    hosted(world, *ABSENT)
    world.keys("eve")
    world.mail("ann", RECORD, "eve")
    asks(world, "eve", "bob", "cid")
    for seat in ("bob", "cid"):
        world.good(seat, "consent", RECORD, JOIN, "--yes")
    world.mail("bob", "bob-3-consent.json", "cid")
    done = world.good("cid", "judge", RECORD, JOIN, "bob-3-consent.json", "cid-3-consent.json")
    assert "3. ann is taken over by another identity" in done.out
    spread(world, "cid", "eve")
    world.good("eve", "move", RECORD, ROLL)
    world.mail("eve", "ann-4-move.json", "bob", "cid")
    world.good("bob", "judge", RECORD, "ann-4-move.json")
    world.mail("bob", RECORD, "cid")
    world.good("cid", "judge", RECORD)
    assert world.now("cid")["n"] == 5


def test_the_table_ends_proven(table: World) -> None:
    asks(table)
    replaced(table, *agrees(table, "bob", "cid"))
    for n, seat in ((4, "eve"), (5, "bob")):
        table.good(seat, "move", RECORD, "resign")
        name = f"{'ann' if seat == 'eve' else seat}-{n}-move.json"
        table.mail(seat, name, ARBITER)
        table.good(ARBITER, "judge", RECORD, name)
        table.mail(ARBITER, RECORD, *SEATS, "eve")
    assert "t.json: proven" in table.good("fay", "verify", str(table.file(ARBITER))).out


# --- the looks sealed anew ---


def test_a_false_look_to_the_new_identity_is_proof(table: World) -> None:
    """It gets ann's two cards the wrong way round. To rule, the arbiter's program makes the
    three looks of the start again; the fourth is the new one."""
    asks(table)
    consents = agrees(table, "bob", "cid")
    sealed: list[int] = []

    def wrongly(openings: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
        sealed.append(len(openings))
        return openings[::-1] if len(sealed) == 4 else openings

    with false_looks(wrongly):
        table.good(ARBITER, "judge", RECORD, JOIN, *consents)
    table.mail(ARBITER, RECORD, "eve", "bob")
    table.good("bob", "show", RECORD)  # nobody else can see it
    said = table.run("eve", "show", RECORD)
    assert said.status == 3
    assert "evidence of cheating by arbiter" in said.err
    assert table.run("eve", "move", RECORD, FREE).status == 3
    took = table.run("eve", "judge", RECORD, "--evidence", "judged.json")
    assert took.status == 3
    assert "a look of yours is false: sign nothing more at this table" in took.out
    assert "waiting for" not in took.out and "pbem move" not in took.out
    assert "evidence of cheating by arbiter" in took.err
    assert table.run("eve", "verify", "judged.json").status == 3
    assert table.run("eve", "judge", RECORD, "--json").json["errors"][0]["code"] == "look/false"
    assert table.run("bob", "judge", RECORD).status == 0
    (proof,) = table.file("eve", "id.json.journal").glob("*-look-proof")
    shutil.copyfile(proof, table.file("fay", "proof.json"))
    told = table.run("fay", "verify", "proof.json")
    assert told.status == 3
    assert "arbiter" in told.err


# --- asking, and being asked ---


def test_asked_again_both_give_the_same_bytes(table: World) -> None:
    asks(table)
    first = table.file("eve", JOIN).read_bytes()
    table.good("eve", "replace", RECORD, "--seat", "ann")
    assert table.file("eve", JOIN).read_bytes() == first
    table.good("bob", "consent", RECORD, JOIN, "--yes", "-o", "one.json")
    table.good("bob", "consent", RECORD, JOIN, "-o", "two.json")  # agreed already: not asked
    one = table.file("bob", "one.json").read_bytes()
    assert table.file("bob", "two.json").read_bytes() == one


def test_consent_is_never_taken_for_granted(table: World) -> None:
    asks(table)
    error = table.refused("bob", "consent", RECORD, JOIN, code="replace/not-asked", status=2)
    assert "nothing was signed" in error["message"]


@pytest.mark.parametrize(("typed", "signs"), [("y\n", True), ("\n", False), ("n\n", False)])
def test_on_a_terminal_it_asks(
    typed: str,
    signs: bool,
    table: World,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asks(table)
    monkeypatch.setattr(common, "can_ask", lambda: True)
    monkeypatch.chdir(table.folder("bob"))
    monkeypatch.setenv("PBEM_IDENTITY", "id.json")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main.run(["consent", RECORD, JOIN]) == (0 if signs else 1)
    assert table.file("bob", "bob-3-consent.json").exists() == signs
    said = capsys.readouterr()
    assert "Do you agree? [y/N]" in said.err
    warning = "after your consent this identity signs no move, claim or share for entry 3"
    assert warning in said.out
    assert "it waits until" not in said.out
    assert ("replace/declined" in said.err) != signs


def test_there_is_one_consent_for_an_entry(table: World) -> None:
    """Two would be proof against bob; fay cannot get a second one out of him."""
    asks(table)
    agrees(table, "bob")
    asks(table, "fay")
    error = table.refused("bob", "consent", RECORD, JOIN, "--yes", code="journal/already-signed")
    assert "you have signed another consent for entry 3" in error["message"]
    table.refused("bob", "lapse", RECORD, "--time-is-up", code="journal/already-signed")


def test_who_has_claimed_may_consent_and_that_goes_first(table: World, clock: Clock) -> None:
    clock.after(days=7)
    table.good("bob", "lapse", RECORD)
    table.mail("bob", "bob-3-lapse.json", ARBITER)
    table.good(ARBITER, "judge", RECORD, "bob-3-lapse.json")
    asks(table)
    assert "taken over" in replaced(table, *agrees(table, "bob", "cid"))
    assert table.now()["awaited"] == ["ann"]


def test_time_counts_anew_for_the_new_identity(table: World, clock: Clock) -> None:
    clock.after(days=7)
    asks(table)
    replaced(table, *agrees(table, "bob", "cid"))
    shown = table.good("bob", "show", RECORD).out
    assert "ann: awaited since 2026-07-08 12:05, claim possible in 7 d (bob)" in shown


def test_a_second_join_takes_the_place_of_the_first_and_is_told(table: World) -> None:
    """As long as nobody has consented to the first; nobody consents twice."""
    asks(table)
    table.good(ARBITER, "judge", RECORD, JOIN)
    asks(table, "fay")
    said = table.good(ARBITER, "judge", RECORD, JOIN).out
    assert f"signed with another key, {key(table, 'eve')}" in said
    assert table.now()["awaited"] == ["bob", "cid"]


def test_a_second_join_does_not_put_aside_one_that_is_agreed_on(table: World) -> None:
    asks(table)
    consents = agrees(table, "bob")
    table.good(ARBITER, "judge", RECORD, JOIN, *consents)
    asks(table, "fay")
    table.refused(ARBITER, "judge", RECORD, JOIN, code="replace/agreed")
    assert table.now()["awaited"] == ["cid"]


# --- where it is refused ---


def test_a_policy_without_replacement_says_so(world: World, store: Store, clock: Clock) -> None:
    visited(seated(world, store, "example"), "eve")
    told = "this table's policy knows no replacement: a seat stays with the key of the roster"
    error = world.refused("eve", "replace", RECORD, "--seat", "ann", code="replace/policy")
    assert error["message"] == told
    eve = identity.load(world.file("eve", "id.json"))
    join = signing.sign_join(read_record(str(world.file("eve"))).table, eve, "ann", bytes(32))
    write(world.file(ARBITER, JOIN), join.body)  # a program that does not care
    said = world.run(ARBITER, "judge", RECORD, JOIN)
    assert said.status == 1
    assert told in said.err


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [
        ("eve", "bob", "replace/not-awaited"),
        ("eve", "zoe", "statement/unknown-seat"),
        ("bob", "ann", "key/twice"),
        ("ann", "ann", "key/twice"),
        (ARBITER, "ann", "key/twice"),
    ],
)
def test_only_the_awaited_seat_and_only_a_new_identity(
    who: str, seat: str, code: str, table: World
) -> None:
    table.refused(who, "replace", RECORD, "--seat", seat, code=code)


def test_a_move_goes_first(table: World) -> None:
    table.good("ann", "move", RECORD, FREE)
    table.mail("ann", "ann-3-move.json", "eve", ARBITER)
    asks(table)
    table.good("eve", "judge", RECORD, "ann-3-move.json")
    shutil.rmtree(table.file("eve", "id.json.journal"))
    table.refused("eve", "replace", RECORD, "--seat", "ann", code="replace/answered")
    consents = agrees(table, "bob", "cid")
    done = table.good(ARBITER, "judge", RECORD, JOIN, *consents, "ann-3-move.json").out
    assert "ann: free" in done and "taken over" not in done


def test_nobody_consents_beside_a_move_that_goes_first(table: World) -> None:
    """A consent shows a link, and would bar the share that a move may need."""
    table.good("ann", "move", RECORD, FREE)
    table.mail("ann", "ann-3-move.json", "eve")
    asks(table)
    table.good("eve", "judge", RECORD, "ann-3-move.json")
    table.mail("eve", RECORD, "bob")
    table.good("bob", "show", RECORD)
    table.refused("bob", "consent", RECORD, JOIN, "--yes", code="replace/answered")
    assert not table.file("bob", "bob-3-consent.json").exists()


def test_consents_that_nobody_asked_for(table: World) -> None:
    error = table.refused("bob", "consent", RECORD, "--yes", code="replace/nobody-asks")
    assert "pbem replace" in error["hint"]
    asks(table)
    table.refused("ann", "consent", RECORD, JOIN, "--yes", code="statement/not-due")
    table.mail("eve", JOIN, "fay")
    table.refused("fay", "consent", RECORD, JOIN, "--yes", code="identity/no-seat")


def test_before_the_start_seats_are_joined(world: World, clock: Clock) -> None:
    world.keys(ARBITER, "eve")
    named = ["--seat", "ann", "--seat", "bob"]
    world.good(ARBITER, "new", "example", *named, *ABSENT, "-o", RECORD)
    world.mail(ARBITER, RECORD, "eve")
    error = world.refused("eve", "replace", RECORD, "--seat", "ann", code="replace/not-started")
    assert "pbem join" in error["hint"]


def test_after_the_end_nobody_takes_a_seat_over(table: World) -> None:
    for _ in range(2):
        table.turn(SEATS, "resign")
    table.mail(ARBITER, RECORD, "eve")
    table.refused("eve", "replace", RECORD, "--seat", "cid", code="statement/game-over")


def test_dealt_by_seats_a_consent_and_a_move_that_cross_bring_the_table_to_a_stand(
    world: World, clock: Clock
) -> None:
    """bob consents to eve; ann's move reaches cid first, who shares in it."""
    hosted(world, *ABSENT)
    world.keys("eve")
    world.mail("ann", RECORD, "eve")
    asks(world, "eve", "bob", "cid")
    world.good("bob", "consent", RECORD, JOIN, "--yes")
    world.good("ann", "move", RECORD, ROLL)
    world.mail("ann", "ann-3-move.json", "cid")
    assert "waiting for bob" in world.good("cid", "judge", RECORD, "ann-3-move.json").out
    world.mail("bob", "bob-3-consent.json", "cid")
    said = world.good("cid", "judge", RECORD, JOIN, "bob-3-consent.json").out
    for text in (said, world.good("cid", "show", RECORD).out):
        assert "entry 3 cannot be completed any more" in text
        assert "bob: has consented to the replacement of ann's old key" in text
        assert "cid: has shared in the move of ann" in text
        assert "What is left is a new table." in text
        assert "waiting for" not in text
    machine = world.good("cid", "show", RECORD, "--json").json
    assert (
        machine["stands_still"] == world.good("cid", "judge", RECORD, "--json").json["stands_still"]
    )
    assert machine["stands_still"]


def test_whoever_has_consented_takes_a_move_in_and_shares_in_nothing(
    world: World, clock: Clock
) -> None:
    """bob's record has no join; his memory has the consent, beside which no share can stand."""
    hosted(world, *ABSENT)
    world.keys("eve")
    world.mail("ann", RECORD, "eve")
    asks(world, "eve", "bob")
    world.good("bob", "consent", RECORD, JOIN, "--yes")
    world.good("ann", "move", RECORD, ROLL)
    world.mail("ann", "ann-3-move.json", "bob")
    said = world.good("bob", "judge", RECORD, "ann-3-move.json").out
    assert "ann-3-move.json: taken" in said and "added" not in said
    told = "your consent for entry 3 is not in this record, and nothing else of yours can stand"
    assert told in said
    machine = world.good("bob", "judge", RECORD, "--json").json
    assert machine["added"] == [] and told in machine["elsewhere"][0]
    kinds = [s["kind"] for s in json.loads(world.file("bob").read_bytes())["pending"]]
    assert kinds == ["move"]
    said = world.good("bob", "judge", RECORD, JOIN, "bob-3-consent.json").out
    assert "is not in this record" not in said
