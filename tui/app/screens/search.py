"""SearchScreen: a search over all boards, first in the store, then at the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.unread_boards import UnreadBoards
from tui.app.widgets.line_editor import FittingInput
from tui.app.widgets.rows import RowList
from tui.app.widgets.status_bar import StatusBar
from tui.errors import RemoteError
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.change import Change
    from tui.model.search import Hit
    from tui.workspace import Workspace

PAUSE = 0.4
"""Seconds without a key after which the service is also searched."""

_NOTHING_TYPED = "type to search"
_HINTS = (("enter", "open"), ("↑ ↓", "walk"), ("esc", "back"))


class SearchScreen(WorkspaceScreen):
    """The search for cards and boards."""

    called = "search"
    about = frozenset({"boards", "lists", "cards", "sync"})

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False, priority=True),
        Binding("up,ctrl+p,shift+tab", "step(-1)", show=False, priority=True),
        Binding("down,ctrl+n,tab", "step(1)", show=False, priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._hits: list[Hit] = []
        self._said = _NOTHING_TYPED
        self._unread = UnreadBoards(self, lambda: {"": workspace}, self._show_unread)
        self._search_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the title with the number of hits, the input, the hits, and the status bar."""
        yield Static(id="search-title")
        # The text is selected, so that typing replaces it.
        last = self.workspace.memory.get("search") or ""
        yield FittingInput(last, placeholder="words · @me · #label · due:week", select_on_focus=True)
        rows = RowList(id="search-rows")
        rows.can_focus = False
        yield rows
        yield StatusBar()

    def on_mount(self) -> None:
        """Focus the line, and fetch the boards that were never read; Textual calls the base class's handler too."""
        self.query_one(Input).focus()
        self.query_one(StatusBar).hint(_HINTS)
        self._note(self._said)
        self._unread.read()

    def on_screen_resume(self) -> None:
        """Show what a card that was opened from here is called now, and where it is."""
        self._update_hits()

    def _update_hits(self) -> None:
        """Show what was found as it is called now, and where it is, without what was deleted since."""
        if self._hits:
            hits = [now for hit in self._hits if (now := self.workspace.search.now(hit)) is not None]
            self._show(hits, self._said if len(hits) == len(self._hits) else _found(hits))

    @property
    def _text(self) -> str:
        """What is searched for."""
        return self.query_one(Input).value.strip()

    def reload(self, change: Change | None = None) -> None:
        """Fetch the boards that were never read, once the service answers; update what was found."""
        if change is None:
            return
        if change.nouns & {"boards", "sync"}:
            self._unread.retry()
        # A change without ids may be of any card; hits may still have the ids of before.
        others = (
            change.card_ids and not change.bound and change.card_ids.isdisjoint(hit.id for hit in self._hits)
        )
        if change.nouns & {"boards", "lists"} or ("cards" in change.nouns and not others):
            self._update_hits()

    def _show_unread(self) -> None:
        """Show the progress of boards that were never read; search again once all are read."""
        text = self._text
        self._note(self._said)
        if text and not self._unread.words:
            self._show(self.workspace.search.local(text), self._said)
            self._search_service(text)

    @on(Input.Changed)
    def _query_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._search_timer is not None:
            self._search_timer.stop()
            self._search_timer = None
        text = event.value.strip()
        hits = self.workspace.search.local(text) if text else []
        self._show(hits, _found(hits) if hits else "searching …" if text else _NOTHING_TYPED)
        if hits:
            # Of other words another hit is the best; the one of the letters before may still be among them.
            self.query_one(RowList).highlighted = 0
        if text:
            self._search_timer = self.set_timer(PAUSE, self._ask)

    def _ask(self) -> None:
        text = self._text
        self.workspace.memory.set("search", text)
        self._search_service(text)

    @work(group="search", exclusive=True, exit_on_error=False)
    async def _search_service(self, text: str) -> None:
        """Also search at the service; if it cannot be reached, keep the hits from the store."""
        try:
            found = await self.workspace.search.local_and_remote(text)
        except RemoteError:
            self._note("offline: this is what is here")
            return
        if self._text == text:
            self._show(found, _found(found))

    def _show(self, hits: list[Hit], note: str) -> None:
        self._hits = hits
        self.query_one(RowList).show([(f"{hit.kind}:{hit.id}", _line(hit)) for hit in hits])
        self._note(note)

    def _note(self, words: str) -> None:
        self._said = words
        said = " · ".join(filter(None, (self._unread.words, words)))
        title = Content.assemble((" Search every board", "bold $cursor"), (f"  {said}", "$ink-quiet"))
        self.query_one("#search-title", Static).update(title)

    def action_step(self, by: int) -> None:
        """Move the cursor in the list by ``by`` rows."""
        rows = self.query_one(RowList)
        if rows.option_count:
            rows.highlighted = max(0, min((rows.highlighted or 0) + by, rows.option_count - 1))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._open(self.query_one(RowList).current)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._open(event.option_id)

    def _open(self, row: str | None) -> None:
        hit = next((hit for hit in self._hits if f"{hit.kind}:{hit.id}" == row), None)
        if hit is None:
            return
        if not hit.here and self.workspace.boards.get(hit.board_id) is None:
            self.tell("that board is not among yours: it cannot be opened here")
            return
        if hit.kind == "board":
            self.go(f"board:{hit.board_id}")
        elif hit.here:
            self.go(f"found:{hit.id}")
        else:
            self._fetch(hit)

    @work(group="fetch", exclusive=True, exit_on_error=False)
    async def _fetch(self, hit: Hit) -> None:
        """Fetch and open a card that only the service has, before the rest of its board is read."""
        self.tell(f"reading {safe_line(hit.name)} …")
        try:
            card = await self.workspace.cards.fetch(hit.id)
        except RemoteError:
            self.tell("offline: that card is not here yet")
            return
        if card is None:
            self.tell("that card is not there any more")
        else:
            self.go(f"found:{card.id}")

    def action_leave(self) -> None:
        """Go back."""
        self.go("back")


def _found(hits: list[Hit]) -> str:
    return f"{len(hits)} found" if hits else "nothing found"


def _line(hit: Hit) -> Content:
    mark = "▦ " if hit.kind == "board" else "  "
    places = (hit.list_name, hit.board_name if hit.kind == "card" else "")
    where = " · ".join(safe_line(place) for place in places if place)
    notes = [where, "archived" if hit.closed else "", "" if hit.here else "at the service"]
    said = " · ".join(filter(None, notes))
    return Content.assemble(
        (mark, "$cursor"), safe_line(hit.name), (f"  {said}" if said else "", "$ink-quiet")
    )
