"""The client of the board service, with one attribute per noun."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tui.api.board.actions import Actions
from tui.api.board.attachments import Attachments
from tui.api.board.boards import Boards
from tui.api.board.cards import Cards
from tui.api.board.checklists import Checklists
from tui.api.board.labels import Labels
from tui.api.board.lists import Lists
from tui.api.board.members import Members
from tui.api.board.notifications import Notifications
from tui.api.board.search import Search
from tui.api.board.tokens import Tokens
from tui.api.board.webhooks import Webhooks

if TYPE_CHECKING:
    from tui.api.board.exports import Exports
    from tui.api.transport import Transport


class BoardClient:
    """The board service's client. Methods return values of tui.model and raise only errors of tui.errors.

    Args:
        transport: The transport to the service; the caller closes it.
    """

    def __init__(self, transport: Transport) -> None:
        self.members = Members(transport)
        self.tokens = Tokens(transport)
        self.boards = Boards(transport)
        self.lists = Lists(transport)
        self.cards = Cards(transport)
        self.labels = Labels(transport)
        self.checklists = Checklists(transport)
        self.actions = Actions(transport)
        self.attachments = Attachments(transport)
        self.notifications = Notifications(transport)
        self.search = Search(transport)
        self.webhooks = Webhooks(transport)
        self._transport = transport

    @cached_property
    def exports(self) -> Exports:
        """Whole boards; most programs export none."""
        from tui.api.board.exports import Exports

        return Exports(self._transport)
