"""DashboardScreen: plots of a board's cards by list, label and age, and of finished cards by week."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from tui.app.commands.pages.views import DASHBOARD
from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.page_cards import card_style
from tui.app.widgets.status_bar import StatusBar
from tui.app.widgets.views.bar_plot import BarPlot
from tui.errors import RemoteError
from tui.model.filter.finished import is_finished_list
from tui.presentation.figures import BoardFigures, by_age, by_label, by_list, by_week, first_week
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.workspace import Workspace

_PAUSE = 2.0
"""Seconds between a change and the next computation."""

_AT_ONCE = 3000
"""Number of cards up to which they are counted before the first paint; more are counted in a thread."""

_READING = "reading …"


class DashboardScreen(WorkspaceScreen):
    """The page with the statistics of a board."""

    AUTO_FOCUS = "#plots"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-square"), (180, "-broad")]
    about = frozenset({"boards", "lists", "cards", "labels"})
    commands = DASHBOARD

    def __init__(
        self, workspace: Workspace, board: Board, *, clock: Clock, keys: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._board, self._clock = board, clock
        self._lists, self._labels = BarPlot("Cards by list"), BarPlot("Cards by label", total=False)
        self._ages, self._weeks = BarPlot("Cards by age"), BarPlot("Finished by week", latest=True)
        self._finished: list[tuple[datetime, str]] = []
        self._figures: BoardFigures | None = None  # before they are counted
        self._note = _READING
        self._soon: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the heading, the plots, and the status bar."""
        yield Static(id="figures-heading")
        with ScrollableContainer(id="plots"):
            yield self._lists
            yield self._labels
            yield self._ages
            yield self._weeks
        yield StatusBar()

    def on_mount(self) -> None:
        """Show the statistics of the stored cards, and fetch the rest; Textual calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self._read()

    @property
    def board(self) -> Board | None:
        """The board."""
        return self._board

    def reload(self, change: Change | None = None) -> None:
        """Compute the statistics again a moment after the board changed."""
        if change is not None and self._soon is None:
            self._soon = self.set_timer(_PAUSE, self._read)

    def _read(self) -> None:
        self._soon = None
        self._board = self.workspace.boards.get(self._board.id) or self._board
        with self.boundary():
            if self._total <= _AT_ONCE:
                self._figures = self._count()
            self._show()
        self._fetch()

    @property
    def _total(self) -> int:
        """The number of cards on the board, without those of archived lists."""
        here = [each.id for each in self.workspace.boards.lists(self._board.id)]
        return sum(self.workspace.cards.counts(self._board.id, here).values())

    def _count(self) -> BoardFigures:
        """Count the cards of the board; every one of them is read."""
        boards = self.workspace.boards
        lists, labels = boards.lists(self._board.id), boards.labels(self._board.id)
        faces = [face for each in lists for face in self.workspace.cards.faces(each.id)]
        ages = by_age(faces, self._clock.now()) if faces else []
        return BoardFigures(by_list(lists, faces), by_label(labels, faces), ages)

    @work(group="finished", exclusive=True, exit_on_error=False)
    async def _fetch(self) -> None:
        """Count the cards of a large board, and fetch which ones were finished in the last weeks."""
        if self._total > _AT_ONCE:
            self._figures = await asyncio.to_thread(self._count)
            self._show()
        try:
            self._finished = await self.workspace.activity.finished(
                self._board.id, first_week(self._clock.now())
            )
            self._note = ""
        except RemoteError as error:
            self._note = str(error)
        self._show()

    def _show(self) -> None:
        boards, now, figures = self.workspace.boards, self._clock.now(), self._figures
        lists, labels = boards.lists(self._board.id), boards.labels(self._board.id)
        style = card_style(self, self._clock, {label.id: label for label in labels}, {})
        # The plots have the background of the page instead of that of cards.
        style = replace(style, variables={**style.variables, "card": style.variables["background"]})
        shown = BoardFigures() if figures is None else figures
        no_lists, no_cards = (
            (_READING, _READING) if figures is None else ("this board has no lists", "no cards")
        )
        self._lists.show(shown.lists, style, no_lists)
        self._labels.show(shown.labels, style, no_cards)
        self._ages.show(shown.ages, style, no_cards)
        self._weeks.show([] if self._note else by_week(self._finished, now), style, self._note)
        count = self._total
        ended = [safe_line(each.name) for each in lists if is_finished_list(each.name)]
        where = f"in {' or '.join(ended)}, or " if ended else ""
        words = f"{safe_line(self._board.name)} · {count:,} card{'s' * (count != 1)} · finished: {where}its due date met"
        self.query_one("#figures-heading", Static).update(
            Content.assemble((" Dashboard", "bold $cursor"), (f"  {words}", "$ink-quiet"))
        )
        self.query_one(StatusBar).hint(visible_hints(self.keymap, read_only_reason(self)))
