"""AfterStart: the work that follows the first paint, and the opening of each further account."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from textwrap import shorten
from typing import TYPE_CHECKING, Protocol

from textual.notifications import SeverityLevel as Severity

from tui.app.account.host import Host
from tui.app.drawing.themes import theme_names
from tui.app.garbage import LOOKS, IdleCollector
from tui.app.screens.screen import WorkspaceScreen
from tui.app.settings_check import complaints
from tui.presentation.safe_text import safe_line, safe_text
from tui.settings.config import Config

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.account.sample import BoardSource
    from tui.app.account.switch import Switch
    from tui.app.due_marks import DueMarks
    from tui.app.screens.board import BoardScreen
    from tui.app.terminal.bell import Bell

DROPPED = "dropped"
"""Memory key of the card that was open when a signal ended the program: an id, ``-`` for none, "" once handled."""

_SEND_DELAY = 0.04  # seconds to draw a write before it is sent
_ANNOUNCED = "tour"  # memory key: whether the first start has announced the tour

_COMPLAINT_TIMEOUT = 30.0  # seconds for which problems in config.toml are shown
_TITLE = 36  # characters of a card's title
_CHECK_INTERVAL = 1.0  # seconds between two checks whether there is a board
_DRAFTS_SHOWN = 15.0  # minimum seconds for which unfinished texts are shown
_SECONDS_PER_CHARACTER = 0.1  # of that message: texts for deleted things are shown nowhere else
_UPKEEP_INTERVAL = 3600.0  # seconds between two runs of the upkeep callback


class StartingApp(Host, Protocol):
    """The app as it is after its start."""

    @property
    def switch(self) -> Switch:
        """The accounts."""

    def notify(self, message: str, *, title: str, severity: Severity, timeout: float, markup: bool) -> None:
        """Show a toast."""

    def take_down(self, title: str) -> bool:
        """Remove the toasts with that title, or all for ""; return whether there were any."""

    def set_interval(self, interval: float, callback: Callable[[], object]) -> Timer:
        """Call ``callback`` every ``interval`` seconds."""


class AfterStart:
    """The work that follows the first paint.

    Args:
        marks: Keeps the marks of due dates true.
        bell: Rings the terminal's bell; None if it is off.
        upkeep: A maintenance callback, run hourly in its own thread; None for none.
        config: The user's settings; errors in them are reported once.
        source: Imports boards into the local account; if there is one, the first start announces the tour.
        build_ahead: Keeps a page built while nobody types.
    """

    def __init__(
        self,
        app: StartingApp,
        marks: DueMarks,
        bell: Bell | None,
        upkeep: Callable[[], None] | None,
        config: Config,
        source: BoardSource | None,
        build_ahead: Callable[[], None],
    ) -> None:
        self._build_ahead = build_ahead
        self._app, self._upkeep, self._announces_tour = app, upkeep, source is not None
        self._marks, self._bell, self._usual_board = marks, bell, config.board
        if config != Config() and (wrong := complaints(config, theme_names())):
            self._complain("\n".join(wrong))

    def _complain(self, what: str) -> None:
        self._app.notify(
            safe_text(what, multiline=True),
            title="In config.toml",
            severity="warning",
            timeout=_COMPLAINT_TIMEOUT,
            markup=False,
        )

    async def begin(self, page: BoardScreen) -> None:
        """Start the workspace, and report repairs, storage errors and an interrupted bulk lookup."""
        workspace = self._app.workspace
        await workspace.start()
        workspace.writes.send_delay = _SEND_DELAY
        self._restore_interrupted(page)
        self._announce_tour(page)
        self._app.switch.listen(workspace)
        self._marks.follow(workspace)
        if self._bell is not None:
            self._bell.listen(workspace)
        if self._upkeep is not None:
            upkeep, self._upkeep = self._upkeep, None
            _run_in_thread(upkeep)
            self._app.set_interval(_UPKEEP_INTERVAL, partial(_run_in_thread, upkeep))
            self._app.set_interval(LOOKS, IdleCollector(self._app.ahead).look)
            self._build_ahead()
        if (rules := self._app.start_rules()) is not None:
            rules.follow(workspace, self._app.switch.name)
        if workspace.repaired:
            page.boxes.inform(workspace.repaired)
        if (trouble := workspace.trouble) is not None:
            page.tell(f"{trouble} {trouble.hint}")
        self._tell_missing_board()
        if trouble is None and await asyncio.to_thread(workspace.has_interrupted_lookup):
            page.tell(f"a lookup of many cards was cut off · {page.key_names['enrich-many']} goes on with it")

    def _tell_missing_board(self) -> None:
        """Tell once if the settings name a board to open that this account does not have."""
        named, self._usual_board = self._usual_board, None
        boards = self._app.workspace.boards
        if named is not None and boards.all() and boards.find(named) is None:
            self._complain(f"there is no board “{safe_line(named)}” here, which `board` opens")

    def _announce_tour(self, page: BoardScreen) -> None:
        """Announce the tour once, on the first start; wait until the sample board is loaded."""
        if not self._announces_tour or self._app.workspace.memory.get(_ANNOUNCED) is not None:
            return
        if page.lists:
            self._app.workspace.memory.set(_ANNOUNCED, "told")
            page.tell(f"new here? {page.key_names['tour']} takes a short tour")
        elif page.is_attached:
            page.set_timer(_CHECK_INTERVAL, partial(self._announce_tour, page))

    def _restore_interrupted(self, page: BoardScreen) -> None:
        """Reopen the card that was open when the connection dropped, and list the unfinished texts.

        Users who type already act on the board that they see: for them the card is only named.
        """
        from tui.app.screens.board_parts.interrupted import interrupted_words

        memory = self._app.workspace.memory
        card_id = memory.get(DROPPED)
        if card_id:
            memory.set(DROPPED, "")
            card = self._app.workspace.cards.get(card_id)
            if card is not None and isfinite(self._app.ahead.seconds_since_key):
                title = shorten(safe_line(card.name), _TITLE, placeholder="…")
                page.tell(f"“{title}” was open when the line was dropped")
            elif card is not None:
                page.go(f"card:{card_id}", saying="")
        drafts = self._app.workspace.drafts.interrupted()
        if words := interrupted_words(self._app.workspace):
            text = safe_text("\n".join(words), multiline=True)
            title = "Not entered when the line was dropped, and kept" if card_id else "Not entered, and kept"
            seconds = max(_DRAFTS_SHOWN, len(text) * _SECONDS_PER_CHARACTER)
            self._app.notify(text, title=title, severity="information", timeout=seconds, markup=False)
            self._take_down_when_taken(page, title, drafts, int(seconds / _CHECK_INTERVAL))

    def _take_down_when_taken(
        self, page: BoardScreen, title: str, texts: Mapping[str, str], checks: int
    ) -> None:
        """Remove the toast about unfinished texts once all of them were taken; check so many times."""
        left = self._app.workspace.drafts.all_unfinished
        if not any(text in left(key) for key, text in texts.items()):
            _ = self._app.take_down(title)
        elif checks and page.is_attached:
            again = partial(self._take_down_when_taken, page, title, texts, checks - 1)
            page.set_timer(_CHECK_INTERVAL, again)


def note_dropped(app: Host) -> None:
    """Store which card is open when a signal ends the program, for the next start."""
    pages = (each for each in reversed(app.screen_stack) if isinstance(each, WorkspaceScreen))
    card = next((each.card for each in pages if each is not app.board_screen and each.card), None)
    app.workspace.memory.set(DROPPED, "-" if card is None else card.id)


def _run_in_thread(upkeep: Callable[[], None]) -> None:
    """Run ``upkeep`` in a daemon thread; if quitting interrupts it, the next run catches up."""
    threading.Thread(target=upkeep, name="upkeep", daemon=True).start()
