"""A title that is typed before the lists of its board are here."""

import asyncio

import pytest

from tests.app.screens.conftest import screen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.model.sync import SyncStatus
from tui.model.writes.lists import UpdateList
from tui.services.boards import Boards


class Lists:
    """The lists of every board, which nobody has before ``come``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch, self._lists = monkeypatch, Boards.lists
        monkeypatch.setattr(Boards, "lists", lambda *_: [])
        monkeypatch.setattr(Boards, "has_read_lists", lambda *_: False)

    async def come(self, p, *, some: bool = True) -> None:
        if some:
            self._patch.setattr(Boards, "lists", self._lists)
        self._patch.setattr(Boards, "has_read_lists", lambda *_: True)
        last = self._lists(p.workspace.boards, p.board.id)[-1]
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=last.id, name="Last"))


@pytest.fixture
def lists(monkeypatch: pytest.MonkeyPatch) -> Lists:
    return Lists(monkeypatch)


def names(p) -> list[str]:
    first = p.workspace.boards.lists(p.board.id)[0]
    return [face.name for face in p.workspace.cards.faces(first.id)]


async def test_it_becomes_a_card_of_the_first_list_and_the_line_goes_on(play, lists):
    async with play() as p:
        await p.press("n")
        assert isinstance(p.app.screen, PromptScreen)
        await p.press(*"Early [b] #hot")
        p.app.simulate_key("enter")
        await p.sees("working…")
        await lists.come(p)
        await p.until(lambda: "Early [b]" in names(p))
        await p.until(lambda: not isinstance(p.app.screen, PromptScreen))
        hot = next(label for label in p.workspace.boards.labels(p.board.id) if label.name == "hot")
        assert p.face("Early").label_ids == (hot.id,)
        await p.press(*"Second", "enter", "escape")
        assert names(p).index("Second") == names(p).index("Early [b]") + 1


async def test_what_is_typed_in_one_burst_is_two_cards(play, lists):
    async with play() as p:
        coming = asyncio.create_task(p.burst("n", *"One", "enter", *"Two", "enter", "escape", "j"))
        await p.sees("working…")
        await lists.come(p)
        await coming
        await p.until(lambda: {"One", "Two"} <= set(names(p)))
        assert names(p).index("Two") == names(p).index("One") + 1


async def test_it_is_kept_where_the_service_does_not_answer(play, lists, monkeypatch):
    async with play() as p:
        await p.press("n", *"Early")
        with monkeypatch.context() as gone:
            gone.setattr(p.workspace.sync, "status", lambda: SyncStatus("offline"))
            await p.press("enter")
            await p.sees("the service does not answer")
        await p.press("escape")
        await p.sees("what you typed is kept: n shows it")
        await p.press("n")
        assert p.app.screen.query_one("Input").value == "Early"
        await p.press("escape")
        await lists.come(p)
        await p.until(lambda: screen(p).board_list is not None)
        await p.press("n", "tab", "enter", "escape")
        await p.until(lambda: "Early" in names(p))


async def test_a_board_that_has_no_lists_gets_none_of_that_name(play, lists):
    async with play() as p:
        await p.press("n", *"Early")
        await lists.come(p, some=False)
        await p.press("enter")
        await p.sees("This board has no lists yet")
        assert isinstance(p.app.screen, PromptScreen)
