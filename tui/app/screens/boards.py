"""The board switcher."""

from collections.abc import Sequence

from tui.app.commands.command import Choice
from tui.app.screens.choose import ChooseScreen
from tui.model.board import Board


class BoardsScreen(ChooseScreen):
    """Lets a board be chosen by typing a part of its name; dismissed with its id.

    Args:
        boards: Recent and starred first, as the workspace has them.
        current: Id of the board that is open; it stands last, because nobody goes where they are.
    """

    def __init__(self, boards: Sequence[Board], current: str | None = None) -> None:
        elsewhere = [board for board in boards if board.id != current]
        here = [board for board in boards if board.id == current]
        super().__init__(
            "Open a board", [_choice(board) for board in elsewhere] + [_choice(b, "open") for b in here]
        )


def _choice(board: Board, note: str = "") -> Choice:
    return Choice(board.id, f"★ {board.name}" if board.starred else board.name, note)
