"""The second verifier and `pbem verify` agree: on the samples, on tables played at random, and on
all of them with bytes flipped and with what a party could sign falsely."""

from __future__ import annotations

import ast
import importlib.util
import json
import random
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.main import run
from pbem.cli.verify import verdict
from pbem.errors import Cheat, PbemError
from pbem.fair.hashes import statement_id
from pbem.record import asked, files, signing
from pbem.record.record import load, replay_far
from pbem.record.ruling import break_off
from pbem.record.statements import Signed
from pbem.wire import b64, schema, strict
from tests.samples import random_tables as tables
from tests.samples.random_tables import SPOILT
from tests.tables import ARBITER, DONE, FLIP, MIX, PEEK, ROLL, Seated, false_looks, rigged, who

ROOT = Path(__file__).resolve().parents[2]
ALONE = ROOT / "samples" / "verify_alone.py"
SAMPLES = sorted((ROOT / "samples").glob("*/mail"))
GAMES = ("dig-2017", "dig-card-game", "dig-dogs", "dig-down-dwarf", "dig-up-adventure")
pytestmark = pytest.mark.usefixtures("example", "plain", "market")

spec = importlib.util.spec_from_file_location("verify_alone", ALONE)
assert spec is not None and spec.loader is not None
alone: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(alone)


TRUST = ", if the requests are right"


def pbem_says(data: bytes) -> str:
    try:
        return verdict(load(strict.parse(data, limit=files.LIMITS["record"])))
    except Cheat as breach:
        return f"evidence of cheating by {breach.party}"
    except PbemError:
        return "broken"


def requests(data: bytes) -> dict[str, Any] | None:
    """As `pbem audit --requests` would write them; None for what is no record at all."""
    try:
        value = strict.parse(data, limit=files.LIMITS["record"])
        schema.check("record", value)
        return asked.as_json(replay_far(value["entries"])[0])
    except PbemError:
        return None


