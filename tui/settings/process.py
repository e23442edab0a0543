"""This process, closed to others while it knows secrets."""

import sys
from functools import cache

_SET_DUMPABLE = 4
"""PR_SET_DUMPABLE of ``prctl(2)``."""


def leave_no_core() -> None:
    """Leave no memory behind on the disk when the process is killed by a fault."""
    try:
        import resource
    except ImportError:  # not on every system: Windows keeps no core files
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))


@cache
def hide_memory() -> bool:
    """Keep the user's other processes from reading this one's memory; whether the system can.

    Root can, and so can a debugger that started the process: it stops the ordinary ways, and core dumps that are
    piped to a program, which take no notice of the limit on their size. Called where the first secret is read,
    because what it needs takes longer to load than a first paint has time for.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    return int(ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)) == 0
