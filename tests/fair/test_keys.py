"""C1: one form of a signature. C2: no key that signs anything. N9: no key that opens nothing."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.fair import keys

ROOT = bytes(range(32))
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the Ed25519 group (RFC 8032, section 5.1)."""
A = 486662
"""The curve constant of X25519 (RFC 7748, section 4.1)."""
D = -121665 * pow(121666, -1, P) % P
"""The curve constant of Ed25519."""
MESSAGE = b"a move"


def code_of(check: object, raw: bytes) -> str:
    with pytest.raises(Refused) as caught:
        check(raw)  # type: ignore[operator]
    return caught.value.code


def test_signatures_are_checked() -> None:
    key = keys.signing_key(ROOT)
    public, sig = keys.public_bytes(key), keys.sign(key, MESSAGE)
    assert len(sig) == 64
    assert keys.verify(public, MESSAGE, sig)
    assert not keys.verify(public, MESSAGE + b"!", sig)
    assert not keys.verify(keys.public_bytes(keys.signing_key(bytes(32))), MESSAGE, sig)


@given(st.integers(0, 511))
def test_every_flipped_bit_is_noticed(bit: int) -> None:
    key = keys.signing_key(ROOT)
    sig = bytearray(keys.sign(key, MESSAGE))
    sig[bit // 8] ^= 1 << bit % 8
    assert not keys.verify(keys.public_bytes(key), MESSAGE, bytes(sig))


@pytest.mark.parametrize("times", [1, 2, 3, 7, 15])
def test_s_plus_l_is_refused(times: int) -> None:
    """C1: R, S + L satisfies the same equation, and is another string of bytes."""
    key = keys.signing_key(ROOT)
    sig = keys.sign(key, MESSAGE)
    s = int.from_bytes(sig[32:], "little") + times * L
    assert s < 2**256
    loose = sig[:32] + s.to_bytes(32, "little")
    assert not keys.verify(keys.public_bytes(key), MESSAGE, loose)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_length_verifies_nothing(size: int) -> None:
    assert not keys.verify(bytes(size), MESSAGE, bytes(64))


@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_signature_of_another_length_is_wrong(size: int) -> None:
    assert not keys.verify(keys.public_bytes(keys.signing_key(ROOT)), MESSAGE, bytes(size))


def small_order_ordinates() -> set[int]:
    """y of all points of order 1, 2, 4 and 8 on Ed25519, worked out from the curve equation.

    y = 1 and -1 have order 1 and 2, y = 0 order 4. A point of order 8 doubles to one
    with y = 0: there y^2 = -x^2, so 2y^2 = 1 - d y^4, a quadratic in y^2.
    """
    found = {0, 1, P - 1}
    root = square_root((1 + D) % P)
    for sign in (1, -1):
        square = (-1 + sign * root) * pow(D, -1, P) % P
        if pow(square, (P - 1) // 2, P) == 1:
            y = square_root(square)
            found |= {y, P - y}
    return found


def square_root(n: int) -> int:
    """In the field of p = 5 mod 8 (RFC 8032, section 5.1.3)."""
    root = pow(n, (P + 3) // 8, P)
    if root * root % P != n % P:
        root = root * pow(2, (P - 1) // 4, P) % P
    assert root * root % P == n % P
    return root


def test_the_list_of_signing_keys_is_complete() -> None:
    assert small_order_ordinates() == keys.LOW_ORDER_SIGN
    assert len(keys.LOW_ORDER_SIGN) == 5


def test_the_list_of_sealing_keys_is_complete() -> None:
    """u of order 8 doubles to 1, or to -1 on the twist: (u^2 - 1)^2 = +-4u(u^2 + Au + 1)."""
    assert {0, 1, P - 1} < keys.LOW_ORDER_SEAL
    for u in keys.LOW_ORDER_SEAL - {0, 1, P - 1}:
        left, right = (u * u - 1) ** 2 % P, 4 * u * (u * u + A * u + 1) % P
        assert left in (right, P - right)
    assert len(keys.LOW_ORDER_SEAL) == 5


@pytest.mark.parametrize("y", sorted(small_order_ordinates()))
@pytest.mark.parametrize("top", [0, 2**255])
def test_keys_that_sign_anything_are_refused(y: int, top: int) -> None:
    raw = (y + top).to_bytes(32, "little")
    assert code_of(keys.check_sign_key, raw) == "key/sign-low-order"


@pytest.mark.parametrize("y", [*range(P, P + 19), 2**255 - 1])
@pytest.mark.parametrize("top", [0, 2**255])
def test_signing_keys_that_are_not_reduced_are_refused(y: int, top: int) -> None:
    assert code_of(keys.check_sign_key, (y + top).to_bytes(32, "little")) == "key/sign-range"


def test_the_library_alone_would_take_them() -> None:
    """Why the check is here: under y = 1, R = the same and S = 0 sign every message."""
    one = (1).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(one).verify(one + bytes(32), MESSAGE)


def test_a_signing_key_that_is_no_point_is_refused_or_verifies_nothing() -> None:
    """y = 2 is on no point: (y^2 - 1) / (d y^2 + 1) has no root."""
    ratio = (4 - 1) * pow(D * 4 + 1, -1, P) % P
    assert pow(ratio, (P - 1) // 2, P) == P - 1
    raw = (2).to_bytes(32, "little")
    assert not keys.verify(raw, MESSAGE, bytes(64))


@pytest.mark.parametrize("u", sorted(keys.LOW_ORDER_SEAL))
def test_keys_nothing_can_be_sealed_to_are_refused(u: int) -> None:
    raw = u.to_bytes(32, "little")
    assert code_of(keys.check_seal_key, raw) == "key/seal-low-order"
    with pytest.raises(ValueError, match="shared key"):
        X25519PrivateKey.from_private_bytes(ROOT).exchange(X25519PublicKey.from_public_bytes(raw))


@pytest.mark.parametrize("u", [*range(P, P + 19)])
def test_sealing_keys_that_are_not_reduced_are_refused(u: int) -> None:
    assert code_of(keys.check_seal_key, u.to_bytes(32, "little")) == "key/seal-range"


@given(st.binary(min_size=32, max_size=32))
def test_a_set_top_bit_is_refused(data: bytes) -> None:
    raw = data[:31] + bytes([data[31] | 0x80])
    assert code_of(keys.check_seal_key, raw) == "key/seal-bit-255"


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_honest_keys_pass(root: bytes, nonce: bytes) -> None:
    keys.check_sign_key(keys.public_bytes(keys.signing_key(root)))
    keys.check_seal_key(keys.public_bytes(keys.sealing_key(root, bytes(32), "ann", nonce)))


@pytest.mark.parametrize("check", [keys.check_sign_key, keys.check_seal_key])
@pytest.mark.parametrize("size", [0, 31, 33])
def test_keys_are_32_bytes(check: object, size: int) -> None:
    assert code_of(check, b"\x05" * size) == "key/length"


def test_the_place_is_named() -> None:
    with pytest.raises(Refused) as caught:
        keys.check_sign_key(bytes(32), at="/entries/1/0/sign")
    assert caught.value.at == "/entries/1/0/sign"


def test_signing_and_sealing_keys_differ() -> None:
    """D5: no key is used for both."""
    seal = keys.public_bytes(keys.sealing_key(ROOT, bytes(32), "ann", ROOT))
    assert seal != keys.public_bytes(keys.signing_key(ROOT))
