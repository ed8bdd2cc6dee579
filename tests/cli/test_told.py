"""What is said of moves, forms, hints and pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import hints, output, ready
from pbem.cli.move import with_legal
from pbem.cli.moves import like
from pbem.cli.pages import wrapped
from pbem.errors import Cheat, PbemError, Refused
from pbem.games.dig_down_dwarf.menus import dice_menus
from pbem.play import forms, words
from pbem.play.outcome import illegal
from pbem.play.standing import check_actions
from pbem.script.requests import Action, Choose, Form, Refusal
from pbem.wire import schema
from tests.cli.world import ARBITER, RECORD, World, pbem, write
from tests.docs.test_codes import documented
from tests.games.dig_2017.tables import at, who

DWARF = "dig-down-dwarf"


def refused(slug: str, *typed: str) -> Any:
    with pytest.raises(PbemError) as caught:
        words.parse(slug, typed)
    return caught.value


# --- actions typed by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        ("dig-dogs", ["move", "9"], "move to=9"),
        ("dig-dogs", ["move to=1", "move 2"], "move to=2"),
        ("dig-dogs", ["move", "far"], "move to=..."),
        ("dig-dogs", ["dig", "BG1"], "dig put=BG1"),
        (DWARF, ["spend", "emerald"], "spend gem=emerald"),
        (DWARF, ["spend", "gem=emerald", "red:4"], "spend gem=emerald set=red:4"),
        (DWARF, ["reroll", "red,blue"], "reroll dice=red,blue"),
        (DWARF, ["collect", "3"], "collect wild=3"),
    ],
)
def test_a_field_without_its_name(slug: str, typed: list[str], meant: str) -> None:
    error = refused(slug, *typed)
    assert error.code == "action/field"
    assert error.hint == f"write {meant}"


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        (
            ["sell"],
            'one more field is needed, of "gems", "tools", "cards"',
            "for example sell gems=ruby:2,diamond:1 tools=pick:1",
        ),
        (
            ["buy"],
            '"kind" is missing',
            "for example buy kind=lantern; kind is one of pick, lantern",
        ),
        (
            ["dig", "level=1", "dwarf=A1"],
            '"pick", "lantern" are missing',
            "for example dig level=3 dwarf=J2 pick=P4 lantern=L1",
        ),
    ],
)
def test_an_action_that_lacks_a_field_is_told_with_an_example(
    typed: list[str], message: str, hint: str
) -> None:
    slug = "dig-card-game"
    with pytest.raises(Refused) as caught:
        check_actions(slug, {"actions": words.parse(slug, typed)})
    assert (caught.value.message, caught.value.hint) == (message, hint)
    assert caught.value.at == "/actions/0"


def test_a_missing_variant_names_those_there_are() -> None:
    with pytest.raises(Refused) as caught:
        check_actions(DWARF, {"actions": words.parse(DWARF, ["spend"])})
    assert caught.value.hint.startswith("gem is one of: ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["sell", "tools=pick: 1"], "tools=pick:1"),
        (["sell", "gems=ruby:1,", "emerald:2"], "gems=ruby:1,emerald:2"),
        (["sell gems=ruby :1"], "gems=ruby:1"),
    ],
)
def test_a_field_that_a_blank_has_cut(typed: list[str], meant: str) -> None:
    error = refused("dig-card-game", *typed)
    assert (error.code, error.hint) == ("action/field", f"write {meant}")


def test_a_field_that_does_not_fit_is_not_proposed() -> None:
    """L1 is a Lantern and no Pick, and 1 is no card, whatever is wrong with what stands before."""
    error = refused("dig-card-game", "mine", "dwarf=Q7", "L1")
    assert error.hint == "write mine dwarf=Q7 lantern=L1"
    assert words.parse("dig-card-game", ["sell", "tools=pick:x", "1"])[-1] == {"do": "1"}
    assert refused(DWARF, "spend", "ruby").hint == "write spend gem=..."


def test_of_a_form_an_example_stands_among_the_legal_actions() -> None:
    """DC-111: one ruby in hand can be sold; 24 other things could be done, say."""
    fields = {"gems": {"type": "object"}}
    sell: Action = {"do": "sell", "gems": {"ruby": 1}}
    listed: list[Action] = [{"do": "buy", "kind": f"k{i}"} for i in range(24)]
    form = Form("sell", sell, fields, lambda action, _: action == sell, lambda _: sell)
    choice = Choose("ann", lambda _: listed, listed[0], lambda *_: Refusal("no", "", "no"), [form])
    for action in ({"do": "sell", "cards": ["t9"]}, {"do": "buy", "kind": "pick"}, {"do": "dig"}):
        error = illegal(choice, 0, action, choice.refuse(action, {}), {})
        assert len(error.legal) == 5 and sell in error.legal and error.more
        assert "sell gems=ruby:1" in with_legal(error).hint
    hidden = form._replace(accepts=lambda *_: False)
    error = illegal(choice._replace(forms=[hidden]), 0, {"do": "dig"}, Refusal("no", "", "no"), {})
    assert sell not in error.legal


def test_a_word_that_is_no_field_stays_an_action() -> None:
    """The check that follows lists the actions there are."""
    for typed in (["end", "foo"], ["move to=1", "foo"], ["dig", "edn"], ["9"]):
        assert words.parse("dig-dogs", typed)[-1]["do"] == typed[-1]


def test_examples_are_of_the_game_at_hand() -> None:
    assert refused("dig-dogs", "to=4").hint == "begin with the action's name: move to=7"
    assert "reroll dice=red,green" in refused(DWARF, "dice=red").hint
    said = pbem("move", "--help", cwd=Path.cwd()).out
    assert "gallery" not in said and "move to=3" in said


VISITS = [
    ["tavern"],
    ["tavern", "hires=1"],
    ["tavern hires=recruits:1,bag:true"],
    ["tavern", "recruits=1", "pay=gold:3"],
    ["tavern", "recruits:1"],
    ["tavern", "dig where=in"],
]


@pytest.mark.parametrize("typed", VISITS)
def test_what_no_words_can_say_is_given_as_json(typed: list[str]) -> None:
    """DG-112: a visit is a list of hires, each an object. The hint's example can be given."""
    error = refused("dig-2017", *typed)
    assert error.code == "action/words"
    assert error.message == "words cannot say the field hires of tavern"
    assert "JSON in quotes" in error.hint and "pbem moves" in error.hint
    _, quote, text = error.hint.partition("'")
    assert quote and text.endswith("}'")
    (action,) = words.parse("dig-2017", [text[:-1]])
    assert action["do"] == "tavern"
    schema.check_action("dig-2017", action)


