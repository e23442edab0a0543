import pytest

from tui.clock import ManualClock
from tui.model.board import Board
from tui.model.label import Label
from tui.model.member import Member
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD = "b" * 24


def test_starred_first_then_the_last_opened_then_by_name(store: Store, clock: ManualClock) -> None:
    boards = tuple(
        Board(id=name, name=name, starred=name == "Zoo") for name in ("beta", "Alpha", "Zoo", "Gone")
    )
    store.arrive(Arrived(boards=(*boards[:3], boards[3].replace(closed=True)))).result()
    store.record_opened("beta").result()
    assert [one.name for one in store.boards.all()] == ["Zoo", "beta", "Alpha", "Sales"]
    assert [one.name for one in store.boards.all(closed=True)] == ["Gone"]


def test_boards_that_were_never_opened_are_ordered_as_people_count(store: Store) -> None:
    names = ("Sprint 10", "sprint 2", "Āwhina", "Sprint 1", "Zoo")
    store.arrive(Arrived(boards=tuple(Board(id=name, name=name) for name in names))).result()
    found = [one.name for one in store.boards.all() if one.name in names]
    assert found == ["Āwhina", "Sprint 1", "sprint 2", "Sprint 10", "Zoo"]


@pytest.mark.parametrize(
    "text",
    [
        "Sales",
        " sales ",
        "sal",
        BOARD,
        "abcd1234",
        "https://boards.example/b/abcd1234/sales",
        "http://x/b/abcd1234",
    ],
)
def test_a_board_is_found_by_whatever_names_it(store: Store, text: str) -> None:
    found = store.boards.find(text)
    assert found is not None
    assert found.id == BOARD


@pytest.mark.parametrize("text", ["", "nothing", "s", "%", "https://boards.example/b/xxxx9999"])
def test_what_names_none_or_several_finds_none(store: Store, text: str) -> None:
    store.arrive(Arrived(boards=(Board(id="x", name="Support"),))).result()
    assert store.boards.find(text) is None


def test_labels_stand_in_the_order_of_the_palette(store: Store) -> None:
    colors = (None, "pink", "green_dark", "green", "newest")
    labels = tuple(Label(id=f"l{n}", id_board="x", name="", color=color) for n, color in enumerate(colors))
    store.arrive(Arrived(labels=labels)).result()
    assert [one.color for one in store.labels.of_board("x")] == [
        "green",
        "green_dark",
        "pink",
        "newest",
        None,
    ]


def test_members_of_a_board_are_those_last_told(store: Store) -> None:
    me = store.members.me()
    assert me is not None
    assert store.members.of_board(BOARD) == [me]
    store.arrive(Arrived(members_of=BOARD, members=(Member(id="z", full_name="Zed"),))).result()
    assert [one.full_name for one in store.members.of_board(BOARD)] == ["Zed"]
    assert [role.id_member for role in store.members.roles(BOARD)] == ["z"]
