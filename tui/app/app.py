"""The Textual app: themes, style sheets, navigation between screens, start and exit.

The first paint needs only Textual and the store. Everything else is imported later, by the sync thread or by
the key that first asks for a screen.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from tui.app.account.switch import FIRST_MODE, Switch, SyncChanged
from tui.app.commands.catalogue import overrides
from tui.app.enrich.visible_cards import VisibleCards
from tui.app.pages import Pages
from tui.app.painting import PaintedApp
from tui.app.screens.board import BoardScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.settings_check import valid_bindings
from tui.app.terminal.frame import Frame
from tui.app.terminal.job_control import JobControl
from tui.app.terminal.line_filters import VARIABLES, Colourless, ControlFilter
from tui.app.terminal.output import install_lasting_writer
from tui.app.terminal.paste import LONGEST_PASTE, install_paste_parser
from tui.app.terminal.toasts import ToastApp
from tui.app.theme import CONFIGURED, DARK, LIGHT, LIGHT_TOKENS, THEMES, TOKENS, last_theme
from tui.app.type_ahead import TypeAhead
from tui.app.widgets.column import Column
from tui.app.widgets.part import key_names
from tui.clock import Clock, SystemClock
from tui.errors import UsageError
from tui.settings.config import Config
from tui.settings.paths import styles_dir

if TYPE_CHECKING:
    from pathlib import Path

    from tui.app.account.accounts import Accounts
    from tui.app.account.sample import BoardSource
    from tui.app.after_start import AfterStart
    from tui.rules.runner import RuleHome, RuleRunner
    from tui.workspace import Workspace

_LOG = logging.getLogger("cardscout.app")
FIRST_SHEETS = (
    "app",
    "screens/board",
    "widgets/kanban",
    "widgets/column",
    "widgets/drag",
    "widgets/tabs",
    "widgets/status_bar",
    "widgets/line_editor",
)
"""Style sheets of the first screen; parsing the others would delay the first paint."""

_KEEPS_STATUS = frozenset(
    {"back", "help", "menu", "tour", "palette", "boards", "search", "theme", "redraw", "quit", "other-board"}
)
"""Places that cover the page with a box at most, so that its status message stays valid."""

_NO_ACCOUNT = "no account"
_START_DELAY = 0.05  # seconds from the first layout until the board has surely been painted


class CardscoutApp(PaintedApp, ToastApp):
    """The Cardscout app, showing one workspace at a time.

    Args:
        workspace: An open workspace; the app starts it after the first paint, and the caller closes it.
        board: Id of the board to open, or None for the last one.
        upkeep: A maintenance callback, run hourly in its own thread once the first screen is painted.
        accounts: Creates the manager of all accounts; None if there is only this one.
        rules: Returns the files of the rules, which run while the app is open; None for no rules.
        settings: The config file, which the settings page changes; None for no such page.
        source: Imports boards into the local account; None for none.
    """

    TITLE = "Cardscout"
    has_quit = False
    ALLOW_SELECT = True
    ENABLE_COMMAND_PALETTE = False
    DEFAULT_MODE = FIRST_MODE
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "say_how_to_quit", "")]

    def __init__(
        self,
        workspace: Workspace,
        *,
        board: str | None = None,
        config: Config | None = None,
        clock: Clock | None = None,
        account: str = "local",
        upkeep: Callable[[], None] | None = None,
        accounts: Callable[[], Accounts] | None = None,
        rules: Callable[[], RuleHome] | None = None,
        settings: Path | None = None,
        source: BoardSource | None = None,
    ) -> None:
        styles = styles_dir()
        if not os.environ.get("NO_COLOR"):
            _ = os.environ.pop(
                "NO_COLOR", None
            )  # by its definition, an empty one is none; Textual takes it for one
        super().__init__(css_path=[styles / f"{name}.tcss" for name in FIRST_SHEETS])
        self._sheets = [path for path in sorted(styles.rglob("*.tcss")) if path not in self.css_path]
        self.workspace = workspace
        self.add_mode(FIRST_MODE, self.get_default_screen)
        self._config, self._clock = config or Config(), clock or SystemClock()
        self._requested_board, self._source, self._upkeep, self._rules_of = board, source, upkeep, rules
        self.rules: RuleRunner | None = None
        self._after_start: AfterStart | None = None
        self._control_filter = ControlFilter()
        self.ahead = TypeAhead(self, super().on_event)
        self.frame, self.jobs = (frame := Frame()), JobControl(self, frame, self.end_by_signal)
        self._in_sight = VisibleCards(self, lambda ids: self.workspace.sync.mark(ids))  # noqa: PLW0108 - of the open account
        install_paste_parser()
        install_lasting_writer()
        self._colourless = Colourless()
        self._keys = overrides(self._config.keys, valid_bindings(self._config.bindings))
        self.switch = Switch(self, accounts, account, clock=self._clock, keys=self._keys)
        self._pages = Pages(self, self.switch, self._clock, self._keys, settings, self._config, source)
        for theme in THEMES:
            self.register_theme(theme)
        self.use_theme(last_theme(workspace, self._config.theme))
        self._theme_shown = self.current_theme
        self.stylesheet.set_variables(self.get_css_variables())

    async def on_event(self, event: events.Event) -> None:
        """Queue keys and pastes in the type-ahead, drop overlong pastes, and forward all other events."""
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            self.ahead.note_click(event)
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif not self.screen_stack and not self.ahead.is_holding:
            return  # the app is closing: no screen is left to handle the key
        elif isinstance(event, events.Paste) and len(event.text) > LONGEST_PASTE:
            self.say(f"more than {LONGEST_PASTE:,} characters were pasted: nothing of it was taken")
        else:
            await self.ahead.type(event)

    # --- colours and lines ------------------------------------------------------------------

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our colour tokens as defaults for themes that do not define them."""
        return dict(TOKENS if self.current_theme.dark else LIGHT_TOKENS)

    def get_css_variables(self) -> dict[str, str]:
        """Return the theme's variables, with substitutes for colours where NO_COLOR is set."""
        variables = super().get_css_variables()
        return {**variables, **VARIABLES} if self.no_color else variables

    def use_theme(self, name: str) -> None:
        """Switch to a theme by its full or short name; an unknown name is ignored."""
        if name not in {DARK, LIGHT}:
            from tui.app.drawing.themes import register_rarer

            name = register_rarer(self, name, self._config.colours)
        self.theme = name if name in self.available_themes else DARK

    def copy_to_clipboard(self, text: str) -> None:
        """Copy ``text`` to the terminal's clipboard, through tmux too."""
        from tui.app.terminal.clipboard import pass_through

        super().copy_to_clipboard(text)
        pass_through(self, text)

    def refresh_css(self, animate: bool = True) -> None:
        """Re-apply the style sheets if the theme changed; Textual would also do so at every start."""
        if self.current_theme is not self._theme_shown:
            self._theme_shown = self.current_theme
            super().refresh_css(animate)

    def read_sheets(self) -> None:
        """Read the style sheets that the first screen does not need, unless they are read already."""
        if self._sheets:
            from tui.app.drawing.style_sheets import read_more

            sheets, self._sheets = self._sheets, []
            # A key may already have opened the panel or a box.
            read_more(self.stylesheet, sheets, self.screen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's line filters and the filter that removes control characters."""
        own = [self._colourless] if self.no_color else super().get_line_filters()
        return [*own, self._control_filter]

    # --- start and end ----------------------------------------------------------------------

    def get_default_screen(self) -> Screen[None]:
        """Create the screen of the first board, which is read from the store without waiting."""
        if self._config.density is not None:
            self.workspace.memory.set("density", self._config.density)
        return BoardScreen(
            self.workspace,
            self._first_board(),
            clock=self._clock,
            account=self.switch.name,
            keys=self._keys,
            ageing=self._config.ageing,
            mouse=self._config.mouse,
        )

    def _first_board(self) -> str | None:
        boards = {board.id: board for board in self.workspace.boards.all()}
        for ident in (self._requested_board, self.workspace.memory.get("board")):
            if ident in boards:
                return ident
        return next(iter(boards), None)

    def on_load(self) -> None:
        """Start each task in a later turn of the event loop; from Python 3.12 on Textual would start it immediately."""
        # With an immediate start a box would open before its worker is known, and the first screen would be
        # built before it is on the stack.
        asyncio.get_running_loop().set_task_factory(None)

    def on_mount(self) -> None:
        """Handle signals that end or suspend the app, and start the workspace after the first paint."""
        self.jobs.start()
        self.call_after_refresh(self.ahead.begin)
        self.call_after_refresh(self.set_timer, _START_DELAY, self._start)

    def _start(self) -> None:
        if not self.screen_stack:
            return  # the app is closing already
        self.read_sheets()
        board = self.screen_stack[0]
        if isinstance(board, BoardScreen):
            board.work(partial(self._begin, board), "start")

    async def _begin(self, page: BoardScreen) -> None:
        """Do the work that follows the first paint and the opening of an account."""
        if self._after_start is None:
            from tui.app.after_start import AfterStart
            from tui.app.due_marks import DueMarks
            from tui.app.terminal.bell import Bell

            bell = Bell(self, self._clock) if self._config.bell else None
            marks = DueMarks(self, self._clock)
            self._after_start = AfterStart(
                self, marks, bell, self._upkeep, self._config, self._source, self._pages.cards.build_ahead
            )
        await self._after_start.begin(page)

    def start_rules(self) -> RuleRunner | None:
        """Start the rule runner if it is not running, and return it; return None if there are no rules."""
        if self._rules_of is not None and self.rules is None:
            from tui.app import rule_notices

            self.rules = rule_notices.start_rules(self, self._rules_of())
        return self.rules

    def on_unmount(self) -> None:
        """Stop the rule runner."""
        if self.rules is not None:
            self.rules.stop()

    def action_say_how_to_quit(self) -> None:
        """Show which key quits, in response to ctrl+c."""
        self.say(f"{key_names(self.screen)['quit']} quits")

    def end_by_signal(self) -> None:
        """Exit after a signal, and store which card is open, so that the next start reopens it."""
        from tui.app.after_start import note_dropped

        note_dropped(self)
        self.exit()

    async def action_quit(self) -> None:
        """Exit on the user's request, which leaves a moment to send pending writes."""
        self.has_quit = True
        self.exit()

    def say(self, text: str) -> None:
        """Show ``text`` in the page's status bar, or as a toast if the page has none."""
        if isinstance(self.screen, WorkspaceScreen):
            self.screen.tell(text)
        else:
            self.notify(text, markup=False)

    def _fatal_error(self) -> None:
        """Exit after an unhandled error: log the traceback, and print one line without local variables."""
        error = sys.exc_info()[1] or self._exception
        _LOG.critical("the app ended: %s", type(error).__name__, exc_info=error)
        name = type(error).__name__ if error is not None else "an error"
        line = f"Cardscout ended on {name}. What you did is kept. The log has the details."
        self._exit_renderables.append(line)
        self._close_messages_no_wait()

    # --- places -----------------------------------------------------------------------------

    @on(WorkspaceScreen.Go)
    def _go(self, message: WorkspaceScreen.Go) -> None:
        message.stop()
        try:
            self._show_place(message)
        finally:
            if message.asker is not None:
                message.asker.release_keys_to(self.screen_stack[-1])

    def _show_place(self, message: WorkspaceScreen.Go) -> None:
        self.read_sheets()
        kind, _, ident = message.place.partition(":")
        places: dict[str, Callable[[str], object]] = {
            **self._pages.places,
            "quit": lambda _: self.call_later(self.action_quit),
            "back": lambda _: self._go_back(message.asker),
            "board": self.open_board,
            "other-board": self.open_board,  # what was said of why the board is another one stays
            "theme": lambda _: self._toggle_theme(),
            "suspend": lambda _: self._suspend(),
            "redraw": lambda _: self.jobs.redraw(),
        }
        if kind in places:
            if message.asker is not None and kind not in _KEEPS_STATUS:
                # The status message may be outdated by the time the user returns.
                _ = message.asker.clear_message()
            places[kind](ident)
            if message.saying and isinstance(self.screen, WorkspaceScreen):
                self.screen.tell(message.saying, undo=True)
        else:
            self.say(f"there is no {message.place} here")

    def _go_back(self, asker: WorkspaceScreen | None) -> None:
        # Ignore the second of two identical requests from one page.
        if len(self.screen_stack) > 1 and asker in {None, self.screen}:
            _ = self.pop_screen()

    @on(Column.Unread)
    def _unread(self, message: Column.Unread) -> None:
        message.stop()
        self._in_sight.add(message.card_id)

    @on(SyncChanged)
    def _sync_changed(self, message: SyncChanged) -> None:
        message.stop()
        self.switch.handle_sync_status()

    async def show_no_account(self) -> None:
        """Show an empty page until an account is open again."""
        if _NO_ACCOUNT not in self._modes:
            self.add_mode(_NO_ACCOUNT, Screen)
        self.back_to_board()
        await self.switch_mode(_NO_ACCOUNT)
        self._pages.cards.drop()

    def add_account_mode(self, mode: str) -> None:
        """Add a Textual mode, with its own screen stack, for another account."""
        self.add_mode(mode, self.get_default_screen)

    def back_to_board(self) -> None:
        """Close every page and box above the board."""
        while len(self.screen_stack) > 1:
            _ = self.pop_screen()

    def show_workspace(self, workspace: Workspace, mode: str, board: str | None) -> None:
        """Switch to the workspace of another account and to the Textual mode that has its screens."""
        self.workspace, self._requested_board = workspace, board
        self._pages.cards.drop()
        _ = self.switch_mode(mode)
        self._start()

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """Return a picture of the screen, unless one of the screens asks for a secret.

        Raises:
            UsageError: A screen asks for a secret.
        """
        if any(getattr(screen, "secret", False) for screen in self.screen_stack):
            raise UsageError("no picture is taken of a login")
        return super().export_screenshot(title=title, simplify=simplify)

    @property
    def board_screen(self) -> BoardScreen | None:
        """The board beneath every page."""
        return next((screen for screen in self.screen_stack if isinstance(screen, BoardScreen)), None)

    @property
    def open_board_id(self) -> str | None:
        """Id of the board on the screen."""
        screen = self.board_screen
        return screen.board.id if screen is not None and screen.board is not None else None

    def open_board(self, ident: str | None) -> None:
        """Show a board of the open account; "" for none."""
        screen = self.board_screen
        if ident is None or screen is None:
            return
        self.back_to_board()
        # The caller may know a new board only by its local id.
        self.workspace.memory.set("board", screen.feed.current_id(ident))
        screen.open_board(ident or None)

    def _suspend(self) -> None:
        if (reason := self.jobs.refusal) is not None:
            self.say(reason)
        else:
            self.jobs.stop()

    def _toggle_theme(self) -> None:
        dark = not self.current_theme.dark
        configured = self.workspace.memory.get(CONFIGURED)
        self.use_theme(configured or DARK)
        if self.current_theme.dark != dark:
            self.theme = DARK if dark else LIGHT
            if configured:
                self.say(f"until the next start: theme in config.toml is {configured}")
        self.workspace.memory.set("theme", self.theme)
