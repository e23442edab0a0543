"""In the pauses of typing garbage is collected, and what the first pages need is imported."""

import gc
import subprocess
import sys
from unittest.mock import Mock

import pytest

from tests.app.fakes import fake
from tui.app import idle
from tui.app.idle import MODULES, IdleCollector, Preload

_IMPORTS_AS_A_START = "import sys, tui.cli.screens, tui.app.app, tui.app.screens.board"
_PAGES = "import tui.app.screens.card, tui.app.screens.help, tui.app.screens.boxes.palette, tui.app.screens.labels, tui.app.screens.boards"


@pytest.mark.parametrize(
    ("pause", "counts", "asked"),
    [
        (0.79, (50_000, 9, 50), []),  # a key was pressed just now
        (0.8, (999, 0, 0), []),
        (0.8, (1_000, 0, 9), [(1,)]),
        (29.9, (1_000, 0, 50), [(1,)]),
        (30.0, (0, 0, 9), []),
        (30.0, (1_000, 0, 9), [(1,)]),
        (30.0, (0, 0, 10), [()]),
    ],
)
def test_collects_young_objects_in_a_short_pause_and_all_in_a_long_one(monkeypatch, pause, counts, asked):
    collect = Mock()
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    monkeypatch.setattr(gc, "collect", collect)
    IdleCollector(fake(seconds_since_key=pause)).look()
    assert [each.args for each in collect.call_args_list] == asked


def loader(monkeypatch, pause: float, loaded: tuple[str, ...] = ()) -> tuple[Preload, list[str], Mock]:
    """A preload whose imports are only noted, after ``pause`` seconds without a key; its imports, and its timer."""
    imported: list[str] = []
    monkeypatch.setattr(idle, "import_module", imported.append)
    monkeypatch.setattr(idle, "sys", fake(modules=dict.fromkeys(loaded)))
    made = Preload(fake(seconds_since_key=pause))
    timer = made.timer = Mock()
    return made, imported, timer


def test_imports_nothing_while_somebody_types(monkeypatch):
    made, imported, timer = loader(monkeypatch, 0.59)
    for _ in range(50):
        made.look()
    assert imported == []
    timer.stop.assert_not_called()


def test_imports_one_module_at_a_time_and_stops_after_the_last(monkeypatch):
    made, imported, timer = loader(monkeypatch, 0.6)
    for number in range(1, len(MODULES) + 1):
        made.look()
        assert imported == list(MODULES[:number])
    timer.stop.assert_not_called()
    made.look()
    timer.stop.assert_called_once_with()
    assert imported == list(MODULES)


def test_passes_over_what_is_there_already(monkeypatch):
    made, imported, _ = loader(monkeypatch, 1.0, MODULES[:-1])
    made.look()
    assert imported == [MODULES[-1]]


def test_leaves_no_module_of_the_first_pages_to_their_opening():
    script = f"""{_IMPORTS_AS_A_START}
from types import SimpleNamespace
from tui.app.idle import Preload
done = []
preload = Preload(SimpleNamespace(seconds_since_key=9.0))
preload.timer = SimpleNamespace(stop=lambda: done.append(True))
while not done:
    preload.look()
before = set(sys.modules)
{_PAGES}
print(*sorted(set(sys.modules) - before))"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""
