"""What is set before the screens are imported, and how long an escape is waited for."""

import gc
import os
import time

import pytest

import tui.cli.screens
from tests.cli.conftest import ANA
from tui.cli import launch, start


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


@pytest.fixture
def in_greenwich(monkeypatch):
    """The zone of a server, which is set back at the end."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def write_settings(program, text):
    config = program.home / "config" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(text)


def test_dates_are_typed_and_shown_in_the_zone_of_the_settings(imported, in_greenwich):
    write_settings(imported, 'timezone = "Pacific/Auckland"\n')
    assert imported.json("card", "due", ANA, "2031-02-03 09:30")["due"] == "2031-02-02T20:30:00.000Z"
    assert "2031-02-03 09:30" in imported.read("card", "show", ANA)
    assert "2031-02-03 09:30" in imported.read("export", "Kōrero", "--csv")


def test_a_zone_that_is_none_is_refused_with_its_line_and_no_other_mistake_is_told_twice(
    imported, in_greenwich
):
    write_settings(imported, '\ntimezone = "Auckland"\n')
    refused = imported("boards")
    assert refused.exit_code == 2
    assert "line 2: there is no time zone 'Auckland'" in refused.stderr
    assert "hint: did you mean Pacific/Auckland?" in refused.stderr
    write_settings(imported, "timezone =\n")
    assert imported("boards").stderr.count("error: ") == 1
    assert imported("config", "check").exit_code == 2
    assert os.environ["TZ"] == "UTC"


def test_the_screens_have_the_zone_of_the_settings(program, in_greenwich, monkeypatch):
    write_settings(program, 'timezone = "Pacific/Auckland"\n')
    monkeypatch.setattr(start, "screens", lambda _: 7)
    with pytest.raises(SystemExit) as ended:
        start._open_screens(None)
    assert (ended.value.code, os.environ["TZ"], time.tzname) == (7, "Pacific/Auckland", ("NZST", "NZDT"))
