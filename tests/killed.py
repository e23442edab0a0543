"""A process that is killed at an exact point of what it does."""

import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from tests.forked import Forked


def killed(script: str, *args: str | Path) -> bool:
    """Run ``script``, which says ``at(module, name, n)`` where it dies; whether it came so far."""
    process = Forked(_run, script, *map(str, args), errors=True)
    with process.stdout as said:
        told = said.read()
    code = process.wait()
    assert code in {0, -signal.SIGKILL}, told
    return code != 0


def _run(script: str, *args: str) -> None:
    sys.argv[:] = ["-c", *args]
    exec(compile(script, "-c", "exec"), {"at": _at, "os": os, "signal": signal, "sys": sys})


def _at(module: str, name: str, number: int) -> None:
    """Let the call of that number be where the power goes."""
    home = import_module(module)
    real, left = getattr(home, name), [number]

    def counted(*args: object, **kwargs: object) -> object:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)

    setattr(home, name, counted)
