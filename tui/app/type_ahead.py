"""TypeAhead: a queue that forwards keys one at a time, each after the effects of the one before.

One read of the terminal may bring many keys. A text field handles a letter at once, but Enter bubbles up to
the app and its message travels down and up again before it takes effect. If all keys were forwarded together,
the letters of the next line would end up in this one, and a box would open after the keys that were typed for
it.

Terminals send Alt and a letter as an escape and the letter. Over a slow line, or on a busy machine, the
escape key and the key after it may arrive in the same way. So if nothing is bound to the letter with Alt,
they are handled as two keys.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual._time import get_time
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

Typed = events.Key | events.Paste
"""A key or a paste."""

PATIENCE = 1.0
"""Seconds that keys wait for an action that may include a request to a service."""

DRAWS_AGAIN = 0.5
"""Seconds after which a screen draws although a quick command is not done."""

BURST = 0.08
"""Maximum seconds between two keys of one burst: a script, or a paste without its marks, arrives in several reads."""

READING = 0.5
"""Minimum seconds before a key that agrees to a price on the page: within a word that is typed there are fewer."""

_MAX_DRAINS = 12
"""Maximum times that a key waits for messages of any widget, because a loading board is never idle."""

_MAX_DRAINS_OF_FIELD = 100
"""Maximum times that a key waits for messages of the focused widget and those around it."""

_MOVES = frozenset(
    {"cursor_up", "cursor_down", "page_up", "page_down", "first", "last"}  # of Textual's lists
    | {"scroll_up", "scroll_down", "scroll", "step"}
)
"""Actions that only move a cursor or scroll, and open nothing that would take the following keys."""


_START = "start"
"""The token that keys wait for until the first screen is drawn.

Users type before the program has started. Until then the terminal is not in raw mode, and Enter arrives as a
newline.
"""

_ALT = "alt+"

_BY_WORD = {"alt+b": "ctrl+left", "alt+f": "ctrl+right"}
"""Word-wise cursor keys of a shell, mapped to those of Textual's text fields."""


class KeyCommand(Protocol):
    """The command that a key runs."""

    @property
    def moves_cursor(self) -> bool:
        """Whether the command only moves a cursor."""


class PageKeys(Protocol):
    """The keys of a page."""

    def command_for(self, key: str, layers: Sequence[Any]) -> KeyCommand | None:
        """Return the command that ``key`` alone runs, if no widget takes the key."""

    def knows(self, key: str, layers: Sequence[Any]) -> bool:
        """Return whether ``key`` runs a command, or belongs to a key sequence."""


@runtime_checkable
class CommandPage(Protocol):
    """A page whose keys are commands."""

    keys_read: PageKeys

    def key_layers(self, key: str) -> Sequence[Any]:
        """Return the key maps in which ``key`` is looked up."""


@runtime_checkable
class HasCommandTarget(Protocol):
    """A page whose commands act on one of its widgets, though that never has the focus."""

    @property
    def command_target(self) -> Widget:
        """The widget that the commands act on."""


