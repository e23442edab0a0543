"""Conflicts as they are shown: whose change of what, in words."""

from collections.abc import Callable
from typing import Any

from tests.store.conftest import BOARD, NEW, OLD, card_id, seed
from tui.model.sync import Conflict
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.lists import UpdateList
from tui.store.outbox.contested_fields import (
    ContestedField,
    choose,
)
from tui.store.store import Store

ANA = card_id(0)


def test_what_was_not_taken_is_kept_with_where_it_belongs(store: Store) -> None:
    one = contest(store, UpdateCard(board_id=BOARD, card_id=ANA, name="Mine"), "name", "Card 0", "Theirs")
    assert (one.why, one.field, one.board, one.thing) == ("both", "title", "Sales", "Card 0")
    assert (one.base, one.mine, one.theirs, one.chosen) == ("Card 0", "Mine", "Theirs", "")
    assert (one.card_id, one.shape) == (ANA, "line")
    assert store.conflicts.open() == 1
    assert store.outbox.counts() == (0, 0)


def contest(
    store: Store, write: UpdateCard | MoveCard | UpdateList, field: str, base: Any, theirs: Any
) -> Conflict:
    seq = store.writes.submit(write).result().seq
    store.outbox.contest(seq, [ContestedField(field, base, theirs)], None).result()
    return store.conflicts.all()[0]


def test_a_list_is_told_by_its_name_and_a_flag_in_words(store: Store) -> None:
    one = contest(store, MoveCard(board_id=BOARD, card_id=ANA, list_id=OLD, pos=1), "list_id", "f" * 24, NEW)
    assert (one.field, one.base, one.mine, one.theirs) == ("list", "f" * 24, "Old", "New")
    two = contest(store, UpdateCard(board_id=BOARD, card_id=ANA, closed=True), "closed", False, None)
    assert (two.base, two.mine, two.theirs) == ("on the board", "archived", "on the board")


def test_only_a_text_has_several_lines_and_only_a_card_an_id(store: Store) -> None:
    one = contest(store, UpdateCard(board_id=BOARD, card_id=ANA, desc="a"), "desc", "", "b")
    two = contest(store, UpdateList(board_id=BOARD, list_id=NEW, name="Mine"), "name", "New", "Theirs")
    assert (one.shape, one.card_id) == ("lines", ANA)
    assert (two.shape, two.card_id) == ("line", None)


def test_the_unresolved_come_first_and_each_kind_newest_first(store: Store) -> None:
    for name in ("one", "two", "three"):
        contest(store, UpdateCard(board_id=BOARD, card_id=ANA, name=name), "name", "Card 0", "Theirs")
    three, two, one = store.conflicts.all()
    assert (one.mine, two.mine, three.mine) == ("one", "two", "three")
    # The first time, what is there by now is shown instead.
    chosen = [store.write(lambda tx: choose(tx, three.id, "theirs")).result() for _ in range(2)]
    assert chosen == [False, True]
    assert [each.id for each in store.conflicts.all()] == [two.id, one.id, three.id]
    assert [each.id for each in store.conflicts.all(2)] == [two.id, one.id]
    assert [each.id for each in store.conflicts.of_changes(one.id)] == [two.id, three.id]
    assert [each.id for each in store.conflicts.of_changes(one.id, 1)] == [two.id]
    assert store.conflicts.newest() == three.id
    assert store.conflicts.open() == 2


def test_one_conflict_is_read_with_the_write_it_came_of(store: Store) -> None:
    write = UpdateCard(board_id=BOARD, card_id=ANA, name="Mine")
    one = contest(store, write, "name", "Card 0", "Theirs")
    assert store.conflicts.get(one.id) == one
    assert store.conflicts.write(one.id) == write
    assert (store.conflicts.get(99), store.conflicts.write(99)) == (None, None)


def test_a_window_knows_which_side_it_has_written(reopen: Callable[..., Store]) -> None:
    store, other = reopen(), reopen()
    store.arrive(seed()).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=ANA, name="Saved")).result()
    later = UpdateCard(board_id=BOARD, card_id=ANA, name="Later")
    assert other.writes.edit([later], {"name": "Card 0"}, lambda *_: None).result() == 1
    [one] = store.conflicts.all()
    assert store.conflicts.side_of(store.window, one.id) == "theirs"
    assert other.conflicts.side_of(other.window, one.id) == ""
    both = UpdateCard(board_id=BOARD, card_id=card_id(1), name="Mine", desc="mine")
    seq = other.writes.submit(both).result().seq
    left = both.without({"name": None})
    other.outbox.contest(seq, [ContestedField("name", "Card 1", "Theirs")], left).result()
    found = other.conflicts.all()[0]
    assert other.conflicts.side_of(other.window, found.id) == "mine"
    assert store.conflicts.side_of(store.window, found.id) == ""
    assert store.conflicts.side_of(store.window, 999) == ""
