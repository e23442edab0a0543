"""Pasted text, read in one piece.

The toolkit's parser looks at each character of a paste by itself: 1.6 µs each, so ten megabytes hold up the key
behind them for a quarter of a minute; and an escape within the text comes out as keys, which are commands here.
"""

from collections.abc import Iterable

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.message import Message

LONGEST_PASTE = 200_000
"""Characters of a paste that are taken: a dozen times what a service takes for any text."""

_UNSEEN = dict.fromkeys([*(code for code in range(0x20) if chr(code) not in "\t\n\r"), 0x7F])
"""Control characters, which no terminal should have let through: nobody sees that they were pasted."""

_BEGIN, _END = "\x1b[200~", "\x1b[201~"


class PasteParser(XTermParser):
    """The toolkit's parser, but for what stands between the marks of a paste.

    A beginning mark that is cut in two by a read is still the toolkit's: its paste is read slowly, and right.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: str | None = None  # None outside of a paste
        self._tail = ""  # of the last read: the end mark may have begun in it

    def feed(self, data: str) -> Iterable[Message]:
        """Events of ``data``; "" is the end of all input."""
        if not data:
            yield from super().feed(data)
        while data:
            if self._pasted is None:
                typed, begin, data = data.partition(_BEGIN)
                if typed:
                    yield from super().feed(typed)
                self._pasted = "" if begin else None
            else:
                text, end, data = (self._tail + data).partition(_END)
                self._keep(text, ended=bool(end))
                if end:
                    pasted, self._pasted = self._pasted, None
                    yield events.Paste(pasted.translate(_UNSEEN))

    def _keep(self, text: str, *, ended: bool) -> None:
        """Keep ``text`` but for an end mark that may have begun in it; what is too long is not taken, so not all of it."""
        held = 0 if ended else next(n for n in range(len(_END) - 1, -1, -1) if text.endswith(_END[:n]))
        self._tail = text[len(text) - held :]
        self._pasted = ((self._pasted or "") + text[: len(text) - held])[: LONGEST_PASTE + 1]


def read_pastes_whole() -> None:
    """Have the toolkit's driver read with ``PasteParser``: it makes its parser itself, by this name."""
    linux_driver.XTermParser = PasteParser  # type: ignore[attr-defined] # imported there, and meant to be looked up there
