"""A process that knows secrets: no core file, and no other process of the user reads its memory."""

import subprocess
import sys
from pathlib import Path

from tui.settings.process import hide_memory

ROOT = Path(__file__).parents[2]


def told(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_no_core_is_left_and_the_users_own_limit_stays():
    code = (
        "import resource; before = resource.getrlimit(resource.RLIMIT_CORE)[1];"
        "from tui.settings.process import leave_no_core; leave_no_core();"
        "print(resource.getrlimit(resource.RLIMIT_CORE) == (0, before))"
    )
    assert told(code) == "True"


def test_memory_is_hidden_once_a_secret_was_asked_for():
    code = (
        "import ctypes, os; dumpable = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0);"
        "from tui.settings import credentials; from tui.settings.accounts import Account;"
        "before = dumpable();"
        "credentials.load(Account(name='a', url='https://b.example', key='k'), {'token': 't'});"
        "print(before, dumpable())"
    )
    assert told(code) == "1 0"


def test_a_system_that_cannot_hide_it_says_so(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert hide_memory.__wrapped__() is False
