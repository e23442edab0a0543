"""Garbage is collected in the pauses of typing."""

import gc
from functools import partial

import pytest

from tests.app.fakes import fake
from tui.app.garbage import IdleCollector


@pytest.mark.parametrize(
    ("pause", "counts", "asked"),
    [
        (0.79, (50_000, 9, 50), []),  # a key was pressed just now
        (0.8, (999, 0, 0), []),
        (0.8, (1_000, 0, 9), [(1,)]),
        (29.9, (1_000, 0, 50), [(1,)]),
        (30.0, (0, 0, 9), []),
        (30.0, (1_000, 0, 9), [(1,)]),
        (30.0, (0, 0, 10), ["unfreeze", (), "freeze"]),
    ],
)
def test_collects_young_objects_in_a_short_pause_and_all_in_a_long_one(monkeypatch, pause, counts, asked):
    done: list[object] = []
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    monkeypatch.setattr(gc, "collect", lambda *which: done.append(which))
    for name in ("freeze", "unfreeze"):
        monkeypatch.setattr(gc, name, partial(done.append, name))
    IdleCollector(fake(seconds_since_key=pause)).look()
    assert done == asked
