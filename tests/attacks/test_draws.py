"""Attacks on draws and commitments: rows A of the catalogue (docs/attacks.md).

Rows A2, A4 and A7 are in test_history_and_keys.py, A3 in test_gains_nothing.py as well.
"""

from __future__ import annotations

import ast
import itertools
import math
import random
from base64 import b64encode
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.fair import draws, hidden
from pbem.fair.chain import Chain, follows
from pbem.fair.encode import M, P
from pbem.fair.keys import sealing_key
from pbem.games import registry
from pbem.record import identity, judge, pending, ruling
from pbem.record.record import load
from pbem.record.statements import read
from pbem.record.table import Table
from pbem.wire import b64
from tests.example_game import FACES
from tests.fair.test_seed_bits import HIDDEN_BITS, MOST_SHUFFLED, orders
from tests.fair.test_uniform import Toy
from tests.record.logs import link_of
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    ROLL,
    Mail,
    Seated,
    cheat,
    nonce,
    play,
    refused,
    root,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pbem"
THREE = ("ann", "bob", "cid")


def promises() -> str:
    """The table of what is promised, and what is not, on one line."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    return " ".join(page.split("\n## 2. ")[1].split("\n## 3. ")[0].split())


# --- A1: the last one to reveal backs out when the draw is bad ---


def test_a1_a_mover_who_refuses_bad_draws_gets_no_others_in_10_000_of_them() -> None:
    """After a result below 4 ann says that her computer crashed, and comes with any other link
    she can make. None is taken; the one that is due gives the same die, so what she ends up
    with is what an honest player gets, and that is fair."""
    chains = [Chain(root(n), bytes(32), n, nonce(n)) for n in ("ann", ARBITER)]
    again = Chain(root("ann"), bytes(32), "ann", nonce("ann again"))
    key, honest, refusing = bytes(32), [], []
    for k in range(1, 10_001):
        links = [(n, c.link(k)) for n, c in zip(("ann", ARBITER), chains, strict=True)]
        die = _die(key, links)
        honest.append(die)
        if die < 4:
            others = (chains[0].link(k + 1), chains[0].link(k - 1), again.link(k), bytes(32))
            before = chains[0].link(k - 1)
            taken = [x for x in others if follows(nonce("ann"), "ann", k, before, x)]
            die = _die(key, [("ann", (taken or [links[0][1]])[0]), links[1]])
        refusing.append(die)
        key = draws.next_key(key, links)
    assert refusing == honest
    found = Counter(refusing)
    assert all(abs(found[i] - 10_000 / 6) < 5 * (10_000 * 5 / 36) ** 0.5 for i in range(1, 7))


def _die(key: bytes, links: list[tuple[str, bytes]]) -> int:
    return draws.die(6, draws.public_stream(draws.next_key(key, links), 0).below)


def test_a1_a_move_taken_back_after_its_draw_is_proof() -> None:
    table = Seated()
    instead = table.move("ann", FREE)
    table.do("ann", ROLL)
    cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, dict(instead.body)))


def test_a1_the_program_of_an_honest_player_signs_no_second_move(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    first = mail.move("ann", ROLL)
    refused("journal/already-signed", lambda: mail.move("ann", FREE))
    assert mail.move("ann", ROLL) == first


def test_a1_the_last_to_share_stops_the_table_and_changes_nothing() -> None:
    """bob has ann's and cid's links and knows the die. He keeps his share back: the table
    waits for him by name, takes no other link of his, and rolls the same in the end."""
    prompt, late = (Seated("plain", THREE, host="ann") for _ in range(2))
    for table in (prompt, late):
        move = table.move("ann", ROLL)
        table.take(move, table.share("cid", move))
    prompt.enter(prompt.share("bob", move))
    assert pending.missing(late.table, late.record.pending) == ["bob"]
    assert pending.complete(late.table, late.record.pending) is None
    other = late.signed("bob", late.share("bob", move).body, link=link_of("bob", 3, late))
    refused("link/not-next", lambda: late.take(read(other)))
    late.enter(late.share("bob", move))
    assert late.json() == prompt.json()


# --- A3: grind one's own part ---


def test_a3_a_mover_who_tries_everything_that_is_his_gets_no_more_sixes_than_by_chance() -> None:
    """ann knows all that is public, and her own links. Of every move she could sign she takes
    the one that would roll a six if the arbiter's link were one she guesses: what comes is the
    same for all of them."""
    rolls = []
    for note, before in itertools.product(("", "a", "b"), ([], [FREE], [FREE, FREE])):
        table = Seated()
        ruled = table.enter(table.move("ann", *before, ROLL, note=note))
        assert ruled is not None
        rolls.append(ruled.body["draws"])
    assert all(r == rolls[0] for r in rolls)


# --- A5: who together can foresee a draw ---

PARTIES = ("ann", "bob", "cid", ARBITER)
COALITIONS = [c for n in (1, 2, 3, 4) for c in itertools.combinations(PARTIES, n)]


def reach(needed: tuple[str, ...], coalition: tuple[str, ...]) -> set[int]:
    """What a coalition must reckon with: the dice over 60 guesses of the links it lacks."""
    table = Seated("plain", THREE)
    found = set()
    for guess in range(60):
        links = []
        for name in needed:
            own = b64.decode(link_of(name, 2, table))
            links.append((name, own if name in coalition else guess.to_bytes(32, "big")))
        found.add(_die(table.table.key, links))
    return found


@pytest.mark.parametrize("coalition", COALITIONS, ids="+".join)
def test_a5_of_all_coalitions_arbiter_and_mover_alone_foresee_a_draw(
    coalition: tuple[str, ...],
) -> None:
    """ann is to move; the seats deal in the second line, where it takes all of them."""
    together = {"ann", ARBITER} <= set(coalition)
    assert len(reach(("ann", ARBITER), coalition)) == (1 if together else 6)
    everybody = set(THREE) <= set(coalition)
    assert len(reach(THREE, coalition)) == (1 if everybody else 6)


def test_a5_what_the_two_foresee_is_what_comes() -> None:
    table = Seated("plain", THREE)
    (foreseen,) = reach(("ann", ARBITER), ("ann", ARBITER))
    assert table.do("ann", ROLL)["draws"] == [{"roll": [foreseen]}]


def test_a5_a_link_that_made_no_entry_lets_the_arbiter_foresee_and_the_docs_say_so() -> None:
    """ann's move reaches the arbiter with its link, and a claim is ruled on instead. Her chain
    stays where it was, so he knows what she will roll next before she decides to."""
    table = Seated("plain", THREE)
    kept = b64.decode(table.move("ann", ROLL).body["link"])
    table.enter(table.lapse("bob", "ann"))
    own = b64.decode(link_of(ARBITER, table.table.parties[ARBITER].shown + 1, table))
    foreseen = _die(table.table.key, [("ann", kept), (ARBITER, own)])
    assert table.do("ann", ROLL)["draws"] == [{"roll": [foreseen]}]
    assert "was sent to him and never became part of the log" in promises()


def test_a5_of_two_seats_that_deal_a_claimant_foresees_and_the_docs_say_so() -> None:
    """bob is late, and by default he rolls: no link but ann's own is in that draw."""
    table = Seated("plain", ("ann", "bob"), host="ann")
    table.do("ann", FREE)
    table.do("ann", DONE)
    foreseen = _die(table.table.key, [("ann", b64.decode(link_of("ann", 2, table)))])
    table.enter(table.lapse("ann", "bob"))
    assert [drawn.result for drawn in table.table.steps[-1].draws] == [[foreseen]]
    assert "a claim of lapse that comes to a draw has the claimant's link alone" in promises()


