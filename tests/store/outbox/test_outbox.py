"""Each op ends in exactly one of: done, refused, given up; and leaves in order."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.card import Card
from tui.model.change import Change
from tui.model.writes.boards import CreateBoard, DeleteBoard
from tui.model.writes.cards import CreateCard, DeleteCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, DeleteChecklist, MoveCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel, CreateLabel
from tui.model.writes.lists import CreateList
from tui.store.outbox.arrive import Arrived
from tui.store.store import Store

BOARD, NEW, OLD, RED = "b" * 24, "c" * 24, "d" * 24, "1" * 24
CARD, OTHER, SERVER = "5fc7b7c40000000000000001", "5fc7b7c40000000000000002", "e" * 24


def move(card: str = CARD, pos: float = 9.0, list_id: str = OLD) -> MoveCard:
    return MoveCard(board_id=BOARD, card_id=card, list_id=list_id, pos=pos)


def made(card: str) -> CreateCard:
    return CreateCard(board_id=BOARD, card_id=card, list_id=NEW, name="Ana", pos=7)


def test_one_entity_in_order_and_others_not_waiting_for_it(store: Store) -> None:
    first = store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="A")).result()
    store.submit(move()).result()
    third = store.submit(move(OTHER)).result()
    assert [row.seq for row in store.outbox.ready()] == [first.seq, third.seq]


def test_what_names_an_unbound_thing_waits_until_it_is_bound(store: Store) -> None:
    label, card = new_local_id(), new_local_id()
    make_label = store.submit(CreateLabel(board_id=BOARD, label_id=label, name="Warm")).result()
    make_card = store.submit(made(card)).result()
    wear = store.submit(AddCardLabel(board_id=BOARD, card_id=card, label_id=label)).result()
    assert store.outbox.mark_inflight(wear.seq).result() is None
    store.outbox.mark_inflight(make_card.seq).result()
    store.outbox.confirm(make_card.seq, {card: SERVER}).result()
    assert [row.seq for row in store.outbox.ready()] == [make_label.seq]
    store.outbox.confirm(make_label.seq, {label: "f" * 24}).result()
    (ready,) = store.outbox.ready()
    assert ready.write == AddCardLabel(board_id=BOARD, card_id=SERVER, label_id="f" * 24)
    face = store.cards.face(card)
    assert face is not None
    assert (face.id, face.label_ids, face.pending) == (SERVER, ("f" * 24,), 1)


def test_a_create_is_not_done_before_it_has_a_name(store: Store) -> None:
    row = store.submit(made(new_local_id())).result()
    with pytest.raises(StoreError, match="without the service's id"):
        store.outbox.confirm(row.seq).result()
    assert store.outbox.counts() == (1, 0)


def test_what_a_pull_brought_and_what_we_made_become_one(store: Store) -> None:
    card = new_local_id()
    row = store.submit(made(card)).result()
    store.submit(UpdateCard(board_id=BOARD, card_id=card, desc="typed meanwhile")).result()
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
    create = store.submit(made(card)).result()
    say = AddComment(
        board_id=BOARD,
        card_id=card,
        comment_id=comment,
        text=f"about {card}",
        finding_key="email:a@b.example",
    )
    store.submit(say).result()
    store.drafts.set(f"comment:{card}", "half").result()
    changes: list[Change] = []
    store.feed.subscribe(changes.append)
    store.outbox.confirm(create.seq, {card: SERVER}).result()
    store.outbox.recover().result()  # the news is behind the write, and this behind the news
    assert dict(changes[0].bound) == {card: SERVER}
    assert store.drafts.all() == {f"comment:{SERVER}": "half"}
    assert store.findings.attached_comment(SERVER, "email:a@b.example") == comment
    (row,) = store.outbox.in_state("waiting")
    assert row.write == say.replace(card_id=SERVER)
    assert SERVER in row.inverse[0].as_dict().values()
    assert store.actions.comments(card)[0].text == f"about {card}"


def test_a_refusal_is_taken_out_of_the_view_and_kept(store: Store) -> None:
    row = store.submit(move()).result()
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Kept")).result()
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
    create = store.submit(made(card)).result()
    store.submit(AddComment(board_id=BOARD, card_id=card, comment_id=new_local_id(), text="typed")).result()
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
    create = store.submit(made(card)).result()
    say = store.submit(AddComment(board_id=BOARD, card_id=card, comment_id=new_local_id(), text="x")).result()
    store.outbox.mark_inflight(create.seq).result()
    store.outbox.refuse(create.seq, "board is full").result()
    store.outbox.retry(say.seq).result()
    assert store.outbox.counts() == (2, 0)
    assert [row.seq for row in store.outbox.ready()] == [create.seq]


def test_successive_moves_leave_as_one_and_are_undone_one_by_one(store: Store) -> None:
    for pos in (5.0, 6.0, 7.0):
        store.submit(move(pos=pos)).result()
    (ready,) = store.outbox.ready()
    assert ready.write == move(pos=7.0)
    assert store.outbox.counts() == (1, 0)
    for pos in (6.0, 5.0):
        store.undo().result()
        assert [face.pos for face in store.cards.faces(OLD)] == [pos]
    store.undo().result()
    assert store.cards.faces(OLD) == []


def test_an_op_that_was_tried_is_never_folded(store: Store) -> None:
    first = store.submit(move(pos=5)).result()
    store.outbox.mark_inflight(first.seq).result()
    store.submit(move(pos=6)).result()
    store.outbox.back(first.seq).result()
    store.submit(move(pos=7)).result()
    assert [row.write for row in store.outbox.in_state("waiting")] == [move(pos=5), move(pos=7)]


def test_deleting_what_was_never_sent_sends_nothing(store: Store) -> None:
    card = new_local_id()
    store.submit(made(card)).result()
    store.submit(move(card)).result()
    store.submit(DeleteCard(board_id=BOARD, card_id=card)).result()
    assert store.outbox.counts() == (0, 0)
    assert store.outbox.ready() == []
    assert store.cards.faces(OLD) == []
    store.undo().result()
    assert [face.name for face in store.cards.faces(OLD)] == ["Ana"]


@pytest.mark.fault("F72")
def test_put_off_until_its_time_and_not_for_ever_when_the_clock_was_wrong(
    store: Store, clock: ManualClock
) -> None:
    row = store.submit(move()).result()
    store.outbox.back(row.seq, clock.now() + timedelta(seconds=30)).result()
    assert store.outbox.ready() == []
    assert store.outbox.next_at() == clock.now() + timedelta(seconds=30)
    clock.advance(30)
    assert [one.seq for one in store.outbox.ready()] == [row.seq]
    for wrong in (timedelta(minutes=10), timedelta(days=2)):
        store.outbox.back(row.seq, clock.now() + wrong).result()
        assert [one.seq for one in store.outbox.ready()] == [row.seq]


def test_after_a_crash_what_was_leaving_is_uncertain_and_keeps_its_key(store: Store) -> None:
    row = store.submit(move()).result()
    sent = store.outbox.mark_inflight(row.seq).result()
    assert sent is not None
    assert store.outbox.mark_inflight(row.seq).result() is None
    assert store.outbox.recover().result() == 1
    (left,) = store.outbox.in_state("uncertain")
    assert (left.key, left.attempts) == (row.key, 1)
    assert store.outbox.idempotency_key(row.seq) == sent.key


def test_a_confirmation_that_comes_twice_changes_nothing(store: Store) -> None:
    row = store.submit(move()).result()
    store.outbox.confirm(row.seq).result()
    store.submit(move(pos=2, list_id=NEW)).result()
    store.outbox.confirm(row.seq).result()
    assert store.cards.faces(OLD) == []
    assert store.outbox.counts() == (1, 0)


@pytest.mark.fault("F70", "F71")
def test_one_sender_and_takeover_when_its_lease_is_over(store: Store, clock: ManualClock) -> None:
    lease = store.outbox.lease
    assert lease("one", clock.now()).result()
    assert not lease("two", clock.now()).result()
    assert lease("one", clock.now()).result()
    assert store.outbox.leader() == "one"
    clock.advance(31)
    assert store.outbox.leader() is None
    assert lease("two", clock.now()).result()
    store.outbox.release("one").result()
    assert not lease("one", clock.now()).result()
    store.outbox.release("two").result()
    assert lease("one", clock.now()).result()


def test_undone_across_a_restart_and_only_once(open_store: Callable[[], Store], store: Store) -> None:
    store.submit_all([move(), move(OTHER, pos=10)]).result()
    store.close()
    again = open_store()
    undone = again.undo().result()
    assert undone is not None
    assert again.describe(undone.row.write) == "Moved “Card 1” to Old"
    assert again.cards.faces(OLD) == []
    assert again.undo().result() is None
    assert again.redo().result() is not None
    assert [face.id for face in again.cards.faces(OLD)] == [CARD, OTHER]
    again.submit(CreateList(board_id=BOARD, list_id=new_local_id(), name="L", pos=9)).result()
    assert again.redo().result() is None


@pytest.mark.parametrize("card", ["", "nobody", "new-000000000000000000000000"])
def test_an_op_on_what_is_not_there_is_refused_with_words(store: Store, card: str) -> None:
    with pytest.raises(StoreError, match="card is not there any more"):
        store.submit(move(card)).result()
    assert store.outbox.counts() == (0, 0)


def test_of_a_deed_is_undone_what_can_be_and_an_older_one_stays(store: Store) -> None:
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Older")).result()
    store.submit_all([move(OTHER), move(CARD, pos=4)]).result()
    store.arrive(Arrived(gone=(("cards", OTHER),))).result()
    undone = store.undo().result()
    assert undone is not None
    assert (undone.row.write, [row.write for row in undone.left]) == (move(CARD, pos=4), [move(OTHER)])
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.name, face.list_id) == ("Older", NEW)
    assert store.redo().result() is not None
    assert [face.id for face in store.cards.faces(OLD)] == [CARD]


def test_an_undone_deed_is_stamped_as_no_other_is(store: Store) -> None:
    """A row drawn from a version is never drawn again: two transactions must not share one."""
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="First")).result()
    store.submit_all([move(OTHER), move()]).result()
    store.arrive(Arrived(gone=(("cards", OTHER),))).result()
    store.undo().result()
    undone = store.cards.face(CARD)
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Next")).result()
    later = store.cards.face(CARD)
    assert undone is not None
    assert later is not None
    assert undone.version < later.version <= store.mark()


def test_a_card_moved_off_a_board_never_sent_outlives_it(store: Store) -> None:
    board, column, card = new_local_id(), new_local_id(), new_local_id()
    for write in (
        CreateBoard(board_id=board, name="Fair"),
        CreateList(board_id=board, list_id=column, name="Ideas", pos=1),
        CreateCard(board_id=board, card_id=card, list_id=column, name="Banner", pos=1),
        MoveCardToBoard(board_id=BOARD, card_id=card, list_id=NEW, pos=9, from_board_id=board),
        DeleteBoard(board_id=board),
    ):
        store.submit(write).result()
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
        store.submit(write).result()
    [left] = store.checklists.of_card(CARD)
    assert [one.name for one in left.check_items] == ["call"]
