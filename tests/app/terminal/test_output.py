"""What is written to a terminal that has gone."""

import io
import os
import pty
import threading
from contextlib import suppress

from textual.drivers._writer_thread import MAX_QUEUED_WRITES

from tui.app.terminal.output import LastingWriter


class Gone(io.StringIO):
    """A terminal whose line drops after the first write."""

    def write(self, text):
        if self.tell():
            raise OSError(5, "Input/output error")
        return super().write(text)


def test_writing_goes_on_when_the_terminal_is_gone_and_ends_when_it_is_asked_to():
    terminal = Gone()
    writer = LastingWriter(terminal)
    writer.start()
    for number in range(5 * MAX_QUEUED_WRITES):
        writer._queue.put(f"frame {number}", timeout=10)
    writer._queue.put(None, timeout=10)
    writer.join(10)
    assert not writer.is_alive()
    assert terminal.getvalue() == "frame 0"


def test_a_terminal_that_cannot_be_flushed_ends_as_well():
    class Full(io.StringIO):
        def flush(self):
            raise OSError(5, "Input/output error")

    writer = LastingWriter(Full())
    writer.start()
    writer._queue.put("frame", timeout=10)
    writer._queue.put(None, timeout=10)
    writer.join(10)
    assert not writer.is_alive()


def test_an_ending_program_waits_for_no_terminal_that_reads_nothing():
    master, slave = pty.openpty()
    terminal = os.fdopen(slave, "w", encoding="utf-8")
    writer = LastingWriter(terminal)
    writer.start()
    # The first fills the terminal, the others the queue.
    for number in range(MAX_QUEUED_WRITES + 1):
        writer.write(f"frame {number}" * 10_000)
    ending = threading.Thread(target=writer.stop)
    ending.start()
    ending.join(0.5)
    assert ending.is_alive()
    writer.stop_waiting()
    ending.join(60)
    assert not ending.is_alive()
    assert not writer.is_alive()
    os.close(master)
    with suppress(OSError):
        terminal.close()


def test_at_the_end_old_pictures_are_dropped_and_the_terminal_is_given_back():
    master, slave = pty.openpty()
    terminal = os.fdopen(slave, "w", encoding="utf-8")
    writer = LastingWriter(terminal)
    for number in range(5):
        writer.write(f"frame {number}")
    writer.stop_waiting()
    writer.write("given back")
    writer.start()
    writer.stop()
    assert os.read(master, 65536) == b"given back"
    os.close(master)
    terminal.close()


def test_what_is_written_is_what_was_painted():
    """The colour after a reset is sent again, as of a look only what differs is."""
    terminal = io.StringIO()
    writer = LastingWriter(terminal)
    painted = "\x1b[1ma\x1b[31mb\x1b[0m\x1b[2;1H\x1b[31mc"
    writer.write(painted)
    writer.start()
    writer.stop()
    assert terminal.getvalue() == painted