@pytest.mark.parametrize(
    ("shape", "sayable"),
    [
        ({"type": "array", "items": {"type": "integer"}}, True),
        ({"type": "array", "items": {"type": "array", "items": {"type": "string"}}}, True),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, True),
        ({}, True),
        ({"type": "array", "items": {"type": "object"}}, False),
        ({"type": "array", "prefixItems": [{"type": "object"}]}, False),
        ({"anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "null"}]}, False),
        ({"type": "array", "items": {"anyOf": [{"type": "object"}, {"type": "object"}]}}, False),
        ({"type": "object", "properties": {"a": {"type": "array"}}}, False),
        ({"type": "object", "additionalProperties": {"type": "object"}}, False),
    ],
)  # fmt: skip
def test_which_fields_of_any_game_words_can_say(shape: dict[str, Any], sayable: bool) -> None:
    """Nothing is asked of a field that may be left out and is."""
    actions = {"$defs": {"hop": {"properties": {"do": {"const": "hop"}, "x": shape}}}}
    schema.add("hopping.actions", json.dumps(actions))
    assert words.parse("hopping", ["hop"]) == [{"do": "hop"}]
    if {"type": "null"} in shape.get("anyOf", ()):
        assert words.parse("hopping", ["hop", "x=none"]) == [{"do": "hop", "x": None}]
    if sayable:
        assert words.parse("hopping", ["hop", "x=a:1"])[0].keys() == {"do", "x"}
    else:
        assert refused("hopping", "hop", "x=a:1").code == "action/words"


def test_json_typed_by_hand_is_no_file(dogs: World) -> None:
    error = dogs.refused("ann", "move", RECORD, '{"do": "move", "to" 1}', code="json/syntax")
    assert 'the action {"do": "move", "to" 1}, line 1' in error["message"]
    assert "mail" not in error["hint"] and '\'{"do":' in error["hint"]


@pytest.mark.parametrize(
    ("typed", "code", "hint"),
    [
        ('{"do": "move", "to": 1.0}', "json/not-integer", "only whole numbers are used"),
        ('{"do": "move", "to": 1, "to": 2}', "json/duplicate-key", "keep one"),
        ('{"do": "move", "to": 1,}', "json/syntax", """written like '{"do": """),
        ('{"do": "move", "to": -0}', "json/minus-zero", """written like '{"do": """),
        ("{do: move, to: 1}", "json/syntax", """stands in quotes: '{"do": """),  # eaten
        ('{"do":', "json/syntax", """stands in quotes: '{"do": """),  # cut at a blank
    ],
)
def test_quotes_are_asked_for_only_where_a_shell_may_have_taken_them(
    typed: str, code: str, hint: str
) -> None:
    error = refused("dig-dogs", typed)
    assert error.code == code
    assert hint in error.hint
    assert ("quotes" in error.hint) is ("quotes" in hint)


def test_all_legal_actions_where_they_are_few(dogs: World) -> None:
    listed = dogs.refused("ann", "move", RECORD, "move to=9", code="move/out-of-range")
    assert listed["hint"] == "legal here: move to=1 | move to=2 | move to=3 | move to=4 | end"


def test_legal_actions_that_are_cut_end_in_dots() -> None:
    """Two ways to dig, two to close, and a Compass at either Gallery or beside: seven."""
    pending = at(who("iron@", "gold@", hand="compass")).pending
    assert pending is not None
    assert len(pending.menu({})) == 7
    stop = {"do": "stop"}
    hint = with_legal(illegal(pending, 0, stop, pending.refuse(stop, {}), {})).hint
    assert hint.startswith("legal here: ")
    assert hint.count(" | ") == 5
    assert hint.endswith(" | ... (pbem moves RECORD lists them all)")


def test_fields_stand_in_the_order_of_the_schema(dwarf: World) -> None:
    action = {"dice": ["black"], "do": "spend", "gem": "amethyst"}
    assert words.write(action, DWARF) == "spend gem=amethyst dice=black"
    assert words.write(action) == "spend dice=black gem=amethyst"
    shown = {"do": "power", "give": "cursite", "power": "swap", "seat": "bob", "take": "emerald"}
    assert words.write(shown, DWARF) == "power power=swap give=cursite seat=bob take=emerald"


def test_a_bot_without_a_name_plays_with_sense(dogs: World) -> None:
    ann = str(dogs.file("ann", "id.json"))
    for rest in (["--bot"], ["--bot", "--identity", ann], ["--bot", "sense"], ["--bot", "random"]):
        dogs.good("ann", "move", RECORD, *rest, "-o", "m.json", "--first-not-sent")
    assert dogs.run("ann", "move", RECORD, "--bot", "clever").status == 2


def test_a_move_before_the_start_and_after_the_end(world: World) -> None:
    world.keys(ARBITER, "ann", "bob")
    two = ["--seat", "ann", "--seat", "bob"]
    world.good(ARBITER, "new", "dig-dogs", *two, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in ("ann", "bob"):
        world.good(seat, "join", RECORD, "--seat", seat, "-o", f"{seat}.json")
        world.mail(seat, f"{seat}.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann.json", "bob.json")
    world.mail(ARBITER, RECORD, "ann")
    world.settle("ann")
    world.refused("ann", "move", RECORD, "end", code="move/not-started")
    for seat in ("ann", "bob"):
        world.mail(ARBITER, RECORD, seat)
        world.good(seat, "ready", RECORD, "--yes", "-o", f"{seat}-r.json")
        world.mail(seat, f"{seat}-r.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann-r.json", "bob-r.json")
    world.good(ARBITER, "judge", RECORD, "--break-off")
    world.mail(ARBITER, RECORD, "ann")
    world.settle("ann")
    error = world.refused("ann", "move", RECORD, "end", code="move/game-over")
    assert "nobody" not in error["message"]
    assert "entry 3 of the log, head " in world.good("ann", "show", RECORD).out


def test_show_counts_entries_of_the_log(dogs: World) -> None:
    """Entries 0 to 2 are the opening, the roster and the start."""
    said = dogs.good("ann", "show", RECORD).out
    assert "\nentry 2 of the log, head " in said
    assert "\nturn " not in said


# --- forms ---------------------------------------------------------------------------------


def form(fields: dict[str, Any], example: Action) -> Form:
    return Form(example["do"], example, fields, lambda a: False, lambda below: example)


SETTING = {
    "type": "object",
    "propertyNames": {"enum": ["black", "blue"]},
    "additionalProperties": {"enum": [1, 2, 3, 4, 5, 6]},
    "minProperties": 1,
    "maxProperties": 2,
}


def test_a_form_in_words() -> None:
    emerald = {"do": "spend", "gem": "emerald", "set": {"black": 4}}
    known = form({"gem": {"const": "emerald"}, "set": SETTING}, emerald)
    assert forms.pattern(DWARF, known) == "spend gem=emerald set=DIE:FACE,..."
    assert forms.ranges(DWARF, known) == "set: up to 2 of black blue, FACE 1 to 6"


@pytest.mark.parametrize(
    ("shape", "written", "said"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 9}, "x=VALUE", "x: 1 to 9"),
        ({"type": "integer", "minimum": 2}, "x=VALUE", "x: 2 or more"),
        ({"title": "dice", "enum": ["a", "b"]}, "x=DICE", "x: a b"),
        ({"type": ["integer", "null"], "minimum": 1}, "x=VALUE", "x: 1 or more or none"),
        ({"anyOf": [{"const": 3}, {"type": "boolean"}]}, "x=VALUE", "x: 3 or true or false"),
        (
            {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "maxItems": 3},
            "x=ITEM,...",
            "x: 2 to 3 of a b",
        ),
        ({"type": "array", "maxItems": 4, "minItems": 4}, "x=ITEM,...", "x: 4"),
        (SETTING, "x=NAME:VALUE,...", "x: up to 2 of black blue, VALUE 1 to 6"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "x=VALUE", ""),
        ({}, "x=VALUE", ""),
    ],
)
def test_the_form_of_any_game(shape: dict[str, Any], written: str, said: str) -> None:
    other = form({"x": shape}, {"do": "fly", "x": 1})
    assert forms.pattern(DWARF, other) == f"fly {written}"
    assert forms.ranges(DWARF, other) == said


