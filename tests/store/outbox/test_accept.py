"""What a write changes beyond the thing it names: while it waits, once the service has it, and where it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.conftest import BOARD, ME, NEW, RED, card_id
from tui.model.action import Comment
from tui.model.board import Board, BoardList
from tui.model.card import Badges, Card
from tui.model.change import Change
from tui.model.checklist import CheckItem, Checklist
from tui.model.member import Member
from tui.model.notification import Notification
from tui.model.values.scalars import created_at, new_local_id
from tui.model.writes.boards import DeleteBoard
from tui.model.writes.cards import CreateCard, DeleteCard, MoveCardToBoard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, DeleteCheckItem
from tui.model.writes.comments import AddComment, DeleteComment
from tui.model.writes.labels import DeleteLabel
from tui.model.writes.members import SetBoardMember
from tui.model.writes.notifications import ReadNotifications
from tui.store.outbox.arrivals import Arrived, Complete

if TYPE_CHECKING:
    from tui.clock import ManualClock
    from tui.model.writes.base import Write
    from tui.store.store import Store

CARD, AWAY, STEPS, SAID = card_id(1), "9" * 24, "3" * 24, "4" * 24


def heard(store: Store) -> list[Change]:
    told: list[Change] = []
    store.feed.subscribe(told.append)
    return told


def sent(store: Store, write: Write, made: dict[str, str] | None = None) -> None:
    store.outbox.confirm(store.writes.submit(write).result().seq, made).result()


def card(store: Store, ident: str = CARD) -> Card:
    found = store.cards.get(ident)
    assert found is not None
    return found


def parts(store: Store) -> None:
    """A checklist of two items, one of them done, and a comment on the card."""
    items = (CheckItem(id="5" * 24, name="Ring", state="complete"), CheckItem(id="6" * 24, name="Write"))
    steps = Checklist(id=STEPS, id_board=BOARD, id_card=CARD, name="Steps", check_items=items)
    date = created_at(CARD)
    assert date is not None
    said = Comment(id=SAID, id_card=CARD, text="Hello", date=date, author="Bo", author_id="7" * 24)
    counted = card(store).replace(badges=Badges(check_items=2, check_items_checked=1, comments=1))
    store.arrive(Arrived(cards=(counted,), checklists=(steps,), comments=(said,))).result()


def labels(store: Store) -> list[tuple[str, ...]]:
    return [card(store, card_id(number)).id_labels for number in range(4)]


def test_a_label_that_is_deleted_is_taken_from_every_card_and_comes_back_where_that_is_refused(
    store: Store,
) -> None:
    before = labels(store)
    told = heard(store)
    seq = store.writes.submit(DeleteLabel(board_id=BOARD, label_id=RED)).result().seq
    assert labels(store) == [()] * 4
    assert told[-1].card_ids == {card_id(1), card_id(3)}
    store.outbox.refuse(seq, "no").result()
    assert labels(store) == before
    sent(store, DeleteLabel(board_id=BOARD, label_id=RED))
    assert labels(store) == [()] * 4
    assert store._db.first("SELECT count(*) FROM docs WHERE shown IS NOT NULL")[0] == 0


def test_all_notifications_up_to_one_are_read(store: Store, clock: ManualClock) -> None:
    inbox = tuple(Notification(id=f"{n:024x}", date=clock.now(), unread=n != 1) for n in range(4))
    store.arrive(Arrived(notifications=inbox)).result()
    write = ReadNotifications(newest_id=inbox[2].id)
    seq = store.writes.submit(write).result().seq
    assert [one.id for one in store.notifications.all(unread_only=True)] == [inbox[3].id]
    store.outbox.refuse(seq, "no").result()
    assert store.notifications.unread() == 3
    sent(store, write)
    assert [one.id for one in store.notifications.all(unread_only=True)] == [inbox[3].id]
    store.arrive(Arrived(notifications=inbox[3:])).result()
    assert store.notifications.unread() == 1


def test_a_change_of_a_part_is_told_as_one_of_its_card(store: Store) -> None:
    parts(store)
    told = heard(store)
    for write in (
        AddComment(board_id=BOARD, card_id=CARD, comment_id=new_local_id(), text="New"),
        DeleteComment(board_id=BOARD, card_id=CARD, comment_id=SAID),
    ):
        store.writes.submit(write).result()
        assert told[-1].nouns >= {"cards", "comments"}
        assert [{*told[-1].board_ids}, {*told[-1].card_ids}] == [{BOARD}, {CARD}]
    store.arrive(
        Arrived(checklists=(Checklist(id=STEPS, id_board=BOARD, id_card=CARD, name="New"),))
    ).result()
    assert told[-1].nouns >= {"cards", "checklists"}
    assert [{*told[-1].board_ids}, {*told[-1].card_ids}] == [{BOARD}, {CARD}]
    store.writes.submit(SetBoardMember(board_id=BOARD, member_id="8" * 24, username="bo")).result()
    assert told[-1].nouns >= {"members"}
    assert told[-1].board_ids == {BOARD}


@pytest.mark.parametrize(("full_name", "author"), [("Me Myself", "Me Myself"), ("", "me")])
def test_a_comment_of_ours_is_shown_with_our_name(store: Store, full_name: str, author: str) -> None:
    store.arrive(Arrived(me=Member(id=ME, username="me", full_name=full_name))).result()
    parts(store)
    local = new_local_id()
    seq = (
        store.writes.submit(AddComment(board_id=BOARD, card_id=CARD, comment_id=local, text="New"))
        .result()
        .seq
    )
    assert {one.author for one in store.actions.comments(CARD)} == {"Bo", author}
    store.outbox.confirm(seq, {local: "f" * 24}).result()
    said = next(one for one in store.actions.comments(CARD) if one.text == "New")
    assert (said.id, said.author, said.author_id) == ("f" * 24, author, ME)


@pytest.mark.parametrize("pulled", [True, False])
def test_a_comment_that_a_pull_brought_already_is_not_counted_twice(store: Store, pulled: bool) -> None:
    parts(store)
    local, server = new_local_id(), "f" * 24
    seq = (
        store.writes.submit(AddComment(board_id=BOARD, card_id=CARD, comment_id=local, text="New"))
        .result()
        .seq
    )
    store.outbox.mark_inflight(seq).result()
    if pulled:
        said = store.actions.comments(CARD)[-1].replace(id=server, text="New")
        counted = Badges(check_items=2, check_items_checked=1, comments=2)
        base = card(store).replace(badges=counted)
        store.arrive(Arrived(comments=(said,), cards=(base,))).result()
    store.outbox.confirm(seq, {local: server}).result()
    assert card(store).badges.comments == 2
    assert len(store.actions.comments(CARD)) == 2


def test_what_was_received_while_a_write_was_under_way_is_read_again(store: Store) -> None:
    def renamed(after: int) -> frozenset[tuple[str, str]]:
        seq = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Mine")).result().seq
        return frozenset(store.outbox.confirm(seq, {}, Arrived(since=after)).result())

    before = store.mark()
    store.arrive(Arrived(cards=(card(store).replace(name="Theirs"),))).result()
    assert renamed(before) == {("cards", CARD)}
    assert card(store).name == "Mine"
    assert renamed(store.mark()) == frozenset(), "nothing came since then"


def test_a_card_that_was_deleted_takes_its_parts_along_and_does_not_come_back(store: Store) -> None:
    parts(store)
    stale = Arrived(cards=(card(store),), since=store.mark())
    note = AddComment(board_id=BOARD, card_id=CARD, comment_id=new_local_id(), text="Found", finding_key="k")
    sent(store, note, {note.comment_id: "f" * 24})
    sent(store, DeleteCard(board_id=BOARD, card_id=CARD))
    store.arrive(stale).result()
    assert store.cards.get(CARD) is None
    for table in ("checklists", "comments", "attached"):
        assert store._db.first(f"SELECT count(*) FROM {table}")[0] == 0, table
    assert store._db.query("SELECT DISTINCT noun FROM docs WHERE parent_id = ?", CARD) == []


def test_items_are_counted_again_once_the_service_has_a_change_of_them(store: Store) -> None:
    parts(store)
    at = {"board_id": BOARD, "card_id": CARD, "checklist_id": STEPS}
    sent(store, DeleteCheckItem(**at, item_id="5" * 24))
    assert (card(store).badges.check_items, card(store).badges.check_items_checked) == (1, 0)
    new = CreateCheckItem(**at, item_id=new_local_id(), name="Third", pos=9)
    sent(store, new, {new.item_id: "f" * 24})
    assert (card(store).badges.check_items, card(store).badges.comments) == (2, 1)
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.items, face.items_done) == (2, 0)


def test_checklists_go_with_their_card_to_another_board(store: Store) -> None:
    parts(store)
    place = BoardList(id="8" * 24, id_board=AWAY, name="Far", pos=1)
    store.arrive(Arrived(boards=(Board(id=AWAY, name="Away"),), lists=(place,))).result()
    sent(
        store,
        MoveCardToBoard(board_id=AWAY, card_id=CARD, list_id=place.id, pos=1, from_board_id=BOARD),
    )
    store.arrive(Arrived(complete=Complete(BOARD, checklists=frozenset(), confirmed=True))).result()
    assert [(one.id, one.id_board) for one in store.checklists.of_card(CARD)] == [(STEPS, AWAY)]


def test_of_a_board_that_was_deleted_nothing_is_left(store: Store) -> None:
    parts(store)
    store.arrive(Arrived(boards=(Board(id=AWAY, name="Away"),))).result()
    for key in (
        f"actions:{BOARD}",
        f"activity:{BOARD}",
        f"read:{BOARD}",
        f"read:{BOARD}/frame",
        f"revision:{BOARD}",
        f"actions:{AWAY}",
    ):
        store.cursors.set(key, "1").result()
    told = heard(store)
    sent(store, DeleteBoard(board_id=BOARD))
    assert [board.id for board in store.boards.every()] == [AWAY]
    for table in ("cards", "lists", "labels", "memberships", "checklists", "comments"):
        assert store._db.first(f"SELECT count(*) FROM {table}")[0] == 0, table
    assert {row[0] for row in store._db.query("SELECT noun FROM docs WHERE id != ?", BOARD)} == {"boards"}
    assert [*store.cursors.all()] == [f"actions:{AWAY}"]
    assert told[-1].nouns >= {"boards", "cards"}
    assert BOARD in told[-1].board_ids


def test_what_names_a_thing_follows_it_to_its_new_name(store: Store) -> None:
    local, server = new_local_id(), "f" * 24
    made = CreateCard(board_id=BOARD, card_id=local, list_id=NEW, name="Ana", pos=9)
    seq = store.writes.submit(made).result().seq
    comment = AddComment(
        board_id=BOARD, card_id=local, comment_id=new_local_id(), text=local, finding_key="k"
    )
    store.writes.submit(comment).result()
    store.drafts.set(f"card:{local}", "half typed").result()
    told = heard(store)
    store.outbox.confirm(seq, {local: server}).result()
    assert [one.text for one in store.actions.comments(server)] == [local], "texts are left as they are"
    assert store.drafts.get(f"card:{server}") == "half typed"
    assert store._db.query("SELECT card_id, key FROM attached") == [(server, "k")]
    [row] = store.outbox.in_state("waiting")
    assert getattr(row.write, "card_id", "") == server
    assert getattr(row.inverse[0], "card_id", "") == server
    assert store._db.first("SELECT count(*) FROM docs WHERE id = ?", local)[0] == 0
    assert dict(told[-1].bound) == {local: server}
    assert "outbox" in told[-1].nouns
