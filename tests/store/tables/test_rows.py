"""What is read by a local id is found while that id is being bound."""

import threading

import pytest

from tests.store.conftest import BOARD, NEW, RED
from tui.errors import StoreDamaged, StoreError
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.boards import CreateBoard
from tui.model.writes.cards import CreateCard
from tui.model.writes.checklists import CreateChecklist
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.store.faults import marker
from tui.store.store import Store
from tui.store.tables import rows

SERVER = "e" * 24

READS = {
    "card": [
        lambda store, ident: store.cards.face(ident),
        lambda store, ident: store.cards.get(ident),
        lambda store, ident: store.cards.name(ident),
        lambda store, ident: store.cards.unread([ident]),
        lambda store, ident: store.checklists.of_card(ident),
        lambda store, ident: store.actions.comments(ident),
        lambda store, ident: store.enrichment.findings.attached_comment(ident, "email:a@b.example"),
    ],
    "board": [
        lambda store, ident: store.boards.get(ident),
        lambda store, ident: store.boards.name(ident),
        lambda store, ident: store.lists.of_board(ident),
        lambda store, ident: store.labels.of_board(ident),
        lambda store, ident: store.cards.counts(ident),
    ],
    "list": [
        lambda store, ident: store.lists.get(ident),
        lambda store, ident: store.lists.name(ident),
        lambda store, ident: store.cards.faces(ident),
    ],
    "label": [
        lambda store, ident: store.labels.get(ident),
        lambda store, ident: store.labels.name(ident),
    ],
}


def write(store: Store, kind: str) -> tuple[int, str]:
    """Make a thing with all that may be read of it; return the seq of the write, and its local id."""
    ident = new_local_id()
    made: list[Write]
    if kind == "card":
        made = [CreateCard(board_id=BOARD, card_id=ident, list_id=NEW, name="a card", pos=7)]
        part = {"board_id": BOARD, "card_id": ident}
        made.append(CreateChecklist(**part, checklist_id=new_local_id(), name="Steps", pos=1))
        made.append(
            AddComment(**part, comment_id=new_local_id(), text="hello", finding_key="email:a@b.example")
        )
    elif kind == "board":
        listed = new_local_id()
        made = [CreateBoard(board_id=ident, name="a board")]
        made.append(CreateList(board_id=ident, list_id=listed, name="first", pos=1))
        made.append(CreateLabel(board_id=ident, label_id=new_local_id(), name="hot", color="red"))
        made.append(CreateCard(board_id=ident, card_id=new_local_id(), list_id=listed, name="a card", pos=7))
    elif kind == "list":
        made = [CreateList(board_id=BOARD, list_id=ident, name="a list", pos=9)]
        made.append(CreateCard(board_id=BOARD, card_id=new_local_id(), list_id=ident, name="a card", pos=7))
    else:
        made = [CreateLabel(board_id=BOARD, label_id=ident, name="cold", color="blue")]
    return store.writes.submit_all(made).result()[0].seq, ident


@pytest.mark.parametrize(
    ("kind", "which"), [(kind, n) for kind, reads in READS.items() for n in range(len(reads))]
)
def test_what_is_being_bound_is_found(store: Store, monkeypatch, kind: str, which: int):
    """The service's answer arrives between the two queries of a read."""
    seq, ident = write(store, kind)
    resolve, bound = rows.resolve, threading.Event()

    def resolved(db, asked):
        found = resolve(db, asked)
        if asked == ident and not bound.is_set():
            bound.set()
            store.outbox.confirm(seq, {ident: SERVER}).result()
        return found

    monkeypatch.setattr(rows, "resolve", resolved)
    assert READS[kind][which](store, ident)
    assert bound.is_set()
    assert READS[kind][which](store, ident), "the same by the old id, now that it is bound"


def test_a_snapshot_within_a_snapshot_is_the_same(store: Store):
    with store._db.snapshot():
        before = store.labels.name(RED)
        with store._db.snapshot():
            assert store.labels.name(RED) == before
        assert store.boards.get(BOARD) is not None


def test_what_cannot_be_read_is_damage_and_marks_the_store(store: Store):
    with pytest.raises(StoreDamaged, match="A stored card cannot be read"):
        rows.read(Card, "{", store._db)
    assert marker(store._db.path).exists()


def test_what_no_file_can_hold_is_not_stored():
    with pytest.raises(StoreError, match="That card cannot be stored"):
        rows.text_of(Card(id="c", name="\ud800"))


def test_what_is_read_by_an_id_of_the_service_takes_one_statement(store: Store) -> None:
    executed = list[str]()
    card_id, local = store.cards.faces(NEW)[0].id, new_local_id()
    with store._db._readers.own() as conn:
        conn.set_trace_callback(executed.append)
    store.cards.face(card_id)
    store.cards.index_in_list(NEW, card_id)
    store.lists.of_board(BOARD)
    assert len(executed) == 3
    executed.clear()
    store.cards.face(local)
    assert [statement.split()[0] for statement in executed] == ["BEGIN", "SELECT", "SELECT", "ROLLBACK"]
