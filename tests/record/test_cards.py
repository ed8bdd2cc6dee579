"""What tokens stand for while cards come and go (docs/protocol.md, Hidden cards)."""

from __future__ import annotations

import pytest

from pbem.errors import Refused
from pbem.fair import hidden
from pbem.record.cards import Cards

TABLE, SALT = bytes(32), b"salt".ljust(32)


def commitments(**faces: str) -> dict[str, bytes]:
    return {t: hidden.commitment(SALT, TABLE, t, f) for t, f in faces.items()}


@pytest.fixture
def cards() -> Cards:
    """Three cards of which c1 was shown and lies on the discard pile."""
    cards = Cards(TABLE, {"c1": 1, "c2": 1, "c3": 1})
    cards.replace(["c1", "c2", "c3"], [], commitments(t1="c1", t2="c2", t3="c3"))
    cards.note_opened({"t1": "c1"})
    return cards


def test_a_card_shuffled_by_its_face_leaves_its_token_behind(cards: Cards) -> None:
    cards.replace(["c1"], ["t2"], commitments(t4="c2", t5="c1"))
    assert list(cards.live) == ["t3", "t4", "t5"]
    with pytest.raises(Refused) as error:
        cards.check_opening("t1", "c1", SALT)
    assert error.value.code == "token/dead"


def test_a_card_shown_again_after_a_shuffle_is_no_second_one(cards: Cards) -> None:
    cards.replace(["c1"], ["t2"], commitments(t4="c2", t5="c1"))
    cards.note_opened({"t5": "c1"})
    assert cards.opened == {"t5": "c1"}


def test_a_card_that_was_not_shuffled_counts(cards: Cards) -> None:
    cards.replace([], ["t2"], commitments(t4="c1"))
    with pytest.raises(Refused) as error:
        cards.note_opened({"t4": "c1"})
    assert error.value.code == "face/too-often"


def test_of_two_cards_with_one_face_the_older_token_goes() -> None:
    cards = Cards(TABLE, {"c1": 2})
    cards.replace(["c1", "c1"], [], commitments(t1="c1", t2="c1"))
    cards.note_opened({"t1": "c1", "t2": "c1"})
    cards.replace(["c1"], [], commitments(t3="c1"))
    assert list(cards.live) == ["t2", "t3"]
