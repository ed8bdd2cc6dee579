"""One entry taken apart, as a page for a person: written from the data that --json prints."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from pbem.cli import output
from pbem.play import words
from pbem.record.entries import LONGEST, brief
from pbem.record.party import ARBITER
from pbem.wire import b64
from pbem.wire.b64 import groups

WIDTH = 80
FIRM = "\xa0"
"""A blank at which no line ends."""
Note = Mapping[str, Any]
KINDS = {
    "open": "the table is opened",
    "roster": "everybody has a seat",
    "start": "the game starts",
    "move": "a move of {by}",
    "lapse": "{late} is late: {by} claims the lapse",
    "replacement": "another identity takes over the seat of {by}",
    "broken-off": "the arbiter ends the table without a result",
}
HOW = {
    "signed": "{seat}, as signed: {action}",
    "list": "{seat}, as signed beforehand in entry {signed_in}: {action}",
    "alone": "{seat}, as nothing else was left to do: {action}",
    "default": "{seat}, by default: {action}",
    "dropped": "(the rest that {seat} signed in entry {signed_in}, from {action} on, is dropped:"
    " {why}{clause})",
    "stopped": "(the rest of the move, from {action} on, is dropped: {why}{clause})",
}


def page(turn: Note, slug: str) -> list[str]:
    """The lines of an entry's page."""
    title = KINDS[turn["kind"]].format(by=turn["by"], late=turn.get("late"))
    lines = [output.bold(f"entry {turn['n']}: {output.clean(title)}")]
    parts: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("Who signed what", lambda: _signed(turn)),
        ("Links", lambda: _links(turn)),
        ("What happened", lambda: _happened(turn, slug)),
        ("Draws", lambda: _draws(turn)),
        ("Cards face down", lambda: _hidden(turn)),
        ("What changed", lambda: _changed(turn)),
        ("Who could have known or influenced what", lambda: iter(turn["trust"])),
    ]
    for name, part in parts:
        if texts := list(part()):
            lines += ["", name, *folded(texts)]
    return lines


def false_page(false: Note) -> list[str]:
    """The lines of an entry whose ruling is not what the log gives, or lets something pass."""
    differs = bool(false["apart"])
    what = "is false" if differs else "lets pass what is not right"
    title = f"What the ruling says of `{false['part']}`" if differs else "What is not right"
    return [
        output.bold(f"entry {false['n']}: its ruling {what}"),
        *("", "Who signed what", *folded(_signed(false))),
        *("", title, *folded(_apart(false) if differs else _amiss(false))),
        *("", "This entry does not verify: nothing in it counts but who signed it."),
    ]


def _apart(false: Note) -> Iterator[str]:
    """What the ruling says beside what is due: of what is long only where the two differ."""
    says, due = brief(false["says"]), brief(false["due"])
    if max(len(says), len(due)) < LONGEST:
        yield f"the ruling says: {says}"
        yield f"the log gives: {due}"
        return
    for place in false["apart"]:
        says, due = _from_where_they_differ(place["says"], place["due"])
        yield f"{_place(place['at'])}: the ruling says {says}, the log gives {due}"


def _from_where_they_differ(*values: Any) -> list[str]:
    """Two values in short; two long texts from the place on that is not the same in both."""
    if not all(isinstance(value, str) and len(value) > LONGEST - 2 for value in values):
        return [brief(value) for value in values]
    same = next(i for i, pair in enumerate(zip_longest(*values)) if len(set(pair)) > 1)
    return [f"(from character {same + 1} on) {brief(value[same:])}" for value in values]


def _amiss(false: Note) -> Iterator[str]:
    yield f"{false['why']}."
    if false["says"] is not None:
        whose = "" if false["by"] == ARBITER else f" of {false['by']}"
        yield f"The {false['kind']}{whose} has as `{false['part']}`: {brief(false['says'])}"
    for link in false.get("links", ()):
        older = f"link {link['number'] - 1}" if link["number"] > 1 else "the anchor"
        yield f"It has to hash to {older}, of entry {link['before_in']}: {link['before']}"


def _place(at: str) -> str:
    return at.removeprefix("/").replace("/", " ")


def folded(texts: Iterable[str], indent: int = 2) -> list[str]:
    """Texts in lines that fit, each behind the blanks it begins with and `indent` more."""
    lines: list[str] = []
    for text in texts:
        bare = FIRM.join(output.clean(part) for part in text.split(FIRM))
        blanks = " " * (indent + len(bare) - len(bare.lstrip(" ")))
        rest = blanks + "  "
        lines += wrap(
            bare.strip(" "),
            WIDTH,
            initial_indent=blanks,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )
    return [line.replace(FIRM, " ") for line in lines]


def firm(text: str) -> str:
    """Text that stays on one line."""
    return text.replace(" ", FIRM)


def subject(name: str) -> str:
    """A party at the beginning of a sentence: names of seats stay as they are."""
    return "The arbiter" if name == ARBITER else name


