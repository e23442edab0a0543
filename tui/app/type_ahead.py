"""TypeAhead: keys are handed on one at a time, each when what the one before it asked for is done.

A read of the terminal may bring many keys at once. A text field takes a letter in its own turn, but Enter climbs from
the field to the app and its message down and up again before anything is done: handed on together, the letters of the
next line would be in this one, and a box would be open after the keys that were typed for it.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterator
from functools import partial
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual._time import get_time
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

Typed = events.Key | events.Paste
"""What is typed, or pasted."""

PATIENCE = 1.0
"""Seconds for which keys wait for what may take as long as a service does."""

_CLIMBS = 12
"""How often a key's way is gone at most: a board that loads is never quite still."""

_MOVES = frozenset(
    {"cursor_up", "cursor_down", "page_up", "page_down", "first", "last"}  # of the toolkit's lists
    | {"scroll_up", "scroll_down", "scroll", "step"}
)
"""Actions that move a cursor or what is shown, and lead to nothing that takes the keys behind."""


class Walker(Protocol):
    """What a key asks for."""

    @property
    def walks(self) -> bool:
        """Whether it only moves a cursor."""
        ...


@runtime_checkable
class Commanded(Protocol):
    """A page whose keys are commands."""

    def command_for(self, key: str) -> Walker | None:
        """The command that ``key`` asks for, where no widget takes it."""
        ...


