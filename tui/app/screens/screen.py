"""WorkspaceScreen: what every screen that shows data has in common.

It receives the feed, turns keys into commands, and is the one place where an error becomes something to see.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed, WorkerState, get_current_worker

from tui.app.alerts import alert
from tui.app.commands.catalogue import KeyNames
from tui.app.commands.command import (
    Command,
    CommandType,
    ImmediateCommand,
    Keymap,
    parse_keys,
)
from tui.app.commands.key_reader import Layer
from tui.app.commands.writing import read_only_here
from tui.app.guarded import Guarded
from tui.app.painting import PaintedOnce
from tui.app.screens.boxes.boxes import Boxes
from tui.app.screens.feed import Changed, ScreenFeed
from tui.app.screens.screen_keys import ScreenKeys
from tui.app.type_ahead import TypeAhead, ahead_of
from tui.app.widgets.status_bar import StatusBar
from tui.errors import CardscoutError
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.change import Change
    from tui.workspace import Workspace

_LOG = logging.getLogger("cardscout.app")
_DEAF = 0.1  # seconds after a paste in which keys are not commands: an escape in pasted text arrives as keys


class WorkspaceScreen(PaintedOnce):
    """A screen on a workspace. It is the ``Context`` of its commands.

    Args:
        workspace: The one door.
        keys: The user's keys by command name.

    Attributes:
        commands: The commands of the screen, in the order of its help.
        feed: Receives what changes.
        boxes: Puts boxes over the screen.
        keys_read: The keys of the screen and of its parts, as they are read.
        key_names: The key of each command as a person reads it.
        pressed: Keys that came so far.
    """

    commands: ClassVar[tuple[CommandType, ...]] = ()

    class Go(Message):
        """Another place was asked for; the app goes there.

        Attributes:
            saying: What was done before, to be said there; ``u`` undoes it.
            asker: The screen that is left.
        """

        def __init__(self, place: str, saying: str = "", asker: WorkspaceScreen | None = None) -> None:
            super().__init__()
            self.place, self.saying, self.asker = place, saying, asker

    def __init__(self, workspace: Workspace, *, keys: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.workspace = workspace
        self.keys_read = ScreenKeys(self, self.commands, keys)
        self.key_names: Mapping[str, str] = KeyNames(keys, self.commands)
        self.feed = ScreenFeed(self, self._show_change)
        self.boxes = Boxes(self)
        self.confirm, self.prompt, self.choose = self.boxes.confirm, self.boxes.prompt, self.boxes.choose
        self._deaf_until, self.pressed = 0.0, 0

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
        """Read from the store again and show it: what ``change`` made different, or with None everything."""

    # --- the feed ---------------------------------------------------------------------

    def on_compose(self) -> None:
        """Listen before anything is read: what comes between the two would be missed."""
        self.feed.listen(self.workspace.sync.subscribe)

    def on_mount(self) -> None:
        """Follow what lies on top. A subclass's own ``on_mount`` runs too: the toolkit calls both."""
        self.app.screen_change_signal.subscribe(self, self._lie_under, immediate=True)

    def on_unmount(self) -> None:
        """Stop listening."""
        self.feed.close()

    def _lie_under(self, top: Screen[Any]) -> None:
        """Offer the keys of the box on top in place of the page's: those press nothing now."""
        for bar in self.query(StatusBar):
            bar.under(getattr(top, "offers", ()) if top.is_modal else ())

    @on(Changed)
    def _next_frame(self, message: Changed) -> None:
        message.stop()
        self.feed.next_frame(message)

    def _show_change(self, change: Change) -> None:
        with self.boundary():
            self.reload(change)

    def catch_up(self) -> None:
        """Show all that is different by now: the next key falls on what a command left, not on what it found."""
        self.feed.deliver()

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
        if event.time >= self._deaf_until and await self._read_key(event.key, self.key_layers(event.key)):
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

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""
        return self.keys_read.count

    @property
    def keymap(self) -> Keymap:
        """The keys of the screen."""
        return self.keys_read.keymap

    def key_layers(self, key: str) -> Sequence[Layer]:
        """The key maps that ``key`` is looked up in."""
        return self.keys_read.layers(key)

    def command_for(self, key: str) -> Command[Any] | None:
        """The command that ``key`` asks for by itself, where no other widget takes the key."""
        return self.keys_read.command_for(key, self.key_layers(key))

    async def press(self, key: str) -> bool:
        """Do what ``key`` asks the screen for; False when it asks for nothing."""
        return await self._read_key(key, (Layer(self, self.keymap),))

    async def _read_key(self, key: str, layers: Sequence[Layer]) -> bool:
        before = self.keys_read.typed
        asked = self.keys_read.read(key, layers)
        if self.keys_read.typed != before:
            self.show_typed(self.keys_read.typed)
        if asked is not None and asked.command is not None:
            await (self.ask(asked.command) if asked.context is self else asked.command.run(asked.context))
        return asked is not None

    def show_typed(self, text: str) -> None:
        """Show what has been typed of a count or a sequence; "" when it is over."""
        for bar in self.query(StatusBar):
            bar.typed = text

    async def ask(self, command: Command[Any]) -> None:
        """Run ``command``, or say why it cannot be run."""
        with self.boundary():
            if reason := read_only_here(command, self) or command.refuse(self):
                self.ahead.turn_down(self.tell, reason, opens=command.asks or command.opens)
            elif isinstance(command, ImmediateCommand):
                command.act(self)
            else:
                worker = self.work(command.run(self), command.name(), asks=command.asks)
                if command.quick:
                    await self.finish(worker)

    def work(self, job: Coroutine[Any, Any, None], name: str, *, asks: bool = False) -> Worker[None]:
        """Run ``job`` in a worker of this screen, behind the error boundary.

        Args:
            job: What is done.
            name: Of the worker.
            asks: Whether what is typed meanwhile waits for it: it may open a box, or change what the keys fall on.
        """
        worker = self.run_worker(
            self._asking(job) if asks else job, name=name, group="command", exit_on_error=False
        )
        if asks:
            self.ahead.begin(worker)
        return worker

    async def _asking(self, job: Coroutine[Any, Any, None]) -> None:
        try:
            await job
        finally:
            self.catch_up()
            self.ahead.end(get_current_worker())

    async def finish(self, worker: Worker[None]) -> None:
        """Wait for ``worker``, then show what it changed, before the next key is taken."""
        # How it failed is told by the boundary below.
        with suppress(WorkerFailed, WorkerCancelled):
            await worker.wait()
        self.catch_up()

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
            self.app.simulate_key(*parse_keys(message.key))

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
                self.boxes.inform(shown.what, shown.hint)

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
        """Say something in the status bar; a screen without one says it in a notice."""
        if (bar := next(iter(self.query(StatusBar)), None)) is not None:
            bar.tell(text, undo=undo)
        else:
            after = f" · {self.key_names['undo']} undoes" if undo else ""
            self.notify(safe_text(text + after), markup=False)

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
