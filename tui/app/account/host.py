"""Host: the interface of the app for its parts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.theme import Theme

    from tui.app.screens.board import BoardScreen
    from tui.app.type_ahead import TypeAhead
    from tui.rules.runner import RuleRunner
    from tui.workspace import Workspace


Result = TypeVar("Result")


class Host(Protocol):
    """The running app."""

    workspace: Workspace

    @property
    def ahead(self) -> TypeAhead:
        """The key queue."""

    @property
    def screen(self) -> Screen[Any]:
        """The page or box on top."""

    @property
    def screen_stack(self) -> list[Screen[Any]]:
        """The pages and boxes, the one on top last."""

    @property
    def board_screen(self) -> BoardScreen | None:
        """The board beneath every page."""

    @property
    def open_board_id(self) -> str | None:
        """Id of the shown board."""

    @property
    def size(self) -> Size:
        """The cells of the terminal."""

    @property
    def current_theme(self) -> Theme:
        """The theme, in whose colours the pages are built."""

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], Any] | None = None) -> object:
        """Put a page or a box on top."""

    def pop_screen(self) -> object:
        """Close the page or box on top."""

    def post_message(self, message: Message) -> bool:
        """Post a message to the app's message queue."""

    def set_timer(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Call ``callback`` once, after ``delay`` seconds."""

    def say(self, text: str) -> None:
        """Show ``text`` in the page's status bar, or as a toast."""

    def use_theme(self, name: str) -> None:
        """Switch to a theme by its name."""

    def open_board(self, ident: str | None) -> None:
        """Show a board of the open account."""

    def start_rules(self) -> RuleRunner | None:
        """Start the rule runner if it is not running, and return it; return None if there are no rules."""

    def back_to_board(self) -> None:
        """Close every page and box above the board."""

    def show_workspace(self, workspace: Workspace, mode: str, board: str | None) -> None:
        """Switch to the workspace of another account."""

    async def show_no_account(self) -> None:
        """Show an empty page until an account is open again."""

    def run_worker(
        self,
        work: Callable[[], Coroutine[None, None, Result]] | Callable[[], Result] | Awaitable[Result],
        *,
        exit_on_error: bool,
    ) -> Worker[Result]:
        """Run a coroutine function that may outlive the page that requested it."""

    def add_account_mode(self, mode: str) -> None:
        """Add a mode for the pages of another account."""

    def remove_mode(self, mode: str) -> Any:
        """Remove the pages of an account."""
