"""BoardHead: the title of the board, what stands where it is empty, and how its cards are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui.app.commands.command import show_key
from tui.app.commands.writing import changes, offered, reads_only
from tui.app.nothing_yet import without_a_board, without_lists
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import DENSITIES, CardStyle
from tui.app.widgets.card_list import Nothing
from tui.app.widgets.status_bar import seconds_left, sync_words

if TYPE_CHECKING:
    from tui.app.screens.board_parts.shown import Shown
    from tui.model.board import Board
    from tui.model.sync import SyncStatus

ON_THIS_MACHINE = "local"
"""The account whose server is part of the program."""

QUIET = 1.6
"""Seconds after a key in which the title does not tell how far the loading is."""

_FIRST = ("help", "palette")  # they tell all other keys


class BoardHead:
    """Says which board it is, how it stands to the service, how many cards there are, and the keys.

    Args:
        shown: The board on the screen.
        account: The account's name.
    """

    def __init__(self, shown: Shown, account: str) -> None:
        self._shown, self._page, self._account = shown, shown.page, account
        self._workspace, self._clock = shown.page.workspace, shown.clock
        self._beat: Timer | None = None
        self._titled: tuple[Board | None, str] = (None, "")

    def style(self) -> CardStyle:
        """How cards are drawn now."""
        board_id = self._shown.board_id or ""
        variables = self._page.app.theme_variables
        remembered = self._workspace.memory.get("density")
        width = self._shown.kanban.row.card_style.width
        return CardStyle(
            width=width,
            density=next((each for each in DENSITIES if each == remembered), "normal"),
            # By the minute, so that a look read again is the same look and nothing is drawn anew.
            now=self._clock.now().replace(second=0, microsecond=0),
            variables={**{name: variables[name] for name in TOKENS}, "background": variables["background"]},
            dark=self._page.app.current_theme.dark,
            labels={label.id: label for label in self._workspace.boards.labels(board_id)},
            members={member.id: member for member in self._workspace.boards.members(board_id)},
        )

    @property
    def nothing(self) -> Nothing:
        """What stands in lists without cards."""
        if not self._shown.coming:
            return Nothing(hint="" if not (adds := self.key("new-card")) else f"{adds} adds one")
        return Nothing("loading …" if self._shown.may_come else "not here yet", hint="", known=False)

    def show_title(self) -> None:
        """Say all of it, but how far a loading is only when no key was pressed just now."""
        status = self._workspace.sync.status()
        about = (self._shown.board, self._shown.words)
        if status.state == "loading" and about == self._titled and self._at_work():
            # How far it is can wait: behind each key it would be bytes that the key did not ask for.
            self._beat = self._beat or self._page.set_timer(QUIET, self._count_down)
            return
        self._titled = about
        board = self._shown.board
        account = f"{self._account} · read only" if board and reads_only(self._page) else self._account
        self._shown.title.say(
            board=board.name if board else "",
            account=account,
            sync=self._sync_words(status),
            right=self._counts() if board and board.name else "",
        )
        if seconds_left(status, self._clock.now()) and self._beat is None:
            self._beat = self._page.set_timer(1, self._count_down)
        self._shown.bar.hint(offered(self._page.keymap, self._page, first=_FIRST))

    def _sync_words(self, status: SyncStatus) -> tuple[str, str]:
        """How the board stands to the service, and the token of its colour."""
        words, token = sync_words(self._known(status), self._clock.now())
        if status.state in {"unauthorized", "held"}:
            from tui.app.commands.account.accounts import way_to_login

            locked = status.trouble == "locked"
            words += f" · {way_to_login(self._page.key_names, locked=locked)}"
        return words, token

    def _known(self, status: SyncStatus) -> SyncStatus:
        """``status``, of the account on this machine as it was left while its server is being opened.

        Nobody else writes there. That it opens is not told: it takes a moment, at each start.
        """
        opens = status.state == "starting" and self._account == ON_THIS_MACHINE
        read = self._shown.board is not None and not self._shown.coming
        return replace(status, state="synced") if opens and read else status

    def _counts(self) -> str:
        """How many cards there are, and how many of them the filter shows."""
        lists = self._shown.kanban.row.card_lists
        total = sum(cards.total for cards in lists)
        # While its first reading is on the way nobody knows how many there are.
        cards = f"{total:,} card{'s' * (total != 1)}" if total or not self._shown.coming else ""
        if not self._shown.words:
            return cards
        return f"/{self._shown.words} · {sum(map(len, lists)):,} of {cards} shown"

    def _at_work(self) -> bool:
        """Whether somebody has just pressed a key."""
        return self._clock.monotonic() - self._shown.pressed_at < QUIET

    def _count_down(self) -> None:
        """While the service makes us wait, or after keys that it waited for, the line changes by itself."""
        self._beat = None
        with self._page.boundary():
            self.show_title()

    def show_empty(self) -> None:
        """Say what to do where there is nothing to see."""
        words, status = "", self._workspace.sync.status()
        coming = status.state in {"starting", "loading"}
        if self._shown.board is None:
            others, closed = bool(self._workspace.boards.all()), bool(self._workspace.boards.all(closed=True))
            words = without_a_board(self._account, status, self.key, others=others, closed=closed)
        elif not self._shown.kanban.lists:
            words = without_lists(self._shown.board, self.key)
            # Of a board that is still on its way nobody knows that.
            if coming or self._shown.coming:
                words = "reading the board …" if self._shown.may_come else "nothing of it is here yet"
        self._page.query_one("#empty", Static).update(Content(words))
        self._page.set_class(bool(words), "-empty")

    def key(self, name: str) -> str:
        """The key of the command ``name``, as a person reads it; "" where it may not be done."""
        if changes(self._page.keymap.commands[name]) and reads_only(self._page):
            return ""
        return next(map(show_key, self._page.keymap.keys_of(name)), "")