def several(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def short(text: str) -> str:
    """A hash or key as people compare it: 128 bits of it."""
    return firm(groups(b64.decode(text)))


def _signed(turn: Note) -> Iterator[str]:
    if "head_before" in turn:
        yield f"All of it is signed onto the head {short(turn['head_before'])}."
    for statement in turn["statements"]:
        by = subject(statement["by"])
        yield f"{by} signed the {statement['kind']} with the key {short(statement['key'])}."
        if "note" in statement:
            yield f"  {by} writes: {statement['note']}"
    if "head" in turn:
        yield f"The head after it is {short(turn['head'])}."


def _links(turn: Note) -> Iterator[str]:
    if "links" not in turn:
        return
    for link in turn["links"]:
        number = link["number"]
        older = f"link {number - 1}" if number > 1 else "the anchor"
        yield (
            f"{subject(link['by'])} showed link {number}, which hashes to {older} of entry"
            f" {link['before_in']}."
        )
    if turn["links"]:
        yield f"They turn the key of draws {short(turn['key_before'])}"
        yield f"  into {short(turn['key'])}."
    else:
        yield f"No link was shown: the key of draws stays {short(turn['key'])}."


def _happened(turn: Note, slug: str) -> Iterator[str]:
    draws = iter(turn.get("draws", ()))
    for item in turn.get("happened", ()):
        what = item["what"]
        if what == "event":
            yield f"  {item['clause']}: {item['words']}"
        elif what in HOW:
            clause = f" ({item['clause']})" if item.get("clause") else ""
            action = words.write(item["action"], slug)
            yield HOW[what].format(**{**item, "action": action, "clause": clause})
        elif what == "look":
            yield f"  {item['seat']} looks at {', '.join(item['tokens'])}"
        elif what == "open":
            yield f"  opened to all: {', '.join(item['tokens'])}"
        elif what == "shuffle":
            yield f"  shuffle {item['q']}: {_number(len(item['onto']), 'card')} face down"
        else:
            yield f"  draw {item['q']}: {_result(next(draws))}"
    if turn.get("then"):
        then = "; ".join(words.write(action, slug) for action in turn["then"])
        yield f"{turn['by']} signed beforehand: {then}"


def _result(draw: Note) -> str:
    return ", ".join(str(thing) for thing in draw["result"])


def _draws(turn: Note) -> Iterator[str]:
    for draw in turn.get("draws", ()):
        yield f"draw {draw['q']}: {_asked(draw)}: {_result(draw)}"
        if draw["draw"] != "roll":
            yield f"  of {_pool(draw['items'])}"
        numbers = " ".join(f"{i['value']}/{i['below']}" for i in draw["integers"])
        rejected = sum(len(i["rejected"]) for i in draw["integers"])
        none = f"{rejected} rejected" if rejected else "none rejected"
        yield f"  integers, each with what it is below: {numbers}; {none}"


def _asked(draw: Note) -> str:
    number = draw["number"]
    if draw["draw"] == "roll":
        return f"{number} {'die' if number == 1 else 'dice'} of {draw['sides']} sides"
    if draw["draw"] == "order":
        return f"the order of {number}"
    return f"{number} of {len(draw['items'])}"


def _pool(items: Sequence[str]) -> str:
    counts = Counter(items)
    return ", ".join(thing if n == 1 else f"{n} {thing}" for thing, n in counts.items())


def _hidden(turn: Note) -> Iterator[str]:
    hidden = turn.get("hidden")
    if hidden is None:
        return
    for shuffle in hidden["shuffles"]:
        yield from _shuffle(shuffle)
    for look in hidden["looks"]:
        faces = look.get("faces")
        cards, it = _cards(look["tokens"], faces), "it" if len(look["tokens"]) == 1 else "them"
        yield f"{look['to']} looked at {cards}; besides {look['to']} the arbiter knows {it}."
    for word in ("shown", "opened"):
        for opening in hidden[word]:
            knew = several([*opening["knew"], "the arbiter"])
            yield (
                f"{opening['token']} was {word} to all: {opening['face']}. It fits the commitment"
                f" of entry {opening['committed_in']}. Known before to {knew}."
            )
    for seat, tokens in hidden["known"].items():
        yield f"After this {seat} knows, of the cards face down: {', '.join(tokens)}."
    if hidden["unseen"]:
        unseen = hidden["unseen"]
        cards = _number(len(unseen), "card")
        yield f"{cards} face down that no seat has seen: {', '.join(unseen)}."


def _shuffle(shuffle: Note) -> Iterator[str]:
    what = [_number(len(shuffle["faces"]), "known card") if shuffle["faces"] else ""]
    what.append(", ".join(shuffle["tokens"]))
    yield (
        f"shuffle {shuffle['q']}: {several([w for w in what if w])} went face down under"
        f" {', '.join(shuffle['onto'])}."
    )
    if "dealt" in shuffle:
        yield f"  Dealt, as the secret shows: {_cards(list(shuffle['onto']), shuffle['dealt'])}."
    else:
        yield "  What lies where is unproven until the secret comes out."


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _cards(tokens: Sequence[str], faces: Mapping[str, str] | None) -> str:
    named = faces or {}
    return ", ".join(f"{t} ({named[t]})" if t in named else t for t in tokens)


def _changed(turn: Note) -> Iterator[str]:
    for change in turn.get("changed", ()):
        at = _place(change["at"])
        if "place" in change:
            yield f"{at}, from place {change['place']}: {_list(change)}"
        elif "before" not in change:
            yield f"{at}: new, {value(change['after'])}"
        elif "after" not in change:
            yield f"{at}: gone, it was {value(change['before'])}"
        else:
            yield f"{at}: {value(change['before'])}, now {value(change['after'])}"


def _list(change: Note) -> str:
    removed, added = change["removed"], change["added"]
    if not added:
        return f"without {value(removed)}"
    return f"{value(removed)}, now {value(added)}" if removed else f"with {value(added)}"


def value(thing: Any) -> str:
    """A value of the state, short: a text as it is, nothing as `-`."""
    if thing is None or thing in ([], {}, ""):
        return "-"
    if isinstance(thing, str):
        return thing
    if isinstance(thing, list) and all(isinstance(x, str | int | None) for x in thing):
        return " ".join("-" if x is None else str(x) for x in thing)
    return json.dumps(thing, ensure_ascii=True, separators=(", ", ": ")).replace('"', "")
