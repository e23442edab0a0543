"""What is typed and pasted, read right: a paste in one piece, and an escape before other keys as what it is.

The toolkit's parser looks at each character of a paste by itself: 1.6 µs each, so ten megabytes hold up the key
behind them for a quarter of a minute; and an escape within the text comes out as keys, which are commands here.
Where escape and the keys after it arrive in one read, as when the machine is busy, it takes the escape for a ``^``.
"""

from collections.abc import Callable, Iterable

from textual import constants, events
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.message import Message

from tui.app.terminal.cut import ESCAPE, PASTE, CutSequence

LONGEST_PASTE = 200_000
"""Characters of a paste that are taken: a dozen times what a service takes for any text."""

_UNSEEN = dict.fromkeys([*(code for code in range(0x20) if chr(code) not in "\t\n\r"), 0x7F])
"""Control characters, which no terminal should have let through: nobody sees that they were pasted."""

_END = "\x1b[201~"

_ESCAPE_FIRST = "escape_first"
_PRESSED = (events.Key, events.MouseEvent)


class PasteParser(XTermParser):
    """The toolkit's parser, but for what stands between the marks of a paste, and for escape before other keys.

    Args:
        debug: As the toolkit has it.
        now: Seconds of a steady clock.
    """

    def __init__(self, debug: bool = False, now: Callable[[], float] = get_time) -> None:
        super().__init__(debug)
        self._cut = CutSequence(now, constants.ESCAPE_DELAY)
        self._pasted: str | None = None  # None outside of a paste
        self._tail = ""  # of the last read: the end mark may have begun in it

    def feed(self, data: str) -> Iterable[Message]:
        """Events of ``data``; "" is the end of all input."""
        if not data:
            yield from super().feed(data)
            return
        if self._pasted is None:
            late, data = self._cut.go_on(data)
            # The key that its beginning was taken for has changed what a key or a click would fall on.
            yield from (event for event in self._parse(late) if not isinstance(event, _PRESSED))
        while data:
            if self._pasted is None:
                typed, begin, data = data.partition(PASTE)
                if not begin:
                    typed = self._cut.hold(typed)
                if typed:
                    yield from self._parse(typed)
                self._pasted = "" if begin else None
            else:
                text, end, data = (self._tail + data).partition(_END)
                self._keep(text, ended=bool(end))
                if end:
                    pasted, self._pasted = self._pasted, None
                    yield events.Paste(pasted.translate(_UNSEEN))

    def tick(self) -> Iterable[Message]:
        """Events of what has waited for more, and is what it is."""
        yield from super().tick()
        overdue = self._cut.overdue()
        if overdue == ESCAPE:
            yield events.Key("escape", ESCAPE)
        elif overdue:
            yield from super()._sequence_to_key_events(overdue[-1], alt=len(overdue) > 1)

    def _parse(self, typed: str) -> Iterable[Message]:
        return map(_named, super().feed(typed)) if typed else ()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Name an escape that began no sequence otherwise than the toolkit, which would make a ``^`` of it."""
        if sequence == ESCAPE:
            return [events.Key(_ESCAPE_FIRST, ESCAPE)]
        return super()._sequence_to_key_events(sequence, alt)

    def _keep(self, text: str, *, ended: bool) -> None:
        """Keep ``text`` but for an end mark that may have begun in it; what is too long is not taken, so not all of it."""
        held = 0 if ended else next(n for n in range(len(_END) - 1, -1, -1) if text.endswith(_END[:n]))
        self._tail = text[len(text) - held :]
        self._pasted = ((self._pasted or "") + text[: len(text) - held])[: LONGEST_PASTE + 1]


def _named(event: Message) -> Message:
    first = isinstance(event, events.Key) and event.key == _ESCAPE_FIRST
    return events.Key("escape", ESCAPE) if first else event


def read_pastes_whole() -> None:
    """Have the toolkit's driver read with ``PasteParser``: it makes its parser itself, by this name."""
    linux_driver.XTermParser = PasteParser  # type: ignore[attr-defined] # imported there, and meant to be looked up there
