"""What is set before the screens are imported, and how long an escape is waited for."""

import gc
import os

import pytest

import tui.cli.screens
from tui.cli import launch


@pytest.mark.parametrize(
    ("ssh", "own", "expected"),
    [
        (None, None, ("120", "25")),
        ("192.0.2.1 50000 192.0.2.2 22", None, (None, "50")),
        ("192.0.2.1 50000 192.0.2.2 22", "200", (None, "200")),
    ],
)
def test_an_escape_is_waited_for_longer_over_a_line(monkeypatch, ssh, own, expected):
    """What begins another key may come in two parts there, and twice as many frames would only fill the line."""
    for name, value in {"SSH_CONNECTION": ssh, "ESCDELAY": own, "TEXTUAL_FPS": None}.items():
        # Set first, so that what the program sets is taken back at the end.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
        if value is not None:
            monkeypatch.setenv(name, value)
    found = []

    def open_screens(_board, *, mouse):
        found.append((os.environ.get("TEXTUAL_FPS"), os.environ.get("ESCDELAY")))
        return 7 if mouse else 0

    monkeypatch.setattr(launch, "_refuse_no_terminal", lambda: None)
    monkeypatch.setattr(tui.cli.screens, "open_screens", open_screens)
    try:
        assert launch.screens(None) == 7
    finally:
        gc.enable()
    assert found == [expected]
