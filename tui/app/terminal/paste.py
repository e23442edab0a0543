"""PasteParser: reads a paste in one piece, and an escape before other keys as the escape key.

Textual's parser takes 1.6 µs per character of a paste, so ten megabytes delay the next key by a quarter of a
minute; and an escape within the pasted text is reported as keys, which here are commands. If the escape key
and the keys after it arrive in one read, for example on a busy machine, it reports ``^``.
"""

import codecs
import selectors
from collections.abc import Callable, Iterable
from types import SimpleNamespace

from textual import constants, events
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.message import Message

from tui.app.terminal.split_sequence import ESCAPE, PASTE, SplitSequence

LONGEST_PASTE = 200_000
"""Maximum characters of a paste: a dozen times the longest text that a service accepts."""

_UNSEEN = dict.fromkeys([*(code for code in range(0x20) if chr(code) not in "\t\n\r"), 0x7F])
"""Control characters to remove from a paste; terminals should filter them, and they are invisible."""

_END = "\x1b[201~"

_CP1252 = "cardscout.cp1252"
"""Name of the error handler that takes what is no UTF-8 for Windows' Latin letters."""

_ESCAPE_FIRST = "escape_first"
_CONTROLS = frozenset(map(chr, range(1, 0x1B))) - frozenset("\b\t\n\r")
"""Characters of letters with Ctrl, which nobody presses with Alt too."""

_PRESSED = (events.Key, events.MouseEvent)


class PasteParser(XTermParser):
    """Textual's parser with other handling of pastes and of an escape before other keys.

    Args:
        debug: As in Textual's parser.
        now: Returns monotonic seconds.
    """

    def __init__(self, debug: bool = False, now: Callable[[], float] = get_time) -> None:
        super().__init__(debug)
        self._cut = SplitSequence(now, constants.ESCAPE_DELAY)
        self._pasted: str | None = None  # None outside of a paste
        self._tail = ""  # end of the last read: the end mark may have begun in it

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the events of ``data``; "" is the end of all input."""
        if not data:
            yield from super().feed(data)
            return
        if self._pasted is None:
            told, data = self._join(data)
            yield from told
        while data:
            if self._pasted is None:
                typed, begin, data = data.partition(PASTE)
                if not begin:
                    typed = self._cut.hold_partial(typed)
                if typed:
                    yield from self._parse(typed)
                self._pasted = "" if begin else None
            else:
                text, end, data = (self._tail + data).partition(_END)
                self._keep(text, ended=bool(end))
                if end:
                    pasted, self._pasted = self._pasted, None
                    yield events.Paste(pasted.translate(_UNSEEN))

    def _join(self, data: str) -> tuple[list[Message], str]:
        """Join ``data`` to the held text; return the events found in it, and the text left to parse."""
        key: list[Message] = [events.Key("escape", ESCAPE)] if self._cut.take_key(data) else []
        late, data = self._cut.combine(data)
        # Its beginning was already handled as escape, which may have moved the focus: drop key and click.
        return [*key, *(event for event in self._parse(late) if not isinstance(event, _PRESSED))], data

    def tick(self) -> Iterable[Message]:
        """Yield the events of input that waited long enough for more."""
        yield from super().tick()
        overdue = self._cut.take_overdue()
        if overdue == ESCAPE:
            yield events.Key("escape", ESCAPE)
        elif overdue:
            yield from super()._sequence_to_key_events(overdue[-1], alt=len(overdue) > 1)

    def _parse(self, typed: str) -> Iterable[Message]:
        return map(_as_escape, super().feed(typed)) if typed else ()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Return an escape that begins no sequence as the escape key, and one before a character as Alt and that key.

        Before a letter with Ctrl it is the escape key too, as if somebody typed ``esc`` and ``ctrl+p`` at once.

        Textual would return a ``^`` for the first, and a pound sign for an escape and a 3.
        """
        if sequence == ESCAPE:
            return [events.Key(_ESCAPE_FIRST, ESCAPE)]
        keys = list(super()._sequence_to_key_events(sequence, alt))
        alone = sequence.removeprefix(ESCAPE)
        if alone != sequence and alone in _CONTROLS:
            return [events.Key(_ESCAPE_FIRST, ESCAPE), *super()._sequence_to_key_events(alone)]
        if keys and len(alone) == 1 and (alt or alone != sequence) and alone.isprintable():
            return [_with_alt(key, alone) for key in super()._sequence_to_key_events(alone, alt=True)]
        return keys

    def _keep(self, text: str, *, ended: bool) -> None:
        """Store the pasted ``text``, up to the maximum, without an end mark that may have begun in it."""
        held = 0 if ended else next(n for n in range(len(_END) - 1, -1, -1) if text.endswith(_END[:n]))
        self._tail = text[len(text) - held :]
        self._pasted = ((self._pasted or "") + text[: len(text) - held])[: LONGEST_PASTE + 1]


def _with_alt(event: events.Key, character: str) -> events.Key:
    return events.Key(event.key if event.key.startswith("alt+") else f"alt+{event.key}", character)


def _as_escape(event: Message) -> Message:
    first = isinstance(event, events.Key) and event.key == _ESCAPE_FIRST
    return events.Key("escape", ESCAPE) if first else event


class KeySelector(selectors.SelectSelector):
    """A selector that waits a shorter time after a read whose escape may begin another key.

    Textual always waits a tenth of a second before it checks whether an escape stood alone.
    """

    _has_read = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the input of the next ``timeout`` seconds, or of a shorter time after some reads."""
        ready = super().select(constants.ESCAPE_DELAY if self._has_read else timeout)
        self._has_read = bool(ready)
        return ready


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes of ``error`` as Windows' Latin letters: a list copied out of a spreadsheet has them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


def lenient_decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """Return what makes a decoder of input; Textual's ends the program at the first byte that is no UTF-8."""
    return lambda: codecs.getincrementaldecoder(encoding)(_CP1252)


def install_paste_parser() -> None:
    """Replace the parser, the selector and the decoder in Textual's driver by ours."""
    codecs.register_error(_CP1252, _as_latin)
    linux_driver.XTermParser = PasteParser  # type: ignore[attr-defined] # imported there, and meant to be looked up there
    names = SimpleNamespace(SelectSelector=KeySelector, EVENT_READ=selectors.EVENT_READ)
    linux_driver.selectors = names  # type: ignore[attr-defined,assignment] # as above
    linux_driver.getincrementaldecoder = lenient_decoder  # type: ignore[attr-defined,assignment] # as above
