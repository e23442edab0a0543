"""The rest of a sync: it holds while nothing new can be read, and ends for good with the first reason for a connection."""

from __future__ import annotations

from tui.store.store import Store
from tui.sync.reading.times import Rest

BOARD, CARD = "b" * 24, "c" * 24


async def test_it_holds_for_what_was_read_at_the_revision_that_there_is(store: Store) -> None:
    now = "r1"
    rest = Rest(store, lambda: now)
    assert not rest.holds(None), "nothing was read yet"
    await rest.note("r1", "", None)
    assert rest.holds(None, None)
    assert not rest.holds(BOARD), "the account was read, and not this board"
    await rest.note("r1", "", BOARD, None)
    assert rest.holds(BOARD, None)
    assert not rest.holds(BOARD, CARD)
    now = "r2"
    assert not rest.holds(BOARD)
    assert Rest(store, lambda: "r1").holds(BOARD), "the next run knows"


async def test_what_was_read_at_an_unknown_revision_is_read_again(store: Store) -> None:
    rest = Rest(store, lambda: "")
    await rest.note("", "", BOARD)
    assert not rest.holds(BOARD)
    assert store.cursors.all() == {}


async def test_a_service_that_cannot_be_seen_from_outside_leaves_no_rest(store: Store) -> None:
    rest = Rest(store, None)
    assert (rest.possible, rest.revision(), rest.holds(), rest.end()) == (False, "", False, False)


async def test_it_is_over_once_the_revision_is_another(store: Store) -> None:
    now = "r1"
    rest = Rest(store, lambda: now)
    assert not rest.is_over(BOARD), "it never held"
    await rest.note(now, "", BOARD)
    assert rest.holds(BOARD)
    assert not rest.is_over(BOARD)
    now = "r2"
    assert rest.is_over(BOARD)
    assert not rest.is_over(BOARD), "which is told once"


async def test_it_ends_for_good(store: Store) -> None:
    rest = Rest(store, lambda: "r1")
    await rest.note("r1", "", BOARD)
    assert rest.holds(BOARD)
    assert [rest.end(), rest.end()] == [True, False]
    assert (rest.possible, rest.holds(BOARD)) == (False, False)
