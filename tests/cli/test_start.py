"""The start of the program: standard streams that are closed, and what an unexpected end tells."""

import errno
import sys

import pytest

from tui.cli import start


@pytest.mark.parametrize("closed", [("stdin",), ("stdout", "stderr"), ("stdin", "stdout", "stderr")])
def test_a_closed_stream_takes_everything_and_gives_nothing(monkeypatch, closed):
    for name in closed:
        monkeypatch.setattr(sys, name, None)
    open_ones = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr") if name not in closed}
    start._open_closed_streams()
    opened = {name: getattr(sys, name) for name in closed}
    assert not any(stream.isatty() for stream in opened.values())
    assert opened.get("stdin") is None or opened["stdin"].read() == ""
    for name in {"stdout", "stderr"} & opened.keys():
        opened[name].write("x")
    assert all(getattr(sys, name) is stream for name, stream in open_ones.items())
    for stream in opened.values():
        stream.close()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "ulimit -n 1024"),
        (TypeError("odd"), "Cardscout failed on TypeError; this is a fault of ours"),
    ],
)
def test_an_unexpected_end_is_told_in_a_line(capsys, error, said):
    start._report_crash(type(error), error, None)
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told
