"""`pbem audit` as a person meets it, on whole tables in `samples/` and on broken ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import whole_table
from pbem.record import audit, chances, overview
from pbem.wire import b64
from tests.cli.world import ROOT, Out, World, write
from tests.tables import ROLL, Seated, who

DWARF = ROOT / "samples/dig-down-dwarf/mail/0043-record.json"
DOGS = ROOT / "samples/dig-dogs/mail/0042-record.json"
CARDS = ROOT / "samples/dig-card-game/mail/0096-record.json"
Json = dict[str, Any]


def sections(out: Out) -> dict[str, list[str]]:
    """The parts of a page: a title at the margin, and what is indented under it."""
    parts: dict[str, list[str]] = {}
    for line in out.out.splitlines():
        if line and not line.startswith(" "):
            parts[line] = []
        elif line:
            parts[list(parts)[-1]].append(line.strip())
    return parts


def test_a_turn_in_the_words_of_the_game(world: World) -> None:
    """Entry 3 of the sample: ann moves to 1, digs there and keeps the card."""
    parts = sections(world.good("nobody", "audit", str(DOGS), "--turn", "3"))
    assert "entry 3: a move of ann" in parts
    assert parts["What happened"] == [
        "ann, as signed: move to=1",
        "DD-21: ann moves from 0 to 1",
        "ann, as signed: dig put=none",
        "DD-26: ann digs up GY1 from 1",
        "ann looks at GY1",
        "DD-34: ann keeps it: 1 is a gap",
    ]
    signed = " ".join(parts["Who signed what"])
    assert "onto the head 6117 3966 d1a6 4975 799f 388e acf0 6b8a" in signed
    assert "ann writes: Good luck, all of you!" in signed
    assert "dogs ann: 0, now 1" in parts["What changed"]
    assert "left: 3, now 1" in parts["What changed"]
    assert "After this ann knows, of the cards face down: GY1." in parts["Cards face down"]


def test_a_list_signed_beforehand_is_named_with_its_entry(world: World) -> None:
    """Entry 5 of the sample plays what was signed in entries 3 and 4."""
    parts = sections(world.good("nobody", "audit", str(CARDS), "--turn", "5"))
    happened = "\n".join(parts["What happened"])
    assert re.search(r"^(ann|bob|cid), as signed beforehand in entry [34]: ", happened, re.M)


def test_the_whole_table_in_a_page(world: World) -> None:
    out = world.good("nobody", "audit", str(DWARF))
    parts = sections(out)
    assert out.out.splitlines()[1].strip() == (
        "Dig Down Dwarf, rules 1, seats ann, bob, cid, 37 entries; an arbiter deals"
    )
    assert "won by bob; bob wins with 40 VP, the most" in out.out
    assert parts["What stands out"] == [
        "entry 7: ann was late: bob claimed the lapse; played by default: collect"
    ]
    heads, *rows = parts["Seats"][:4]
    assert heads.split() == ["points", "moves", "beforehand", "late", "claims", "links", "looks"]
    assert [row.split()[:2] for row in rows] == [["ann", "16"], ["bob", "40"], ["cid", "33"]]
    draws = " ".join(parts["Public draws, by kind and by the seat whose decision they followed"])
    assert "dice of 6 sides: 95 in 34 draws" in draws
    assert "That proves nothing, neither way" in draws


@pytest.mark.parametrize("record", [DWARF, DOGS, CARDS], ids=lambda p: p.parts[-3])
def test_pages_fit_a_terminal_and_accuse_nobody(world: World, record: Path) -> None:
    for turn in (None, 0, 1, 2, 7):
        out = world.good(
            "nobody", "audit", str(record), *([] if turn is None else ["--turn", str(turn)])
        )
        head, *lines = out.out.splitlines()
        assert head.endswith(": proven")
        assert max(map(len, lines)) <= 80
        assert not re.search(r"rigged|cheat", out.out)


# --- --json ---


def test_json_says_what_the_page_says(world: World) -> None:
    said = world.good("nobody", "audit", str(DWARF), "--turn", "4", "--json").json
    assert (said["ok"], said["verdict"], said["n"]) == (True, "proven", 37)
    turn = said["turn"]
    page = " ".join(world.good("nobody", "audit", str(DWARF), "--turn", "4").out.split())
    events = [i for i in turn["happened"] if i["what"] == "event"]
    assert (len(events), len(turn["draws"])) == (3, 2)  # two gems and four dice for the next seat
    for event in events:
        assert f"{event['clause']}: {event['words']}" in page
    for draw in turn["draws"]:
        assert f": {', '.join(map(str, draw['result']))} " in page
    assert turn["trust"]
    assert all(sentence in page for sentence in turn["trust"])


def documented(title: str) -> set[str]:
    page = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    section = page.split(f"\n### {title}\n")[1].split("\n### ")[0]
    cells = re.findall(r"^\| (.+?) \| ", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)}


def keys(*objects: Json) -> set[str]:
    return {key for value in objects for key in value}


def turns() -> Iterator[Json]:
    """Entries of whole tables in which all there can be occurs."""
    for path, chosen in ((DWARF, (0, 4, 7)), (DOGS, (2, 3, 9)), (CARDS, (3, 5, 51))):
        entries = json.loads(path.read_bytes())["entries"]
        for n in chosen:
            turn = audit.audit(entries, n).turn
            assert turn is not None
            yield turn


def test_every_key_is_documented_and_no_other(world: World, example: object) -> None:
    """Cards are shown and opened in the example game; `evidence` is of broken records."""
    table = Seated()
    table.do(
        "ann", {"do": "play", "card": "t1"}, {"do": "flip"}, ROLL, {"do": "play", "card": "t3"}
    )
    shown = audit.audit(table.json()["entries"], 3).turn
    assert shown is not None
    found = [*turns(), shown]
    hidden = [t["hidden"] for t in found if "hidden" in t]
    report = world.good("nobody", "audit", str(DWARF), "--json").json
    whole = [*report["results"], *overview.results(table.table, table.record.entries, None)]
    rows = [row for kind in report["draws"] for row in kind["rows"]]
    one = world.good("nobody", "audit", str(DWARF), "--turn", "4", "--json").json
    table = Seated()
    table.do("ann", ROLL)
    bad = audit.audit(table.forge(3, 0, link=b64.encode(bytes(32)))["entries"], 3).false
    assert bad is not None
    assert documented("report") == keys(report, one) | {"evidence", "false"}
    assert documented("false") == keys(bad)
    assert documented("turn") == keys(*found)
    assert documented("statements") == keys(*(s for t in found for s in t["statements"]))
    assert documented("links") == keys(*(x for t in found for x in t.get("links", ())))
    assert documented("happened") == keys(*(i for t in found for i in t.get("happened", ())))
    assert documented("draws of a turn") == keys(*(d for t in found for d in t.get("draws", ())))
    assert documented("hidden") == keys(*hidden)
    assert documented("changed") == keys(*(c for t in found for c in t.get("changed", ())))
    assert documented("results") == keys(*whole)
    assert documented("findings") == keys(*report["findings"])
    assert documented("draws of a table") == keys(*report["draws"])
    assert documented("rows") == keys(*rows)


# --- a record that breaks ---


def broken(world: World) -> Json:
    """Entry 5 of the sample has a signature of another statement."""
    data: Json = json.loads(DWARF.read_bytes())
    data["entries"][5][0]["sig"] = data["entries"][4][0]["sig"]
    write(world.file("nobody"), data)
    return data


def test_a_record_that_breaks_is_audited_up_to_there(world: World) -> None:
    broken(world)
    out = world.run("nobody", "audit", "t.json")
    assert out.status == 1
    assert out.out.startswith("t.json: broken: this file does not verify\n")
    assert "entries 0 to 4 verify" in out.out
    assert "won by" not in out.out and "points" not in out.out
    assert "pbem: error: signature/bad: " in out.err
    good, bad = (world.run("nobody", "audit", "t.json", "--turn", n) for n in ("4", "5"))
    assert (good.status, bad.status) == (1, 1)
    assert "bob, as signed: collect" in good.out
    assert "This entry does not verify" in bad.out
    said = world.run("nobody", "audit", "t.json", "--turn", "5", "--json").json
    assert (said["ok"], said["verdict"], said["turn"], said["n"]) == (False, "broken", None, 5)
    assert said["errors"][0]["code"] == "signature/bad"


def test_a_now_that_does_not_follow_is_found(world: World) -> None:
    data = json.loads(DWARF.read_bytes())
    data["now"]["over"] = False
    write(world.file("nobody"), data)
    out = world.run("nobody", "audit", "t.json")
    assert out.status == 1
    assert "record/now" in out.err
    assert "entries 0 to 36 verify" in out.out


def test_a_cheat_is_named_and_the_evidence_convinces_alone(world: World, example: object) -> None:
    table = Seated()
    table.do("ann", ROLL)
    true = table.record.entries[3][1]["draws"][0]["roll"][0]
    write(world.file("nobody"), table.forge(3, draws=[{"roll": [true % 6 + 1]}]))
    out = world.run("nobody", "audit", "t.json", "--turn", "2", "--evidence", "proof.json")
    assert out.status == 3
    assert out.out.startswith("t.json: evidence of cheating by arbiter\n")
    assert "entry 2: the game starts" in out.out
    assert "proof.json" in out.out
    alone = world.run("nobody", "verify", "proof.json")
    assert alone.status == 3
    assert "evidence of cheating by arbiter" in alone.out
    page = world.run("nobody", "audit", "t.json", "--turn", "3")
    assert page.status == 3
    parts = sections(page)
    signed = " ".join(parts["Who signed what"])
    assert "ann signed the move with the key" in signed
    assert "The arbiter signed the ruling with the key" in signed and "head after" not in signed
    false, due = (f'[{{"roll":[{n}]}}]' for n in (true % 6 + 1, true))
    assert parts["What the ruling says of `draws`"] == [
        f"the ruling says: {false}",
        f"the log gives: {due}",
    ]
    assert f"not what the log gives: it says {false}, due is {due}" in page.err
    assert "This entry does not verify" in page.out and "about them alone" not in page.out
    told = world.run("nobody", "audit", "t.json", "--turn", "3", "--json").json
    assert told["turn"] is None
    assert (told["false"]["says"], told["false"]["part"]) == ([{"roll": [true % 6 + 1]}], "draws")
    said = world.run("nobody", "audit", "t.json", "--evidence", "again.json", "--json")
    assert said.status == 3
    assert said.json["evidence"] == ["again.json"]
    assert said.json["errors"][0]["party"] == "arbiter"


def test_no_breach_no_evidence(world: World) -> None:
    out = world.good("nobody", "audit", str(DOGS), "--evidence", "proof.json")
    assert "proof.json is not written" in out.out
    assert not world.file("nobody", "proof.json").exists()


def test_wrong_usage_and_a_turn_that_is_not_there(world: World) -> None:
    world.refused("nobody", "audit", str(DOGS), "--turn", "36", code="audit/no-turn")
    world.refused("nobody", "audit", str(DOGS), "--turn", "-1", code="usage/command", status=2)
    world.refused("nobody", "audit", str(DOGS), "-o", "x.json", code="usage/command", status=2)
    world.refused("nobody", "audit", "no.json", code="file/missing")
    for more in (["--turn", "3"], ["--evidence", "x.json"], ["--json"]):
        out = world.run("nobody", "audit", str(DOGS), "--requests", *more)
        assert out.status == 2, more


def test_a_list_of_requests_notes_that_the_record_is_wrong_behind_its_log(world: World) -> None:
    """The second program knows no winner, and so would believe in any."""
    false = json.loads(DOGS.read_text(encoding="utf-8"))
    false["now"]["result"]["winners"] = ["bob"]
    world.file("nobody", "false.json").write_text(json.dumps(false), encoding="utf-8")
    said = world.run("nobody", "audit", "false.json", "--requests", "-o", "asked.json")
    assert said.status == 0
    assert (
        "note: behind the log the record is wrong: what the record says of the present" in said.err
    )
    assert (
        "note" not in world.good("nobody", "audit", str(DOGS), "--requests", "-o", "two.json").err
    )


def test_the_page_says_which_kinds_were_counted_as_one() -> None:
    """Twenty times 1 of AAAAAABCDE: B, C, D and E are each expected twice."""
    asked = {"ask": "draw", "number": 1, "items": list("AAAAAABCDE")}
    row = overview._row(
        chances.tally(None, [chances.Drawing("", asked, [c]) for c in "A" * 15 + "BBCDE"])
    )
    assert row["pooled"] == ["B", "C", "D", "E"]
    assert "1 degree of freedom (B, C, D, E counted as one); " in whole_table._meaning(row)
    dice = chances.tally(None, [chances.Drawing("", {"ask": "roll", "number": 1, "sides": 2}, [1])])
    assert "pooled" not in overview._row(dice)


def test_all_keys_of_a_seat_taken_over_are_listed(world: World, example: object) -> None:
    """eve takes ann's seat over in entry 3."""
    table = Seated(policy={"lapse": "7d", "replace": "absent"})
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    write(world.file("nobody"), table.json())
    page = " ".join(world.good("nobody", "audit", "t.json").out.split())
    first, second, other = (
        k.hex()[:4] for k in (who("ann").sign, who("eve").sign, who("bob").sign)
    )
    assert f"ann, from entry 1 until entry 3: the key {first} " in page
    assert f"ann, from entry 3 on: the key {second} " in page
    assert f"bob signs with the key {other} " in page
