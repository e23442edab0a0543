"""What is written to a terminal that has gone."""

import io
import os
import pty
import threading
from contextlib import suppress

import pyte
from hypothesis import given
from hypothesis import strategies as st
from textual.drivers._writer_thread import MAX_QUEUED_WRITES

from tui.app.terminal.output import LastingWriter, shorten_output


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


def shown(text):
    screen = pyte.Screen(20, 4)
    pyte.Stream(screen).feed(text)
    cells = [[screen.buffer[y][x] for x in range(20)] for y in range(4)]
    return cells, (screen.cursor.x, screen.cursor.y), screen.cursor.attrs


STYLES = [
    "1;38;5;253;48;5;16",
    "38;5;247;48;5;16",
    "38;5;247",
    "1;4;38;2;10;20;30;48;2;1;2;3",
    "38;2;10;20;30;48;2;9;2;3",
    "7",
    "31;44",
    "1;91;100",
    "48;5;16",
    "39;49",
    "9",
]


@given(
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from(STYLES), st.sampled_from(["", "\r\n", "plain"])))
)
def test_less_is_sent_for_the_same_screen(pieces):
    sent = "".join(
        f"\x1b[{row + 1};1H\x1b[{style}mab\x1b[0m\x1b[{row + 1};3H{then}" for row, style, then in pieces
    )
    assert shown(shorten_output(sent)) == shown(sent)
    assert len(shorten_output(sent)) <= len(sent)


def test_what_is_the_same_is_not_said_again():
    row = "\x1b[{};1H\x1b[38;5;1;48;5;2mab\x1b[0m\x1b[38;5;3;48;5;2mcd\x1b[0m\x1b[{};5H"
    sent = row.format(1, 1) + "\r\n" + row.format(2, 2)
    assert shorten_output(sent) == (
        "\x1b[1;1H\x1b[38;5;1;48;5;2mab\x1b[38;5;3mcd\x1b[2;1H\x1b[38;5;1mab\x1b[38;5;3mcd\x1b[0m\x1b[2;5H"
    )


def test_a_line_that_ends_at_the_foot_of_the_screen_scrolls_nothing_away():
    assert shorten_output("\x1b[3;9H\r\n") == "\x1b[3;9H\r\n"
