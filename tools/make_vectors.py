"""Write samples/vectors/*.json: known answers for anybody who implements docs/protocol.md.

Run from the top of the source tree: `python tools/make_vectors.py`.

It shares no code with the package. The formulas are written here a second time,
in the plainest way, on top of SHA-256, HMAC, Ed25519, X25519 and ChaCha20Poly1305;
the tests then hold the package against what it wrote. The vectors are part of
format 1: they may grow, and none may change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from formulas import (
    KEY,
    NONCE,
    ROOT,
    TABLE,
    ZERO,
    N,
    S,
    Vector,
    b64,
    be,
    chain,
    h,
    hidden,
    m,
    next_key,
    public,
)
from key_vectors import look_refusals, looks, public_keys, signatures
from wire_vectors import base64url, canonical, encodings, strict

OUT = Path(__file__).resolve().parents[1] / "samples" / "vectors"


def chains() -> list[Vector]:
    cases = [("arbiter", ZERO, N), ("ann", TABLE, N), ("bob", TABLE, N), ("ann", TABLE, 3)]
    out = []
    for name, table, length in cases:
        links = chain(ROOT[name], table, name, NONCE[name], length)
        shown = {str(k): b64(links[k]) for k in (1, 2, 3, length)}
        out.append(
            {
                "name": f"{name}, {length} links",
                "root": b64(ROOT[name]),
                "table": b64(table),
                "party": name,
                "nonce": b64(NONCE[name]),
                "length": length,
                "expect": {"anchor": b64(links[0]), "links": shown},
            }
        )
    spent = {key: out[-1][key] for key in ("root", "table", "party", "nonce", "length")}
    return [*out, {"name": "a link past the end", **spent, "link": 4, "refused": "link/spent"}]


def links() -> list[Vector]:
    """Whether a link shown is the next one."""
    mine = chain(ROOT["ann"], TABLE, "ann", NONCE["ann"], 3)
    cases = [
        ("the first link", NONCE["ann"], "ann", 1, mine[0], mine[1], True),
        ("the second link", NONCE["ann"], "ann", 2, mine[1], mine[2], True),
        ("a link is skipped", NONCE["ann"], "ann", 1, mine[0], mine[2], False),
        ("a link is shown again", NONCE["ann"], "ann", 2, mine[1], mine[1], False),
        ("another number", NONCE["ann"], "ann", 2, mine[0], mine[1], False),
        ("another name", NONCE["ann"], "bob", 1, mine[0], mine[1], False),
        ("another nonce", NONCE["bob"], "ann", 1, mine[0], mine[1], False),
        ("cut short", NONCE["ann"], "ann", 1, mine[0], mine[1][:31], False),
    ]
    return [
        {"name": n, "nonce": b64(nonce), "party": party, "k": k, "previous": b64(previous),
         "shown": b64(shown), "expect": ok}
        for n, nonce, party, k, previous, shown, ok in cases
    ]  # fmt: skip


def entry_keys() -> list[Vector]:
    shown = {name: h("a link of", name) for name in ("ann", "bob", "arbiter")}
    cases = [
        ("no links", []),
        ("one link", ["ann"]),
        ("all of a start", ["ann", "bob", "arbiter"]),
        ("another order", ["bob", "ann", "arbiter"]),
        ("a move and its ruling", ["ann", "arbiter"]),
    ]
    return [
        {
            "name": name,
            "key": b64(KEY),
            "links": [[who, b64(shown[who])] for who in whose],
            "expect": b64(next_key(KEY, [(who, shown[who]) for who in whose])),
        }
        for name, whose in cases
    ]


def integers() -> list[Vector]:
    cases = [
        ("a bound of one takes a word", 0, [1, 1, 1]),
        ("dice", 1, [6] * 10),
        ("a block and more", 2, [10, 100, 1000, 52, 7]),
        ("a power of two rejects nothing", 3, [2**63] * 8),
        ("half of all words rejected", 4, [2**63 + 1] * 6),
        ("a third of all words rejected", 5, [2**64 // 3 * 2] * 6),
        ("the largest bound", 6, [2**64 - 1] * 3),
    ]
    out: list[Vector] = []
    for name, q, bounds in cases:
        words = public(KEY, q)
        results = [words.below(n) for n in bounds]
        out.append(
            {
                "name": name,
                "comment": "bounds, words and results are decimal: they may pass 2^53",
                "key": b64(KEY),
                "q": q,
                "bounds": [str(n) for n in bounds],
                "expect": {
                    "words": [str(w) for w in words.all[: words.taken]],
                    "results": [str(r) for r in results],
                    "rejected": words.taken - len(bounds),
                },
            }
        )
    bad = [("a bound of zero", "0"), ("a bound of 2^64", str(2**64)), ("a bound below zero", "-1")]
    for name, n in bad:
        out.append({"name": name, "key": b64(KEY), "q": 0, "bounds": [n], "refused": "draw/bound"})
    return out


def orders() -> list[Vector]:
    colours = ["red", "green", "blue", "gold"]
    cases = [
        ("one of four", 10, colours, 1),
        ("two of four", 10, colours, 2),
        ("an order", 10, colours, 4),
        ("none", 11, colours, 0),
        ("none of none", 11, [], 0),
        ("equal items", 12, ["gem", "gem", "rock"], 3),
        ("an order of 52", 13, [str(i) for i in range(52)], 52),
    ]
    out = [
        {"name": n, "key": b64(KEY), "q": q, "items": xs, "k": k,
         "expect": public(KEY, q).pick(xs, k)}
        for n, q, xs, k in cases
    ]  # fmt: skip
    few = {"key": b64(KEY), "q": 0, "items": colours, "k": 5, "refused": "draw/too-many"}
    return [*out, {"name": "more than there are", **few}]


def shuffles() -> list[Vector]:
    out: list[Vector] = []
    for q, faces in [(0, ["only"]), (3, ["R1", "R2", "S1", "S2", "S3"]), (4, ["gem"] * 3)]:
        perm = hidden(S, KEY, q).pick(list(range(len(faces))), len(faces))
        tokens = {}
        for i, j in enumerate(perm):
            token = f"t{i + 1}"
            salt = m(S, "salt", KEY, be(q, 4), token)
            committed = m(salt, "card", TABLE, token, faces[j])
            tokens[token] = {"face": faces[j], "salt": b64(salt), "commitment": b64(committed)}
        out.append(
            {
                "name": f"{len(faces)} cards, request {q}",
                "secret": b64(S),
                "key": b64(KEY),
                "q": q,
                "table": b64(TABLE),
                "items": faces,
                "expect": {"order": perm, "tokens": tokens},
            }
        )
    return out


def commitments() -> list[Vector]:
    salt = m(S, "salt", KEY, be(3, 4), "t1")
    right = {"table": TABLE, "token": "t1", "face": "S2", "salt": salt}
    published = m(salt, "card", TABLE, "t1", "S2")
    cases: list[tuple[str, dict[str, Any], bool]] = [
        ("the right opening", {}, True),
        ("another face", {"face": "S3"}, False),
        ("another token", {"token": "t2"}, False),
        ("another table", {"table": KEY}, False),
        ("another salt", {"salt": KEY}, False),
        ("a salt cut short", {"salt": salt[:31]}, False),
        ("token and face cut elsewhere", {"token": "t1S", "face": "2"}, False),
    ]
    out = []
    for name, change, ok in cases:
        opening = {k: b64(v) if isinstance(v, bytes) else v for k, v in {**right, **change}.items()}
        out.append({"name": name, "commitment": b64(published), **opening, "expect": ok})
    # An opening with a short salt that does hash to the commitment is refused all the same.
    short = {"table": b64(TABLE), "token": "t1", "face": "S2", "salt": b64(b"\x01")}
    weak = b64(m(b"\x01", "card", TABLE, "t1", "S2"))
    return [*out, {"name": "a short salt", "commitment": weak, **short, "expect": False}]


FILES = {
    "base64url": (base64url, "Byte strings as text; `expect` is hex."),
    "canonical": (canonical, "A JSON text (base64url), and its canonical form."),
    "chains": (chains, "Hash chains: anchor and links."),
    "commitments": (commitments, "Whether (face, salt) opens a commitment."),
    "encodings": (encodings, "P, and H, M, D with the tag `x`; the key is Ann's root, 20 to 3f."),
    "entry-keys": (entry_keys, "The key after an entry, from the key before it and the links."),
    "integers": (integers, "Integers below n from a public stream, with rejections."),
    "links": (links, "Whether a link shown is the k-th of a chain."),
    "look-refusals": (look_refusals, "Texts and boxes of looks that are refused."),
    "looks": (looks, "Sealed looks, and RFC 9180 A.2.1."),
    "orders": (orders, "pick: k of the items from a public stream."),
    "public-keys": (public_keys, "Keys that are accepted and refused in an open or a join."),
    "shuffles": (shuffles, "Hidden shuffles: order, salts and commitments."),
    "signatures": (signatures, "Statements: bytes signed, id, and whether a signature is right."),
    "strict": (strict, "JSON texts (base64url) that are read, or refused for one reason."),
}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (make, about) in FILES.items():
        head = {"pbem": 1, "kind": "vectors", "about": about}
        text = json.dumps({**head, "vectors": make()}, ensure_ascii=True, indent=1)
        (OUT / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