class Both:
    """Both verifiers, through files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.record, self.requests = folder / "record.json", folder / "requests.json"

    def alone_says(self, data: bytes, *, listed: bool = True) -> str:
        self.record.write_bytes(data)
        names = [str(self.record)]
        if listed and (value := requests(data)) is not None:
            self.requests.write_text(json.dumps(value), encoding="utf-8")
            names.append(str(self.requests))
        words, status = alone.judge(names)
        word = str(words.removeprefix(f"{self.record}: ").split(":")[0])
        if status == 3 and names[1:]:
            assert word.endswith(TRUST)
            word = word.removesuffix(TRUST)
        assert status == {"broken": 1, "evidence of cheating by " + word[24:]: 3}.get(word, 0)
        return word

    def agree(self, data: bytes) -> str:
        word = pbem_says(data)
        assert self.alone_says(data) == word
        return word


@pytest.fixture
def both(tmp_path: Path) -> Both:
    return Both(tmp_path)


def as_bytes(value: Any) -> bytes:
    return files.json_bytes(value)


# --- what it is ---


def test_it_stands_alone() -> None:
    """One file of fewer than 400 lines, and nothing of this program in it."""
    text = ALONE.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    found = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    found |= {str(n.module) for n in nodes if isinstance(n, ast.ImportFrom)}
    tops = {name.split(".")[0] for name in found} - {"cryptography"}
    assert tops <= sys.stdlib_module_names
    assert text.count("\n") < 400


def test_it_runs_where_nothing_else_is(tmp_path: Path) -> None:
    record = str(sorted(SAMPLES[2].glob("*-record.json"))[-1])
    listed = str(tmp_path / "requests.json")
    assert run(["audit", record, "--requests", "-o", listed]) == 0
    schema.check("requests", json.loads(Path(listed).read_text(encoding="utf-8")))
    (tmp_path / "empty.json").write_bytes(b"")
    for names, status, words in (
        ([record, listed], 0, "proven"),
        ([record], 0, "consistent"),
        (["empty.json"], 1, "broken"),
        (["none.json"], 1, "not read"),
        ([listed], 1, "broken"),
        ([], 2, "RECORD"),
    ):
        command = [sys.executable, "-I", str(ALONE), *names]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert (done.returncode, done.stderr) == (status, "")
        assert words in done.stdout


def test_the_list_is_written_over_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(sorted(SAMPLES[2].glob("*-record.json"))[1])
    out = tmp_path / "requests.json"
    assert run(["audit", record, "--requests", "-o", str(out)]) == 0
    assert run(["audit", record, "--requests", "-o", str(out)]) == 0
    out.write_text("{}", encoding="utf-8")
    assert run(["audit", record, "--requests", "-o", str(out)]) == 1
    assert "file/exists" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "{}"


# --- both agree ---


@pytest.mark.parametrize("mail", SAMPLES, ids=lambda p: p.parent.name)
def test_on_the_samples(mail: Path, both: Both) -> None:
    records = sorted(mail.glob("*-record.json"))
    words = [both.agree(path.read_bytes()) for path in records]
    assert words[-1] == "proven" and "proven" not in words[:-1]
    data = records[-1].read_bytes()
    unlisted = both.alone_says(data, listed=False)
    assert unlisted == "consistent, draws and hidden cards unchecked without a list of requests"
    flip(data, both, random.Random(mail.parent.name), times=1)


PLANS: list[tuple[str, int, int, dict[str, Any]]] = [
    *(("example", seed, 7, {"seats": 2 + seed % 3}) for seed in range(18)),
    *(("example", seed, 60, {}) for seed in range(18, 22)),
    *(("plain", seed, 7, {}) for seed in range(8)),
    *(("plain", seed, 7, {"host": "ann", "seats": 3}) for seed in range(8, 18)),
    *(("market", seed, 9, {}) for seed in range(8)),
    *(("market", seed, 9, {"host": "bob"}) for seed in range(8, 11)),
    *((game, seed, 5, {}) for seed in range(3) for game in GAMES),
]
"""Game, seed, turns, and how: more than sixty tables."""


table = cache(tables.table)


@pytest.mark.parametrize(("game", "seed", "turns", "how"), PLANS)
def test_on_tables_played_at_random(
    game: str, seed: int, turns: int, how: dict[str, Any], both: Both
) -> None:
    played = table(game, seed, turns, **how)
    data = as_bytes(played.json())
    assert both.agree(data).startswith(("proven", "consistent"))
    assert both.alone_says(data, listed=False).startswith("consistent")
    rng = random.Random(f"cheats {game} {seed}")
    flip(data, both, rng)
    if played.host == ARBITER:
        for name, cheat in tables.cheats(played, rng.sample(NAMES, 4), rng):
            told(name, as_bytes(cheat), both)


def test_the_tables_have_everything() -> None:
    """What is said of PLANS: lapses, replacements, lists, ends, break-offs, waiting statements."""
    kinds: set[str] = set()
    for game, seed, turns, how in PLANS[:51]:
        played = table(game, seed, turns, **how)
        kinds |= {step.kind for step in played.table.steps}
        kinds |= {f"waiting {p.kind}" for p in played.record.pending}
        statements = [s for e in played.record.entries for s in e]
        kinds |= {key for s in statements for key in s}
        kinds |= {"over"} if played.table.runner.over else set()
    wanted = {"lapse", "replacement", "broken-off", "waiting move", "waiting share", "then"}
    assert wanted | {"dropped", "show", "opened", "looks", "tokens", "over", "secret"} <= kinds


NOW = ("awaited", "actions", "forms", "then", "result")
"""Parts of `now` that follow from the rules."""


def flip(data: bytes, both: Both, rng: random.Random, times: int = 2) -> None:
    """One bit of the file is another; it is the rules' matter if only legal actions change."""
    for _ in range(times):
        changed = bytearray(data)
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        word = pbem_says(bytes(changed))
        if of_the_rules(data, bytes(changed)):
            assert word == "broken"
            assert both.alone_says(bytes(changed)) in ("broken", pbem_says(data))
        else:
            assert both.alone_says(bytes(changed)) == word


