"""Writes in the queue: confirmed, refused, folded, and cancelled when they need not be sent."""

import pytest

from tests.store.outbox.made_writes import BOARD, CARD, NEW, OLD, OTHER, RED, SERVER, made, move
from tui.errors import StoreError
from tui.model.card import Card
from tui.model.change import Change
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CreateBoard, DeleteBoard
from tui.model.writes.cards import CreateCard, DeleteCard, MoveCardToBoard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, DeleteChecklist, MoveCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel, CreateLabel
from tui.model.writes.lists import CreateList
from tui.store.outbox import queue
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store


def test_a_create_is_not_done_before_it_has_a_name(store: Store) -> None:
    row = store.writes.submit(made(new_local_id())).result()
    with pytest.raises(StoreError, match="without the service's id"):
        store.outbox.confirm(row.seq).result()
    assert store.outbox.counts() == (1, 0)


def test_what_a_pull_brought_and_what_we_made_become_one(store: Store) -> None:
    card = new_local_id()
    row = store.writes.submit(made(card)).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card, desc="typed meanwhile")).result()
    store.outbox.mark_inflight(row.seq).result()
    theirs = Card(id=SERVER, id_board=BOARD, id_list=NEW, name="Ana", pos=7.5, id_short=12)
    store.arrive(Arrived(cards=(theirs,))).result()
    store.outbox.confirm(row.seq, {card: SERVER}).result()
    named = [face.id for face in store.cards.faces(NEW) if face.name == "Ana"]
    assert named == [SERVER]
    whole = store.cards.get(SERVER)
    assert whole is not None
    assert (whole.id_short, whole.pos, whole.desc) == (12, 7.5, "typed meanwhile")


def test_binding_reaches_drafts_findings_and_inverses_but_no_text(store: Store) -> None:
    card, comment = new_local_id(), new_local_id()
    create = store.writes.submit(made(card)).result()
    say = AddComment(
        board_id=BOARD,
        card_id=card,
        comment_id=comment,
        text=f"about {card}",
        finding_key="email:a@b.example",
    )
    store.writes.submit(say).result()
    store.drafts.set(f"comment:{card}", "half").result()
    changes: list[Change] = []
    store.feed.subscribe(changes.append)
    store.outbox.confirm(create.seq, {card: SERVER}).result()
    store.outbox.recover().result()  # the news is behind the write, and this behind the news
    assert dict(changes[0].bound) == {card: SERVER}
    assert store.drafts.all() == {f"comment:{SERVER}": "half"}
    assert store.enrichment.findings.attached_comment(SERVER, "email:a@b.example") == comment
    (row,) = store.outbox.in_state("waiting")
    assert row.write == say.replace(card_id=SERVER)
    assert SERVER in row.inverse[0].as_dict().values()
    assert store.actions.comments(card)[0].text == f"about {card}"


def test_a_refusal_is_taken_out_of_the_view_and_kept(store: Store) -> None:
    row = store.writes.submit(move()).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Kept")).result()
    store.outbox.mark_inflight(row.seq).result()
    store.outbox.refuse(row.seq, "no such list").result()
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.list_id, face.name, face.refused, face.pending) == (NEW, "Kept", True, 1)
    (refused,) = store.outbox.in_state("refused")
    assert refused.reason == "no such list"
    store.outbox.retry(row.seq).result()
    assert [face.id for face in store.cards.faces(OLD)] == [CARD]
    store.outbox.refuse(row.seq, "still no").result()
    store.outbox.drop(row.seq).result()
    assert store.outbox.counts() == (1, 0)
    assert [face.id for face in store.cards.faces(OLD)] == []


@pytest.mark.fault("F28")
def test_a_refused_create_takes_along_what_needs_it_and_brings_it_back(store: Store) -> None:
    card = new_local_id()
    create = store.writes.submit(made(card)).result()
    store.writes.submit(
        AddComment(board_id=BOARD, card_id=card, comment_id=new_local_id(), text="typed")
    ).result()
    store.outbox.mark_inflight(create.seq).result()
    store.outbox.refuse(create.seq, "board is full").result()
    assert store.outbox.counts() == (0, 2)
    assert store.cards.get(card) is None
    store.outbox.retry(create.seq).result()
    assert store.outbox.counts() == (2, 0)
    assert [one.text for one in store.actions.comments(card)] == ["typed"]


