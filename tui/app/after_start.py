"""AfterStart: the app's work once the first board is painted, and for each account that is opened."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from textual.notifications import SeverityLevel as Severity

from tui.app.account.host import Host
from tui.app.drawing.themes import theme_names
from tui.app.garbage import LOOKS, IdleCollector
from tui.app.screens.screen import WorkspaceScreen
from tui.app.settings_check import complaints
from tui.presentation.safe_text import safe_text
from tui.settings.config import Config

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.account.sample import BoardSource
    from tui.app.account.switch import Switch
    from tui.app.screens.board import BoardScreen
    from tui.app.terminal.bell import Bell

DROPPED = "dropped"
"""Memory key of the card that was open when a signal ended the program, or ``-``; "" once that was taken up."""

_SEND_DELAY = 0.04  # seconds in which a write is drawn before it is sent
_TOLD = "tour"  # memory key: whether a first start has told of the tour

_COMPLAINT_TIMEOUT = 30.0  # seconds for which problems in config.toml are shown
_LOOK_AGAIN = 1.0  # seconds until it is looked again whether there is a board
_DRAFTS_SHOWN = 15.0  # seconds for which texts that were not entered are told, at least
_READING = 0.1  # seconds for each letter of them: what is for a gone thing is told only there, and whole
_UPKEEP_INTERVAL = 3600.0  # seconds between two runs of the upkeep callback


class StartingApp(Host, Protocol):
    """The running app, as it is after its start."""

    @property
    def switch(self) -> Switch:
        """The accounts."""

    def notify(self, message: str, *, title: str, severity: Severity, timeout: float, markup: bool) -> None:
        """Show a toast."""

    def set_interval(self, interval: float, callback: Callable[[], object]) -> Timer:
        """Call ``callback`` again and again."""


class AfterStart:
    """The work that follows the first paint.

    Args:
        bell: Rings for what concerns the user; None where it is off.
        upkeep: A maintenance callback, run hourly in a thread of its own; None for none.
        config: The user's settings: what is wrong in them is told once.
        source: Brings boards into the account on this machine; where there is one, a first start tells of the tour.
    """

    def __init__(
        self,
        app: StartingApp,
        bell: Bell | None,
        upkeep: Callable[[], None] | None,
        config: Config,
        source: BoardSource | None,
    ) -> None:
        self._app, self._upkeep, self._tells_of_tour = app, upkeep, source is not None
        self._bell = bell
        if config != Config() and (wrong := complaints(config, theme_names())):
            app.notify(
                safe_text("\n".join(wrong), multiline=True),
                title="In config.toml",
                severity="warning",
                timeout=_COMPLAINT_TIMEOUT,
                markup=False,
            )

    async def begin(self, page: BoardScreen) -> None:
        """Start the workspace, and report repairs, trouble, and a bulk lookup that was cut off."""
        workspace = self._app.workspace
        await workspace.start()
        workspace.writes.send_delay = _SEND_DELAY
        self._take_up(page)
        self._tell_of_tour(page)
        self._app.switch.listen(workspace)
        if self._bell is not None:
            self._bell.listen(workspace)
        if self._upkeep is not None:
            upkeep, self._upkeep = self._upkeep, None
            _run_apart(upkeep)
            self._app.set_interval(_UPKEEP_INTERVAL, partial(_run_apart, upkeep))
            self._app.set_interval(LOOKS, IdleCollector(self._app.ahead).look)
        self._app.start_rules()
        if workspace.repaired:
            page.boxes.inform(workspace.repaired)
        if (trouble := workspace.trouble) is not None:
            page.tell(f"{trouble} {trouble.hint}")
        if await asyncio.to_thread(workspace.has_interrupted_lookup):
            page.tell(f"a lookup of many cards was cut off · {page.key_names['enrich-many']} goes on with it")

    def _tell_of_tour(self, page: BoardScreen) -> None:
        """Say on a first start, once, that there is a tour; the sample may have to be read first."""
        if not self._tells_of_tour or self._app.workspace.memory.get(_TOLD) is not None:
            return
        if page.lists:
            self._app.workspace.memory.set(_TOLD, "told")
            page.tell(f"new here? {page.key_names['tour']} takes a short tour")
        elif page.is_attached:
            page.set_timer(_LOOK_AGAIN, partial(self._tell_of_tour, page))

    def _take_up(self, page: BoardScreen) -> None:
        """After a dropped line open the card that was open, and say which text was not entered."""
        from tui.app.screens.board_parts.interrupted import interrupted_words

        memory = self._app.workspace.memory
        card_id = memory.get(DROPPED)
        if card_id:
            memory.set(DROPPED, "")
            if self._app.workspace.cards.get(card_id) is not None:
                page.go(f"card:{card_id}", saying="")
        if words := interrupted_words(self._app.workspace):
            text = safe_text("\n".join(words), multiline=True)
            self._app.notify(
                text,
                title="Not entered when the line was dropped, and kept"
                if card_id
                else "Not entered, and kept",
                severity="information",
                timeout=max(_DRAFTS_SHOWN, len(text) * _READING),
                markup=False,
            )


def note_dropped(app: Host) -> None:
    """Note which card is open as a signal ends the program, for the next start."""
    pages = (each for each in reversed(app.screen_stack) if isinstance(each, WorkspaceScreen))
    card = next((each.card for each in pages if each is not app.board_screen and each.card), None)
    app.workspace.memory.set(DROPPED, "-" if card is None else card.id)


def _run_apart(upkeep: Callable[[], None]) -> None:
    """Run ``upkeep`` in a daemon thread, which does not delay quitting; the next run makes up for it."""
    threading.Thread(target=upkeep, name="upkeep", daemon=True).start()
