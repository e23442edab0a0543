"""What is asked of the store for screens, rules and exports: which things, and in which order."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id, seed
from tui.clock import ManualClock
from tui.model.board import Board
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.member import Member, Membership
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.comments import AddComment
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.undo import window_state
from tui.store.store import Store
from tui.store.windows import window

DUE = datetime(2031, 2, 3, 9, tzinfo=UTC)


def due(
    number: int, at: datetime, *, board: str = BOARD, closed: bool = False, due_complete: bool = False
) -> Card:
    return Card(
        id=card_id(number),
        id_board=board,
        id_list=NEW,
        name=f"Due {number}",
        pos=number,
        due=at,
        closed=closed,
        due_complete=due_complete,
    )


@pytest.fixture
def dated(store: Store) -> Store:
    """Cards that are due, the last of them first in the list."""
    cards = (
        due(10, DUE + timedelta(hours=2)),
        due(11, DUE + timedelta(hours=1)),
        due(12, DUE),
        due(13, DUE, closed=True),
        due(14, DUE, due_complete=True),
        due(15, DUE + timedelta(hours=1), board="e" * 24),
    )
    store.arrive(Arrived(boards=(Board(id="e" * 24, name="Other"),), cards=cards)).result()
    return store


def test_the_due_dates_of_a_board_are_in_their_order(dated: Store) -> None:
    names = [one.face.name for one in dated.cards.due_on(BOARD)]
    assert names == ["Due 12", "Due 14", "Due 11", "Due 10"]
    assert [one.face.name for one in dated.cards.due_on("e" * 24)] == ["Due 15"]


def test_cards_become_due_after_a_moment_and_until_another(dated: Store) -> None:
    def between(after: float, until: float) -> list[str]:
        start = DUE + timedelta(hours=after)
        return [one.name for one in dated.cards.due_between(start, DUE + timedelta(hours=until))]

    assert between(-1, 1) == ["Due 12", "Due 11", "Due 15"]
    assert between(0, 1) == ["Due 11", "Due 15"], "the first moment is not of them, the last is"
    assert between(1, 1.5) == []


def test_the_next_due_dates_and_the_last_that_are_done(dated: Store) -> None:
    dated.arrive(Arrived(cards=(due(16, DUE + timedelta(hours=3), due_complete=True),))).result()
    assert [one.face.name for one in dated.cards.due(2, done=False)] == ["Due 12", "Due 11"]
    assert [one.face.name for one in dated.cards.due(9, done=True)] == ["Due 16", "Due 14"]


def test_boards_are_recent_that_were_opened_here(store: Store, clock: ManualClock) -> None:
    boards = tuple(Board(id=f"b{number}", name=f"B{number}") for number in range(12))
    store.arrive(Arrived(boards=boards)).result()
    for number in range(1, 12):
        clock.advance(1)
        store.record_opened(f"b{number}").result()
    store.arrive(Arrived(boards=(boards[11].replace(closed=True),))).result()
    assert [one.name for one in store.boards.recent(2)] == ["B10", "B9"]
    assert len(store.boards.recent()) == 10
    assert "B0" not in {one.name for one in store.boards.recent(99)}


def test_the_services_state_is_read_without_what_waits(store: Store) -> None:
    store.writes.submit(UpdateBoard(board_id=BOARD, name="Renamed here")).result()
    store.writes.submit(AddComment(board_id=BOARD, card_id=card_id(1), comment_id="new-1", text="x")).result()
    lists = (Checklist(id="c1", id_board=BOARD, id_card=card_id(1), name="Steps"),)
    store.arrive(Arrived(checklists=lists)).result()
    assert [one["name"] for one in store.raw_state("lists", BOARD)] == ["New", "Old"]
    assert [one["id"] for one in store.raw_state("cards", BOARD)] == [card_id(n) for n in range(4)]
    assert [one["name"] for one in store.raw_state("checklists", card_id(1), of_card=True)] == ["Steps"]
    assert store.raw_state("checklists", card_id(1)) == []
    assert store.raw_state("comments", card_id(1), of_card=True) == [], "the service does not have it"


def test_texts_in_windows_that_were_closed_are_told_oldest_first(
    reopen: Callable[[], Store], store: Store, clock: ManualClock
) -> None:
    dead = reopen()
    for key in ("z", "a"):
        dead.drafts.set(key, "half").result()
        clock.advance(1)
    dead.drafts.set("left", "half").result()
    dead.drafts.leave("left").result()
    store.drafts.set("here", "half").result()
    assert store.drafts.interrupted() == []
    dead.close()
    assert store.drafts.interrupted() == ["z", "a"]
    store.drafts.leave_interrupted(["z", "odd"]).result()
    assert store.drafts.interrupted() == ["a"], "nobody was told of it"
    store.drafts.leave_interrupted(["a"]).result()
    assert store.drafts.interrupted() == [], "they were told"
    assert [store.drafts.left(key) for key in ("z", "a", "left")] == [["half"]] * 3, "and are offered"
    assert (store.drafts.get("here"), store.drafts.left("here")) == ("half", [])


def test_who_did_something_is_here_or_open_or_closed() -> None:
    here, there = window.open_window(), window.open_window()
    assert (window_state(here, here), window_state(there, here)) == ("here", "open")
    window.close_window(there)
    assert (window_state(there, here), window_state("", here), window_state("elsewhere:1:x", here)) == (
        "closed",
    ) * 3
    window.close_window(here)


def test_a_process_is_gone_if_another_has_its_number() -> None:
    host, pid, token = window.process_name().rsplit(":", 2)
    began, _, rest = token.partition("-")
    assert not window.is_gone(f"{host}:{pid}:{token}")
    assert window.is_gone(f"{host}:{pid}:{int(began) + 1}-{rest}")
    assert window.is_gone(f"{host}:999999999:{token}")
    assert window.is_gone(f"{host}:{'9' * 30}:{token}")
    assert not window.is_gone(f"{host}:{pid}:{rest}"), "a name of old says not when it began"
    for unknown in (f"{host}:x:{token}", f"elsewhere:999999999:{token}", "somebody", ""):
        assert not window.is_gone(unknown)


def test_a_process_of_another_user_is_told_by_when_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int, number: int) -> None:
        raise PermissionError(pid, number)

    name = window.process_name()
    monkeypatch.setattr(os, "kill", refuse)
    assert not window.is_gone(name)
    assert window.is_gone(name.replace("-", "0-"))


def test_a_system_that_says_not_when_a_process_began_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_path: str) -> SimpleNamespace:
        def read_text(**_how: str) -> str:
            raise FileNotFoundError

        return SimpleNamespace(read_text=read_text)

    name = window.process_name()
    monkeypatch.setattr(window, "Path", missing)
    assert window.process_name().rsplit(":", 1)[1].startswith("-")
    assert window.is_gone(name), "when it began is known, and is not what it says now"
    assert not window.is_gone(window.process_name())


def test_the_name_of_anything_is_found_in_what_is_shown(store: Store) -> None:
    me = Member(id="m" * 24, full_name="Zed")
    store.arrive(seed().replace(members=(me,), me=me)).result()
    for ident, name in ((BOARD, "Sales"), (OLD, "Old"), (card_id(2), "Card 2"), ("m" * 24, "Zed")):
        assert store._name(ident) == name


def test_members_and_their_roles_are_told_when_they_change(store: Store) -> None:
    heard: list[frozenset[str]] = []
    end = store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    zed = Member(id="z" * 24, full_name="Zed")
    role = Membership(id_member="z" * 24, member_type="admin")
    for members, roles in (
        ((zed,), ()),
        ((zed,), ()),
        ((zed,), (role,)),
        ((zed.replace(full_name="Z"),), (role,)),
    ):
        store.arrive(Arrived(members_of=BOARD, members=members, memberships=roles)).result()
    end()
    assert heard == [{"members"}] * 3, "the second time it was the same"