def test_a5_the_docs_name_the_coalition() -> None:
    assert "arbiter **and** mover, as a team | **not prevented**" in promises()
    assert "let the seats deal" in promises()


# --- A6: try all faces against a commitment ---


def test_a6_trying_all_faces_finds_no_card_without_its_salt() -> None:
    """Everything public may serve as a salt; only the real one of each card fits."""
    table = Seated()
    committed = table.json()["entries"][2][2]["tokens"]
    public = [bytes(32), table.table.id, table.table.head, table.table.key, b"", b"\0"]
    public += [b64.decode(c) for c in committed.values()]
    tries = [(s, f) for s in public for f in FACES]
    for token, text in committed.items():
        target = b64.decode(text)
        assert not any(M(s, "card", table.table.id, token, f) == target for s, f in tries)
        assert not any(hidden.opens(target, s, table.table.id, token, f) for s, f in tries)
        face, salt = table.table.cards.faces[token]
        assert [f for f in FACES if hidden.opens(target, salt, table.table.id, token, f)] == [face]


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33])
def test_a6_a_commitment_with_a_short_salt_can_never_be_opened(size: int) -> None:
    """An arbiter whose program salts less: neither hash nor form lets such an opening pass."""
    table, salt = Seated(), bytes(range(size))
    weak = M(salt, "card", table.table.id, "t1", "c1")
    assert not hidden.opens(weak, salt, table.table.id, "t1", "c1")
    shown = {"t1": {"face": "c1", "salt": b64.encode(salt)}}
    body = {**table.move("ann", FREE).body, "actions": [play("t1")], "show": shown}
    with pytest.raises(Refused) as caught:
        table.take(read(table.signed("ann", body)))
    assert caught.value.code.startswith("schema/")