def test_what_was_taken_along_is_tried_again_with_what_took_it(store: Store) -> None:
    """Alone it would wait for ever, for an id that nobody is asked for."""
    card = new_local_id()
    create = store.writes.submit(made(card)).result()
    say = store.writes.submit(
        AddComment(board_id=BOARD, card_id=card, comment_id=new_local_id(), text="x")
    ).result()
    store.outbox.mark_inflight(create.seq).result()
    store.outbox.refuse(create.seq, "board is full").result()
    store.outbox.retry(say.seq).result()
    assert store.outbox.counts() == (2, 0)
    assert [row.seq for row in store.outbox.ready()] == [create.seq]


def test_a_card_is_made_without_a_new_label_that_was_refused_and_gets_it_when_that_is_sent_again(
    store: Store,
) -> None:
    label, card = new_local_id(), new_local_id()
    new = CreateLabel(board_id=BOARD, label_id=label, name="remote")
    worn = made(card).replace(label_ids=(RED, label))
    [refused, waits] = store.writes.submit_all([new, worn]).result()
    assert [row.seq for row in store.outbox.ready()] == [refused.seq]
    store.outbox.mark_inflight(refused.seq).result()
    store.outbox.refuse(refused.seq, "not yours to make").result()
    [ready] = store.outbox.ready()
    assert (ready.seq, ready.write) == (waits.seq, made(card).replace(label_ids=(RED,)))
    face = store.cards.face(card)
    assert face is not None
    assert (face.label_ids, face.refused) == ((RED,), True)
    assert [row.reason for row in store.outbox.in_state("refused")] == [
        "not yours to make",
        "made without label “remote”: not yours to make",
    ]
    store.outbox.mark_inflight(ready.seq).result()
    store.outbox.confirm(ready.seq, {card: SERVER}).result()
    store.outbox.retry(refused.seq).result()
    face = store.cards.face(SERVER)
    assert face is not None
    assert face.label_ids == (RED, label)
    [again] = store.outbox.ready()
    store.outbox.mark_inflight(again.seq).result()
    store.outbox.confirm(again.seq, {label: "9" * 24}).result()
    [put_on] = store.outbox.ready()
    assert put_on.write == AddCardLabel(board_id=BOARD, card_id=SERVER, label_id="9" * 24)


def test_a_label_left_out_of_a_card_that_is_taken_back_unsent_is_given_up_with_it(store: Store) -> None:
    label, card = new_local_id(), new_local_id()
    new = CreateLabel(board_id=BOARD, label_id=label, name="remote")
    [refused, _] = store.writes.submit_all([new, made(card).replace(label_ids=(label,))]).result()
    store.outbox.mark_inflight(refused.seq).result()
    store.outbox.refuse(refused.seq, "no").result()
    store.writes.undo().result()
    assert store.cards.face(card) is None
    assert store.outbox.counts() == (0, 1)
    store.outbox.retry(refused.seq).result()
    assert [row.write for row in store.outbox.in_state("waiting")] == [new]


def test_successive_moves_leave_as_one_and_are_undone_one_by_one(store: Store) -> None:
    for pos in (5.0, 6.0, 7.0):
        store.writes.submit(move(pos=pos)).result()
    (ready,) = store.outbox.ready()
    assert ready.write == move(pos=7.0)
    assert store.outbox.counts() == (1, 0)
    for pos in (6.0, 5.0):
        store.writes.undo().result()
        assert [face.pos for face in store.cards.faces(OLD)] == [pos]
    store.writes.undo().result()
    assert store.cards.faces(OLD) == []


def test_an_op_that_was_tried_is_never_folded(store: Store) -> None:
    first = store.writes.submit(move(pos=5)).result()
    store.outbox.mark_inflight(first.seq).result()
    store.writes.submit(move(pos=6)).result()
    store.outbox.requeue(first.seq).result()
    store.writes.submit(move(pos=7)).result()
    assert [row.write for row in store.outbox.in_state("waiting")] == [move(pos=5), move(pos=7)]


