"""How far a batch is undone: what others changed since stays, and the rest comes back together."""

from collections.abc import Callable

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id
from tests.store.outbox.made_writes import CARD, OTHER, made, move
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.labels import CreateLabel
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store


@pytest.mark.parametrize("who", ["another window", "somebody else"])
def test_what_was_changed_by_another_since_is_not_gone_over(
    reopen: Callable[[], Store], store: Store, who: str
) -> None:
    card = store.cards.get(card_id(1))
    assert card is not None
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card.id, name="Mine", desc="my text")).result()
    if who == "another window":
        reopen().writes.submit(UpdateCard(board_id=BOARD, card_id=card.id, name="Theirs")).result()
    else:
        for row in store.outbox.ready():
            store.outbox.mark_inflight(row.seq).result()
            store.outbox.confirm(row.seq).result()
        store.arrive(Arrived(cards=(card.replace(name="Theirs", desc="my text"),))).result()
    undone = store.writes.undo().result()
    assert undone is not None
    assert len(undone.kept) == 1
    now = store.cards.get(card.id)
    assert now is not None
    assert (now.name, now.desc) == ("Theirs", card.desc)


def test_a_card_that_was_moved_on_by_another_stays_there_and_nothing_older_is_taken_back(
    reopen: Callable[[], Store], store: Store
) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(2), name="Older deed")).result()
    store.writes.submit(MoveCard(board_id=BOARD, card_id=card_id(1), list_id=OLD, pos=7.0)).result()
    store.writes.submit(MoveCard(board_id=BOARD, card_id=card_id(1), list_id=NEW, pos=7.0)).result()
    reopen().writes.submit(MoveCard(board_id=BOARD, card_id=card_id(1), list_id=OLD, pos=9.0)).result()
    undone = store.writes.undo().result()
    assert undone is not None
    assert (undone.did, len(undone.kept)) == ((), 1)
    face = store.cards.face(card_id(1))
    assert face is not None
    assert face.list_id == OLD
    older = store.cards.face(card_id(2))
    assert older is not None
    assert older.name == "Older deed"


def test_of_a_deed_is_undone_what_can_be_and_an_older_one_stays(store: Store) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Older")).result()
    store.writes.submit_all([move(OTHER), move(CARD, pos=4)]).result()
    store.arrive(Arrived(gone=(("cards", OTHER),))).result()
    undone = store.writes.undo().result()
    assert undone is not None
    assert (undone.row.write, [row.write for row in undone.left]) == (move(CARD, pos=4), [move(OTHER)])
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.name, face.list_id) == ("Older", NEW)
    assert store.writes.redo().result() is not None
    assert [face.id for face in store.cards.faces(OLD)] == [CARD]


def test_an_undone_deed_is_stamped_as_no_other_is(store: Store) -> None:
    """A row drawn from a version is never drawn again: two transactions must not share one."""
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="First")).result()
    store.writes.submit_all([move(OTHER), move()]).result()
    store.arrive(Arrived(gone=(("cards", OTHER),))).result()
    store.writes.undo().result()
    undone = store.cards.face(CARD)
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Next")).result()
    later = store.cards.face(CARD)
    assert undone is not None
    assert later is not None
    assert undone.version < later.version <= store.mark()


def test_a_new_label_and_the_cards_that_wear_it_come_back_together(store: Store) -> None:
    label, cards = new_local_id(), [new_local_id() for _ in range(3)]
    made = [
        CreateCard(
            board_id=BOARD, card_id=card, list_id=NEW, name=f"Worn {n}", pos=90 + n, label_ids=(label,)
        )
        for n, card in enumerate(cards)
    ]
    store.writes.submit_all(
        [CreateLabel(board_id=BOARD, label_id=label, name="remote", color="red"), *made]
    ).result()
    for _ in range(2):
        store.writes.undo().result()
        assert not [one for one in store.labels.of_board(BOARD) if one.name == "remote"]
        store.writes.redo().result()
        [restored] = [one.id for one in store.labels.of_board(BOARD) if one.name == "remote"]
        worn = [face.label_ids for face in store.cards.faces(NEW) if face.name.startswith("Worn")]
        assert worn == [(restored,)] * 3


@pytest.mark.parametrize("sent", [False, True], ids=["waiting", "sent"])
def test_a_new_label_that_another_card_has_by_now_stays_on_it(store: Store, sent: bool) -> None:
    label, card = new_local_id(), new_local_id()
    create = CreateLabel(board_id=BOARD, label_id=label, name="remote")
    store.writes.submit_all([create, made(card).replace(label_ids=(label,))]).result()
    if sent:
        label, card = "9" * 24, "e" * 24
        for row, ident in zip(store.outbox.in_state("waiting"), (label, card), strict=True):
            store.outbox.mark_inflight(row.seq).result()
            store.outbox.confirm(row.seq, {str(row.write.created_id): ident}).result()
    theirs = store.cards.get(OTHER)
    assert theirs is not None
    store.arrive(Arrived(cards=(theirs.replace(id_labels=(label,)),))).result()
    undone = store.writes.undo().result()
    assert undone is not None
    assert [row.write.kind for row in undone.kept] == ["create_label"]
    assert "remote" in [one.name for one in store.labels.of_board(BOARD)]
    face = store.cards.face(OTHER)
    assert face is not None
    assert face.label_ids == (label,)
    assert "Ana" not in [face.name for face in store.cards.faces(NEW)]
    store.writes.redo().result()
    [again] = [face for face in store.cards.faces(NEW) if face.name == "Ana"]
    assert again.label_ids == (label,)
