"""The program takes little memory while it is only looked at: it is open all day, in several windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.terminal

MOST = 75
"""MiB that walking over a board may take; a bare app of the toolkit takes 33."""


def test_walking_over_a_board_takes_little_memory(start: Callable[..., Terminal], small: str) -> None:
    peaks = []
    for _ in range(2):
        terminal = start("--board", small)
        terminal.until("C000000")
        terminal.settle(1)
        terminal.press("j", "l", "j", "k", "h")
        peaks.append(terminal.peak)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    # The first start ever reads the board from the embedded server.
    assert peaks[-1] <= MOST
