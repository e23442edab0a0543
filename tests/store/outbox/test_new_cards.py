"""Many new cards in one batch: stored as one by one, undone together, and refused together."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, OLD, card_id, seed
from tui.clock import ManualClock
from tui.errors import StoreError, UsageError
from tui.model.change import Change
from tui.model.writes.base import LONGEST_TEXT, Write
from tui.model.writes.cards import CreateCard, DeleteCard
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.store.opening import open_store
from tui.store.outbox import submit
from tui.store.store import Store

COUNT = 30


def table() -> list[Write]:
    """A label, a list and many cards, as of a table."""
    label, home = f"new-{'a' * 24}", f"new-{'b' * 24}"
    cards = [
        CreateCard(
            board_id=BOARD,
            card_id=f"new-{number:024x}",
            list_id=OLD if number % 2 else home,
            pos=float(number + 1),
            name=f"Lead {number}",
            desc="" if number % 3 else "Ring",
            label_ids=(label,),
        )
        for number in range(COUNT)
    ]
    return [
        CreateLabel(board_id=BOARD, label_id=label, name="hot", color="red"),
        CreateList(board_id=BOARD, list_id=home, name="Fair", pos=9e9),
        *cards,
    ]


def stored(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """What is in the tables that a new card is in, without what is another one each time."""
    columns = {
        "outbox": "seq, batch, role, entity, kind, op, inverse, renames, needs, state, attempts, reason, base, window != ''",
        "docs": "noun, id, board_id, parent_id, base, shown",
        "cards": "id, board_id, list_id, name, pos, closed, due, due_complete, has_desc, items, items_done, comments,"
        " attachments, label_ids, member_ids, pending, refused, text_sum, subject, template, item_dues",
        "card_texts": "*",
        "outbox_ids": "*",
    }
    return {
        name: store._db.query(f"SELECT {what} FROM {name} ORDER BY 1, 2") for name, what in columns.items()
    }


@pytest.fixture
def another(tmp_path: Path, clock: ManualClock, store: Store) -> Iterator[Store]:
    """A store with the same in it as ``store``."""
    opened = open_store(tmp_path / "another.db", clock)
    opened.arrive(seed()).result()
    yield opened
    opened.close()


def test_they_are_stored_as_one_by_one(store: Store, another: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Change] = []
    store.feed.subscribe(heard.append)
    rows = store.writes.submit_all(table()).result()
    assert [row.write for row in rows] == table()
    assert rows == tuple(store.outbox.of_batch(rows[0].seq))
    assert {f"new-{number:024x}" for number in range(COUNT)} <= {
        one for each in heard for one in each.card_ids
    }
    monkeypatch.setattr(submit, "MANY", COUNT + 1)
    assert len(another.writes.submit_all(table()).result()) == len(rows)
    assert stored(store) == stored(another)


def test_they_are_undone_and_done_again_together(store: Store) -> None:
    before = stored(store)
    store.writes.submit_all(table()).result()
    store.writes.undo().result()
    assert stored(store)["cards"] == before["cards"]
    store.writes.redo().result()
    assert store.cards.counts(BOARD)[OLD] == COUNT // 2


def test_an_id_that_was_bound_meanwhile_is_the_services(store: Store) -> None:
    first, home, *cards = table()
    label, made = store.writes.submit_all([first, home]).result()
    store.outbox.confirm(made.seq, {made.write.target_id: "e" * 24}).result()
    store.outbox.confirm(label.seq, {label.write.target_id: "f" * 24}).result()
    rows = store.writes.submit_all(cards).result()
    assert {getattr(row.write, "list_id", "") for row in rows} == {OLD, "e" * 24}
    [face, *_] = store.cards.faces("e" * 24)
    assert face.label_ids == ("f" * 24,)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"list_id": "9" * 24}, StoreError, "list is not there"),
        ({"card_id": card_id(1)}, StoreError, "card is there already"),
        ({"card_id": f"new-{1:024x}"}, StoreError, "card is there already"),
        ({"desc": "x" * (LONGEST_TEXT + 1)}, UsageError, "description of the card"),
    ],
)
def test_where_one_cannot_be_made_none_is(
    store: Store, change: dict[str, str], error: type[Exception], words: str
) -> None:
    before = stored(store)
    *others, last = table()
    with pytest.raises(error, match=words):
        store.writes.submit_all([*others, last.replace(**change)]).result()
    assert stored(store) == before


def test_one_that_is_deleted_in_the_same_batch_is_gone(store: Store) -> None:
    gone = f"new-{3:024x}"
    rows = store.writes.submit_all([*table(), DeleteCard(board_id=BOARD, card_id=gone)]).result()
    assert store.cards.get(gone) is None
    assert [row.state for row in rows if row.write.target_id == gone] == ["folded", "done"]
    assert len(rows) == COUNT + 3
