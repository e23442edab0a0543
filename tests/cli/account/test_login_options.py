"""Which way a token is got, where the options leave it open."""

import io
from pathlib import Path

import pytest

from tui.cli.account import login_options
from tui.cli.account.login_options import LoginOptions, Way, chosen_way, require_terminal
from tui.errors import UsageError
from tui.login import TokenRequest


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch):
    """Sets whether the input is a terminal, and what keeps a browser from being opened."""

    def be(*, terminal: bool, browser: bool, missing: str = "") -> None:
        stdin = io.StringIO()
        monkeypatch.setattr(stdin, "isatty", lambda: terminal)
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr(login_options, "has_browser", lambda: browser)
        monkeypatch.setattr(login_options, "no_browser", lambda: "" if browser else "There is no browser.")
        monkeypatch.setattr(login_options, "no_terminal", lambda: missing)

    return be


@pytest.mark.parametrize(
    ("way", "file", "terminal", "browser", "chosen"),
    [
        (None, None, True, True, "browser"),
        (None, None, True, False, "paste"),
        (None, None, False, True, "stdin"),
        (None, Path("token"), False, True, "file"),
        ("stdin", Path("token"), True, True, "stdin"),
        ("oauth", None, True, False, "oauth"),
        ("paste", None, False, True, "paste"),
    ],
)
def test_the_way_is_the_one_asked_for_or_the_best_of_this_machine(
    machine, way: Way | None, file: Path | None, terminal: bool, browser: bool, chosen: Way
) -> None:
    machine(terminal=terminal, browser=browser)
    assert chosen_way(way, file) == chosen


def test_that_there_is_no_browser_is_said(machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine(terminal=True, browser=False)
    chosen_way(None, None)
    assert "There is no browser. So the token is pasted." in "".join(capsys.readouterr())


def options(way: Way, secret_file: Path | None = None) -> LoginOptions:
    return LoginOptions(way, TokenRequest(writes=True, lasts="never"), None, secret_file)


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        (options("paste"), True),
        (options("oauth"), True),
        (options("oauth", Path("secret")), False),
        (options("stdin"), False),
    ],
)
def test_what_is_typed_needs_a_terminal_that_shows_the_question(
    machine, asked: LoginOptions, typed: bool
) -> None:
    assert asked.is_typed == typed
    machine(terminal=True, browser=True, missing="stderr is no terminal")
    if typed:
        with pytest.raises(UsageError, match="stderr is no terminal, so nobody would see what is asked"):
            require_terminal(asked)
    else:
        require_terminal(asked)
    machine(terminal=True, browser=True)
    require_terminal(asked)
