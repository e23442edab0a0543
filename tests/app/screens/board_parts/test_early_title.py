"""A title that is typed before the lists of its board are here."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.app.screens.conftest import screen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.errors import StoreError
from tui.model.sync import SyncStatus
from tui.model.writes.base import Write
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard
from tui.model.writes.lists import UpdateList
from tui.services.boards import Boards
from tui.services.writes import Writes


class Lists:
    """The lists of every board, which nobody has before ``come``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch, self._lists = monkeypatch, Boards.lists
        monkeypatch.setattr(Boards, "lists", lambda *_: [])
        monkeypatch.setattr(Boards, "has_read_lists", lambda *_: False)

    @property
    def all(self):
        return self._lists

    def real(self, p) -> int:
        return len(self._lists(p.workspace.boards, p.board.id))

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


def titles(p, board_id: str) -> list[str]:
    lists = p.workspace.boards.lists(board_id)
    return [face.name for each in lists for face in p.workspace.cards.faces(each.id)]


async def test_it_becomes_a_card_of_the_first_list_and_the_line_goes_on(play, lists):
    async with play() as p:
        await p.press("n")
        assert isinstance(p.app.screen, PromptScreen)
        await p.press(*"Early [b] #hot", "enter")
        await p.sees("Early [b] #hot waits for the lists")
        assert isinstance(p.app.screen, PromptScreen)
        await p.press(*"Second")
        await lists.come(p)
        await p.sees("the lists are read: cards go to the first one")
        await p.press("enter")
        await p.until(lambda: "Second" in names(p))
        hot = next(label for label in p.workspace.boards.labels(p.board.id) if label.name == "hot")
        assert p.face("Early").label_ids == (hot.id,)
        await p.press(*"Third", "enter", "escape")
        at = names(p).index("Early [b]")
        assert names(p)[at : at + 3] == ["Early [b]", "Second", "Third"]


async def test_what_is_typed_in_one_burst_waits_though_the_box_is_left(play, lists):
    async with play() as p:
        await p.burst("n", *"One", "enter", *"Two", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        await lists.come(p)
        await p.until(lambda: {"One", "Two"} <= set(names(p)))
        assert names(p).index("Two") == names(p).index("One") + 1
        assert not screen(p).editor.purpose


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
        await p.sees("what you typed is kept")
        assert screen(p).is_current
        assert lists.real(p) == 5


async def test_before_any_board_is_known_no_title_becomes_the_name_of_one(play, monkeypatch):
    async with play() as p:
        await p.press("n", "escape")
        with monkeypatch.context() as start:
            start.setattr(Boards, "all", lambda *_, **__: [])
            start.setattr(p.workspace.sync, "status", lambda: SyncStatus("starting"))
            screen(p).open_board(None)
            await p.press("n", *"Early", "enter")
            await p.sees("Early waits for the lists")
        screen(p).open_board(p.board.id)
        await p.press(*"Second", "enter", "escape")
        await p.until(lambda: {"Early", "Second"} <= set(names(p)))


async def test_it_goes_to_no_other_board_that_is_opened_meanwhile(play, lists, monkeypatch):
    async with play() as p:
        here = p.board.id
        other = next(board for board in p.workspace.boards.all() if board.id != here)
        await p.burst("n", *"Early", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        monkeypatch.setattr(Boards, "lists", lists.all)
        monkeypatch.setattr(Boards, "has_read_lists", lambda _, board: board == other.id)
        screen(p).open_board(other.id)
        await p.workspace.writes.submit(UpdateBoard(board_id=other.id, name="Others"))
        await p.sees("what you typed is kept: n shows it")
        assert "Early" not in titles(p, other.id)
        monkeypatch.setattr(Boards, "has_read_lists", lambda *_: True)
        screen(p).open_board(here)
        await p.press("n", "tab", "enter", "escape")
        await p.until(lambda: "Early" in titles(p, here))
        assert "Early" not in titles(p, other.id)


async def test_titles_that_cannot_be_written_are_kept(play, lists, monkeypatch):
    submit_all = Writes.submit_all

    async def fails(self: Writes, writes: Sequence[Write], **how: Any) -> int:
        if any(isinstance(write, CreateCard) and write.name == "Two" for write in writes):
            raise StoreError("The disk is full.")
        return await submit_all(self, writes, **how)

    async with play() as p:
        await p.burst("n", *"One", "enter", *"Two", "enter", *"Three", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        with monkeypatch.context() as disk:
            disk.setattr(Writes, "submit_all", fails)
            await lists.come(p)
            await p.sees("The disk is full.")
        await p.press("enter")
        await p.until(lambda: screen(p).is_current)
        await p.press("n", "tab", "enter", "escape")
        await p.until(lambda: {"One", "Two Three"} <= set(names(p)))


async def test_what_is_typed_in_the_line_while_they_are_written_stays(play, lists, monkeypatch):
    submit_all, go_on = Writes.submit_all, asyncio.Event()

    async def waits(self: Writes, writes: Sequence[Write], **how: Any) -> int:
        if any(isinstance(write, CreateCard) and write.name == "Two" for write in writes):
            await go_on.wait()
        return await submit_all(self, writes, **how)

    monkeypatch.setattr(Writes, "submit_all", waits)
    async with play() as p:
        await p.burst("n", *"One", "enter", *"Two", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        await lists.come(p)
        await p.until(lambda: "One" in names(p))
        await p.press("n", *"Ring Ana")
        key = screen(p).editor.purpose.replace("new:", "new-card:")
        await p.until(lambda: p.workspace.drafts.get(key) == "Ring Ana")
        go_on.set()
        await p.until(lambda: "Two" in names(p))
        assert screen(p).editor.line.value == "Ring Ana"
        assert p.workspace.drafts.get(key) == "Ring Ana"
        await p.press("enter", "escape")
        await p.until(lambda: {"One", "Two", "Ring Ana"} <= set(names(p)))


async def test_it_survives_the_end_of_the_program_while_it_waits(play, lists):
    async with play() as p:
        drafts, key = p.workspace.drafts, f"early-card:{p.board.id}"
        await p.burst("n", *"One", "enter", *"Two", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        assert drafts.get(key) == "One Two"
        await lists.come(p)
        await p.until(lambda: {"One", "Two"} <= set(names(p)))
        await p.until(lambda: drafts.get(key) == "")


async def test_what_an_ended_program_had_not_entered_is_offered_with_the_next_card(play):
    async with play() as p:
        drafts, key = p.workspace.drafts, f"early-card:{p.board.id}"
        drafts.keep(key, "Early")
        await drafts.mark_unfinished(key)
        await p.press("n", "tab", "enter", "escape")
        await p.until(lambda: "Early" in titles(p, p.board.id))
        assert (drafts.get(key), drafts.unfinished(key)) == ("", "")


async def test_the_line_of_another_board_offers_it_and_makes_no_card_there_by_itself(
    play, lists, monkeypatch
):
    async with play() as p:
        other = next(board for board in p.workspace.boards.all() if board.id != p.board.id)
        await p.burst("n", *"Early", "enter", "escape")
        await p.until(lambda: screen(p).is_current)
        monkeypatch.setattr(Boards, "lists", lists.all)
        monkeypatch.setattr(Boards, "has_read_lists", lambda _, board: board == other.id)
        screen(p).open_board(other.id)
        await p.press("n", "escape")
        await p.workspace.writes.submit(UpdateBoard(board_id=other.id, name="Others"))
        await p.sees("Others")
        assert "Early" not in titles(p, other.id)
        await p.press("n", "tab")
        assert screen(p).editor.line.value == "Early"