def test_deleting_what_was_never_sent_sends_nothing(store: Store) -> None:
    card = new_local_id()
    store.writes.submit(made(card)).result()
    store.writes.submit(move(card)).result()
    store.writes.submit(DeleteCard(board_id=BOARD, card_id=card)).result()
    assert store.outbox.counts() == (0, 0)
    assert store.outbox.ready() == []
    assert store.cards.faces(OLD) == []
    store.writes.undo().result()
    assert [face.name for face in store.cards.faces(OLD)] == ["Ana"]


def test_a_confirmation_that_comes_twice_changes_nothing(store: Store) -> None:
    row = store.writes.submit(move()).result()
    store.outbox.confirm(row.seq).result()
    store.writes.submit(move(pos=2, list_id=NEW)).result()
    store.outbox.confirm(row.seq).result()
    assert store.cards.faces(OLD) == []
    assert store.outbox.counts() == (1, 0)


def test_a_card_moved_off_a_board_never_sent_outlives_it(store: Store) -> None:
    board, column, card = new_local_id(), new_local_id(), new_local_id()
    for write in (
        CreateBoard(board_id=board, name="Fair"),
        CreateList(board_id=board, list_id=column, name="Ideas", pos=1),
        CreateCard(board_id=board, card_id=card, list_id=column, name="Banner", pos=1),
        MoveCardToBoard(board_id=BOARD, card_id=card, list_id=NEW, pos=9, from_board_id=board),
        DeleteBoard(board_id=board),
    ):
        store.writes.submit(write).result()
    face = store.cards.face(card)
    assert face is not None
    assert face.list_id == NEW


def test_an_item_moved_off_a_checklist_never_sent_outlives_it(store: Store) -> None:
    at = {"board_id": BOARD, "card_id": CARD}
    first, second, item = new_local_id(), new_local_id(), new_local_id()
    for write in (
        CreateChecklist(**at, checklist_id=first, name="Now", pos=1),
        CreateChecklist(**at, checklist_id=second, name="Later", pos=2),
        CreateCheckItem(**at, checklist_id=first, item_id=item, name="call", pos=1),
        MoveCheckItem(**at, checklist_id=first, to_checklist_id=second, item_id=item, pos=1, name="call"),
        DeleteChecklist(**at, checklist_id=first),
    ):
        store.writes.submit(write).result()
    [left] = store.checklists.of_card(CARD)
    assert [one.name for one in left.check_items] == ["call"]


def test_a_state_is_left_only_from_where_it_may_be_left(store: Store) -> None:
    row = store.writes.submit(move()).result()
    store.write(lambda tx: queue.move(tx, row.seq, "inflight", ("done",))).result()
    assert [one.seq for one in store.outbox.in_state("waiting")] == [row.seq]
    store.write(lambda tx: queue.move(tx, row.seq, "refused", ("waiting",), reason="no", cause=7)).result()
    [refused] = store.outbox.in_state("refused")
    assert (refused.reason, refused.cause) == ("no", 7)


def test_a_value_that_was_refused_is_no_beginning_for_the_next(store: Store) -> None:
    first = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Ana")).result()
    store.outbox.mark_inflight(first.seq).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Bo")).result()
    store.outbox.refuse(first.seq, "no").result()
    [later] = store.outbox.in_state("waiting")
    assert later.base == {"name": "Card 1"}


def test_what_was_folded_into_a_refused_write_may_wait_in_its_stead(store: Store) -> None:
    first = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Ana")).result()
    second = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Bo")).result()
    [waiting] = store.outbox.in_state("waiting")
    assert (waiting.seq, waiting.base) == (second.seq, {"name": "Card 1"})
    assert [row.seq for row in store.outbox.in_state("folded")] == [first.seq]
    store.outbox.refuse(second.seq, "no", instead=True).result()
    assert [row.seq for row in store.outbox.in_state("waiting")] == [first.seq]
    face = store.cards.face(CARD)
    assert face is not None
    assert face.name == "Ana"


def test_writes_of_other_fields_are_not_folded(store: Store) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc="x")).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Bo")).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=OTHER, name="Bo")).result()
    assert len(store.outbox.in_state("waiting")) == 3