def test_a6_every_salt_of_a_table_is_its_own() -> None:
    table = Seated()
    salts = {salt for _, salt in table.table.cards.faces.values()}
    assert len(salts) == len(FACES) and {len(s) for s in salts} == {32}


# --- A8: open one commitment in two ways ---


def test_a8_a_commitment_is_of_one_token_and_one_face_however_they_are_cut() -> None:
    """The same letters, cut elsewhere; and the same salt with a zero byte less, which HMAC by
    itself would not tell from the first."""
    table, salt = bytes(32), bytes(range(1, 32)) + b"\0"
    target = hidden.commitment(salt, table, "t1", "c12")
    assert hidden.opens(target, salt, table, "t1", "c12")
    letters = "t1c12"
    others = [(letters[:i], letters[i:]) for i in range(6) if i != 2]
    assert not any(hidden.opens(target, salt, table, t, f) for t, f in others)
    assert M(salt[:31], "card", table, "t1", "c12") == target
    assert not hidden.opens(target, salt[:31], table, "t1", "c12")


def test_a8_lists_of_parts_have_bytes_of_their_own() -> None:
    """All ways to cut up to four letters, some of them zero bytes, into up to three parts."""
    found: dict[bytes, tuple[bytes, ...]] = {}
    for letters in itertools.product((b"\0", b"\1"), repeat=4):
        whole = b"".join(letters)
        for a, b in itertools.combinations_with_replacement(range(5), 2):
            for parts in ((whole[:a], whole[a:b], whole[b:]), (whole[:a], whole[a:]), (whole,)):
                assert found.setdefault(P(*parts), parts) == parts


# --- A9: secrets used again ---


def other(name: str) -> bytes:
    return (b"other " + name.encode()).ljust(32)


def test_a9_one_identity_has_other_links_secrets_and_draws_at_each_table() -> None:
    one, two = Seated(), Seated(nonces=other)
    links = []
    for table, nonces in ((one, nonce), (two, other)):
        own = [Chain(root(s), table.table.id, s, nonces(s)) for s in ("ann", "bob")]
        own.append(Chain(root(ARBITER), bytes(32), ARBITER, nonces("open by arbiter")))
        links.append({c.link(k) for c in own for k in range(1, 20)})
    assert not links[0] & links[1]
    assert one.table.key != two.table.key
    secrets = {ruling.hidden_secret(t.table, who(ARBITER)) for t in (one, two)}
    assert len(secrets) == 2
    salts = [{s for _, s in t.table.cards.faces.values()} for t in (one, two)]
    assert not salts[0] & salts[1]


def test_a9_a_link_shown_before_is_not_taken_again() -> None:
    table = Seated()
    table.do("ann", ROLL)
    table.do("ann", ROLL)
    due = table.move("ann", ROLL)
    for k in (1, 2, 3, 5):
        again = table.signed("ann", due.body, link=link_of("ann", k, table))
        refused("link/not-next", lambda again=again: table.take(read(again)))  # type: ignore[misc]
    assert due.body["link"] == link_of("ann", 4, table)


# --- A10: a seed too small for the orders there are ---


@pytest.mark.parametrize("slug", sorted(registry.BUILT_IN))
def test_a10_the_seed_has_more_bits_than_the_deck_has_orders(slug: str) -> None:
    game = registry.load(slug)
    counts = game.face_counts(game.deck())
    if slug in MOST_SHUFFLED:
        counts = dict.fromkeys(list(counts)[: MOST_SHUFFLED[slug]], 1)
    assert orders(counts) <= HIDDEN_BITS == 8 * (32 + 32)


