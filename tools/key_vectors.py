"""Vectors of keys: signatures, keys that are refused, sealed looks."""

from __future__ import annotations

import hashlib
import json

from formulas import (
    FIELD,
    HEAD,
    KEY,
    ORDER,
    ROOT,
    SEALER,
    SEALER_SECRET,
    SIGNER,
    SIGNER_RAW,
    TABLE,
    S,
    Vector,
    b64,
    be,
    m,
    parts,
    seal,
)


def signatures() -> list[Vector]:
    statement = {
        "pbem": 1, "kind": "ready", "by": "ann", "table": b64(TABLE), "n": 2,
        "head": b64(HEAD), "link": b64(KEY),
    }  # fmt: skip
    canon = json.dumps(statement, sort_keys=True, separators=(",", ":")).encode()
    pre = parts("pbem/1 statement", canon)
    sig = SIGNER.sign(pre)
    number = int.from_bytes(sig[32:], "little") + ORDER
    loose = sig[:32] + number.to_bytes(32, "little")
    flipped = bytes([sig[0] ^ 1]) + sig[1:]
    base = {"statement": statement, "sign": b64(SIGNER_RAW)}
    right = {
        "root": b64(ROOT["ann"]),
        "pre": b64(pre),
        "id": b64(hashlib.sha256(pre).digest()),
    }
    cases = [
        ("a bit is flipped", {"sig": b64(flipped)}),
        ("L is added to S", {"sig": b64(loose), "comment": "the other form of the signature"}),
        ("all zero", {"sig": b64(bytes(64))}),
        ("cut short", {"sig": b64(sig[:63])}),
        ("another number", {"sig": b64(sig), "statement": {**statement, "n": 3}}),
        ("another kind", {"sig": b64(sig), "statement": {**statement, "kind": "move"}}),
        ("another table", {"sig": b64(sig), "statement": {**statement, "table": b64(KEY)}}),
    ]
    return [
        {"name": "signed by ann", **base, **right, "sig": b64(sig), "expect": True},
        *({"name": name, **base, **change, "expect": False} for name, change in cases),
    ]


def public_keys() -> list[Vector]:
    eight = [
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ]
    eight_u = [
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
    ]
    top = 2**255
    bad: list[tuple[str, str, int, str]] = [
        ("sign", "y = 0", 0, "sign-low-order"),
        ("sign", "y = 0, sign bit", top, "sign-low-order"),
        ("sign", "y = 1", 1, "sign-low-order"),
        ("sign", "y = 1, sign bit", top + 1, "sign-low-order"),
        ("sign", "y = p - 1", FIELD - 1, "sign-low-order"),
        ("sign", "y = p - 1, sign bit", top + FIELD - 1, "sign-low-order"),
        ("sign", "y = p", FIELD, "sign-range"),
        ("sign", "y = p + 1", FIELD + 1, "sign-range"),
        ("sign", "y = 2^255 - 1, sign bit", 2**256 - 1, "sign-range"),
        *(("sign", f"order eight, {i}", int.from_bytes(bytes.fromhex(x), "little"),
           "sign-low-order") for i, x in enumerate(eight)),
        *(("sign", f"order eight, {i}, sign bit",
           top + int.from_bytes(bytes.fromhex(x), "little"), "sign-low-order")
          for i, x in enumerate(eight)),
        ("seal", "u = 0", 0, "seal-low-order"),
        ("seal", "u = 1", 1, "seal-low-order"),
        ("seal", "u = p - 1", FIELD - 1, "seal-low-order"),
        *(("seal", f"order eight, {i}", u, "seal-low-order") for i, u in enumerate(eight_u)),
        ("seal", "u = p", FIELD, "seal-range"),
        ("seal", "u = p + 1", FIELD + 1, "seal-range"),
        ("seal", "u = 2^255 - 1", 2**255 - 1, "seal-range"),
        ("seal", "a good key with its top bit set", int.from_bytes(SEALER, "little") + top,
         "seal-bit-255"),
    ]  # fmt: skip
    return [
        {"name": "ann's signing key", "use": "sign", "key": b64(SIGNER_RAW), "expect": True},
        {"name": "ann's sealing key", "use": "seal", "key": b64(SEALER), "expect": True},
        *(
            {"name": f"{use}: {name}", "use": use, "key": b64(number.to_bytes(32, "little")),
             "refused": f"key/{code}"}
            for use, name, number, code in bad
        ),
        {"name": "sign: 31 bytes", "use": "sign", "key": b64(SIGNER_RAW[:31]),
         "refused": "key/length"},
        {"name": "seal: 33 bytes", "use": "seal", "key": b64(SEALER + b"\0"),
         "refused": "key/length"},
    ]  # fmt: skip


