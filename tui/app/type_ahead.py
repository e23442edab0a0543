"""TypeAhead: keys that were typed for a box or a page which is not there yet."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Any

from textual import events
from textual.screen import Screen

Typed = events.Key | events.Paste
"""What is typed, or pasted."""


class TypeAhead:
    """Keeps what is typed from the key that asks for a box on until the box can take it.

    Without it the letters behind ``D`` would be commands of the board beneath: it archives as fast as it types.

    Args:
        later: Runs something in the app's turn, behind what was typed meanwhile.
        forward: Hands a key to whatever has the focus.
    """

    def __init__(
        self,
        later: Callable[[Callable[[], Awaitable[None]]], object],
        forward: Callable[[Typed], Awaitable[None]],
    ) -> None:
        self._later, self._forward = later, forward
        self._waits: set[Hashable] = set()
        self._kept: list[Typed] = []

    def keep(self, event: Typed) -> bool:
        """Keep ``event`` when something is awaited; whether it was kept. ``ctrl+q`` never waits, for a box may not come."""
        if isinstance(event, events.Key) and event.key == "ctrl+q":
            return False
        if self._waits or self._kept:
            self._kept.append(event)
        return bool(self._kept)

    def take(self, event: Typed) -> None:
        """Keep what reached a screen that has been covered or is about to be, in its turn of typing."""
        again = (
            events.Key(event.key, event.character)
            if isinstance(event, events.Key)
            else events.Paste(event.text)
        )
        again.time = event.time
        self._kept.append(again)
        self._flush()

    def begin(self, wait: Hashable) -> None:
        """Keep what is typed until ``end`` of the same, or until a box is there."""
        self._waits.add(wait)

    def end(self, wait: Hashable) -> None:
        """What was awaited has come, or will not."""
        self._waits.discard(wait)
        self._flush()

    def opened(self, box: Screen[Any]) -> None:
        """A box was put on top: whatever asked for it waits no more, and what was typed is for it, once it listens."""
        self._waits = {box}
        _ = box.call_after_refresh(self.end, box)

    @property
    def holds(self) -> bool:
        """Whether something is awaited."""
        return bool(self._waits)

    def _flush(self) -> None:
        if self._kept and not self._waits:
            self._later(self._give)

    async def _give(self) -> None:
        """Hand on what was kept, in the order it was typed in."""
        if self._waits:
            return
        kept, self._kept = sorted(self._kept, key=lambda event: event.time), []
        for event in kept:
            await self._forward(event)
