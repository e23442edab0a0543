"""What was typed for something that is gone: found again, put into a new card, and not kept for ever."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.store.conftest import BOARD, NEW, card_id
from tui.clock import ManualClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, DeleteCard
from tui.store.key_values import reading
from tui.store.lost_drafts import discard_draft, home_of, settle_draft
from tui.store.outbox.contested_fields import drop_settled
from tui.store.store import Store

ANA = card_id(0)


@pytest.fixture
def typed(store: Store) -> Store:
    """A store with a draft on a card that is deleted afterwards."""
    store.cursors.set(reading(BOARD), "1").result()
    store.drafts.set(f"comment:{ANA}", "what I typed").result()
    assert store.lost_drafts.all() == []
    store.writes.submit(DeleteCard(board_id=BOARD, card_id=ANA)).result()
    return store


def test_a_text_for_a_deleted_card_is_a_conflict_with_the_cards_name(typed: Store) -> None:
    [one] = typed.lost_drafts.all()
    assert (one.why, one.field, one.thing, one.board) == ("deleted", "comment", "Card 0", "Sales")
    assert (one.mine, one.theirs, one.card_id, one.chosen) == ("what I typed", "", ANA, "")
    assert typed.lost_drafts.count() == 1
    typed.drafts.leave(f"comment:{ANA}").result()
    typed.drafts.set(f"comment:{ANA}", "what I typed").result()
    assert typed.lost_drafts.count() == 1, "a text is listed once, however often it was left"


@pytest.mark.parametrize(
    ("key", "field", "thing"),
    [
        ("title:gone", "title", "a card that is gone"),
        ("desc:gone", "description", "a card that is gone"),
        ("recomment:gone", "comment", "a card that is gone"),
        ("item:gone", "checklist item", "a card that is gone"),
        ("checklist:gone", "checklist", "a card that is gone"),
        ("new-card:gone", "new card", "a list that is gone"),
        ("early-card:gone", "new card", "a board that is gone"),
    ],
)
def test_whatever_it_was_typed_for_it_is_kept_once_it_is_in_a_new_card(
    store: Store, key: str, field: str, thing: str
) -> None:
    store.drafts.set(key, "half").result()
    [one] = store.lost_drafts.all()
    assert (one.field, one.thing) == (field, thing)
    made = CreateCard(board_id=BOARD, card_id=new_local_id(), list_id=NEW, name="half", pos=9.0)
    store.write(lambda tx: settle_draft(tx, one, made)).result()
    assert store.lost_drafts.all() == []
    assert store.drafts.all() == {}
    [kept] = store.conflicts.all()
    assert (kept.mine, kept.thing, kept.chosen) == ("half", thing, "made")


def test_what_is_dealt_with_goes_after_a_month_and_what_is_not_stays(
    typed: Store, clock: ManualClock
) -> None:
    [one] = typed.lost_drafts.all()
    assert typed.write(lambda tx: home_of(tx, one)).result() == (BOARD, "Card 0")
    typed.drafts.set("title:gone", "of another").result()
    made = CreateCard(board_id=BOARD, card_id=new_local_id(), list_id=NEW, name="Card 0", pos=9.0)
    typed.write(lambda tx: settle_draft(tx, one, made)).result()
    clock.advance(timedelta(days=29).total_seconds())
    typed.write(drop_settled).result()
    assert [each.thing for each in typed.conflicts.all()] == ["Card 0"]
    clock.advance(timedelta(days=2).total_seconds())
    typed.write(drop_settled).result()
    assert typed.conflicts.all() == []
    assert [each.mine for each in typed.lost_drafts.all()] == ["of another"]


def test_a_discarded_text_is_gone_and_another_windows_is_its_own(
    typed: Store, reopen: Callable[[], Store]
) -> None:
    other = reopen()
    other.drafts.set(f"comment:{ANA}", "typed over there").result()
    [one] = typed.lost_drafts.all()
    typed.write(lambda tx: discard_draft(tx, one)).result()
    assert (typed.lost_drafts.all(), typed.drafts.get(f"comment:{ANA}")) == ([], None)
    other.close()
    assert [each.mine for each in typed.lost_drafts.all()] == ["typed over there"]


def test_a_card_of_a_board_that_was_not_read_yet_is_not_gone(store: Store) -> None:
    store.drafts.set(f"comment:{ANA}", "x").result()
    store.writes.submit(DeleteCard(board_id=BOARD, card_id=ANA)).result()
    assert store.lost_drafts.all() == []
    for key in ("people", "odd:gone", "comment:"):
        store.drafts.set(key, "not for a card").result()
    assert store.lost_drafts.count() == 0


def test_the_count_costs_one_query_however_many_texts_are_unfinished(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        store.drafts.set(f"comment:{card_id(number)}", "text").result()
    asked: list[str] = []
    query, first = store._db.query, store._db.first

    def counted_query(sql: str, *values: object) -> list[Any]:
        asked.append(sql)
        return query(sql, *values)

    def counted_first(sql: str, *values: object) -> Any:
        asked.append(sql)
        return first(sql, *values)

    monkeypatch.setattr(store._db, "query", counted_query)
    monkeypatch.setattr(store._db, "first", counted_first)
    assert store.lost_drafts.count() == 0
    assert len(asked) == 1
