"""What was done is listed, and undone up to any point of it."""

from pathlib import Path

from tests.store.conftest import BOARD, card_id
from tui.model.writes.cards import UpdateCard
from tui.store.outbox import history
from tui.store.store import Store
from tui.store.windows.window import mark_as_rules


def rename(number: int, to: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card_id(number), name=to)


def names(store: Store) -> list[str]:
    return [face.name for number in (1, 2, 3) if (face := store.cards.face(card_id(number))) is not None]


def test_the_newest_is_first_and_a_batch_is_one(store: Store) -> None:
    store.writes.submit(rename(1, "One")).result()
    store.writes.submit_all([rename(2, "Two"), rename(3, "Three")]).result()
    newest, oldest = store.writes.history(10)
    assert [op.name for op in newest.writes if isinstance(op, UpdateCard)] == ["Two", "Three"]
    assert (newest.role, newest.live, newest.undone) == ("do", True, False)
    assert oldest.batch < newest.batch
    assert store.writes.history(1) == [newest]


def test_everything_back_to_a_point_is_undone_and_nothing_before_it(store: Store) -> None:
    before = names(store)
    store.writes.submit(rename(1, "One")).result()
    second = store.writes.submit(rename(2, "Two")).result()
    store.writes.submit(rename(3, "Three")).result()
    assert len(store.writes.revert_to(second.batch).result()) == 2
    assert names(store) == ["One", *before[1:]]
    assert [past.role for past in store.writes.history(10)] == ["undo", "undo", "do", "do", "do"]
    assert store.writes.revert_to(second.batch).result() == []
    assert store.writes.redo(BOARD).result() is not None
    assert names(store) == ["One", "Two", before[2]]


def test_what_was_undone_before_stays_undone(store: Store) -> None:
    before = names(store)
    first = store.writes.submit(rename(1, "One")).result()
    store.writes.submit(rename(2, "Two")).result()
    assert store.writes.undo(BOARD).result() is not None
    store.writes.revert_to(first.batch).result()
    assert names(store) == before


def test_what_another_open_window_did_stays(store: Store, tmp_path: Path, monkeypatch) -> None:
    first = store.writes.submit(rename(1, "One")).result()
    own, store.window = store.window, store.window
    monkeypatch.setattr(history, "window_state", lambda window, _: "open" if window == own else "here")
    assert store.writes.revert_to(first.batch).result() == []
    assert names(store)[0] == "One"


def test_of_several_writes_those_with_a_target_are_made_and_the_others_are_named(store: Store) -> None:
    gone = rename(99, "Nowhere")
    left = store.writes.submit_each([rename(1, "One"), gone, rename(2, "Two")]).result()
    assert left == [(gone, "That card is not there any more.")]
    assert names(store)[:2] == ["One", "Two"]
    assert store.writes.undo(BOARD).result() is not None
    assert "One" not in names(store)
    assert "Two" not in names(store)


def test_how_much_is_undone_and_done_again_is_told_meanwhile(store: Store) -> None:
    def told_by(revert) -> list[tuple[int, int]]:
        told: list[tuple[int, int]] = []
        assert revert(told=lambda done, total: told.append((done, total))).result()
        return told

    batch = store.writes.submit_all([rename(number, "New") for number in (1, 2, 3)]).result()[0].batch
    assert told_by(store.writes.undo) == [(0, 3), (1, 3), (2, 3)]
    assert told_by(store.writes.redo) == [(0, 3), (1, 3), (2, 3)]
    again = store.writes.history(1)[0].batch
    assert again != batch
    assert told_by(lambda told: store.writes.revert_to(again, told)) == [(0, 3), (1, 3), (2, 3)]


def test_an_undo_means_what_it_undid(store: Store) -> None:
    store.writes.submit_all([rename(1, "One"), rename(2, "Two")]).result()
    store.writes.undo(BOARD).result()
    newest, oldest = store.writes.history(10)
    assert [op.name for op in newest.writes if isinstance(op, UpdateCard)] == ["Card 2", "Card 1"]
    assert [op.name for op in newest.meant if isinstance(op, UpdateCard)] == ["One", "Two"]
    assert oldest.meant == oldest.writes


def test_the_window_of_the_rules_is_told_from_others(store: Store) -> None:
    first = store.writes.submit(rename(1, "One")).result()
    assert history.window_state(store.window, "another") == "open"
    mark_as_rules(store.window)
    assert history.window_state(store.window, "another") == "rules"
    assert history.window_state(store.window, store.window) == "here"
    assert first.batch
