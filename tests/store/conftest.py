from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.store.told import Telling
from tui.clock import ManualClock
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.change import Doer
from tui.model.label import Label
from tui.model.member import Member
from tui.store import db as store_db
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, NEW, OLD = "b" * 24, "c" * 24, "d" * 24
RED, BLUE, ME = "1" * 24, "2" * 24, "a" * 24


def card_id(number: int) -> str:
    return f"5fc7b7c4{number:016x}"


def seed() -> Arrived:
    """A board of two lists, two labels and four cards, all in the first list."""
    me = Member(id=ME, username="me", full_name="Me Myself")
    return Arrived(
        boards=(Board(id=BOARD, name="Sales", short_link="abcd1234"),),
        lists=(
            BoardList(id=NEW, id_board=BOARD, name="New", pos=1),
            BoardList(id=OLD, id_board=BOARD, name="Old", pos=2),
        ),
        labels=(
            Label(id=RED, id_board=BOARD, name="Hot", color="red"),
            Label(id=BLUE, id_board=BOARD, name="", color="blue"),
        ),
        cards=tuple(
            Card(
                id=card_id(n),
                id_board=BOARD,
                id_list=NEW,
                name=f"Card {n}",
                pos=n,
                id_labels=(RED,) * (n % 2),
            )
            for n in range(4)
        ),
        members_of=BOARD,
        members=(me,),
        me=me,
    )


@pytest.fixture(autouse=True)
def telling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else a test is about, each of its transactions tells what it changed."""
    monkeypatch.setattr(store_db, "Transaction", Telling)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def reopen(path: Path, clock: ManualClock) -> Iterator[Callable[..., Store]]:
    """Opens the store at ``path``, again and again; all are closed at the end."""
    opened: list[Store] = []

    def opener(doer: Doer = "command") -> Store:
        opened.append(open_store(path, clock, doer))
        return opened[-1]

    yield opener
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    store = reopen()
    store.arrive(seed()).result()
    return store
