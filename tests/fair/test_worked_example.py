"""One table of two seats, worked through once by other means, with chains of 4096 links.

Independent of samples/vectors: the values below were computed by a program that is
not part of this project, and are written down here for good.
"""

from __future__ import annotations

import json
from hashlib import sha256

from pbem.fair import draws, hashes, hidden, keys, looks
from pbem.fair.chain import Chain
from pbem.fair.encode import H, P
from pbem.wire import b64
from pbem.wire.canon import canon

N = 4096
ARBITER, ANN, BOB = (bytes(range(a, a + 32)) for a in (0x00, 0x20, 0x40))
NONCES = {"arbiter": b"\xa0" * 32, "ann": b"\xa1" * 32, "bob": b"\xa2" * 32}
OPEN = (
    '{"anchor":"IrUhqX45eTfzgWstID8Jb1KrEwCKTa87oxYca557scs","by":"arbiter","dealing":"arbiter",'
    '"deck":{},"game":"example","hidden":"0W3VS1F0NLF59G3JydSwovhvgDiaBxOiR1TZLAGxCOk",'
    '"kind":"open","nonce":"oKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKA","options":{},"pbem":1,'
    '"policy":{"lapse":"7d","replace":"never"},"rules":"1","seats":["ann","bob"],'
    '"sign":"I-DCE0ZR0MsPnmHph3K6h8c5Umgqp4qSm5o0E-b_OoE"}'
)
TABLE = bytes.fromhex("8d93eaa008c0e9a190776a6199729b5fcbca789f9c60cf09ab051adfe38e9a6a")
K = bytes.fromhex("fac51cef676b90fed20204a2eb7f151b7f8936723819def961e9497442830640")
SECRET = bytes.fromhex("7aa1886bdfa80e4efb0a7bcc609380e3064062a58b307ea504a4524f39997487")
HEAD = b"\xcc" * 32

CHAINS = {
    "arbiter": Chain(ARBITER, bytes(32), "arbiter", NONCES["arbiter"], N),
    "ann": Chain(ANN, TABLE, "ann", NONCES["ann"], N),
    "bob": Chain(BOB, TABLE, "bob", NONCES["bob"], N),
}


def test_encodings() -> None:
    assert P("ab", "").hex() == "00000002616200000000"
    assert H("x").hex() == "98bdc3adcd907c361ee85a6bf6df9da59d91df4919113e1dff4f0c28a04cb583"


def test_keys() -> None:
    signing = keys.public_bytes(keys.signing_key(ANN))
    assert signing.hex() == "480f28f25413a6346edadd6c5d991cf20f756a27e0f4cbb6336d17dffba73271"
    sealing = keys.public_bytes(keys.sealing_key(ANN, TABLE, "ann", NONCES["ann"]))
    assert sealing.hex() == "614404eeadb9f75b8b3d3d120d2b80f7c4c7310c1a56552a2cc17fead5760911"


def test_hidden_secret() -> None:
    secret = keys.hidden_secret(ARBITER, NONCES["arbiter"])
    assert secret == SECRET
    published = json.loads(OPEN)["hidden"]
    assert b64.encode(keys.hidden_commitment(NONCES["arbiter"], secret)) == published


def test_chains() -> None:
    link = {
        ("arbiter", 4096): "90ccba28bf47eec31634c01e86b1d20c10b959c0e7abcfe2d52e1e6f72bd995f",
        ("arbiter", 1): "aa4bf3ba0f4828dd7606389b6882972326a9ad3187bf21818b17fea7b9c66aac",
        ("ann", 1): "f3c46c1b1f9ce67cf3cd55bd047dab0d7edaed572fc4d49ce0b118385892d82a",
        ("bob", 1): "79d1c2b5d27551c03949b641fa02db438e096f59ff1f86965dd3455d21c997f8",
    }
    assert {key: CHAINS[key[0]].link(key[1]).hex() for key in link} == link
    assert b64.encode(CHAINS["arbiter"].anchor) == json.loads(OPEN)["anchor"]
    anchor = "81c40ea40e1c803cc8084b0e049e63b4ececaab3f160c96345b8374ab2d6ee2a"
    assert CHAINS["ann"].anchor.hex() == anchor


