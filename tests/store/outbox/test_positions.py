"""Moved cards, put between the same two neighbours wherever these are by now."""

from collections.abc import Mapping

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id
from tui.model.card import Card
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.lists import UpdateList
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.positions import archived_target, neighbours, placed
from tui.store.store import Store


def move(pos: float, card: str = card_id(0), list_id: str = NEW) -> MoveCard:
    return MoveCard(board_id=BOARD, card_id=card, list_id=list_id, pos=pos)


def put(store: Store, number: int, pos: float, list_id: str = NEW, *, closed: bool = False) -> None:
    """The service says where a card is."""
    card = Card(
        id=card_id(number), id_board=BOARD, id_list=list_id, name=f"Card {number}", pos=pos, closed=closed
    )
    store.arrive(Arrived(cards=(card,))).result()


def around(store: Store, write: MoveCard) -> object:
    return store.write(lambda tx: neighbours(tx, write)).result()


@pytest.mark.parametrize(
    ("pos", "after", "before"),
    [(0.5, None, 1), (1.5, 1, 2), (2.0, 1, 2), (3.5, 3, None)],
)
def test_the_neighbours_of_a_place(store: Store, pos: float, after: int | None, before: int | None) -> None:
    assert around(store, move(pos)) == {
        "list_id": NEW,
        "after": None if after is None else card_id(after),
        "before": None if before is None else card_id(before),
    }


def test_a_card_is_no_neighbour_of_its_own_nor_is_an_archived_one(store: Store) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(2), closed=True)).result()
    assert around(store, move(1.5, card_id(1))) == {"list_id": NEW, "after": card_id(0), "before": card_id(3)}
    assert around(store, move(1, "nobody")) is None
    assert around(store, move(1, list_id=OLD)) == {"list_id": NEW, "after": None, "before": None}


BETWEEN = {"list_id": NEW, "after": card_id(1), "before": card_id(2)}


def where(store: Store, write: MoveCard, base: Mapping[str, object] | None, *, seq: int = 0) -> float:
    row = store.writes.submit(move(9)).result().replace(seq=seq, write=write, base=base)
    placed_write = placed(store._db, row)
    assert isinstance(placed_write, MoveCard)
    return placed_write.pos


def test_a_place_that_is_still_between_them_is_kept(store: Store) -> None:
    assert where(store, move(1.5), BETWEEN) == 1.5
    assert where(store, move(1.5), None) == 1.5


def test_it_follows_a_neighbour_that_went_down_and_stays_before_the_next(store: Store) -> None:
    put(store, 1, 10)
    put(store, 2, 20)
    assert 10 < where(store, move(1.5), BETWEEN) < 20


def test_it_follows_the_neighbour_above_where_both_went_apart(store: Store) -> None:
    put(store, 1, 10)
    assert where(store, move(1.5), BETWEEN) > 10


def test_it_goes_before_the_one_below_where_that_above_is_gone(store: Store) -> None:
    put(store, 1, 1, OLD)
    put(store, 2, 0.5)
    assert 0 < where(store, move(1.5), BETWEEN) < 0.5


def test_neighbours_that_are_gone_count_for_nothing(store: Store) -> None:
    put(store, 1, 1, closed=True)
    put(store, 2, 2, OLD)
    assert where(store, move(1.5), BETWEEN) == 1.5
    assert where(store, move(1.5), {"list_id": NEW, "after": None, "before": None}) == 1.5


def test_a_neighbour_that_the_user_moved_later_themselves_counts_for_nothing(store: Store) -> None:
    mine = store.writes.submit(move(1.5)).result()
    later = store.writes.submit(move(1.2, card_id(2))).result()
    assert mine.base == BETWEEN
    assert where(store, move(1.5), mine.base, seq=mine.seq) == 1.5
    assert where(store, move(1.5), mine.base, seq=later.seq) < 1.2, "an earlier one does"
    assert placed(store._db, later).pos == 1.2  # type: ignore[attr-defined] # it is a move


def test_where_the_service_has_cards_whose_moves_wait(store: Store) -> None:
    before = {face.id: face.pos for face in store.cards.faces(NEW)}
    assert store.outbox.unsent_places(NEW) == {}
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(1), name="New")).result()
    store.writes.submit(move(1.5)).result()
    store.writes.submit(move(9, card_id(2), OLD)).result()
    assert store.outbox.unsent_places(NEW) == {one: before[one] for one in (card_id(0), card_id(2))}
    assert store.outbox.unsent_places(OLD) == {}


def archive(store: Store) -> None:
    """Somebody else archives the list."""
    held = store.lists.get(OLD)
    assert held is not None
    store.arrive(Arrived(lists=(held.replace(closed=True),))).result()


@pytest.mark.parametrize(
    "write", [move(1, list_id=OLD), CreateCard(board_id=BOARD, card_id="new-1", list_id=OLD, name="x", pos=1)]
)
def test_a_list_that_somebody_else_archived_is_named(store: Store, write: MoveCard | CreateCard) -> None:
    row = store.writes.submit(write).result()
    assert archived_target(store._db, row) is None
    archive(store)
    assert archived_target(store._db, row) == "Old"


def test_a_list_that_we_archive_later_ourselves_takes_the_card(store: Store) -> None:
    row = store.writes.submit(move(1, list_id=OLD)).result()
    store.writes.submit(UpdateList(board_id=BOARD, list_id=OLD, closed=True)).result()
    assert archived_target(store._db, row) is None
    archive(store)
    assert archived_target(store._db, row) is None


def test_other_writes_go_into_no_list(store: Store) -> None:
    row = store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(0), name="x")).result()
    archive(store)
    assert archived_target(store._db, row) is None
