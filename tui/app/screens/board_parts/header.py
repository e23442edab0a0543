"""BoardHeader: the board's title line, its empty text, and the style of its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui.app.commands.keymap import show_key
from tui.app.commands.writing import is_write_command, read_only_reason, visible_hints
from tui.app.empty_board import no_board_text, no_lists_text
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import DENSITIES, CardStyle
from tui.app.widgets.card_list import EmptyState
from tui.app.widgets.status_bar import Filtered, Title, seconds_left, sync_words
from tui.model.sync import SyncStatus
from tui.presentation.safe_text import safe_text
from tui.settings.environment_account import shown_account

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.model.board import Board
    from tui.settings.known import Density

_NO_ANSWER = "The workspace on this machine does not answer"

_MISTAKE = "A mistake in the settings: those before are used"

ON_THIS_MACHINE = "local"
"""Name of the account whose server runs inside the program."""

QUIET = 1.6
"""Seconds after a key during which the title does not show new loading progress."""

_FIRST = ("help", "palette")  # hinted first, because they list all other keys

_FIRST_WITHOUT_CARDS = (*_FIRST, "new-card")


class BoardHeader:
    """The title line (board, sync status, number of cards) and the key hints.

    Each change is followed by one ``look``, from which all texts are made: they are drawn several times for a change,
    and for keys that change nothing, such as those of a filter.

    Args:
        ageing: Days without changes after which a card is dimmed; None for never.

    Attributes:
        status: The sync status when last looked.
    """

    def __init__(self, view: BoardView, account: str, *, ageing: int | None = None) -> None:
        self._ageing = ageing
        self._view, self._page, self._account = view, view.page, shown_account(account)
        self._workspace, self._clock = view.page.workspace, view.clock
        self.status = SyncStatus("starting")
        self._read_only: str | None = None
        self._title_timer: Timer | None = None
        self._last_title: tuple[Board | None, str] = (None, "")
        self._mistake = ""
        self._has_cards = True
        self._told: set[str] = set()  # why the service on this machine does not answer

    def style(self) -> CardStyle:
        """Return the current style of cards."""
        board_id = self._view.board_id or ""
        variables = self._page.app.theme_variables
        remembered = self._workspace.memory.get("density")
        width = self._view.kanban.row.card_style.width
        return CardStyle(
            width=width,
            density=next((each for each in DENSITIES if each == remembered), "normal"),
            # Styles within a minute are equal, and nothing is redrawn.
            now=self._view.as_of,
            variables={**{name: variables[name] for name in TOKENS}, "background": variables["background"]},
            dark=self._page.app.current_theme.dark,
            labels={label.id: label for label in self._workspace.boards.labels(board_id)},
            members={member.id: member for member in self._workspace.boards.members(board_id)},
            marked=self._view.marked,
            item_due=self._view.item_due,
            ended=frozenset(one.id for one in self._workspace.boards.lists(board_id) if one.ends_cards),
            chips=not self._page.app.no_color,
            age=self._age(),
        )

    def _age(self) -> Callable[[str], float] | None:
        """Return the function from a card to its dimming; None if the user does not want it."""
        if self._ageing is None:
            return None
        from tui.app.drawing.dimming import age_of

        return age_of(self._ageing, self._workspace.cards.get, self._clock)

    def show_density(self, density: Density) -> None:
        """Switch to a card density, and save it."""
        self._workspace.memory.set("density", density)
        self._view.kanban.row.set_density(density)

    @property
    def nothing(self) -> EmptyState:
        """The text in lists without cards."""
        if not self._view.is_loading:
            return EmptyState(hint="" if not (adds := self.key("new-card")) else f"{adds} adds one")
        return EmptyState("loading …" if self._view.more_may_arrive else "not here yet", hint="", known=False)

    def look(self) -> None:
        """Read the sync status, and whether the board is read-only, which changes the key hints."""
        self.status = self._workspace.sync.status()
        self._tell_what_is_wrong_here()
        self._tell_mistake(self.status.mistake)
        was, self._read_only = self._read_only, read_only_reason(self._page)
        if was != self._read_only:
            self.show_keys()

    def _tell_what_is_wrong_here(self) -> None:
        """Tell once why the service on this machine does not answer: it is no line that comes back by itself."""
        if self._account != ON_THIS_MACHINE:
            return
        if self.status.state != "offline":
            self._told.clear()
        elif (detail := self.status.detail) and (what := detail.partition(". ")[0]) not in self._told:
            # Its parts may fail in turn, each with other words; what follows them counts the cards as of now.
            self._told.add(what)
            self._page.notify(safe_text(detail), title=_NO_ANSWER, severity="error", timeout=30, markup=False)

    def _tell_mistake(self, mistake: str) -> None:
        """Tell once what is wrong in the settings, for which earlier ones are used."""
        if mistake and mistake != self._mistake:
            words = safe_text(mistake, multiline=True)
            self._page.notify(words, title=_MISTAKE, severity="warning", timeout=30, markup=False)
        self._mistake = mistake

    def show_title(self) -> None:
        """Update the title; defer mere loading progress while keys are pressed."""
        self._look_for_cards()
        status = self.status
        about = (self._view.board, self._view.words)
        if status.state == "loading" and about == self._last_title and self._key_just_pressed():
            # Progress can wait: if it were updated after each key, it would add output to every key.
            self._title_timer = self._title_timer or self._page.set_timer(QUIET, self._refresh_title)
            return
        self._last_title = about
        board = self._view.board
        filtered = self._filtered() if self._view.words else None
        title = Title("", self._account, self._sync_words(status), filtered=filtered)
        if board is not None:
            counts = self._counts() if board.name else ""
            title = title._replace(board=board.name, account=self._account_words(board), right=counts)
        self._view.title.say(title)
        if seconds_left(status, self._clock.now()) and self._title_timer is None:
            self._title_timer = self._page.set_timer(1, self._refresh_title)

    def _account_words(self, board: Board) -> str:
        """Return the account, and why the board cannot be changed."""
        if board.closed:
            return f"{self._account} · closed"
        return f"{self._account} · read only" if self._read_only else self._account

    def show_keys(self) -> None:
        """Show the key hints; on a board where no card is shown, those that do something there."""
        keymap, read_only = self._page.keymap, self._read_only or ""
        if self._has_cards:
            self._view.bar.hint(visible_hints(keymap, read_only, first=_FIRST))
            return
        hints = visible_hints(keymap, read_only, first=_FIRST_WITHOUT_CARDS, empty=self._page)
        self._view.bar.hint([hint for hint in hints if hint[0] != self.key("card-down")])

    def _look_for_cards(self) -> None:
        """Show other key hints if the first card is there, or the last one is gone; more may be tested or read."""
        lists = self._view.kanban.row.card_lists
        found = any(len(cards) or not cards.settled for cards in lists) or self._view.is_loading
        if found != self._has_cards:
            self._has_cards = found
            self.show_keys()

    def _sync_words(self, status: SyncStatus) -> tuple[str, str]:
        """Return the sync status in words, and the name of its colour."""
        words, token = sync_words(self._assumed_status(status), self._clock.now())
        if status.state in {"unauthorized", "held"}:
            from tui.app.commands.account.accounts import login_keys_text

            locked = status.trouble == "locked"
            words += f" · {login_keys_text(self._page.key_names, locked=locked)}"
        return words, token

    def _assumed_status(self, status: SyncStatus) -> SyncStatus:
        """Return ``status``, or "synced" for the local account while its server is starting.

        Nobody else writes to the local account, and its server starts in a moment, so a warning would
        mislead.
        """
        if status.state != "starting" or self._account != ON_THIS_MACHINE or self._view.board is None:
            return status
        return status if self._view.is_loading else status.replace(state="synced")

    def _counts(self) -> str:
        """Return the number of cards and of unread notifications."""
        cards, unread = self._cards_words(), self._workspace.inbox.unread()
        return f"✉ {unread} · {cards}" if unread and cards else cards

    def _cards_words(self) -> str:
        total = self._total
        # The number is unknown until the board has been read once.
        return f"{total:,} card{'s' * (total != 1)}" if total or not self._view.is_loading else ""

    @property
    def _total(self) -> int:
        return sum(cards.total for cards in self._view.kanban.row.card_lists)

    def _filtered(self) -> Filtered:
        """Return the filter and its number of matches, or the order and the number of cards."""
        if self._view.sort_words:
            return Filtered(self._view.sort_words, (self._cards_words() or "…",))
        lists, total = self._view.kanban.row.card_lists, self._total
        shown = f"{sum(map(len, lists)):,}" if all(cards.settled for cards in lists) else "…"
        few = f"{shown} of {total:,}"
        return Filtered(f"/{self._view.words}", (f"{few} card{'s' * (total != 1)} shown", few))

    def _key_just_pressed(self) -> bool:
        """Return whether a key was pressed less than ``QUIET`` seconds ago."""
        return self._clock.monotonic() - self._view.pressed_at < QUIET

    def _refresh_title(self) -> None:
        """Update the title by timer: for the countdown of a rate limit, or after a deferred update."""
        self._title_timer = None
        with self._page.boundary():
            self.look()
            self.show_title()

    def show_empty(self) -> None:
        """Show or hide the text of an empty board, which tells what to do."""
        words, status = "", self.status
        coming = status.state in {"starting", "loading"}
        if self._view.board is None:
            others, closed = bool(self._workspace.boards.all()), bool(self._workspace.boards.all(closed=True))
            words = no_board_text(self._account, status, self.key, others=others, closed=closed)
        elif not self._view.kanban.lists:
            words = no_lists_text(self._view.board, self.key)
            # A board that was not read yet may still have lists.
            if coming or self._view.is_loading:
                words = "reading the board …" if self._view.more_may_arrive else "nothing of it is here yet"
        self._page.query_one("#empty", Static).update(Content(words))
        self._page.set_class(bool(words), "-empty")

    def key(self, name: str) -> str:
        """Return the key of the command ``name`` for display; "" if it is not allowed or has no key."""
        if self._read_only and is_write_command(self._page.keymap.commands[name]):
            return ""
        return next(map(show_key, self._page.keymap.keys_of(name)), "")
