"""What is written to the terminal, also when there is none any more."""

from contextlib import suppress

from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread


class LastingWriter(WriterThread):
    """A writer that outlives its terminal.

    The toolkit's ends with the first write that fails, as when a line drops; the thirty-first write after that would
    wait for ever, and with it the program, which could neither save nor end.
    """

    def run(self) -> None:
        """Write what comes, in as few writes as can be; once one fails, drop what comes."""
        there = True
        while (text := self._queue.get()) is not None:
            if there:
                there = self._wrote(text)
        with suppress(OSError):
            self._file.flush()

    def _wrote(self, text: str) -> bool:
        """Write ``text``, and send it on its way when nothing follows; whether there is still a terminal."""
        try:
            self._file.write(text)
            if self._queue.qsize() == 0:
                self._file.flush()
        except OSError:
            return False
        return True


def write_on_without_a_terminal() -> None:
    """Have the toolkit's driver write with ``LastingWriter``: it makes its writer itself, by this name."""
    linux_driver.WriterThread = LastingWriter  # type: ignore[attr-defined] # imported there, and meant to be looked up there
