"""Boxes: opens boxes over a screen, and holds keys back until the box can take them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast

from textual.screen import Screen
from textual.worker import get_current_worker

from tui.app.type_ahead import PATIENCE, ahead_of

if TYPE_CHECKING:
    from datetime import datetime

    from tui.app.commands.command import Attempt, Choice, PromptOptions
    from tui.app.terminal.browser import AddressScreen

Answer = TypeVar("Answer")
"""The type of a box's answer."""


class Boxes:
    """The opener of boxes over a screen."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen

    def open(self, box: Screen[Answer], on_answer: Callable[[Answer | None], None] | None = None) -> None:
        """Open a box, to which further keys go."""
        _ = self._screen.app.push_screen(box, on_answer)
        ahead_of(self._screen.app).hold_until_drawn(box)

    async def ask(self, box: Screen[Answer]) -> Answer:
        """Open a box and wait for its answer; then hold keys back for a while, as another box may follow."""
        ahead = ahead_of(self._screen.app)
        answered = self._screen.app.push_screen(box, wait_for_dismiss=True)
        ahead.hold_until_drawn(box)
        try:
            return await answered
        finally:
            ahead.release(box)
            ahead.hold(get_current_worker(), PATIENCE)

    def inform(self, what: str, detail: str = "") -> None:
        """Open a box with a notice that has to be closed."""
        # Imported late, so as not to delay the first paint.
        from tui.app.screens.boxes.confirm import ConfirmScreen

        self.open(ConfirmScreen(what, detail=detail, yes="Close", no=""))

    # --- questions: their boxes are imported when they are asked -----------------------

    async def confirm(
        self, question: str, *, detail: str = "", yes: str = "Yes", no: str = "Cancel", meant: bool = False
    ) -> bool:
        """Ask before something that cannot be undone; with ``meant``, Enter says yes."""
        from tui.app.screens.boxes.confirm import ConfirmScreen

        return await self.ask(ConfirmScreen(question, detail=detail, yes=yes, no=no, meant=meant))

    async def prompt(
        self, title: str, *, date_from: datetime | None = None, **how: Unpack[PromptOptions]
    ) -> str | None:
        """Ask for a line, and run ``attempt`` with it; return None if it was blank or the user cancelled.

        Args:
            title: The title, which tells what is asked for.
            date_from: The current time, if the line is a date; a calendar is then shown beside it.
            how: Options of the box.
        """
        if date_from is not None:
            from tui.app.screens.boxes.date import DateScreen

            return await self.ask(DateScreen(title, now=date_from, **how))
        from tui.app.screens.boxes.prompt import PromptScreen

        return await self.ask(PromptScreen(title, **how))

    async def choose(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        at: str | None = None,
        typed: str = "",
        more: Callable[[str], Sequence[Choice]] | None = None,
        attempt: Attempt | None = None,
        complete: Callable[[str], str] | None = None,
        verbs: Mapping[str, str] = MappingProxyType({}),
        step: bool = False,
    ) -> str | None:
        """Ask to choose one of ``choices`` by typing a part of it; return its value, or None.

        ``verbs`` are as in ``ChooseScreen``. With ``step`` it is one of several questions, and esc goes back to the previous one.
        """
        from tui.app.screens.boxes.choose import ChooseScreen

        return await self.ask(
            ChooseScreen(
                title,
                choices,
                at=at,
                typed=typed,
                more=more,
                attempt=attempt,
                complete=complete,
                verbs=verbs,
                step=step,
            )
        )

    async def open_address(self, url: str) -> None:
        """Open a web address in the browser, after asking."""
        from tui.app.terminal.browser import open_address

        await open_address(cast("AddressScreen", self._screen), url)
