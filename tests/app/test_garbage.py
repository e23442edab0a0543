"""Garbage is collected in the pauses of typing."""

import gc
from unittest.mock import Mock

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
        (30.0, (0, 0, 10), [()]),
    ],
)
def test_collects_young_objects_in_a_short_pause_and_all_in_a_long_one(monkeypatch, pause, counts, asked):
    collect = Mock()
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    monkeypatch.setattr(gc, "collect", collect)
    IdleCollector(fake(seconds_since_key=pause)).look()
    assert [each.args for each in collect.call_args_list] == asked
