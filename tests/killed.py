"""A process that is killed at an exact point of what it does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_PREFACE = """
import os, signal, sys
from importlib import import_module

def at(module, name, number):
    # The call of that number is where the power goes.
    home = import_module(module)
    real, left = getattr(home, name), [number]
    def counted(*args, **kwargs):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    setattr(home, name, counted)
"""


def killed(script: str, *args: str | Path) -> bool:
    """Run ``script``, which says ``at(module, name, n)`` where it dies; whether it came so far."""
    done = subprocess.run(
        [sys.executable, "-c", _PREFACE + script, *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, -signal.SIGKILL}, done.stderr
    return done.returncode != 0
