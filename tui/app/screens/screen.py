"""WorkspaceScreen: what every screen that shows data has in common.

It hears the feed, turns keys into commands, and is the one place where an error becomes something to see.
"""

import logging
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, Unpack

from textual import events, on
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed, WorkerState, get_current_worker

from tui.app.alerts import alert
from tui.app.commands.command import Choice, Command, Deed, Instant, Keymap, PromptOptions, parse_keys
from tui.app.commands.writing import changes
from tui.app.guarded import Guarded
from tui.app.safe_text import safe_text
from tui.app.type_ahead import PATIENCE, TypeAhead, ahead_of
from tui.app.widgets.status_bar import StatusBar
from tui.errors import CardscoutError
from tui.model.board import Board, BoardList
from tui.model.card import CardFace
from tui.model.change import Change

if TYPE_CHECKING:
    from tui.workspace import Workspace

_LOG = logging.getLogger("cardscout.app")
_FRAME = 1 / 60
_NOW = 0.001  # seconds that are not worth a timer
_DEAF = 0.1  # seconds after a paste in which keys are not commands: an escape in pasted text arrives as keys
_HIGHEST_COUNT = 9999

Answer = TypeVar("Answer")
"""What a box is answered with."""


class WorkspaceScreen(Screen[None]):
    """A screen on a workspace. It is the ``Context`` of its commands.

    Args:
        workspace: The one door.
        keys: The user's keys by command name.

    Attributes:
        deeds: The commands of the screen, in the order of its help.
        pressed: Keys that came so far.
    """

    deeds: ClassVar[tuple[Deed, ...]] = ()

    @dataclass
    class Go(Message):
        """Another place was asked for; the app goes there.

        Attributes:
            saying: What was done before, to be said there; ``u`` undoes it.
            asker: The screen that is left.
        """

        place: str
        saying: str = ""
        asker: "WorkspaceScreen | None" = None

    class _Changed(Message):
        """The feed has something for this screen."""

    def __init__(self, workspace: "Workspace", *, keys: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.workspace = workspace
        self.keymap = Keymap.of(self.deeds, keys)
        self.count: int | None = None
        self._typed = ""
        self._prefix = ""
        self._deaf_until = 0.0
        self.pressed = 0
        self._feed = threading.Lock()
        self._news: Change | None = None
        self._bound: dict[str, str] = {}
        self._delivered = 0.0
        self._unsubscribe: Callable[[], None] = lambda: None

    # --- what the screen is about: subclasses answer --------------------------------

    @property
    def board(self) -> Board | None:
        """The open board."""
        return None

    @property
    def board_list(self) -> BoardList | None:
        """The list with the focus, or the card's."""
        return None

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor, or the open one."""
        return None

    @property
    def cards(self) -> Sequence[CardFace]:
        """What a verb acts on."""
        return () if self.card is None else (self.card,)

    def reload(self, change: Change | None = None) -> None:
        """Read from the store again and show it.

        Args:
            change: What is different, or None for everything.
        """

    # --- the feed ---------------------------------------------------------------------

    def on_mount(self) -> None:
        """Listen. A subclass's own ``on_mount`` runs first and does not call this one: the toolkit does."""
        self._unsubscribe = self.workspace.subscribe(self._heard)
        self.app.screen_change_signal.subscribe(self, self._lie_under, immediate=True)

    def on_unmount(self) -> None:
        """Stop listening."""
        self._unsubscribe()

    def _lie_under(self, top: Screen[Any]) -> None:
        """Offer the keys of the box on top in place of the page's: those press nothing now."""
        for bar in self.query(StatusBar):
            bar.under(getattr(top, "offers", ()) if top.is_modal else ())

    def _heard(self, change: Change) -> None:
        """Keep ``change`` for the next frame. Called from another thread."""
        with self._feed:
            first = self._news is None
            self._news = change if self._news is None else self._news + change
        if first and self.is_running:
            self.post_message(self._Changed())

    @on(_Changed)
    def _next_frame(self, message: _Changed) -> None:
        message.stop()
        wait = self._delivered + _FRAME - message.time
        self._delivered = message.time + max(wait, 0)
        if wait > _NOW:
            self.set_timer(wait, self._deliver)
        else:
            self._deliver()

    def _deliver(self) -> None:
        with self._feed:
            change, self._news = self._news, None
        if change is not None:
            self._bound.update(change.bound)
            with self.boundary():
                self.reload(change)

    def now_called(self, ident: str) -> str:
        """The id of a thing today: the service's, when ``ident`` is the local one it has been bound from."""
        return self._bound.get(ident, ident)

    # --- keys -------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """Turn a key nobody else took into a command."""
        if self.ahead.holds or self.app.screen is not self:
            # The key before this one opened something over the screen, or is about to: this one is meant for that.
            event.stop()
            event.prevent_default()
            self.ahead.take(event)
            return
        self.pressed += 1
        if event.time < self._deaf_until or self.taken(event.key):
            return
        if await self.press(event.key):
            event.stop()
            event.prevent_default()

    @property
    def ahead(self) -> TypeAhead:
        """What keeps the keys for a box that is on its way."""
        return ahead_of(self.app)

    def gone(self, to: Screen[Any]) -> None:
        """The place that was asked for is shown now, or there is none: the keys typed meanwhile are for ``to``."""
        self.ahead.end(self)
        self.ahead.opened(to)

    def on_paste(self, event: events.Paste) -> None:
        """Take no commands from pasted text."""
        if self.ahead.holds or self.app.screen is not self:
            event.stop()
            self.ahead.take(event)
            return
        self._deaf_until = event.time + _DEAF

    def taken(self, key: str) -> bool:
        """Whether the focused widget has a use of its own for ``key``."""
        if self.focused is None:
            return False
        bound = self.active_bindings.get(key)
        return bound is not None and bound.node not in {self, self.app}

    async def press(self, key: str) -> bool:
        """Do what ``key`` asks for, counts and sequences included; False when it asks for nothing."""
        if self._counts(key):
            return True
        typed = f"{self._prefix} {key}".strip()
        if not self._prefix and key in self.keymap.prefixes:
            self._prefix = key
            self.show_typed(f"{self._typed}{key} …")
            return True
        name = self.keymap.keys.get(typed)
        waiting = bool(self._prefix or self._typed)
        self.count = int(self._typed) if self._typed else None
        self._typed = self._prefix = ""
        if waiting:
            self.show_typed("")
        if name is None:
            return waiting
        await self.ask(self.keymap.deeds[name])
        return True

    def _counts(self, key: str) -> bool:
        """Whether ``key`` is a digit of a count."""
        if self._prefix or not (len(key) == 1 and key.isdecimal()):
            return False
        if not self._typed and (key == "0" or key in self.keymap.keys):
            return False
        self._typed = str(min(int(self._typed + key), _HIGHEST_COUNT))
        self.show_typed(self._typed)
        return True

    def show_typed(self, text: str) -> None:
        """Show what has been typed of a count or a sequence; "" when it is over."""

    async def ask(self, deed: Command[Any]) -> None:
        """Run ``deed``, or say why it cannot be run."""
        with self.boundary():
            if reason := self._read_only(deed) or deed.refuse(self):
                self.tell(reason)
            elif isinstance(deed, Instant):
                deed.act(self)
            else:
                worker = self.work(deed.run(self), deed.name(), asks=deed.asks)
                if deed.quick:
                    await self.finish(worker)

    def _read_only(self, deed: Command[Any]) -> str:
        """Why ``deed`` changes nothing here, where the board may only be read."""
        if not changes(deed):
            return ""
        reason = self.workspace.access.reads_only(self.board.id if self.board is not None else "")
        return reason and f"{reason} · A shows its account"

    def work(self, deed: Coroutine[Any, Any, None], name: str, *, asks: bool = False) -> Worker[None]:
        """Run ``deed`` in a worker of this screen, behind the error boundary.

        Args:
            deed: What is done.
            name: Of the worker.
            asks: Whether what is typed meanwhile waits for it: it may open a box, or change what the keys fall on.
        """
        worker = self.run_worker(
            self._asking(deed) if asks else deed, name=name, group="deed", exit_on_error=False
        )
        if asks:
            self.ahead.begin(worker)
        return worker

    async def _asking(self, deed: Coroutine[Any, Any, None]) -> None:
        try:
            await deed
        finally:
            self._deliver()
            self.ahead.end(get_current_worker())

    def open_box(self, box: Screen[Answer], heed: Callable[[Answer | None], None] | None = None) -> None:
        """Put a box on top; what was typed behind the key that asked for it is for the box."""
        _ = self.app.push_screen(box, heed)
        self.ahead.opened(box)

    async def _answer(self, box: Screen[Answer]) -> Answer:
        """Put a box on top, and wait for what it is answered with. Another may follow: keys wait for that one too."""
        answered = self.app.push_screen(box, wait_for_dismiss=True)
        self.ahead.opened(box)
        try:
            return await answered
        finally:
            self.ahead.end(box)
            self.ahead.begin(get_current_worker(), PATIENCE)

    async def finish(self, worker: Worker[None]) -> None:
        """Wait for ``worker``, then show what it changed, before the next key is taken."""
        # How it failed is told by the boundary below.
        with suppress(WorkerFailed, WorkerCancelled):
            await worker.wait()
        self._deliver()

    # --- the one error boundary -------------------------------------------------------

    @on(Worker.StateChanged)
    def _show_error(self, event: Worker.StateChanged) -> None:
        event.stop()
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.show_error(event.worker.error)

    @contextmanager
    def boundary(self) -> Iterator[None]:
        """Show an error of ours that is raised inside, rather than let it end the app."""
        try:
            yield
        except CardscoutError as error:
            self.show_error(error)

    async def _dispatch_message(self, message: Message) -> None:
        """Hand a message to its handlers, behind the boundary: the toolkit ends the app on whatever one raises."""
        with self.boundary():
            await super()._dispatch_message(message)

    @on(Guarded.Failed)
    def _show_failure(self, message: Guarded.Failed) -> None:
        message.stop()
        # Several columns fail of one cause; a box that tells it is over them already.
        if self.app.screen is self:
            self.show_error(message.error)

    @on(StatusBar.Pressed)
    def _press_offered(self, message: StatusBar.Pressed) -> None:
        """Take a click on an offered key as the key."""
        message.stop()
        if " " not in message.key:
            (key,) = parse_keys(message.key)
            self.app.simulate_key(key)

    def show_error(self, error: BaseException) -> None:
        """Put ``error`` on the surface the table of alerts gives it."""
        _LOG.error("%s on %s", type(error).__name__, type(self).__name__, exc_info=error)
        shown = alert(error)
        match shown.surface:
            case "status":
                self.tell(f"{shown.what} · {shown.hint}" if shown.hint else shown.what)
            case "toast":
                self.notify(shown.hint or " ", title=shown.what, severity="error", markup=False)
            case "box":
                self.inform(shown.what, shown.hint)

    def inform(self, what: str, detail: str = "") -> None:
        """Put something in the way that must be seen, and nothing else."""
        from tui.app.screens.boxes.confirm import ConfirmScreen

        self.open_box(ConfirmScreen(what, detail=detail, yes="Close", no=""))

    # --- questions: their boxes are imported when they are asked -----------------------

    async def confirm(self, question: str, *, detail: str = "", yes: str = "Yes") -> bool:
        """Ask before something that cannot be undone."""
        from tui.app.screens.boxes.confirm import ConfirmScreen

        return await self._answer(ConfirmScreen(question, detail=detail, yes=yes))

    async def prompt(self, title: str, **how: Unpack[PromptOptions]) -> str | None:
        """Ask for a line, and do ``attempt`` with it; None when it was given up or left blank."""
        from tui.app.screens.boxes.prompt import PromptScreen

        return await self._answer(PromptScreen(title, **how))

    async def choose(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        at: str | None = None,
        typed: str = "",
        more: Callable[[str], Sequence[Choice]] | None = None,
    ) -> str | None:
        """Let one be chosen by typing a part of it."""
        from tui.app.screens.boxes.choose import ChooseScreen

        return await self._answer(ChooseScreen(title, choices, at=at, typed=typed, more=more))

    async def open_address(self, url: str) -> None:
        """Open a web address in the browser, after asking."""
        from tui.app.terminal.browser import open_address

        await open_address(self, url)

    def copy(self, text: str, name: str) -> None:
        """Give ``text`` to the terminal's clipboard."""
        self.app.copy_to_clipboard(text)
        # A terminal says nothing about whether it took it; tmux does not, by default.
        self.tell(
            f"sent {name} to the terminal's clipboard (it may not take it; tmux: set -g set-clipboard on)"
        )

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something; a screen with a status bar says it there."""
        self.notify(safe_text(f"{text} · u undoes" if undo else text), markup=False)

    def settle(self) -> None:
        """Take back what was said: it may not be true any longer."""
        for bar in self.query(StatusBar):
            bar.settle()

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Show these cards as they are now, where the screen shows cards; the cursor goes to the first."""

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, where the screen shows lists and it is there."""

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place, and say there what was done here; ``u`` undoes it."""
        if self.post_message(self.Go(place, saying, self)):
            self.ahead.begin(self)
