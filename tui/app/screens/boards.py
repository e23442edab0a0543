"""The board switcher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice
from tui.app.matching import Match
from tui.app.screens.boxes.choose import ChooseScreen

if TYPE_CHECKING:
    from tui.model.board import Board

NEW = "+"
"""The value of the choice that creates a board; the name that was typed for it may follow."""


class BoardsScreen(ChooseScreen):
    """A box to choose a board by typing a part of its name, or its account; its result is the board's id, or ``NEW``.

    Args:
        boards: The boards in the workspace's order, recent and starred first.
        current: Id of the open board, which is listed last.
        others: Boards of other accounts, shown with their account's name.
    """

    def __init__(
        self,
        boards: Sequence[Board],
        current: str | None = None,
        *,
        account: str = "",
        others: Sequence[Choice] = (),
    ) -> None:
        elsewhere = [board for board in boards if board.id != current]
        here = [board for board in boards if board.id == current]
        whose = account if others else ""
        own = [_choice(board, whose, whose) for board in elsewhere]
        opened = [_choice(board, f"{whose} · open" if whose else "open", whose) for board in here]
        super().__init__("Open a board", [*own, *others, *opened, Choice(NEW, "+ make a board")])

    def matches(self, query: str) -> list[tuple[Match, Choice]]:
        """Return the boards that match, or if there are none the offer to make one that is called as was typed."""
        name = " ".join(query.split())
        if (found := super().matches(query)) or not name:
            return found
        return [(Match((0, False, 0), ()), Choice(f"{NEW}{name}", f"+ make the board “{name}”"))]


def _choice(board: Board, note: str, account: str) -> Choice:
    return Choice(board.id, f"★ {board.name}" if board.starred else board.name, note, also=account)
