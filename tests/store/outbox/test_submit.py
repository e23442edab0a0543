"""Writes as they are submitted: what they may name, and together or once."""

import pytest

from tests.store.outbox.made_writes import BOARD, CARD, NEW, OTHER, move
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.writes.base import LONGEST_TEXT
from tui.model.writes.cards import UpdateCard
from tui.model.writes.comments import AddComment
from tui.store.outbox.submit import EFFECTS_KEPT
from tui.store.store import Store

LONG = "x" * (LONGEST_TEXT + 1)


def name(store: Store, card: str = CARD) -> str:
    face = store.cards.face(card)
    assert face is not None
    return face.name


def rename(to: str, card: str = CARD) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card, name=to)


def test_a_write_is_kept_with_what_takes_it_back_and_where_it_began(store: Store) -> None:
    row = store.writes.submit(rename("Ana")).result()
    assert (row.state, row.batch, row.inverse, row.base) == (
        "waiting",
        row.seq,
        (rename("Card 1"),),
        {"name": "Card 1"},
    )
    moved = store.writes.submit(move()).result()
    assert moved.base == {"list_id": NEW, "after": None, "before": None}


def test_all_of_a_batch_or_none_of_it(store: Store) -> None:
    with pytest.raises(StoreError, match="not there any more"):
        store.writes.submit_all([rename("Ana"), move("nobody")]).result()
    assert (name(store), store.outbox.counts()) == ("Card 1", (0, 0))
    first, second = store.writes.submit_all([rename("Ana"), move(OTHER)]).result()
    assert (first.batch, second.batch) == (first.seq, first.seq)


def test_each_that_can_be_submitted_is_and_the_others_are_told(store: Store) -> None:
    gone = move("nobody")
    assert store.writes.submit_each([rename("Ana"), gone]).result() == [
        (gone, "That card is not there any more.")
    ]
    assert name(store) == "Ana"
    with pytest.raises(StoreError, match="not there any more"):
        store.writes.submit_each([gone]).result()


def test_the_same_key_submits_once_until_it_is_forgotten(store: Store, clock: ManualClock) -> None:
    assert store.writes.submit_once("rule:1", [rename("Ana")]).result()
    assert not store.writes.submit_once("rule:1", [rename("Bo")]).result()
    assert name(store) == "Ana"
    assert store.writes.submit_once("rule:2", [rename("Bo")]).result()
    clock.advance(EFFECTS_KEPT.total_seconds() + 1)
    store.writes.submit_once("rule:3", [rename("Cy")]).result()
    assert store.writes.submit_once("rule:1", [rename("Ana")]).result()


def test_a_key_is_not_recorded_for_what_could_not_be_done(store: Store) -> None:
    with pytest.raises(StoreError):
        store.writes.submit_once("rule:1", [rename("Ana"), move("nobody")]).result()
    assert store.writes.submit_once("rule:1", [rename("Ana")]).result()


def test_a_comment_that_holds_a_finding_is_found_by_it(store: Store) -> None:
    say = AddComment(
        board_id=BOARD, card_id=CARD, comment_id="new-c", text="x", finding_key="email:a@b.example"
    )
    store.writes.submit(say).result()
    assert store.enrichment.findings.attached_comment(CARD, "email:a@b.example") == "new-c"
