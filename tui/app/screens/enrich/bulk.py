"""BulkScreen: the page of a bulk lookup: its price, its progress, and the outcome of each card."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui.app.commands.enrich.bulk import BULK
from tui.app.commands.keymap import show_key
from tui.app.enrich.runs import (
    SHOWN,
    cards,
    choices,
    outcome,
    preview,
    progress_lines,
    row,
    status_words,
    summary_line,
    trouble_words,
)
from tui.app.screens.enrich.lookups import fetch_balance
from tui.app.screens.list_page import ListPage
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.rows import ClickTwiceRows, Row
from tui.app.widgets.status_bar import StatusBar
from tui.errors import CardscoutError, RemoteError, SpendRefused, UsageError
from tui.model.enrich.bulk import SCOPES
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.markdown import Prose
    from tui.clock import Clock
    from tui.model.change import Change
    from tui.model.enrich.bulk import BulkItem, BulkRun
    from tui.model.enrich.spending import Caps
    from tui.model.subject import Subject
    from tui.workspace import Workspace

MOST = 1_000
"""Maximum number of items drawn; a CSV export has all of them."""

RESTS = 10
"""Minimum pause between two list reads during a run, as a multiple of the last one's duration."""

_PAUSE = 0.25
"""Seconds between two reads during a run."""