def of_the_rules(data: bytes, changed: bytes) -> bool:
    try:
        pair = [json.loads(text) for text in (data, changed)]
    except ValueError:
        return False
    for value in pair:
        if not isinstance(value.get("now"), dict):
            return False
        for key in NOW:
            value["now"].pop(key, None)
    return bool(pair[0] == pair[1]) and data != changed and pbem_says(changed) == "broken"


# --- cheats: what each verifier says, and what the second one says without a list ---

CHEAT = "evidence of cheating by arbiter"
FINE = "consistent"
TOLD = {
    "draw": (CHEAT, CHEAT, FINE),
    "no draw": (CHEAT, CHEAT, FINE),
    "draw too many": (CHEAT, CHEAT, CHEAT),
    "opening": (CHEAT, CHEAT, CHEAT),
    "no look": (CHEAT, CHEAT, FINE),
    "link": (CHEAT, CHEAT, CHEAT),
    "no link": (CHEAT, CHEAT, CHEAT),
    "secret": (CHEAT, CHEAT, CHEAT),
    "no secret": ("broken", "broken", "broken"),
    "early secret": (CHEAT, CHEAT, CHEAT),
    "head": ("broken", "broken", "broken"),
    "field": ("broken", "broken", "broken"),
    "answers": ("broken", "broken", "broken"),
    # Only the rules can tell; but the state of `now` is not the one that was hashed.
    "state": (CHEAT, "broken", "broken"),
    "stop": (CHEAT, FINE, FINE),
}
UNTIL_THE_END = ("commitment", "look")
"""Nobody sees these from outside before the secret is out, and then everybody."""
NAMES = [*TOLD, *UNTIL_THE_END]


def told(name: str, data: bytes, both: Both) -> None:
    words = [pbem_says(data), both.alone_says(data), both.alone_says(data, listed=False)]
    if name in UNTIL_THE_END:
        out = "secret" in json.loads(data)["entries"][-1][-1]
        assert all(word.startswith(CHEAT if out else FINE) for word in words[:2]), (name, words)
        return
    for word, expected in zip(words, TOLD[name], strict=True):
        assert word.startswith(expected), (name, words)


def test_a_table_of_many_cheats(both: Both) -> None:
    """Every cheat of the table above, at one table that is over."""
    played = Seated("example", ("ann", "bob", "cid"))
    played.do("ann", ROLL, PEEK, FLIP, MIX, DONE)
    played.finish()
    found = tables.cheats(played, NAMES, random.Random(1))
    for name, cheat in found:
        told(name, as_bytes(cheat), both)
    assert {name for name, _ in found} == {*NAMES}


def changed(
    both: Both, played: Seated, n: int, index: int, by: str, /, **changes: Any
) -> list[str]:
    """What both say of the record up to entry n, one of whose answers is signed anew and ruled
    on as if nothing were wrong."""
    entries = played.json()["entries"][: n + 1]
    honest = played.json()["entries"][: n + 1]
    entries[n][index] = tables.signed(played.ids[by], entries[n][index], **changes)
    ids = [b64.encode(alone.Statement(s).id) for s in entries[n][:-1]]
    entries[n][-1] = tables.signed(played.ids[played.host], entries[n][-1], answers=ids)
    data = as_bytes(tables.record(entries, honest))
    return [pbem_says(data), both.alone_says(data)]


