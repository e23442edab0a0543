"""A process: no core file, no other process of the user reads its memory, and room for the files it opens."""

import subprocess
import sys
from pathlib import Path

import pytest

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


LIMITED = (
    "import resource; from tui.settings.process import allow_files; from tui.errors import UsageError\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, {limits})\n"
    "try: allow_files(); print(resource.getrlimit(resource.RLIMIT_NOFILE))\n"
    "except UsageError as error: print(error, error.hint)"
)


@pytest.mark.fault("F73")
@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ((32, 32), "only 32 files may be open at once here, and Cardscout needs 64 raise the limit"),
        ((32, 256), "(256, 256)"),
        ((64, 64), "(64, 64)"),
        ((32, 4096), "(1024, 4096)"),
        ((2048, 4096), "(2048, 4096)"),
    ],
)
def test_room_for_files_is_taken_where_there_is_some_and_missed_in_a_line(limits, words):
    assert told(LIMITED.format(limits=limits)).startswith(words)


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