class TypeAhead:
    """Keeps what is typed until its turn: also until a box or a page that was asked for can take it.

    Without it the letters behind ``D`` would be commands of the board beneath: it archives as fast as it types.

    Args:
        app: Whose keys.
        forward: Hands a key to whatever has the focus.
    """

    def __init__(self, app: App[Any], forward: Callable[[Typed], Awaitable[None]]) -> None:
        self._app, self._forward = app, forward
        self._waits: set[Hashable] = set()
        self._kept: deque[Typed] = deque()
        self._working = False
        self._void_until = float("-inf")
        self._tell_void: Callable[[], object] | None = None
        self._last = self._still_since = float("-inf")
        self._unasked = False
        self._tell_dropped: Callable[[str], object] | None = None

    async def type(self, event: Typed) -> None:
        """Take ``event``, and hand it on when it is its turn. ``ctrl+q`` never waits, for its turn may not come."""
        if isinstance(event, events.Key) and event.key == "ctrl+q":
            await self._forward(event)
        elif not (self._is_for_before(event) or self._is_void(event)):
            self._kept.append(event)
            await self._give()

    def take(self, event: Typed) -> None:
        """Take back what reached a screen that has been covered or is about to be; its turn is the next."""
        again = (
            events.Key(event.key, event.character)
            if isinstance(event, events.Key)
            else events.Paste(event.text)
        )
        again.time = event.time
        self._kept.appendleft(again)
        self._settle()

    def turn_down(self, tell: Callable[[str], object], reason: str, *, opens: bool) -> None:
        """Say why a key does nothing.

        Args:
            tell: Says something on the page.
            reason: Why.
            opens: Whether it would have opened something that takes keys: what was typed by now was for that, and
                is handed to nobody.
        """
        tell(reason)
        if opens:
            self._void_until = get_time()
            self._tell_void = partial(tell, f"{reason} · what you typed for it was dropped")
            self._kept = deque(event for event in self._kept if not self._is_void(event))

    @property
    def still(self) -> float:
        """Seconds since the last key."""
        return get_time() - self._last

    def opened_unasked(self, page: Screen[Any], tell: Callable[[str], object]) -> None:
        """A page or a box has opened by itself: it takes no key until none came for a while after it was drawn.

        Whoever types does not look up at once, and what they type is for what was there before.

        Args:
            page: What opened.
            tell: Says there that keys were dropped.
        """
        self._unasked, self._tell_dropped = True, tell
        self._still_since = float("inf")
        self._kept.clear()
        _ = page.call_after_refresh(self._drawn_unasked)

    def _drawn_unasked(self) -> None:
        self._still_since = get_time()

    def _is_for_before(self, event: Typed) -> bool:
        """Whether ``event`` was typed for what was there before a page that opened by itself."""
        self._last = event.time
        self._unasked = self._unasked and event.time - self._still_since < PATIENCE
        if not self._unasked:
            return False
        self._still_since = max(self._still_since, event.time)
        if self._tell_dropped is not None:
            self._tell_dropped("this opened by itself: what you typed for what was there before was dropped")
        self._tell_dropped = None
        return True

    def _is_void(self, event: Typed) -> bool:
        if event.time > self._void_until:
            return False
        if self._tell_void is not None:
            self._tell_void()
        self._tell_void = None
        return True

    def begin(self, wait: Hashable, patience: float = 0) -> None:
        """Keep what is typed until ``end`` of the same, or until a box is there.

        Args:
            wait: What is awaited.
            patience: After how many seconds to hand keys on all the same; 0 for never.
        """
        self._waits.add(wait)
        if patience:
            _ = self._app.set_timer(patience, partial(self.end, wait))

    def end(self, wait: Hashable) -> None:
        """What was awaited has come, or will not."""
        if wait in self._waits:
            self._waits.discard(wait)
            self._settle()

    def opened(self, box: Screen[Any]) -> None:
        """A box was put on top: whatever asked for it waits no more, and what was typed is for it, once it listens."""
        self._waits = {box}
        _ = box.call_after_refresh(self.end, box)

    @property
    def holds(self) -> bool:
        """Whether something is awaited."""
        return bool(self._waits)

    @property
    def quiet(self) -> bool:
        """Whether all that was typed has been handed on and done."""
        return not (self._kept or self._waits or self._working)

    # --- taking turns -----------------------------------------------------------------------

    async def _give(self) -> None:
        """Hand on the next key, when the one before it is done. Runs in the app's turn."""
        if self._kept and not self._waits and not self._working:
            self._working = True
            event = self._kept.popleft()
            way = self._way(event) if self._kept else None
            await self._forward(event)
            while way is not None and self._kept and self._way(self._kept[0]) == way:
                await self._forward(self._kept.popleft())
            self._climb(_CLIMBS)

    def _way(self, event: Typed) -> Hashable:
        """Who takes ``event``, if it only adds to a text or moves a cursor; None if it may do anything else.

        Such run on together and only what the last one leaves is painted, for a paste may come as thousands of
        keys, and whoever holds a key down waits for where it ends. Those of another taker wait: they could
        overtake them on their shorter way.
        """
        if not isinstance(event, events.Key):
            return None
        field, screen = self._app.focused, self._app.screen
        if field is not None and field.check_consume_key(event.key, event.character):
            return field if (event.character or "").isalpha() else None
        if isinstance(screen, Commanded) and (command := screen.command_for(event.key)) is not None:
            return screen if command.walks else None
        bound = screen.active_bindings.get(event.key)
        if bound is None or bound.binding.action.partition("(")[0] not in _MOVES:
            return None
        return bound.node, bound.binding.priority

    def _settle(self) -> None:
        """Let what is under way be done before the next key."""
        if not self._working:
            self._working = True
            self._climb(_CLIMBS)

    def _climb(self, left: int) -> None:
        """Go the way that a key's messages go, from what has the focus up to the app, behind each of them."""
        if self._app.screen_stack:
            begin = self._app.focused or self._app.screen
            self._step(iter(begin.ancestors_with_self), left)

    def _step(self, way: Iterator[MessagePump], left: int) -> None:
        for pump in way:
            if pump.call_later(self._step, way, left):
                return  # one that is closing takes nothing any more
        if left and self._stirs():
            self._climb(left - 1)
        else:
            self._working = False
            _ = self._app.call_later(self._give)

    def _stirs(self) -> bool:
        """Whether anything has a message still to read, such as one that a message on the way led to."""
        pumps = (self._app, *self._app.screen.walk_children(with_self=True))
        return any(pump.message_queue_size for pump in pumps)


def ahead_of(app: Any) -> TypeAhead:
    """What the keys of ``app`` wait in."""
    ahead: TypeAhead = app.ahead
    return ahead