# --- hints ---------------------------------------------------------------------------------


def test_the_kinds_of_tools_are_written_as_they_are_named() -> None:
    with pytest.raises(Refused) as error:
        schema.check_action("dig-card-game", {"do": "buy", "kind": "axe"})
    assert error.value.hint == "what belongs there: pick or lantern"


def test_every_code_has_a_next_step_of_its_own_kind() -> None:
    rooms = {code.partition("/")[0] for code in documented()}
    assert rooms == hints.NEXT.keys()
    assert hints.CODES.keys() <= documented().keys()


@pytest.mark.parametrize(
    "code", ["ready/declined", "new/host", "opening/wrong", "show/not-looked", "token/dead"]
)
def test_hints_that_do_not_speak_of_the_file(code: str) -> None:
    assert "get the file again" not in hints.next_step(Refused(code, "x"))


def test_evidence_names_the_party(capsys: pytest.CaptureFixture[str]) -> None:
    output.explain(Cheat("ruling/state", "its state differs", party="arbiter"))
    output.explain(Cheat("evidence/two-moves", "x", party="ann"), about="m.json")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(
        "pbem: error: ruling/state: evidence of cheating by arbiter: its state differs"
    )
    assert lines[2].startswith("pbem: error: evidence/two-moves: evidence of cheating by ann: ")