class TypeAhead:
    """A queue of keys, which also waits until a requested box or page can take them.

    Without it the letters typed after ``D`` would run as commands of the board underneath, and archive cards.
    """

    def __init__(self, app: App[Any], forward: Callable[[Typed], Awaitable[None]]) -> None:
        self._app, self._forward = app, forward
        self._hold_tokens: set[Hashable] = {_START}
        self._queue: deque[Typed] = deque()
        self._working = False
        self._undrained: Hashable = None
        self._nodes_to_drain: Iterator[MessagePump] = iter(())
        self._drains, self._was_busy, self._was_quiet = 0, False, False
        self._void_until = float("-inf")
        self._tell_discarded: Callable[[], object] | None = None
        self._last = self._still_since = self._forwarded = float("-inf")
        self._pause = float("inf")  # between the last two keys or clicks that were forwarded
        self._opened_by_itself = False
        self._on_top_since = float("-inf")  # the page or box on top
        self._tell_dropped: Callable[[str], object] | None = None

    async def type(self, event: Typed) -> None:
        """Queue ``event``; forward ``ctrl+q`` at once, because its turn might never come.

        Before the first screen is open and after the last is closed, ``ctrl+q`` is queued like other keys.
        """
        if isinstance(event, events.Key) and event.key == "ctrl+q" and self._app.screen_stack:
            await self._forward(event)
        elif not (self._is_stale(event) or self._is_discarded(event)):
            if _START in self._hold_tokens and isinstance(event, events.Key) and event.key == "ctrl+j":
                event = _key_at(event, "enter", "\r")
            self._queue.append(event)
            await self._forward_next()

    def begin(self) -> None:
        """Forward the keys typed before the first screen was drawn, and stop holding keys for the start."""
        self._app.screen_change_signal.subscribe(self._app, self._note_top, immediate=True)
        self.release(_START)

    def requeue(self, event: Typed) -> None:
        """Put back an event, at the front of the queue, that reached a screen which is covered or about to be."""
        if isinstance(event, events.Key):
            self._queue.appendleft(_key_at(event, event.key, event.character))
        else:
            again = events.Paste(event.text)
            again.time = event.time
            self._queue.appendleft(again)
        self._settle()

    def refuse_key(self, tell: Callable[[str], object], reason: str, *, opens: bool) -> None:
        """Tell the user why a key does nothing.

        Args:
            tell: Shows a message on the page.
            reason: Why the key does nothing.
            opens: Whether the key would have opened something that takes keys. Then all queued keys, and the
                rest of the same burst, were meant for that and are dropped.
        """
        tell(reason)
        if opens:
            self._void_until = get_time()
            self._tell_discarded = partial(tell, f"{reason} · what you typed for it was dropped")
            self._queue = deque(event for event in self._queue if not self._is_discarded(event))

    @property
    def seconds_since_key(self) -> float:
        """Seconds since the last key; infinite before the first."""
        return get_time() - self._last

    @property
    def in_burst(self) -> bool:
        """Whether the key that is handled came in one burst with the one before it, as pasted text does."""
        return self._pause < BURST

    @property
    def in_haste(self) -> bool:
        """Whether the key that is handled came so soon after the one before it that nothing was read between them."""
        return self._pause < READING

    def is_unread(self, shown_at: float) -> bool:
        """Return whether what a page shows since ``shown_at`` can hardly have been read before this key or click.

        What a box covers is not read either. A key that waited counts from when it was pressed.
        """
        return self.in_burst or self._forwarded - max(shown_at, self._on_top_since) < READING

    def note_click(self, event: events.MouseDown) -> None:
        """Note a click, which is not queued, as what is handled now."""
        self._pause, self._forwarded = event.time - self._forwarded, event.time

    def _note_top(self, _page: Screen[Any]) -> None:
        self._on_top_since = get_time()

    def drop_keys_until_pause(self, page: Screen[Any], tell: Callable[[str], object]) -> None:
        """Drop keys after a page or box opened by itself, until the user has paused for ``PATIENCE`` seconds.

        Users who are typing do not look up at once, and their keys are meant for the page before.
        """
        self._opened_by_itself, self._tell_dropped = True, tell
        self._still_since = float("inf")
        self._queue.clear()
        _ = page.call_after_refresh(self._note_drawn)

    def _note_drawn(self) -> None:
        self._still_since = get_time()

    def _is_stale(self, event: Typed) -> bool:
        """Return whether to drop ``event``, because a page has just opened by itself."""
        self._last = event.time
        self._opened_by_itself = self._opened_by_itself and event.time - self._still_since < PATIENCE
        if not self._opened_by_itself:
            return False
        self._still_since = max(self._still_since, event.time)
        if self._tell_dropped is not None:
            self._tell_dropped("this opened by itself: what you typed for what was there before was dropped")
        self._tell_dropped = None
        return True

    def _is_discarded(self, event: Typed) -> bool:
        if event.time - self._void_until > BURST:
            return False
        self._void_until = max(self._void_until, event.time)
        if self._tell_discarded is not None:
            self._tell_discarded()
        self._tell_discarded = None
        return True

    def hold(self, wait: Hashable, patience: float = 0) -> None:
        """Hold keys back until ``release`` is called with the same ``wait``, or until a box opens.

        Args:
            wait: A token for the awaited event.
            patience: Timeout in seconds after which keys are forwarded anyway; 0 for none.
        """
        self._hold_tokens.add(wait)
        if patience:
            _ = self._app.set_timer(patience, partial(self.release, wait))

    def release(self, wait: Hashable) -> None:
        """Stop holding keys back for ``wait``."""
        if wait in self._hold_tokens:
            self._hold_tokens.discard(wait)
            self._settle()

    async def wait_for(self, ending: Coroutine[Any, Any, None]) -> None:
        """Wait, in the message loop of a screen, for an action that the next key depends on.

        After ``DRAWS_AGAIN`` seconds only the keys wait, so that the screen can draw and show the progress.
        """
        task = asyncio.ensure_future(ending)
        if (await asyncio.wait({task}, timeout=DRAWS_AGAIN))[0]:
            return task.result()
        self.hold(task)
        task.add_done_callback(self._end)
        return None

    def _end(self, task: asyncio.Future[None]) -> None:
        """Forward the keys that waited for ``task``; raise in the app what it failed by, as nobody awaits it any more."""
        self.release(task)
        if not task.cancelled() and task.exception() is not None:
            _ = self._app.call_later(task.result)

    def hold_until_drawn(self, box: Screen[Any]) -> None:
        """Hold keys back until ``box``, which was just opened, is drawn; this replaces all earlier waits."""
        self._hold_tokens = {box}
        _ = box.call_after_refresh(self.release, box)

    @property
    def is_holding(self) -> bool:
        """Whether keys are held back."""
        return bool(self._hold_tokens)

    @property
    def is_idle(self) -> bool:
        """Whether every key has been forwarded and its effects are done."""
        under_way = self._queue or self._hold_tokens or self._working
        return not (under_way or (self._undrained is not None and self._has_pending_messages()))

    # --- taking turns -----------------------------------------------------------------------

    async def _forward_next(self) -> None:
        """Forward the next key, if the one before is done; runs in the app's message loop."""
        if not self._queue or self._hold_tokens or self._working:
            return
        self._working = True
        event = self._split_alt(self._queue.popleft())
        recipient = self._recipient(event)
        if self._undrained not in (None, recipient):
            self._queue.appendleft(event)
            self._drain()
            return
        await self._forward_to_app(event)
        if recipient is None:
            self._drain()
            return
        while self._queue and self._recipient(self._queue[0]) == recipient:
            await self._forward_to_app(self._queue.popleft())
        # Only a key for another recipient must wait for these effects, so nothing is drained until one comes.
        self._undrained, self._working = recipient, False
        await self._forward_next()

    async def _forward_to_app(self, event: Typed) -> None:
        if event.time != self._forwarded:  # else it was put back, and comes again
            self._pause, self._forwarded = event.time - self._forwarded, event.time
        await self._forward(event)

    def _split_alt(self, event: Typed) -> Typed:
        """Return ``event``; if it is an escape and a key that came together, return the escape and queue the key."""
        if not isinstance(event, events.Key) or not event.key.startswith(_ALT) or event.character is None:
            return event
        screen, field = self._app.screen, self._app.focused
        if isinstance(screen, CommandPage) and screen.keys_read.knows(
            event.key, screen.key_layers(event.key)
        ):
            return event
        if event.key in screen.active_bindings:
            return event
        in_text = field is not None and field.check_consume_key("a", "a")
        if in_text and event.key in _BY_WORD:
            return _key_at(event, _BY_WORD[event.key], None)
        key = event.key.removeprefix(_ALT)
        self._queue.appendleft(
            _key_at(event, event.character if key.startswith("shift+") else key, event.character)
        )
        return _key_at(event, "escape", "\x1b")

    def _recipient(self, event: Typed) -> Hashable:
        """Return the recipient of ``event`` if it only adds text or moves a cursor; None if it may do more.

        Such keys are forwarded together and only the end result is painted, since a paste may have thousands
        of keys, and a held key repeats. Keys for another recipient wait, because they could overtake the
        others on a shorter path.
        """
        if not isinstance(event, events.Key) or event.key.startswith(_ALT):
            return None
        field, screen = self._app.focused, self._app.screen
        if field is not None and field.check_consume_key(event.key, event.character):
            return field if (event.character or "").isalpha() else None
        if isinstance(screen, CommandPage):
            command = screen.keys_read.command_for(event.key, screen.key_layers(event.key))
            if command is not None:
                return screen if command.moves_cursor else None
        bound = screen.active_bindings.get(event.key)
        if bound is None or bound.binding.action.partition("(")[0] not in _MOVES:
            return None
        return bound.node, bound.binding.priority

    def _settle(self) -> None:
        """Handle pending messages before the next key."""
        if not self._working:
            self._working = True
            self._drain()

    def _drain(self, drains: int = 0, *, again: bool = False) -> None:
        """Queue a callback behind the messages of each node in turn, from the widget that takes keys to the app.

        Args:
            drains: How often that was done for this key while there were messages.
            again: Whether there were none the last time. A message that is being handled is in no queue, and
                what it asks of a node below comes after that node's turn; the second time waits for its end.
        """
        self._undrained = None
        if self._app.screen_stack:
            self._drains, self._was_busy, self._was_quiet = drains, False, again
            self._nodes_to_drain = iter(self._nodes_that_take_keys())
            self._drain_next()

    def _nodes_that_take_keys(self) -> Iterable[MessagePump]:
        """Return the focused widget, what the page's commands act on, and those around them, innermost first."""
        screen, field = self._app.screen, self._app.focused
        target = screen.command_target if isinstance(screen, HasCommandTarget) else screen
        chain = target.ancestors_with_self
        if field is None:
            return chain
        return (*(node for node in field.ancestors_with_self if node not in chain), *chain)

    def _drain_next(self, drained: MessagePump | None = None) -> None:
        if isinstance(drained, Widget) and not isinstance(drained, Screen) and drained.message_queue_size:
            self._was_busy = (
                True  # with a message to itself, which may be under way when the app has its turn
            )
        for pump in self._nodes_to_drain:
            if pump.call_later(self._drain_next, pump):
                return  # False if the node is closing: go on with the next
        if self._must_drain():
            self._drain(self._drains + 1)
        elif not self._was_quiet:
            self._drain(self._drains, again=True)
        else:
            self._working = False
            _ = self._app.call_later(self._forward_next)

    def _must_drain(self) -> bool:
        """Return whether there are messages that the next key must wait for."""
        if self._drains < _MAX_DRAINS and self._has_pending_messages():
            return True
        return self._was_busy and self._drains < _MAX_DRAINS_OF_FIELD

    def _has_pending_messages(self) -> bool:
        """Return whether any widget has unhandled messages, such as those that handlers have posted."""
        pumps = (self._app, *self._app.screen.walk_children(with_self=True))
        return any(pump.message_queue_size for pump in pumps)


def _key_at(event: events.Key, key: str, character: str | None) -> events.Key:
    """Return a key event with the time of ``event``."""
    again = events.Key(key, character)
    again.time = event.time
    return again


def ahead_of(app: Any) -> TypeAhead:
    """Return the key queue of ``app``."""
    ahead: TypeAhead = app.ahead
    return ahead
