"""WorkspaceScreen: the base of every screen that shows data of a workspace.

It receives changes from the feed, turns keys into commands, and is the one place where errors are shown.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events, on
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed, WorkerState, get_current_worker

from tui.app.alerts import alert_for
from tui.app.commands.catalogue import KeyNames
from tui.app.commands.command import CONFLICT, CONTESTED, Command, CommandType, ImmediateCommand, Undoes
from tui.app.commands.key_reader import Layer
from tui.app.commands.keymap import Keymap, parse_keys
from tui.app.commands.writing import refusal_on_read_only
from tui.app.guarded import Guarded
from tui.app.painting import PaintedOnce
from tui.app.screens.boxes.boxes import Boxes
from tui.app.screens.feed import Changed, ScreenFeed
from tui.app.screens.screen_keys import ScreenKeys
from tui.app.terminal.clipboard import MAY_NOT
from tui.app.type_ahead import TypeAhead, ahead_of
from tui.app.widgets.status_bar import StatusBar
from tui.errors import CardscoutError
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.app.terminal.toasts import ToastApp
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.change import Change, Noun
    from tui.workspace import Workspace

_LOG = logging.getLogger("cardscout.app")
_DEAF = 0.1  # seconds after a paste without commands, as an escape sequence in pasted text arrives as keys

CARD_NOUNS: frozenset[Noun] = frozenset(
    {"boards", "lists", "cards", "labels", "members", "checklists", "comments", "outbox"}
)
"""Nouns that a card shows, without the panel beside it."""


class WorkspaceScreen(PaintedOnce[None]):
    """A screen of a workspace, which is the ``Context`` of its commands.

    Args:
        keys: The user's keys by command name.

    Attributes:
        about: The nouns that the screen shows; changes of others alone do not reload it.
        commands: The commands of the screen, in the order of its help.
        called: The name of the page in a sentence, for the way back to it; "" if that goes without saying.
        keys_read: Reads the keys of the screen and of its parts.
        pressed: Number of keys so far.
        pick_failed: Selects the cards that a command could not act on, if the screen can select cards.
    """

    about: ClassVar[frozenset[Noun]] = frozenset()
    commands: ClassVar[tuple[CommandType, ...]] = ()
    undoes: Undoes = "boards"
    called: ClassVar[str] = ""
    shown_id: str = ""  # id of the page's subject, if there is one page for each card or company

    class Go(Message):
        """A request to the app to go to another place.

        Attributes:
            saying: A message about a previous action, shown at the new place; ``u`` undoes that action.
        """

        def __init__(self, place: str, saying: str = "", asker: WorkspaceScreen | None = None) -> None:
            super().__init__()
            self.place, self.saying, self.asker = place, saying, asker

    def __init__(self, workspace: Workspace, *, keys: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.workspace, self.boxes = workspace, Boxes(self)
        self.keys_read = ScreenKeys(self, self.commands, keys)
        self.key_names: Mapping[str, str] = KeyNames(keys, self.commands)
        self.feed = ScreenFeed(self, self._show_change)
        self.pick_failed: Callable[[Sequence[str]], object] = bool
        self.confirm, self.prompt, self.choose = self.boxes.confirm, self.boxes.prompt, self.boxes.choose
        self.open_address = self.boxes.open_address
        self._deaf_until, self.pressed = 0.0, 0

    # --- board, list and card: overridden by subclasses -----------------------------

    @property
    def board(self) -> Board | None:
        """The open board."""
        return None

    @property
    def board_list(self) -> BoardList | None:
        """The list with the focus, or the list of the card."""
        return None

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor, or the open one."""
        return None

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards that a command acts on."""
        return () if self.card is None else (self.card,)

    def reload(self, change: Change | None = None) -> None:
        """Read from the store what ``change`` altered, or everything if None, and show it."""

    def on_compose(self) -> None:
        """Subscribe to changes before the first read, so that no change is missed."""
        self.feed.listen(self.workspace.sync.subscribe)

    def on_mount(self) -> None:
        """Watch which screen is on top; Textual also calls a subclass's ``on_mount``."""
        self.app.screen_change_signal.subscribe(self, self._show_hints_under, immediate=True)

    def on_unmount(self) -> None:
        """Unsubscribe from changes."""
        self.feed.close()

    def _show_hints_under(self, top: Screen[Any]) -> None:
        """Show the key hints of the box on top instead of the page's, whose keys do not work now."""
        for bar in self.query(StatusBar):
            bar.set_box_hints(getattr(top, "offers", ()) if top.is_modal else ())

    @on(Changed)
    def _next_frame(self, message: Changed) -> None:
        self.feed.next_frame(message)

    def _show_change(self, change: Change) -> None:
        with self.boundary():
            if change.nouns & self.about:
                self.reload(change)

    def catch_up(self) -> None:
        """Show all changes so far, so that the next key acts on the result of the last command."""
        self.feed.deliver()

    async def on_key(self, event: events.Key) -> None:
        """Run the command of a key that no widget has handled."""
        if self.ahead.is_holding or self.app.screen is not self:
            # The previous key opened a screen above this one, or is about to; this key is meant for that
            # screen.
            event.stop()
            event.prevent_default()
            self.ahead.requeue(event)
            return
        self.pressed += 1
        if event.time >= self._deaf_until and await self._read_key(event.key, self.key_layers(event.key)):
            event.stop()
            event.prevent_default()

    @property
    def ahead(self) -> TypeAhead:
        """The key queue, which holds keys back for a box that is about to open."""
        return ahead_of(self.app)

    def release_keys_to(self, to: Screen[Any]) -> None:
        """Release the keys typed since a ``Go`` request to the screen ``to``, which is now on top."""
        self.ahead.release(self)
        self.ahead.hold_until_drawn(to)

    def on_paste(self, event: events.Paste) -> None:
        """Ignore command keys for a moment, as pasted text may arrive as keys."""
        if self.ahead.is_holding or self.app.screen is not self:
            event.stop()
            self.ahead.requeue(event)
            return
        self._deaf_until = event.time + _DEAF

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""
        return self.keys_read.count

    @property
    def keymap(self) -> Keymap:
        """The keys of the screen."""
        return self.keys_read.keymap

    def key_layers(self, key: str) -> Sequence[Layer]:
        """Return the key maps in which ``key`` is looked up."""
        return self.keys_read.layers(key)

    async def press(self, key: str) -> bool:
        """Run the screen's command for ``key``; return False if there is none."""
        return await self._read_key(key, (Layer(self, self.keymap),))

    async def _read_key(self, key: str, layers: Sequence[Layer]) -> bool:
        before = self.keys_read.typed
        asked = self.keys_read.read(key, layers)
        if self.keys_read.typed != before:
            for bar in self.query(StatusBar):
                bar.typed = self.keys_read.typed
        if asked is not None and asked.command is not None:
            await (self.ask(asked.command) if asked.context is self else asked.command.run(asked.context))
        return asked is not None

    async def ask(self, command: Command[Any]) -> None:
        """Run ``command``, or show why it cannot run."""
        with self.boundary():
            if reason := refusal_on_read_only(command, self) or command.refuse(self):
                self.ahead.refuse_key(self.tell, reason, opens=command.asks or command.opens)
            elif isinstance(command, ImmediateCommand):
                command.act(self)
            else:
                worker = self.work(partial(command.run, self), command.name(), asks=command.asks)
                if command.quick:
                    await self.ahead.wait_for(self.finish(worker))

    def work(self, job: Callable[[], Awaitable[None]], name: str, *, asks: bool = False) -> Worker[None]:
        """Run ``job`` in a worker of this screen, inside the error boundary.

        Args:
            job: The coroutine function to run; a coroutine would stay unawaited if the app ended first.
            name: Name of the worker.
            asks: Whether keys wait until it ends, because it may open a box or change what they act on.
        """
        run = partial(self._run_job, job, asks)
        worker: Worker[None] = self.run_worker(run, name=name, group="command", exit_on_error=False)
        if asks:
            self.ahead.hold(worker)
        return worker

    async def _run_job(self, job: Callable[[], Awaitable[None]], asks: bool) -> None:
        try:
            await job()
        finally:
            if asks:
                self.catch_up()
                self.ahead.release(get_current_worker())

    async def finish(self, worker: Worker[None]) -> None:
        """Wait for ``worker``, then show its changes, before the next key is handled."""
        with suppress(WorkerFailed, WorkerCancelled):  # ``_show_error`` shows it
            await worker.wait()
        with self.boundary():  # of its own: keys may await this after the handler that began it
            self.catch_up()

    @on(Worker.StateChanged)
    def _show_error(self, event: Worker.StateChanged) -> None:
        event.stop()
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.show_error(event.worker.error)

    @contextmanager
    def boundary(self) -> Iterator[None]:
        """Catch and show a CardscoutError of the block, which would otherwise end the app."""
        try:
            yield
        except CardscoutError as error:
            self.show_error(error)

    async def _dispatch_message(self, message: Message) -> None:
        """Dispatch a message inside the boundary, because Textual exits on an error in a handler."""
        with self.boundary():
            await super()._dispatch_message(message)

    @on(Guarded.Failed)
    def _show_failure(self, message: Guarded.Failed) -> None:
        message.stop()
        # Several columns may fail for one reason; the error is shown only if no box is open already.
        if self.app.screen is self:
            self.show_error(message.error)

    @on(StatusBar.Pressed)
    def _press_hint(self, message: StatusBar.Pressed) -> None:
        """Press the key of a clicked hint."""
        message.stop()
        if " " not in message.key:
            self.app.simulate_key(*parse_keys(message.key))

    async def action_ask(self, name: str) -> None:
        """Run the command ``name``, after a click on its words on the page."""
        await self.ask(self.keymap.commands[name])

    def show_error(self, error: BaseException) -> None:
        """Show ``error`` on the surface that ``alert`` chooses."""
        _LOG.error("%s on %s", type(error).__name__, type(self).__name__, exc_info=error)
        shown = alert_for(error)
        match shown.surface:
            case "status":
                self.tell(f"{shown.what} · {shown.hint}" if shown.hint else shown.what)
            case "toast":
                self.notify(shown.hint or " ", title=shown.what, severity="error", markup=False)
            case "box":
                self.boxes.inform(shown.what, shown.hint)

    def copy(self, text: str, name: str) -> None:
        """Copy ``text`` to the terminal's clipboard."""
        self.app.copy_to_clipboard(text)
        self.tell(f"sent {name} to the terminal's clipboard ({MAY_NOT})")

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show a message in the status bar, or as a toast on a screen without one."""
        if (bar := next(iter(self.query(StatusBar)), None)) is not None:
            bar.tell(text, undo=undo)
        else:
            after = f" · {self.key_names['undo']} undoes" if undo else ""
            self.notify(safe_text(text + after), markup=False)

    def clear_message(self, *, toasts: bool = False) -> bool:
        """Clear the status message, which may be outdated, or ``toasts`` too; return whether there was anything."""
        gone = toasts and cast("ToastApp", self.app).take_down("")
        return bool([bar for bar in self.query(StatusBar) if bar.clear_message()]) or gone

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Reload these cards and put the cursor on the first, on a screen that shows cards."""

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, on a screen that shows it."""

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place and show the message ``saying`` there; ``u`` undoes the reported action."""
        if self.post_message(self.Go(place, saying, self)):
            self.ahead.hold(self)


def tell_conflict(page: WorkspaceScreen, *, saved: bool = False, instead: bool = False) -> None:
    """Tell that somebody else made a change meanwhile.

    Args:
        page: The page with the user's change.
        saved: Whether the user's change is saved, and the other is kept; otherwise it is the other way round.
        instead: Whether this is told only in place of the user's own change.
    """
    if not instead or any(bar.offers_undo for bar in page.query(StatusBar)):
        page.tell((CONTESTED if saved else CONFLICT).format_map(page.key_names))