class BulkScreen(ListPage):
    """The page of a run over many cards.

    Args:
        card_ids: Ids of the cards to plan a run over.
        title: A name for the cards in the heading: ``Leads``, ``the selection``.
        run: Id of an existing run to show instead of planning one; "" for none.
    """

    heading = "Look up many"
    nothing = "Nothing of that kind in this run.\n\nf shows the others."
    about = frozenset({"bulk", "cards", "findings"})
    commands = BULK

    def __init__(
        self,
        workspace: Workspace,
        *,
        clock: Clock,
        card_ids: Sequence[str] = (),
        title: str = "",
        run: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._clock, self._cards, self._title, self._run_id = clock, tuple(card_ids), title, run
        self._run: BulkRun | None = None
        self._row_cache: dict[int, tuple[tuple[str, int, str], Prose]] = {}
        self._next_list_read = 0.0
        self._known, self._part = frozenset[int](), 0
        self._asked: Sequence[Subject] = ()
        self._scope, self._ending = SCOPES[0], False
        self._trouble: CardscoutError | None = None
        self._caps: Caps | None = None  # those of the last check
        self._pause_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the heading, the status, the cards, and the status bar."""
        yield Static(id="list-heading")
        with VerticalScroll(id="bulk-head", can_focus=False):
            yield Static(id="bulk-told")
        yield ClickTwiceRows(id="list-rows")
        yield Static(Content(self.nothing), id="list-nothing")
        yield StatusBar()

    def on_mount(self) -> None:
        """Plan the run. Textual calls the base class's handlers too."""
        if not self._run_id:
            self.work(self.plan, "plan")
        self.work(partial(_ask_balance, self), "balance")

    @property
    def run(self) -> BulkRun | None:
        """The run; None while it is being planned."""
        return self._run

    @property
    def item_card(self) -> str | None:
        """Id of the card under the cursor."""
        if (place := self.chosen) is None or self._run is None:
            return None
        return next((one.card_id for one in self.workspace.bulk.items(self._run.id, int(place), 1)), None)

    # --- what the commands ask for ------------------------------------------------------------

    async def plan(
        self, *, attach: bool | None = None, other_scope: bool = False, again: bool | None = None
    ) -> None:
        """Plan the run, or replan it with other options; ``other_scope`` switches to the next choice of subjects."""
        before = self._run
        if before is not None:
            attach = before.attach if attach is None else attach
            again = before.again if again is None else again
        if other_scope:
            self._scope = SCOPES[(SCOPES.index(self._scope) + 1) % len(SCOPES)]
        with self._showing_trouble():
            run = await self.workspace.bulk.plan(
                self._cards, attach=bool(attach), subjects=self._scope, again=bool(again)
            )
            self._row_cache.clear()
            self._asked = await self.workspace.bulk.asked(run.id)
            self._known = await asyncio.to_thread(self.workspace.bulk.answered, run.id)
            self._show(run)
        if before is not None:
            await self.workspace.bulk.drop(before.id)

    async def begin(self, *, failed: bool = False) -> None:
        """Start or resume the run; with ``failed``, retry failed items too."""
        if self._run is None:
            return
        with self._showing_trouble():
            self._show(await self.workspace.bulk.resume(self._run.id, failed=failed))

    async def end(self) -> None:
        """Cancel the run."""
        if self._run is None:
            return
        self._ending = True
        with self._showing_trouble():
            try:
                self._show(await self.workspace.bulk.cancel(self._run.id))
            finally:
                self._ending = False

    async def put_on_cards(self) -> None:
        """Put the findings on the cards as comments, or update those comments."""
        if self._run is None:
            return
        done = await self.workspace.bulk.attach(self._run.id)
        self.tell(f"put on {cards(done)}" if done else "the cards say it already", undo=bool(done))

    def show_run(self, ident: str) -> None:
        """Show another run."""
        self._trouble = None
        self._run_id, self._part = ident, 0
        self._row_cache.clear()
        self.reload()

    def show_next(self) -> str:
        """Show the next filter of the items, and return its name."""
        self._part = (self._part + 1) % len(SHOWN)
        self.reload()
        return SHOWN[self._part][0]

    def describe(self, run: BulkRun) -> str:
        """Describe a run in one line."""
        return summary_line(run, self._clock.now())

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place; going back discards a planned run, and a running one reports its end later."""
        if place == "back" and self._run is not None:
            _leave(self.app, self.workspace, self._run)
        super().go(place, saying=saying)

    @contextmanager
    def _showing_trouble(self) -> Iterator[None]:
        """Catch an error of the block, and show it above the status."""
        self._trouble = None
        try:
            yield
        except (RemoteError, UsageError) as error:
            self._trouble = error
        self.reload()

    # --- showing ------------------------------------------------------------------------------

    def _show(self, run: BulkRun) -> None:
        self._run_id, self._run = run.id, run

    def reload(self, change: Change | None = None) -> None:
        """Reload the run, at most a few times a second."""
        if change is None:
            self._read()
        elif self._pause_timer is None:
            self._pause_timer = self.set_timer(_PAUSE, self._read_after_pause)

    def _read_after_pause(self) -> None:
        self._pause_timer = None
        with self.boundary():
            self._read()

    def _read(self) -> None:
        self._run = self.workspace.bulk.get(self._run_id) if self._run_id else None
        before, self._caps = self._caps, self.workspace.spending.caps()
        if not isinstance(self._trouble, SpendRefused) or before != self._caps:
            self._trouble = _check_cap(self.workspace, self._run, self._trouble)
        begun = self._clock.monotonic()
        if self._run is None or self._run.state != "running" or begun >= self._next_list_read:
            super().reload()
            self.set_class(self._run is not None and not self.rows.option_count, "-nothing")
            self._next_list_read = begun + RESTS * (self._clock.monotonic() - begun)
        self.query_one("#bulk-told", Static).update(trouble_words(self._trouble) + self._status_text())
        self.show_keys()

    def title_words(self) -> str:
        """Return which cards the run covers, and which items are shown."""
        return _title_words(self._title, self._run, len(self._cards), self._part)

    def entries(self) -> list[Row]:
        """Return the rows of the items, with the outcome of each card."""
        if self._run is None:
            return []
        items = self.workspace.bulk.items(self._run.id, 0, MOST)
        if self._run.state == "planned":
            items = [
                item.replace(state="remembered") if item.place in self._known else item for item in items
            ]
        return [(str(one.place), self._row(one)) for one in items if one.state in SHOWN[self._part][1]]

    def _row(self, item: BulkItem) -> Prose:
        """Draw an item, from a cache if it is unchanged, because measuring hundreds would delay keys."""
        state = (item.state, item.cost, item.why)
        if (known := self._row_cache.get(item.place)) is None or known[0] != state:
            face = self.workspace.cards.face(item.card_id)
            name = face.name if face is not None else "(a card that is gone)"
            known = self._row_cache[item.place] = (state, row(item, name))
        return known[1]

    def _status_text(self) -> Content:
        """Return the status of the run, and the possible next steps."""
        if (run := self._run) is None:
            return Content("" if self._trouble else f"Reading {cards(len(self._cards))} …")
        if run.state == "planned":
            spending = self.workspace.spending
            costs = preview(run, spending.caps(), spending.month(), len(self._known))
            over_cap = isinstance(self._trouble, SpendRefused)
            return costs + Content(choices(run, self.key_names, self._scope, self._asked, over_cap=over_cap))
        return progress_lines(run, self.key_names, self.size.width, ending=self._ending)

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the bar to the new width. The base class's handler runs too."""
        if self._run is not None:
            self.query_one("#bulk-told", Static).update(trouble_words(self._trouble) + self._status_text())

    def show_keys(self) -> None:
        """Update the key hints to the commands that can run now."""
        ready = [each for each in self.keymap.commands.values() if each.shown and each.refuse(self) is None]
        keys = [(self.keymap.keys_of(each.name()), _hint(each.shown, self._run)) for each in ready]
        self.query_one(StatusBar).hint([(show_key(key[0]), hint) for key, hint in keys if key])


def _title_words(title: str, run: BulkRun | None, count: int, part: int) -> str:
    """Return the heading of a run over the cards ``title``, of which a ``part`` is shown; ``count`` before it is planned."""
    shown = f"shown: {SHOWN[part][0]}" if part else ""
    first = f"the first {MOST:,}" if run is not None and run.total > MOST else ""
    return " · ".join(filter(None, (safe_line(title), cards(run.cards if run else count), shown, first)))


def _check_cap(
    workspace: Workspace, run: BulkRun | None, trouble: CardscoutError | None
) -> CardscoutError | None:
    """Return the refusal of a cap, if the run costs more than the caps allow now; otherwise ``trouble`` if it is another error."""
    refused = isinstance(trouble, SpendRefused)
    if run is None or not (refused or (trouble is None and run.state == "planned")):
        return trouble
    try:
        workspace.spending.check(run.high - run.spent, workspace.spending.of_run(run.id))
    except SpendRefused as error:
        return error
    return None


async def _ask_balance(page: BulkScreen) -> None:
    """Fetch the balance, and show it."""
    if await fetch_balance(page.workspace):
        page.reload()


def _hint(hint: str, run: BulkRun | None) -> str:
    """Return the hint of a key: "go on" instead of "start" for a run that was started."""
    return "go on" if hint == "start" and run is not None and run.state != "planned" else hint


def _leave(app: App[Any], workspace: Workspace, run: BulkRun) -> None:
    """Discard a planned run, or report the end of a running one later."""
    if run.state == "planned":
        _ = app.run_worker(partial(workspace.bulk.drop, run.id), exit_on_error=False)
    elif run.state == "running":
        _ = app.run_worker(partial(_tell_end, app, workspace, run.id), exit_on_error=False)


async def _tell_end(app: App[Any], workspace: Workspace, run: str) -> None:
    """Wait for the end of a run, and report its outcome on the page shown by then."""
    done = await workspace.bulk.wait_finished(run)
    if isinstance(app.screen, WorkspaceScreen) and not isinstance(app.screen, BulkScreen):
        stands = "" if done.state == "done" else f" ({status_words(done)})"
        app.screen.tell(f"{cards(done.cards)} looked up{stands}: {outcome(done)}")