def test_what_a_ruling_lets_pass_in_an_answer(both: Both) -> None:
    played = Seated("example")
    played.do("ann", ROLL, DONE)
    anns = played.json()["entries"][1][0]
    low = b64.encode(bytes(31) + b"\x80")
    assert changed(both, played, 1, 1, "bob", nonce=anns["nonce"]) == [CHEAT, CHEAT]
    assert changed(both, played, 1, 1, "bob", seal=b64.encode(bytes(32))) == [CHEAT, CHEAT]
    assert changed(both, played, 1, 1, "bob", sign=low) == ["broken", "broken"]
    assert changed(both, played, 2, 0, "ann", link=SPOILT) == [CHEAT, CHEAT]
    assert changed(both, played, 2, 0, "bob") == ["broken", "broken"]
    assert changed(both, played, 3, 0, "ann", link=SPOILT) == [CHEAT, CHEAT]
    assert changed(both, played, 3, 0, "ann", n=4) == [CHEAT, CHEAT]
    assert changed(both, played, 3, 0, "ann", then=[{"do": "resign"}]) == [CHEAT, CHEAT]
    assert changed(both, played, 3, 0, "bob", by="bob") == [CHEAT, CHEAT]
    # An illegal action: only the rules can tell, and the list of requests goes no further.
    played.do("bob", DONE)
    illegal = [{"do": "play", "card": "t1"}]
    assert changed(both, played, 4, 0, "bob", actions=illegal) == [CHEAT, "broken"]


def test_a_last_ruling_without_the_secret_hides_no_false_draw(both: Both) -> None:
    played = Seated("plain", ("ann", "bob"))
    for seat in ("ann", "bob", "ann"):
        played.do(seat, DONE)
    played.do("bob", ROLL, DONE)
    assert played.table.over
    honest = played.json()["entries"]
    ruled = honest[-1][-1]
    for change, word in (({}, "broken"), (tables.drawn(ruled), CHEAT)):
        last = tables.signed(played.ids[ARBITER], ruled, **(change or {}), secret=None)
        data = as_bytes(tables.record([*honest[:-1], [*honest[-1][:-1], last]], honest))
        words = [pbem_says(data), both.alone_says(data)]
        assert all(w.startswith(word) for w in words), (change, words)


@pytest.mark.parametrize("name", UNTIL_THE_END)
def test_a_ruling_with_the_secret_in_it_hides_nothing(name: str, both: Both) -> None:
    """The last move of the game mixes the hand and looks at it."""
    played = Seated("example")
    for seat in ("ann", "bob", "ann"):
        played.do(seat, DONE)
    ruled = played.do("bob", MIX, DONE)
    assert {"tokens", "looks", "secret"} <= ruled.keys()
    honest = played.json()["entries"]
    changes = tables.RULINGS[name](ruled)
    assert changes is not None
    last = [*honest[-1][:-1], tables.signed(played.ids[ARBITER], ruled, **changes)]
    data = as_bytes(tables.record([*honest[:-1], last], honest))
    told(name, data, both)
    assert both.alone_says(data, listed=False).startswith(FINE)  # nobody told it what to deal


def test_a_hosts_ruling_on_the_roster_has_no_link(both: Both) -> None:
    played = Seated("plain", host="ann")
    honest = played.json()["entries"][:2]
    entries = played.json()["entries"][:2]
    entries[1][-1] = tables.signed(played.ids["ann"], entries[1][-1], link=SPOILT)
    data = as_bytes(tables.record(entries, honest))
    assert both.agree(data) == "evidence of cheating by ann"


def test_a_verdict_by_a_false_list_says_that_it_rests_on_the_list(both: Both) -> None:
    """Anybody can write one, and so could make an honest arbiter look false."""
    played = Seated("example")
    played.do("ann", DONE)
    data = as_bytes(played.json())
    value = requests(data)
    assert value is not None
    both.requests.write_text(json.dumps(value).replace('"seat": "ann"', '"seat": "bob"'))
    both.record.write_bytes(data)
    words, status = alone.judge([str(both.record), str(both.requests)])
    assert status == 3
    assert f"arbiter{TRUST}: " in words
    assert both.agree(data).startswith(FINE)


def test_two_moves_of_a_seat_that_wait_in_one_record(both: Both) -> None:
    """Whether both could stand only the rules tell: without them the record is broken."""
    played = Seated("example")
    data = played.json()
    data["pending"] = [played.move("ann", actions).body for actions in (DONE, ROLL)]
    words = pbem_says(as_bytes(data)), both.alone_says(as_bytes(data))
    assert words == ("evidence of cheating by ann", "broken")


