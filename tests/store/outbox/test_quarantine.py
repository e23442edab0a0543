"""A write that cannot be read stands in no other's way."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import UploadFile
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import DeleteLabel
from tui.store.store import Store

ANA, BEN = card_id(0), card_id(1)


def spoil(path: Path, seq: int, text: str | None = None) -> None:
    """Lose the end of a write's row, or all of it but ``text``."""
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(
            "UPDATE outbox SET op = coalesce(?, substr(op, 1, length(op) - 3)) WHERE seq = ?", (text, seq)
        )
        conn.commit()


def settle(store: Store) -> None:
    """What was asked for behind our back has been done."""
    store.outbox.release("nobody").result()


@pytest.mark.parametrize("text", [None, "", "{", '{"kind":"made_up"}', '{"kind":"update_card"}', "[1]"])
def test_the_others_go_on(store: Store, path: Path, text: str | None) -> None:
    lost = store.writes.submit(UpdateCard(board_id=BOARD, card_id=ANA, name="lost")).result()
    store.writes.submit(MoveCard(board_id=BOARD, card_id=ANA, list_id=OLD, pos=1)).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=BEN, name="kept")).result()
    spoil(path, lost.seq, text)
    # The other write of the same card waits for it no longer.
    assert [row.write.kind for row in store.outbox.ready()] == ["move_card", "update_card"]
    assert [one.seq for one in store.outbox.unreadable()] == [lost.seq]
    assert store.outbox.counts() == (2, 1)
    face = store.cards.face(ANA)
    assert face is not None
    assert (face.name, face.list_id, face.pending) == ("Card 0", OLD, 1)


def test_what_was_typed_can_still_be_copied_and_the_rest_given_up(store: Store, path: Path) -> None:
    comment = AddComment(
        board_id=BOARD, card_id=ANA, comment_id=new_local_id(), text="hours of “typing” ü\n2nd"
    )
    row = store.writes.submit(comment).result()
    spoil(path, row.seq)
    store.outbox.set_aside_unreadable()
    settle(store)
    (lost,) = store.outbox.unreadable()
    assert (lost.kind, lost.typed) == ("add_comment", "hours of “typing” ü\n2nd")
    assert store.actions.comments(ANA) == []
    with pytest.raises(StoreError, match="cannot be read"):
        store.outbox.retry(row.seq).result()
    store.outbox.drop(row.seq).result()
    assert store.outbox.unreadable() == []
    assert store.outbox.counts() == (0, 0)


def test_what_needed_it_is_refused_and_what_needed_that_too(store: Store, path: Path) -> None:
    card = new_local_id()
    create = store.writes.submit(
        CreateCard(board_id=BOARD, card_id=card, list_id=NEW, name="lost", pos=9)
    ).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card, desc="on it")).result()
    store.writes.submit(
        AddComment(board_id=BOARD, card_id=card, comment_id=new_local_id(), text="hello")
    ).result()
    other = store.writes.submit(UpdateCard(board_id=BOARD, card_id=BEN, name="kept")).result()
    spoil(path, create.seq)
    store.outbox.set_aside_unreadable()
    settle(store)
    assert [row.seq for row in store.outbox.ready()] == [other.seq]
    assert [row.write.kind for row in store.outbox.in_state("refused")] == ["update_card", "add_comment"]
    assert store.cards.face(card) is None


def test_nothing_else_trips_over_it_before_it_is_set_aside(store: Store, path: Path) -> None:
    """Reading, writing, naming and undoing go on beside it."""
    card = new_local_id()
    create = store.writes.submit(
        CreateCard(board_id=BOARD, card_id=card, list_id=NEW, name="new", pos=9)
    ).result()
    lost = store.writes.submit(
        AddComment(board_id=BOARD, card_id=ANA, comment_id=new_local_id(), text=card)
    ).result()
    wide = store.writes.submit(DeleteLabel(board_id=BOARD, label_id="1" * 24)).result()
    spoil(path, lost.seq)
    spoil(path, wide.seq)
    store.outbox.confirm(create.seq, {card: "f" * 24}).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=ANA, name="mine")).result()
    assert store.writes.undo().result() is not None
    assert [comment.text for comment in store.actions.comments(ANA)] in ([], [card])
    assert store.members.of_board(BOARD)
    store.outbox.set_aside_unreadable()
    settle(store)
    face = store.cards.face(card_id(1))
    assert face is not None
    assert face.label_ids == ("1" * 24,)
    assert len(store.outbox.unreadable()) == 2


def test_a_settled_one_is_forgotten(store: Store, path: Path) -> None:
    done = store.writes.submit(UpdateCard(board_id=BOARD, card_id=ANA, name="done")).result()
    store.outbox.confirm(done.seq).result()
    waiting = store.writes.submit(UpdateCard(board_id=BOARD, card_id=BEN, name="lost")).result()
    spoil(path, done.seq)
    spoil(path, waiting.seq)
    store.outbox.set_aside_unreadable()
    settle(store)
    assert [one.seq for one in store.outbox.unreadable()] == [waiting.seq]
    assert store.outbox.get(done.seq) is None


def test_the_copied_file_of_one_is_not_swept_away(
    store: Store, path: Path, reopen: Callable[[], Store]
) -> None:
    name = "0123456789abcdef" * 2 + "-00ff00ff"
    upload = UploadFile(
        board_id=BOARD,
        card_id=ANA,
        attachment_id=new_local_id(),
        name="x",
        spooled=name,
        size=1,
        mime_type="",
    )
    row = store.writes.submit(upload).result()
    spoil(path, row.seq)
    assert store.outbox.spooled() == {name}
    store.outbox.set_aside_unreadable()
    settle(store)
    assert reopen().outbox.spooled() == {name}


def test_a_text_that_was_cut_within_a_letter_is_given_as_it_stands(store: Store, path: Path) -> None:
    lost = store.writes.submit(UpdateCard(board_id=BOARD, card_id=ANA, name="lost")).result()
    spoil(path, lost.seq, r'{"kind":"update_card","name":"a \u12 b","desc":"ab"')
    store.outbox.set_aside_unreadable()
    settle(store)
    assert [one.typed for one in store.outbox.unreadable()] == [r"a \u12 b"]
