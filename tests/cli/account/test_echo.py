"""The terminal's echo: off where a secret is typed, and as it was afterwards; nothing that is typed is lost."""

import fcntl
import os
import signal
import sys

import click
import pytest

from tests.cli.account.conftest import shows
from tui.cli.account import echo


def drawn(keyboard: int, last: bytes) -> bytes:
    """What came on the terminal up to ``last``: a terminal hands it over in pieces."""
    text = b""
    while not text.endswith(last):
        text += os.read(keyboard, 1000)
    return text


def test_echo_is_off_in_the_block_and_on_in_one_inside_it(keyboard):
    assert shows(keyboard)
    with echo.echo_off():
        assert not shows(keyboard)
        with echo.echo_on():
            assert shows(keyboard)
        assert not shows(keyboard)
    assert shows(keyboard)


def test_echo_is_restored_however_the_block_ends(keyboard):
    with pytest.raises(KeyboardInterrupt), echo.echo_off():
        raise KeyboardInterrupt
    assert shows(keyboard)


def test_another_program_waits_for_the_terminal_until_the_secret_is_typed(keyboard):
    device = echo._device()
    assert device is not None
    with os.fdopen(device) as other:
        with echo.echo_off(), pytest.raises(BlockingIOError), echo.echo_off():
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_signal_that_ends_the_program_finds_the_terminal_as_it_was(keyboard):
    seen = []
    before = signal.signal(signal.SIGTERM, lambda *_: seen.append(shows(keyboard)))
    try:
        with echo.echo_off():
            os.kill(os.getpid(), signal.SIGTERM)
            assert not shows(keyboard), "the program goes on, and so does the block"
        assert seen == [True]
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def test_what_was_typed_ahead_is_read_and_nothing_of_it_is_shown(keyboard):
    with echo.echo_off():
        os.write(keyboard, b"horseshoe\n")
        assert echo.hidden_line("Passphrase") == "horseshoe"
    assert drawn(keyboard, b"\r\n") == b"Passphrase: \r\n"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (b"\x1b\x1b[A\x1bOBhorse\x1b[3~shoe\n", "horseshoe"),
        (b" two words \n", " two words "),
        (b"\xff\n", "\ufffd"),
    ],
)
def test_escapes_and_arrows_are_no_part_of_a_secret(keyboard, typed, read):
    os.write(keyboard, typed)
    assert echo.hidden_line("Passphrase") == read


def test_an_empty_line_is_asked_about_again_only_where_a_secret_is_needed(keyboard):
    os.write(keyboard, b"\n\nhorseshoe\n")
    assert echo.hidden_line("Passphrase") == "horseshoe"
    asked = b"Passphrase: \r\n"
    assert drawn(keyboard, asked * 3).count(asked) == 3
    os.write(keyboard, b"\n")
    assert echo.hidden_line("Passphrase", needed=False) == ""


def test_the_end_of_input_is_giving_up(keyboard):
    os.write(keyboard, b"\x04")
    with pytest.raises(click.Abort):
        echo.hidden_line("Passphrase")
    assert shows(keyboard)


def test_without_a_terminal_nothing_is_hidden_and_no_secret_is_asked_for(monkeypatch, tmp_path):
    (tmp_path / "piped").write_text("horseshoe\n")
    with (tmp_path / "piped").open() as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        monkeypatch.setattr(echo, "_terminal", lambda: None)
        assert not echo.has_terminal()
        with echo.echo_off(), pytest.raises(click.Abort):
            echo.hidden_line("Passphrase")


def test_a_terminal_is_there_though_stdin_is_a_pipe(keyboard, monkeypatch, tmp_path):
    assert echo.has_terminal()
    (tmp_path / "piped").touch()
    with (tmp_path / "piped").open() as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        assert echo.has_terminal()