def cell(salt: bytes, face: str) -> bytes:
    return (salt + bytes([len(face)]) + face.encode("ascii")).ljust(64, b"\0")


def looks() -> list[Vector]:
    """Boxes: sealed from their parts, and opened again."""
    out: list[Vector] = [rfc_9180_a_2_1()]
    salts = [m(S, "salt", KEY, be(3, 4), f"t{i}") for i in (1, 2)]
    for number, faces in enumerate([["S2"], ["S2", "S1"], ["a" * 31, "x"]]):
        pt = b"".join(map(cell, salts, faces))
        info = parts("pbem/1 look", TABLE, HEAD, "ann", be(number, 4))
        ikm = m(S, "look", HEAD, "ann", be(number, 4), pt)
        openings = [[b64(x), face] for x, face in zip(salts, faces, strict=False)]
        out.append(
            {
                "name": f"look {number} of ann",
                "secret": b64(S),
                "table": b64(TABLE),
                "head": b64(HEAD),
                "seat": "ann",
                "look": number,
                "openings": openings,
                "private": b64(SEALER_SECRET),
                "public": b64(SEALER),
                "expect": {
                    "plaintext": b64(pt),
                    "info": b64(info),
                    "ikm": b64(ikm),
                    "box": b64(seal(SEALER, pt, ikm, info)),
                },
            }
        )
    return out


def rfc_9180_a_2_1() -> Vector:
    """RFC 9180, appendix A.2.1, sequence number 0: the values as printed there."""
    hexed = {
        "info": "4f6465206f6e2061204772656369616e2055726e",
        "ikm": "909a9b35d3dc4713a5e72a4da274b55d3d3821a37e5d099e74a647db583a904b",
        "public": "4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a",
        "private": "8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb",
        "plaintext": "4265617574792069732074727574682c20747275746820626561757479",
        "aad": "436f756e742d30",
    }
    enc = "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
    ct = (
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
    )
    raw = {key: bytes.fromhex(text) for key, text in hexed.items()}
    box = bytes.fromhex(enc + ct)
    assert seal(raw["public"], raw["plaintext"], raw["ikm"], raw["info"], raw["aad"]) == box
    comment = "the only one with associated data; looks have none"
    given = {key: b64(data) for key, data in raw.items()}
    return {"name": "RFC 9180 A.2.1", "comment": comment, **given, "expect": {"box": b64(box)}}


def look_refusals() -> list[Vector]:
    salt = m(S, "salt", KEY, be(3, 4), "t1")
    good = cell(salt, "S2")
    info = parts("pbem/1 look", TABLE, HEAD, "ann", be(0, 4))
    box = seal(SEALER, good, KEY, info)
    texts = [
        ("nothing", b"", "look/length"),
        ("a byte short", good[:-1], "look/length"),
        ("padding is not zero", good[:-1] + b"\1", "look/padding"),
        ("no face", salt + bytes(32), "look/face"),
        ("a face of 32", salt + b"\x20" + b"x" * 31, "look/face"),
        ("a face that is not ASCII", (salt + b"\2\xc3\xbc").ljust(64, b"\0"), "look/face"),
    ]
    other = parts("pbem/1 look", TABLE, HEAD, "bob", be(0, 4))
    boxes = [
        ("a bit flipped", box[:-1] + bytes([box[-1] ^ 1]), info),
        ("cut short", box[:-1], info),
        ("too short for anything", box[:40], info),
        ("empty", b"", info),
        ("another ephemeral key", SEALER + box[32:], info),
        ("an ephemeral key of low order", bytes(32) + box[32:], info),
        ("for another seat", box, other),
    ]
    return [
        *({"name": f"text: {n}", "plaintext": b64(x), "refused": code} for n, x, code in texts),
        *(
            {"name": f"box: {n}", "private": b64(SEALER_SECRET), "box": b64(x), "info": b64(i),
             "refused": "look/sealed"}
            for n, x, i in boxes
        ),
    ]  # fmt: skip