def test_a10_every_bit_of_both_halves_of_the_seed_counts() -> None:
    """The order of 40 cards, with any one bit of S or K turned: always another one."""
    secret, key = bytes(32), bytes(32)
    found = {tuple(hidden.shuffle_order(secret, key, 0, 40))}
    for bit in range(256):
        turned = (1 << bit).to_bytes(32, "big")
        found.add(tuple(hidden.shuffle_order(turned, key, 0, 40)))
        found.add(tuple(hidden.shuffle_order(secret, turned, 0, 40)))
    assert len(found) == 513


def test_a10_all_orders_of_five_cards_come() -> None:
    found = {tuple(hidden.shuffle_order(bytes(32), P(str(i)), 0, 5)) for i in range(1500)}
    assert len(found) == math.factorial(5)


# --- A11: bias in the arithmetic ---


def test_a11_every_order_of_five_comes_equally_often_over_a_whole_toy_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program's own `below` and `pick`, over all lists of five words of seven values."""
    monkeypatch.setattr(draws, "WORDS", 7)
    found, remainders = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for words in itertools.product(range(7), repeat=5):
        it = iter(words)
        remainders[tuple(draws.pick(range(5), 5, lambda n, it=it: next(it) % n))] += 1
        try:
            found[tuple(draws.pick(range(5), 5, Toy(words).below))] += 1
        except StopIteration:
            continue  # a word was rejected, and the toy has no sixth
    assert len(found) == 120 and len(set(found.values())) == 1
    assert len(set(remainders.values())) > 1  # what taking remainders alone would give


# --- A12, A13: predict what is secret ---


def test_a12_no_module_but_the_bots_imports_a_generator_that_can_be_predicted() -> None:
    users = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(n.split(".")[0] in ("random", "numpy") for n in names):
                users.add(path.relative_to(PACKAGE).as_posix())
    assert users == {"play/bots.py"}


def test_a12_who_sets_the_generator_learns_no_identity_and_no_nonce(tmp_path: Path) -> None:
    made: list[Any] = []
    for i in range(3):
        random.seed(1)
        made.append(identity.create(tmp_path / f"{i}.json").root)
        mail = Mail(tmp_path, start=False)
        made.append(mail.record().entries[0][0]["nonce"])
        made.append(mail.desks["ann"].join(mail.at("ann"), "ann", fresh=True)["nonce"])
    assert len(set(made)) == len(made) == 9


def test_a13_no_file_in_the_mail_holds_a_secret_before_its_time(tmp_path: Path) -> None:
    """Roots, sealing keys, S, links that are not out, salts of cards nobody was shown: looked
    for in every file mailed of a running game, as bytes, in hex and in base64."""
    mail = Mail(tmp_path)
    mail.turn("ann", ROLL)
    mail.turn("ann", play("t1"), DONE)
    secret = ruling.hidden_secret(mail.record().table, who(ARBITER))
    assert secret is not None
    table = load(mail.record().as_json(), secret=secret).table
    hidden_salts = [salt for t, (_, salt) in table.cards.faces.items() if t != "t1"]
    mailed = b"".join(path.read_bytes() for path in mail.sent)
    for canary in [secret, *hidden_salts, *secrets_of(table)]:
        assert not any(form in mailed for form in forms(canary))
    shown = [own_chain(table, "ann").link(1), table.cards.faces["t1"][1]]
    assert all(any(form in mailed for form in forms(canary)) for canary in shown)
    mail.turn("bob", DONE)
    mail.turn("ann", DONE)
    mail.turn("bob", DONE)
    assert b64.encode(secret).encode() in mail.sent[-1].read_bytes()


def forms(secret: bytes) -> tuple[bytes, ...]:
    return secret, secret.hex().encode(), b64.encode(secret).encode(), b64encode(secret)


def own_chain(table: Table, seat: str) -> Chain:
    return Chain(root(seat), table.id, seat, table.parties[seat].nonce)


def secrets_of(table: Table) -> list[bytes]:
    found = [root(n) for n in ("ann", "bob", ARBITER)]
    for seat in ("ann", "bob"):
        party = table.parties[seat]
        found.append(sealing_key(root(seat), table.id, seat, party.nonce).private_bytes_raw())
        found += [own_chain(table, seat).link(k) for k in range(party.shown + 1, party.shown + 40)]
    return found
