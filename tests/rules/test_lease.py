"""The lease: one process at a time does the rules."""

import os
import subprocess
import sys

import pytest

from tui.errors import UsageError
from tui.rules.lease import holder, lease

HOLD = """
import sys
from pathlib import Path
from tui.rules.lease import lease
with lease(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_until_the_first_is_killed(tmp_path):
    assert holder(tmp_path) is None
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert holder(tmp_path) == other.pid
        with pytest.raises(UsageError, match=f"process {other.pid}"), lease(tmp_path):
            pass
        other.kill()
        other.wait()
    with lease(tmp_path):
        assert holder(tmp_path) == os.getpid()
    assert holder(tmp_path) is None
