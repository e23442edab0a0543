"""Whose deed is taken back: that of the window that asks, and of the board on its screen."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id
from tests.store.outbox.made_writes import CARD, OTHER, made, move
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.change import Change, Doer
from tui.model.notification import Notification
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.boards import CreateBoard, UpdateBoard
from tui.model.writes.cards import CopyCard, CreateCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.model.writes.notifications import MarkNotification
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.undo import window_state
from tui.store.store import Store

WON, THERE, FAR = "e" * 24, "f" * 24, card_id(99)


@pytest.fixture
def two_boards(store: Store) -> Store:
    store.arrive(
        Arrived(
            boards=(Board(id=WON, name="Won"),),
            lists=(BoardList(id=THERE, id_board=WON, name="There", pos=1),),
            cards=(Card(id=FAR, id_board=WON, id_list=THERE, name="Far", pos=1),),
        )
    ).result()
    return store


def name(store: Store, card: str) -> str:
    face = store.cards.face(card)
    assert face is not None
    return face.name


def rename(card: str, to: str, board: str = BOARD) -> UpdateCard:
    return UpdateCard(board_id=board, card_id=card, name=to)


def test_what_was_done_on_another_board_stays(two_boards: Store) -> None:
    two_boards.writes.submit(rename(card_id(1), "Here")).result()
    two_boards.writes.submit(rename(FAR, "Elsewhere", WON)).result()
    assert two_boards.writes.undo(BOARD).result() is not None
    assert (name(two_boards, card_id(1)), name(two_boards, FAR)) == ("Card 1", "Elsewhere")
    assert two_boards.writes.undo(BOARD).result() is None
    assert two_boards.writes.redo(WON).result() is None
    assert two_boards.writes.redo(BOARD).result() is not None
    assert two_boards.writes.undo(WON).result() is not None
    assert (name(two_boards, card_id(1)), name(two_boards, FAR)) == ("Here", "Far")


@pytest.mark.parametrize(
    "op",
    [
        CopyCard(
            board_id=WON, card_id=new_local_id(), source_id=card_id(1), list_id=THERE, name="Copy", pos=2
        ),
        MoveCardToBoard(board_id=WON, from_board_id=BOARD, card_id=card_id(1), list_id=THERE, pos=2),
        UpdateBoard(board_id=WON, closed=True),
        CreateBoard(board_id=new_local_id(), name="Third"),
    ],
)
def test_what_concerns_both_boards_is_taken_back_on_either(two_boards: Store, op: Write) -> None:
    two_boards.writes.submit(op).result()
    undone = two_boards.writes.undo(BOARD).result()
    assert undone is not None
    assert undone.row.write == op


@pytest.mark.parametrize("other_window", [False, True])
def test_a_board_with_work_on_it_is_not_closed_by_an_undo_elsewhere(
    reopen: Callable[[], Store], two_boards: Store, other_window: bool
) -> None:
    """What was done on it is out of reach there, so that the next one in reach was that it was made."""
    third = new_local_id()
    make = CreateBoard(board_id=third, name="Third")
    todo = CreateList(board_id=third, list_id=new_local_id(), name="To do", pos=1)
    late = CreateList(board_id=third, list_id=new_local_id(), name="Held", pos=2)
    two_boards.writes.submit_all([make, todo]).result()
    at_work = reopen() if other_window else two_boards
    at_work.writes.submit(late).result()
    assert two_boards.writes.undo(BOARD).result() is None
    if other_window:
        assert two_boards.writes.undo(third).result() is None
    for store, op in ((at_work, late), (two_boards, make)):
        undone = store.writes.undo(third).result()
        assert undone is not None
        assert undone.row.write == op


def test_a_new_board_with_a_card_of_a_colleague_is_not_closed_by_an_undo(two_boards: Store) -> None:
    third, todo = new_local_id(), new_local_id()
    make = CreateBoard(board_id=third, name="Third")
    two_boards.writes.submit_all(
        [make, CreateList(board_id=third, list_id=todo, name="To do", pos=1)]
    ).result()
    theirs = Card(id="c" * 24, id_board=third, id_list=todo, name="Ring Bo", pos=1)
    two_boards.arrive(Arrived(cards=(theirs,))).result()
    assert two_boards.writes.undo(BOARD).result() is None
    assert two_boards.writes.undo(third).result() is None
    two_boards.arrive(Arrived(cards=(theirs.replace(closed=True),))).result()
    undone = two_boards.writes.undo(third).result()
    assert undone is not None
    assert undone.row.write == make


def test_both_boards_hear_of_a_card_that_goes_from_one_to_the_other(two_boards: Store) -> None:
    """The one that it left is what is on the screen; whoever else says that something changed may be late."""
    news: list[Change] = []
    two_boards.feed.subscribe(news.append)
    move = MoveCardToBoard(board_id=WON, from_board_id=BOARD, card_id=card_id(1), list_id=THERE, pos=2)
    two_boards.writes.submit(move).result()
    [told] = news
    assert told.board_ids == {BOARD, WON}
    assert told.card_ids == {card_id(1)}
    news.clear()
    two_boards.writes.undo(BOARD).result()
    assert news[0].board_ids == {BOARD, WON}


def test_both_boards_hear_of_a_card_that_somebody_else_takes_to_the_other(two_boards: Store) -> None:
    news: list[Change] = []
    card = two_boards.cards.get(card_id(1))
    assert card is not None
    two_boards.feed.subscribe(news.append)
    two_boards.arrive(Arrived(cards=(card.replace(id_board=WON, id_list=THERE),))).result()
    [told] = news
    assert told.board_ids == {BOARD, WON}
    assert told.card_ids == {card_id(1)}


def test_a_board_made_here_is_the_same_under_the_services_name(store: Store) -> None:
    made, there = new_local_id(), "9" * 24
    row = store.writes.submit(CreateBoard(board_id=made, name="Third")).result()
    store.writes.submit(UpdateBoard(board_id=made, name="Fourth")).result()
    store.outbox.mark_inflight(row.seq).result()
    store.outbox.confirm(row.seq, {made: there}).result()
    assert store.writes.undo(made).result() is not None
    board = store.boards.get(there)
    assert board is not None
    assert board.name == "Third"


def test_each_window_takes_its_own_back_and_the_last_one_those_of_the_closed(
    reopen: Callable[[], Store], store: Store
) -> None:
    other = reopen()
    store.writes.submit(rename(card_id(1), "One")).result()
    theirs = other.writes.submit(rename(card_id(2), "Two")).result()
    store.writes.undo(BOARD, batch=0).result()
    assert (name(store, card_id(1)), name(store, card_id(2))) == ("Card 1", "Two")
    assert store.writes.undo(BOARD).result() is None
    assert other.writes.redo(BOARD).result() is None, "what was undone in another window"
    other.close()
    store.writes.submit(rename(card_id(1), "One again")).result()
    store.writes.undo(BOARD, batch=0).result()
    assert name(store, card_id(1)) == "Card 1", "its own come first"
    untold = store.writes.undo(BOARD, batch=0).result()
    assert untold is not None
    assert (untold.untold, untold.row.batch, untold.did) == (True, theirs.batch, ())
    assert name(store, card_id(2)) == "Two"
    assert [past.batch for past in store.writes.history(1, theirs.batch)] == [theirs.batch]
    assert store.writes.undo(BOARD, batch=theirs.batch).result() is not None
    assert name(store, card_id(2)) == "Card 2"


def test_what_a_closed_window_did_is_told_first_also_when_what_this_one_did_is_gone(
    reopen: Callable[[], Store], store: Store
) -> None:
    other = reopen()
    theirs = other.writes.submit(rename(card_id(2), "Two")).result()
    newer = other.writes.submit(rename(card_id(3), "Three")).result()
    other.close()
    store.writes.submit(rename(card_id(1), "One")).result()
    store.arrive(Arrived(gone=(("cards", card_id(1)),))).result()
    untold = store.writes.undo(BOARD, batch=0).result()
    assert untold is not None
    assert (untold.untold, untold.row.batch) == (True, newer.batch)
    store.arrive(Arrived(gone=(("cards", card_id(3)),))).result()
    untold = store.writes.undo(BOARD, batch=newer.batch).result()
    assert untold is not None
    assert (untold.untold, untold.row.batch) == (True, theirs.batch), "another one than was told"
    assert name(store, card_id(2)) == "Two"
    assert store.writes.undo(BOARD, batch=theirs.batch).result() is not None
    assert name(store, card_id(2)) == "Card 2"
    assert store.writes.undo(BOARD, batch=theirs.batch).result() is None


@pytest.mark.parametrize("doer", ["screens", "rules", "command"])
def test_what_was_done_at_screens_before_these_is_undone_at_once(
    reopen: Callable[..., Store], store: Store, doer: Doer
) -> None:
    before, screens = reopen(doer=doer), doer == "screens"
    done = before.writes.submit(rename(card_id(2), "Two")).result()
    before.close()
    undone = reopen(doer="screens").writes.undo(BOARD, batch=0).result()
    assert undone is not None
    assert (undone.row.batch, undone.untold) == (done.batch, not screens)
    assert name(store, card_id(2)) == ("Card 2" if screens else "Two")


def test_what_is_done_at_other_screens_meanwhile_is_told_first(
    reopen: Callable[..., Store], store: Store
) -> None:
    other, now = reopen(doer="screens"), reopen(doer="screens")
    other.writes.submit(rename(card_id(2), "Two")).result()
    other.close()
    untold = now.writes.undo(BOARD, batch=0).result()
    assert untold is not None
    assert untold.untold
    assert name(store, card_id(2)) == "Two"


def test_what_another_window_does_does_not_end_what_can_be_done_again(
    reopen: Callable[[], Store], store: Store
) -> None:
    store.writes.submit(rename(card_id(1), "One")).result()
    store.writes.undo(BOARD).result()
    reopen().writes.submit(rename(card_id(2), "Two")).result()
    assert store.writes.redo(BOARD).result() is not None
    assert name(store, card_id(1)) == "One"


def test_what_is_done_again_is_told_and_not_what_took_it_back(store: Store) -> None:
    for op, words in (
        (rename(card_id(1), "One"), "Renamed to “One”"),
        (MoveCard(board_id=BOARD, card_id=card_id(2), list_id=OLD, pos=1), "Moved “Card 2” to Old"),
        (MoveCard(board_id=BOARD, card_id=card_id(2), list_id=NEW, pos=9), "Moved “Card 2” to New"),
    ):
        store.writes.submit(op).result()
        store.writes.undo(BOARD).result()
        again = store.writes.redo(BOARD).result()
        assert again is not None
        assert [store.writes.describe(did) for did in again.did] == [words]


def test_what_is_marked_read_is_taken_back_among_the_notifications_only(store: Store) -> None:
    note = Notification(id="9" * 24, date=store.now())
    store.arrive(Arrived(notifications=(note,))).result()
    store.writes.submit(MarkNotification(notification_id=note.id, unread=False)).result()
    assert store.writes.undo(BOARD).result() is None
    assert store.writes.undo().result() is None
    store.writes.submit(move()).result()
    undone = store.writes.undo("").result()
    assert undone is not None
    assert store.writes.describe(undone.row.write) == "Marked a notification read"
    assert store.writes.undo("").result() is None
    assert store.writes.redo("").result() is not None


def test_undone_across_a_restart_and_only_once(reopen: Callable[[], Store], store: Store) -> None:
    store.writes.submit_all([move(), move(OTHER, pos=10)]).result()
    store.close()
    again = reopen()
    undone = again.writes.undo().result()
    assert undone is not None
    assert again.writes.describe(undone.row.write) == "Moved “Card 1” to Old"
    assert again.cards.faces(OLD) == []
    assert again.writes.undo().result() is None
    assert again.writes.redo().result() is not None
    assert [face.id for face in again.cards.faces(OLD)] == [CARD, OTHER]
    again.writes.submit(CreateList(board_id=BOARD, list_id=new_local_id(), name="L", pos=9)).result()
    assert again.writes.redo().result() is None


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
    passed_over = next(one for one in store.writes.history(9) if one.batch == undone.row.batch)
    assert (passed_over.undone, passed_over.live) == (False, False), "it is not said to be undone"
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


def rename_numbered(number: int, to: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card_id(number), name=to)


def names(store: Store) -> list[str]:
    return [face.name for number in (1, 2, 3) if (face := store.cards.face(card_id(number))) is not None]


def test_the_newest_is_first_and_a_batch_is_one(store: Store) -> None:
    store.writes.submit(rename_numbered(1, "One")).result()
    store.writes.submit_all([rename_numbered(2, "Two"), rename_numbered(3, "Three")]).result()
    newest, oldest = store.writes.history(10)
    assert [op.name for op in newest.writes if isinstance(op, UpdateCard)] == ["Two", "Three"]
    assert (newest.role, newest.live, newest.undone) == ("do", True, False)
    assert oldest.batch < newest.batch
    assert store.writes.history(1) == [newest]


def test_everything_back_to_a_point_is_undone_and_nothing_before_it(store: Store) -> None:
    before = names(store)
    store.writes.submit(rename_numbered(1, "One")).result()
    second = store.writes.submit(rename_numbered(2, "Two")).result()
    store.writes.submit(rename_numbered(3, "Three")).result()
    assert len(store.writes.revert_to(second.batch).result()) == 2
    assert names(store) == ["One", *before[1:]]
    assert [past.role for past in store.writes.history(10)] == ["undo", "undo", "do", "do", "do"]
    assert store.writes.revert_to(second.batch).result() == []
    assert store.writes.redo(BOARD).result() is not None
    assert names(store) == ["One", "Two", before[2]]


def test_what_was_undone_before_stays_undone(store: Store) -> None:
    before = names(store)
    first = store.writes.submit(rename_numbered(1, "One")).result()
    store.writes.submit(rename_numbered(2, "Two")).result()
    assert store.writes.undo(BOARD).result() is not None
    store.writes.revert_to(first.batch).result()
    assert names(store) == before


def test_what_another_open_window_did_stays(store: Store, tmp_path: Path, monkeypatch) -> None:
    first = store.writes.submit(rename_numbered(1, "One")).result()
    own, store.window = store.window, store.window
    monkeypatch.setattr(
        "tui.store.outbox.undo.window_state", lambda window, _: "open" if window == own else "here"
    )
    assert store.writes.revert_to(first.batch).result() == []
    assert names(store)[0] == "One"


def test_of_several_writes_those_with_a_target_are_made_and_the_others_are_named(store: Store) -> None:
    gone = rename_numbered(99, "Nowhere")
    left = store.writes.submit_each([rename_numbered(1, "One"), gone, rename_numbered(2, "Two")]).result()
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

    batch = (
        store.writes.submit_all([rename_numbered(number, "New") for number in (1, 2, 3)]).result()[0].batch
    )
    assert told_by(store.writes.undo) == [(0, 3), (1, 3), (2, 3)]
    assert told_by(store.writes.redo) == [(0, 3), (1, 3), (2, 3)]
    again = store.writes.history(1)[0].batch
    assert again != batch
    assert told_by(lambda told: store.writes.revert_to(again, told)) == [(0, 3), (1, 3), (2, 3)]


def test_an_undo_means_what_it_undid(store: Store) -> None:
    store.writes.submit_all([rename_numbered(1, "One"), rename_numbered(2, "Two")]).result()
    store.writes.undo(BOARD).result()
    newest, oldest = store.writes.history(10)
    assert [op.name for op in newest.writes if isinstance(op, UpdateCard)] == ["Card 2", "Card 1"]
    assert [op.name for op in newest.meant if isinstance(op, UpdateCard)] == ["One", "Two"]
    assert oldest.meant == oldest.writes


def meant(store: Store) -> list[str]:
    """The kinds of what was done, or of an undo what it took back, the newest first."""
    return [past.meant[0].kind for past in store.writes.history(10)]


@pytest.mark.parametrize("sent", [False, True])
def test_the_undo_of_a_new_list_means_that_it_was_made(store: Store, *, sent: bool) -> None:
    local = new_local_id()
    row = store.writes.submit(CreateList(board_id=BOARD, list_id=local, name="New", pos=9.0)).result()
    if sent:
        store.outbox.confirm(row.seq, {local: "9" * 24}).result()
    store.writes.undo(BOARD).result()
    assert meant(store) == ["create_list", "create_list"]
    store.writes.redo(BOARD).result()
    store.writes.undo(BOARD).result()
    assert meant(store) == ["create_list"] * 4, "each of them takes back that it was made, or makes it again"


def test_the_undo_of_what_was_restored_means_that(store: Store) -> None:
    for closed in (True, False):
        store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(1), closed=closed)).result()
    store.writes.undo(BOARD).result()
    assert meant(store)[0] == "update_card"


def test_what_rules_did_is_told_after_a_restart_too(reopen: Callable[..., Store], store: Store) -> None:
    assert window_state(store.window, "another") == "open"
    rules, screens = reopen(doer="rules"), reopen(doer="screens")
    rules.writes.submit(rename_numbered(1, "One")).result()
    rules.close()
    [did] = screens.writes.history(1)
    assert window_state(did.window, screens.window) == "closed rules"
    assert len(screens.writes.revert_to(did.batch).result()) == 1
