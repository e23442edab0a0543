"""What is written to a terminal that has gone."""

import io

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
