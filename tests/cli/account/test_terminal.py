"""An address on the terminal: a link, and on the clipboard."""

import sys

from tui.cli import output
from tui.cli.account import terminal


def test_the_address_is_a_link_and_on_the_clipboard(monkeypatch, capsys):
    address = "https://boards.example.org/1/authorize?key=k"
    terminal.show_address(f"{address}\x1b[2J")
    assert capsys.readouterr().err == f"{address}␛[2J\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = []
    monkeypatch.setattr(output, "say", said.append)
    terminal.show_address(address)
    written = capsys.readouterr().err
    assert written.startswith(f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\")
    assert "\x1b]52;c;aHR0cHM6Ly9ib2FyZHMu" in written