# --- lab -----------------------------------------------------------------------------------

POSITION: dict[str, Any] = {"lab": 1, "game": "dig-dogs", "seats": ["ann", "bob"], "seed": "1"}


def test_a_lab_that_stops_at_a_refusal_shows_what_happened(world: World) -> None:
    good = {"seat": "ann", "actions": [{"do": "move", "to": 1}, {"do": "end"}]}
    bad = {"seat": "bob", "actions": [{"do": "move", "to": 9}]}
    write(world.file("ann", "lab.json"), {**POSITION, "moves": [good, bad]})
    said = world.run("ann", "lab", "lab.json")
    assert said.status == 1
    assert "> ann: move to=1; end" in said.out and "> bob: move to=9" in said.out
    assert "pbem: error: move/out-of-range: " in said.err
    assert "(at /moves/1/actions/0)" in said.err
    assert "RECORD" not in said.err
    machine = world.run("ann", "lab", "lab.json", "--json")
    assert machine.status == 1
    assert "> bob: move to=9" in machine.json["trace"]
    assert machine.json["errors"][0]["code"] == "move/out-of-range"
    out_of_turn = {"seat": "bob", "actions": [{"do": "end"}]}
    write(world.file("ann", "lab.json"), {**POSITION, "moves": [out_of_turn]})
    error = world.refused("ann", "lab", "lab.json", code="move/not-your-turn")
    assert error["at"] == "/moves/0" and "RECORD" not in error["hint"]