@pytest.mark.parametrize(
    "odd", [{"pbem": 2}, {"pbem": True}, {"n": 0}, {"table": "x"}, {"link": SPOILT[:-1]}], ids=str
)
def test_a_ruling_on_a_statement_of_odd_form_is_broken(odd: dict[str, Any], both: Both) -> None:
    """What was never a statement speaks against nobody."""
    played = Seated("example")
    played.do("ann", ROLL, DONE)
    entries = played.json()["entries"]
    honest = played.json()["entries"]
    bad = entries[3][0] = tables.signed(played.ids["ann"], entries[3][0], **odd)
    ids = [b64.encode(statement_id(bad))]
    entries[3][-1] = tables.signed(played.ids[ARBITER], entries[3][-1], answers=ids)
    assert both.agree(as_bytes(tables.record(entries, honest))) == "broken"


def odd_rulings(ruling: Any) -> dict[str, dict[str, Any]]:
    """Each signed well, and none of a statement's form: what is empty does not stand there, and
    commitments and salts have 32 bytes."""
    token, opening = next(iter(ruling["opened"].items()))
    short = SPOILT[:40]
    return {
        "no draw": {"draws": []},
        "no token": {"tokens": {}},
        "no opening": {"opened": {}},
        "no look": {"looks": []},
        "short commitment": {"tokens": dict.fromkeys(ruling["tokens"], short)},
        "short salt": {"opened": {token: {**opening, "salt": short}}},
    }


@pytest.mark.parametrize(
    "odd", ["no draw", "no token", "no opening", "no look", "short commitment", "short salt"]
)
@pytest.mark.parametrize("ended", [False, True])
def test_a_ruling_of_odd_form_is_broken(odd: str, ended: bool, both: Both) -> None:
    """Also where the secret is out, and tells what stands there otherwise."""
    played = Seated("example")
    played.do("ann", ROLL, PEEK, FLIP, MIX, DONE)
    if ended:
        played.record.append([break_off(played.table, played.ids[ARBITER])])
    entries, honest = played.json()["entries"], played.json()["entries"]
    changes = odd_rulings(entries[3][-1])[odd]
    entries[3][-1] = tables.signed(played.ids[ARBITER], entries[3][-1], **changes)
    data = as_bytes(tables.record(entries, honest))
    assert both.agree(data) == both.alone_says(data, listed=False) == "broken"


def test_it_has_the_values_of_the_worked_example() -> None:
    """docs/protocol.md, Vectors: the links, the key of the start, integers with words that are
    too large, a card and a look."""
    links = {
        "ann": "3a053e1088f9b1d6838c87adea53ca90082020e1ce7f1c8245377aa7f8dc1afc",
        "bob": "03a367cd5af34328a920d56901c3cc6b5760b8766b344bc0bc1268d8422c1199",
        "arbiter": "02c7b3d9687877e3bea396f9393bcc29c173eb0b5b991c4a89c79b075143608d",
    }
    table = bytes.fromhex("8365f4afb04105f2c840c28bed3f30c26f940270e01b8d91a2252f15a85bc2d2")
    shown = alone.P(*(x for name, link in links.items() for x in (name, bytes.fromhex(link))))
    key = alone.mac(alone.mac(table, shown), alone.P("pbem/1 draw"), b"\x01")
    assert key.hex() == "e68225ef62251c9e7f0727068bcc37542e7c108bbf7b372d85e8eefe68104ffe"
    dice = alone.integers(key, "public", 0)
    assert [1 + dice(6) for _ in range(10)] == [6, 4, 2, 6, 5, 5, 4, 6, 4, 4]
    assert alone.pick(range(10), 4, alone.integers(key, "public", 1)) == [9, 2, 1, 0]
    wide = alone.integers(key, "public", 2)
    assert [wide(2**63 + 1) for _ in range(2)] == [7998343817948442131, 376553439865668990]
    secret = bytes.fromhex("7aa1886bdfa80e4efb0a7bcc609380e3064062a58b307ea504a4524f39997487")
    order = alone.pick(("R1", "R2", "S1", "S2", "S3"), 5, alone.integers(secret, "order", key, 3))
    assert order == ["R2", "S2", "R1", "S1", "S3"]
    salts = [alone.M(secret, "salt", key, 3, token) for token in ("t1", "t2")]
    assert alone.M(salts[0], "card", table, "t1", "R2").hex().startswith("94e21e7617832b2a722d")
    cells = [salts[0] + b"\2R2", salts[1] + b"\2S2"]
    text = b"".join(cell.ljust(64, b"\0") for cell in cells)
    place = (b"\xcc" * 32, "ann", 0)
    seed = alone.M(secret, "look", *place, text)
    seal = bytes.fromhex("d7930bc3a09dd38a96da349961bc1b0a13f6eabe9dbafe4e9636e6c2301d6a76")
    box = alone.seal(seal, text, seed, alone.P("pbem/1 look", table, *place))
    assert sha256(box).hexdigest().startswith("6b74cb9a3350b1cabb91e2e11061e33f109ab8a1")


