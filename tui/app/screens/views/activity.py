"""ActivityScreen: what happened on a board or to a card, by whom, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import on, work
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.pages.views import ACTIVITY
from tui.app.screens.list_page import ListPage
from tui.errors import RemoteError
from tui.presentation.activity import action_words, shown_actions
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import short_ago

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from tui.app.widgets.rows import Row
    from tui.clock import Clock
    from tui.model.action import Action
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.workspace import Workspace

_PAUSE = 1.0
"""Seconds between a change and the request to the service about it."""

_NEAR_END = 10
"""Rows before the end at which the next page is fetched."""


class ActivityScreen(ListPage):
    """The page of the actions of a board, or of a card.

    Args:
        card_id: The card's id; "" for all cards of the board.
    """

    heading = "Activity"
    nothing = "reading …"
    about = frozenset({"boards", "lists", "cards", "labels", "members", "checklists", "comments"})
    commands = ACTIVITY

    def __init__(
        self,
        workspace: Workspace,
        board: Board,
        card_id: str = "",
        *,
        clock: Clock,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._board, self._card_id, self._clock, self.shown_id = board, card_id, clock, card_id
        self.feed.minute_passed = self.reload
        self._actions: dict[str, Action] = {}
        self._whole = False
        self._note = ""
        self._soon: Timer | None = None
        self._reading: Worker[None] | None = None

    def on_mount(self) -> None:
        """Fetch the newest actions. Textual calls the base class's handlers too."""
        self._reading = self._fetch_older()

    @property
    def board(self) -> Board:
        """The board, as it is now."""
        return self.workspace.boards.get(self._board.id) or self._board

    def title_words(self) -> str:
        """Return whose activity it is, and whether there may be more."""
        face = self.workspace.cards.face(self._card_id) if self._card_id else None
        name = self.board.name if face is None else face.name
        return " · ".join(filter(None, (safe_line(name), self._note if self._actions else "")))

    def entries(self) -> list[Row]:
        """Return one row per action that is shown."""
        now = self._clock.now()
        return [
            (one.id, self._row(one, f"{short_ago(one.date, now):>4}"))
            for one in shown_actions(self._actions.values())
        ]

    def _row(self, action: Action, when: str) -> Content:
        said = action_words(action, self._clock.now(), of_card=bool(self._card_id))
        head = Content.assemble(
            (f"{when}  ", "$ink-quiet"), (safe_line(said.who), "bold"), f" {safe_line(said.did)}"
        )
        if not said.text:
            return head
        text = f"{' ' * len(when)}  {safe_line(said.text)}"
        return Content("\n").join([head, Content.styled(text, "$ink-quiet")])

    @property
    def chosen_card(self) -> str:
        """Id of the card that the action under the cursor is about, if it is here; "" otherwise."""
        action = self._actions.get(self.chosen or "")
        ident = "" if action is None else action.card_id or ""
        return ident if ident and self.workspace.cards.face(ident) is not None else ""

    # --- fetching ------------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Request new actions a moment after something changed on the board."""
        if change is None:
            super().reload()
        elif self._actions and self._soon is None:
            self._soon = self.set_timer(_PAUSE, self._fetch_newer)

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        reading = self._reading is not None and not self._reading.is_finished
        if not self._whole and not reading and event.option_index >= self.rows.option_count - _NEAR_END:
            self._reading = self._fetch_older()

    @work(group="older", exit_on_error=False)
    async def _fetch_older(self) -> None:
        """Fetch the page before the oldest shown action."""
        oldest = next(reversed(self._actions), None)
        try:
            page = await self.workspace.activity.page(self._board.id, self._card_id, before=oldest)
        except RemoteError as error:
            self._say(safe_line(str(error)))
            return
        self._actions |= {one.id: one for one in page}
        self._whole = not page
        self._say("")

    @work(group="newer", exclusive=True, exit_on_error=False)
    async def _fetch_newer(self) -> None:
        """Fetch everything since the newest shown action."""
        self._soon = None
        try:
            page = await self.workspace.activity.newer(
                self._board.id, self._card_id, next(iter(self._actions))
            )
        except RemoteError as error:
            self._say(safe_line(str(error)))
            return
        self._actions = {one.id: one for one in page} | self._actions
        self._say("")

    def _say(self, note: str) -> None:
        self._note = note
        super().reload()
        if self.focused is None:
            # The rows could not get the focus while there were none.
            self.rows.focus()
        words = note or "Nothing has happened here yet."
        self.query_one("#list-nothing", Static).update(Content(words))
