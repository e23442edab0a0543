"""A board service in a few lists, for tests that need no server: it notes what it was asked, and fails where told to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tui.api.board.boards import CARDS_OF_CHECKLISTS
from tui.api.board.resource import Page
from tui.errors import NotFound
from tui.model.board import Board, BoardList
from tui.model.member import Member
from tui.model.values.scalars import format_instant

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tui.model.action import Action, Comment
    from tui.model.card import Card
    from tui.model.checklist import Checklist
    from tui.model.label import Label

BOARD, ME = "b" * 24, "a" * 24


def list_id(number: int) -> str:
    return f"{number:x}".rjust(24, "c")


class StubService:
    """The board service, as far as a pull asks it.

    Attributes:
        asked: What was asked, in order.
        failing: Errors by what is asked.
        skipped: Numbers of unreadable things by what is asked.
        logs: Whether it has an address for all that happened, as servers of ours do.
    """

    def __init__(self) -> None:
        self.me = Member(id=ME, username="me")
        self.listed = [Board(id=BOARD, name="Sales")]
        self.places = [BoardList(id=list_id(n), id_board=BOARD, name=f"List {n}", pos=n) for n in range(3)]
        self.labels: list[Label] = []
        self.held: list[Card] = []
        self.steps: list[Checklist] = []
        self.feed: list[Action] = []
        self.said: Page[Comment] = Page()
        self.asked: list[str] = []
        self.failing: dict[str, Exception] = {}
        self.skipped: dict[str, int] = {}
        self.logs = False
        self.members = SimpleNamespace(me=self._me)
        self.notifications = SimpleNamespace(mine=self._inbox)
        self.actions = SimpleNamespace(get=self._action)
        self.lists = SimpleNamespace(every_card=self._cards_of_list)
        self.cards = SimpleNamespace(
            get=self._card, whole=self._whole, comments=self._comments, checklists=self._steps_of
        )
        self.boards = SimpleNamespace(
            mine=self._mine,
            get=self._board,
            snapshot=self._snapshot,
            actions=self._newest,
            every_card=self._cards_of_board,
            every_checklist=self._every_checklist,
            every_action=self._every_action,
            every_logged=self._every_logged,
            every_outline=self._every_outline,
        )

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if (error := self.failing.get(what)) is not None:
            raise error

    def _page(self, what: str, things: list[Any]) -> Page[Any]:
        return Page(things, sent=len(things), skipped=self.skipped.get(what, 0))

    async def _me(self) -> Member:
        self._ask("me")
        return self.me

    async def _inbox(self) -> Page[Any]:
        self._ask("inbox")
        return Page()

    async def _action(self, ident: str) -> Action:
        self._ask(f"action {ident}")
        found: Action = self._found(self.feed, ident)
        return found

    async def _mine(self, **_: str) -> Page[Board]:
        self._ask("boards")
        return self._page("boards", self.listed)

    async def _board(self, ident: str) -> Board:
        self._ask(f"board {ident}")
        found: Board = self._found(self.listed, ident)
        return found

    def _found(self, things: list[Any], ident: str) -> Any:
        found = next((one for one in things if one.id == ident), None)
        if found is None:
            raise NotFound("there is no such thing")
        return found

    async def _snapshot(self, ident: str) -> dict[str, Any]:
        self._ask("frame")
        return {
            "board": self._found(self.listed, ident),
            "lists": self.places,
            "labels": self.labels,
            "members": [self.me],
            "memberships": [],
            "skipped": self.skipped.get("frame", 0),
        }

    async def _newest(self, _: str, *, limit: int) -> list[Action]:
        self._ask(f"newest {limit}")
        return self.feed[-limit:][::-1]

    async def _cards_of_list(self, ident: str, *, limit: int) -> AsyncIterator[Page[Card]]:
        self._ask(f"list {ident[-1]} {limit}")
        yield self._page("list", [card for card in self.held if card.id_list == ident])

    async def _cards_of_board(self, _: str, *, limit: int, filter: str = "open") -> AsyncIterator[Page[Card]]:
        self._ask(f"{'' if filter == 'open' else f'{filter} '}cards {limit}")
        yield self._page("cards", [card for card in self.held if card.closed == (filter == "closed")])

    async def _every_checklist(
        self,
        _: str,
        *,
        limit: int,
        filter: str = "all",
    ) -> AsyncIterator[Page[Checklist]]:
        which = "" if filter == "all" else f" of {filter} cards"
        self._ask(f"checklists{which or ('' if limit == CARDS_OF_CHECKLISTS else f' of {limit} cards')}")
        there = {card.id for card in self.held} if filter == "closed" else set()
        yield self._page("checklists", [one for one in self.steps if one.id_card not in there])

    async def _every_action(
        self, _: str, *, limit: int = 1000, since: str | None = None, **kinds: str
    ) -> AsyncIterator[Page[Action]]:
        self._ask(f"comments {limit}" if kinds else f"actions since {since}")
        newest = [one for one in self.feed if not kinds or one.type == "commentCard"]
        if since is not None:
            newest = [one for one in newest if (format_instant(one.date) if "T" in since else one.id) > since]
        for at in range(0, len(newest), limit):
            yield self._page("actions", newest[::-1][at : at + limit])

    async def _every_logged(
        self, _: str, *, limit: int = 1000, since: str | None
    ) -> AsyncIterator[Page[Action]]:
        if not self.logs:
            raise NotFound("there is no such address")
        async for page in self._every_action("", limit=limit, since=since):
            yield page

    async def _every_outline(self, _: str) -> AsyncIterator[Page[Card]]:
        self._ask("outline")
        yield self._page("outline", self.held)

    async def _card(self, ident: str) -> Card:
        self._ask(f"card {ident}")
        found: Card = self._found(self.held, ident)
        return found

    async def _steps_of(self, ident: str) -> list[Checklist]:
        self._ask(f"checklists of {ident}")
        return [one for one in self.steps if one.id_card == ident]

    async def _whole(self, ident: str) -> tuple[Card, list[Checklist]]:
        self._ask(f"whole {ident}")
        return self._found(self.held, ident), [one for one in self.steps if one.id_card == ident]

    async def _comments(self, ident: str) -> Page[Comment]:
        self._ask(f"comments of {ident}")
        return self.said