def test_stacked_orders_come_out_with_the_secret(both: Both) -> None:
    with rigged(("t1", "t5")):
        played = Seated("example")
        played.do("ann", DONE)
        running = as_bytes(played.json())
        played.finish()
    assert both.agree(running) == "consistent, 1 hidden shuffle unproven"
    assert both.agree(as_bytes(played.json())) == CHEAT


def test_false_looks_come_out_with_the_secret(both: Both) -> None:
    with false_looks(lambda openings: [("c9", salt) for _, salt in openings]):
        played = Seated("example")
    while (seat := played.table.awaited_seat) is not None:  # who does not look into the box
        played.enter(signing.sign_move(played.table, played.ids[seat], seat, [DONE], {}))
    assert both.agree(as_bytes(played.json())) == CHEAT


def test_a_look_after_a_replacement_is_sealed_to_the_new_key(both: Both) -> None:
    played = Seated("example", policy={"lapse": "never", "replace": "absent"})
    join: Signed = played.take_over("ann", "eve")
    played.enter(join, played.consent("bob", join))
    played.ids["ann"] = who("eve")
    played.finish()
    assert both.agree(as_bytes(played.json())) == "proven"
    secret = b64.decode(played.json()["entries"][-1][-1]["secret"])
    assert both.alone_says(as_bytes(played.json()), listed=False).startswith(FINE)
    assert played.table.check_secret(secret)


@pytest.mark.parametrize("field", ["seal", "nonce", "anchor"])
def test_nothing_of_a_key_that_was_replaced_comes_back(both: Both, field: str) -> None:
    played = Seated("plain", policy={"lapse": "never", "replace": "absent"})
    for name in ("eve", "fay"):
        join: Signed = played.take_over("ann", name)
        played.enter(join, played.consent("bob", join))
        played.ids["ann"] = who(name)
    honest = played.json()["entries"]
    join_, consent, ruled = honest[4]
    join_ = tables.signed(who("fay"), join_, **{field: honest[1][0][field]})
    named = b64.encode(alone.Statement(join_).id)
    consent = tables.signed(who("bob"), consent, answers=[named])
    last = [join_, consent]
    ids = [b64.encode(alone.Statement(s).id) for s in last]
    last.append(tables.signed(who(ARBITER), ruled, answers=ids))
    data = as_bytes(tables.record([*honest[:4], last], honest))
    assert [pbem_says(data), both.alone_says(data)] == [CHEAT, CHEAT]


def test_a_list_of_another_table_or_too_short_proves_nothing(both: Both) -> None:
    played = Seated("example")
    played.finish()
    data = played.json()
    listed = asked.as_json(played.table)
    assert alone.verify(data, listed) == "proven"
    for other in (
        {**listed, "table": SPOILT},
        {**listed, "entries": listed["entries"][:-1]},
        {**listed, "entries": [{"n": 2, "requests": []}, *listed["entries"][1:]]},
    ):
        with pytest.raises(alone.Broken):
            alone.verify(data, other)