def test_the_open_statement() -> None:
    statement = json.loads(OPEN)
    assert canon(statement).decode() == OPEN
    identity = "ddcb1d8ba9bd62b1a0d3988d8c269ad823c6e1465ead00ad255c408429c4f525"
    assert hashes.statement_id(statement).hex() == identity
    sig = keys.sign(keys.signing_key(ARBITER), hashes.pre(statement))
    assert sig.hex() == (
        "90d9c1a15e3c1c2824f921d2dad8a0509d6aa8896596a166d0091ac11a495361"
        "fee6b3188d5a9e6beab8b9b71f802a137d0e9fb124e61599cae192347928bd05"
    )
    assert keys.verify(b64.decode(statement["sign"]), hashes.pre(statement), sig)
    assert hashes.entry_head(bytes(32), [bytes.fromhex(identity)]) == TABLE


def test_entry_keys() -> None:
    first = [(name, CHAINS[name].link(1)) for name in ("ann", "bob", "arbiter")]
    assert draws.next_key(TABLE, first) == K
    second = [(name, CHAINS[name].link(2)) for name in ("ann", "arbiter")]
    after = "9f4f0c55a3ae59c3bd605f0da8431106592591388e33befe3a7d04de28b1d8b6"
    assert draws.next_key(K, second).hex() == after


def test_words_and_dice() -> None:
    stream = draws.public_stream(K, 0)
    words = [f"{stream.word():016x}" for _ in range(5)]
    assert words == [
        "c3065e090fc2a8af", "3b8660a0a8a35371", "27ebc04999fe69ed", "6c0a42f1bcf275e8",
        "05fffe7678c3350a",
    ]  # fmt: skip
    stream = draws.public_stream(K, 0)
    assert [draws.die(6, stream.below) for _ in range(10)] == [2, 2, 2, 5, 3, 1, 6, 4, 5, 4]


def test_a_pick() -> None:
    assert draws.pick(range(10), 4, draws.public_stream(K, 1).below) == [4, 8, 2, 1]


def test_words_two_and_three_are_rejected() -> None:
    stream = draws.public_stream(K, 2)
    results = [stream.below(2**63 + 1) for _ in range(2)]
    assert results == [7102421964676294385, 3984451607434077949]
    assert (stream.words, stream.rejected) == (4, 2)


def test_a_hidden_shuffle() -> None:
    faces = ["R1", "R2", "S1", "S2", "S3"]
    order = hidden.shuffle_order(SECRET, K, 3, 5)
    assert order == [3, 2, 1, 0, 4]
    assert [faces[i] for i in order] == ["S2", "S1", "R2", "R1", "S3"]
    salt = hidden.salt(SECRET, K, 3, "t1")
    assert salt.hex() == "bdd57b5036d70671c5a854095179e8b3536957e6ed14fb850c0db4726c25ff4d"
    committed = hidden.commitment(salt, TABLE, "t1", "S2")
    assert committed.hex() == "e639a996d55dc9b5797358938238fe5006c5cc0bc27bec68cba5818fae574f9c"


def test_a_look() -> None:
    salts = [hidden.salt(SECRET, K, 3, token) for token in ("t1", "t2")]
    text = looks.plaintext([(salts[0], "S2"), (salts[1], "S1")])
    ikm = looks.ephemeral_ikm(SECRET, HEAD, "ann", 0, text)
    assert ikm.hex() == "5a9b7448c3e947a1d094f6dad43ed7576db7dddef2b9bbe59774adaa73c52a49"
    private = keys.sealing_key(ANN, TABLE, "ann", NONCES["ann"])
    info = looks.info(TABLE, HEAD, "ann", 0)
    box = looks.seal(keys.public_bytes(private), text, ikm, info)
    enc = "2bbeef8ffad47a65316cc0181c0a70e80742cac7bc50b68dfd226c7b46e5377c"
    assert box[:32].hex() == enc
    digest = "d71e5fdad16143c2e398be27b50f1ff36a027b437547f1960434d053e048ebf4"
    assert sha256(box).hexdigest() == digest
    assert len(box) == 48 + 64 * 2
    assert looks.open_box(private, box, info) == text


def test_a_state_hash() -> None:
    want = "a59271e82341ec6682775ebf37f0141735011b980605b9163f2d67a314818c74"
    assert hashes.state_hash({"turn": "ann"}).hex() == want
