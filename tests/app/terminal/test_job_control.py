"""Signals that come when the loop that would answer them has ended."""

import os
import signal
import subprocess
import sys
from unittest.mock import MagicMock

import pytest

from tui.app.terminal.frame import Frame
from tui.app.terminal.job_control import JobControl

ENDED = """
import asyncio, signal
from unittest.mock import MagicMock
from tui.app.terminal.frame import Frame
from tui.app.terminal.job_control import JobControl
async def start():
    app = MagicMock(is_headless=False)
    JobControl(app, Frame(), app.exit).start()
asyncio.run(start())
signal.raise_signal(signal.SIGTERM)
print("still here")
"""


def test_a_signal_ends_a_program_whose_loop_has_ended():
    done = subprocess.run(
        [sys.executable, "-c", ENDED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (-signal.SIGTERM, ""), done.stderr


def test_a_terminal_that_is_gone_is_not_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", MagicMock(side_effect=OSError(5, "Input/output error")))
    app = MagicMock(is_headless=False)
    JobControl(app, Frame(), app.exit)._resume()
    assert app._driver.mock_calls == []