@pytest.mark.parametrize(
    ("game", "position", "code"),
    [
        ("dig-dogs", {"turn": "zoe"}, "position/seats"),
        ("dig-dogs", {"left": 1}, "position/turn-start"),
        (DWARF, {"seat": "zoe"}, "position/seats"),
        (DWARF, {"bag": {"diamond": 0}}, "position/pieces"),
        (DWARF, {"turn": 0}, "schema/minimum"),
    ],
)
def test_places_in_a_position_are_places_in_the_file(
    world: World, game: str, position: dict[str, Any], code: str
) -> None:
    lab = {**POSITION, "game": game, "position": position, "moves": []}
    write(world.file("ann", "lab.json"), lab)
    error = world.refused("ann", "lab", "lab.json", code=code)
    assert error["at"].startswith("/position/")


# --- pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["dig-dogs", DWARF])
def test_rules_fit_a_terminal(world: World, game: str) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "rules" / f"{game}.md").read_text()
    said = world.good("ann", "rules", game).out
    assert max(map(len, said.splitlines())) <= 80
    for word in set(page.replace("|", " ").split()) - {"---"}:
        if not set(word) <= set("-:"):
            assert word in said, word
    assert world.good("ann", "rules", game, "--json").json["rules"] == page


def test_paragraphs_lists_tables_and_code() -> None:
    page = "\n".join(
        [
            "# Title",
            "",
            "- **A-1** one two three",
            "",
            "| key | what it is |",
            "|---|---|",
            "| `a|b` | short |",
            "| c | some more words |",
            "",
            "```",
            "code stays as it is, however long",
            "```",
        ]
    )
    assert wrapped(page, 20) == [
        "# Title",
        "",
        "- **A-1** one two",
        "  three",
        "",
        "key    what it is",
        "-----  -------------",
        "`a|b`  short",
        "c      some more",
        "       words",
        "",
        "```",
        "code stays as it is, however long",
        "```",
    ]


def test_moves_tell_a_form_in_words() -> None:
    (offered,) = dice_menus(("red", "blue", "green", "black")).emeralds[2][15]
    assert like(DWARF, offered) == [
        "or another: spend gem=emerald set=DIE:FACE,...",
        "set: up to 2 of black blue green red, FACE 1 to 6",
    ]


def test_moves_tell_each_action_in_words_too(dogs: World) -> None:
    told = dogs.good("ann", "moves", RECORD, "--json").json
    assert told["actions"][-1] == {"do": "resign"}
    assert [words.parse("dig-dogs", [text])[0] for text in told["words"]] == told["actions"]
    dogs.mail(ARBITER, "opened.json", "nobody")
    opened = dogs.good("nobody", "moves", "opened.json", "--json").json
    assert (opened["actions"], opened["words"]) == ([], [])


def test_a_form_that_words_cannot_write_is_told_as_json() -> None:
    """A visit to the Tavern is a list of hires, each an object of its own."""
    pending = at(who(hand="iron 5"), offer="queen").pending
    assert pending is not None
    (offered,) = pending.forms
    assert like("dig-2017", offered) == [
        """or another: '{"do": "tavern", "hires": [HIRE, ...]}'""",
        "hires: up to 10",
    ]


# --- a deck of one's own -----------------------------------------------------------------------


def card(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "cost": {"iron": 4, "gold": 1}, **more}


CARDS = [card("elf"), card("queen")]


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (CARDS, []),
        ([CARDS[0], card("queen", cost={"iron": 4})], [("/queen/cost/gold", "nothing", "1")]),
        ([CARDS[1], CARDS[0]], [("", '["queen", "elf"]', '["elf", "queen"]')]),
        ([CARDS[0]], [("/queen", "nothing", None)]),
        ([*CARDS, card("cat")], [("/cat", None, "nothing")]),
        ([CARDS[0], {**CARDS[1], "id": 5}], [("/1/id", "5", '"queen"')]),
        ([CARDS[0], {**CARDS[1], "id": "elf"}], [("/1/id", '"elf"', '"queen"')]),
        ([1, 2], [("/0", "1", None), ("/1", "2", None)]),
    ],
)
def test_a_card_of_a_deck_is_called_by_its_id(deck: list[Any], told: list[Any]) -> None:
    """By its number only where not every card has an id of its own. None: not looked at here."""
    found = [(p, ready._short(new), ready._short(old)) for p, new, old in ready._other(deck, CARDS)]
    assert len(found) == len(told)
    for (place, *texts), (where, *expected) in zip(found, told, strict=True):
        assert place == where
        assert all(e in (None, t) for t, e in zip(texts, expected, strict=True))
