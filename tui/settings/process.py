"""This process: closed to others while it knows secrets, and with room for the files it opens."""

import sys
from functools import cache

from tui.errors import UsageError

FEWEST = 64
"""Open files, sockets among them, that the screens, the store and the embedded server need together, and some over."""

WANTED = 1024

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


def allow_files() -> None:
    """Let this process open as many files as it needs, where the system leaves that to it.

    Raises:
        UsageError: It may not: some part of it would fail later, and not be able to say so.
    """
    try:
        import resource
    except ImportError:  # not on every system: Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != soft < WANTED:
        soft = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if resource.RLIM_INFINITY != soft < FEWEST:
        raise UsageError(
            f"only {soft} files may be open at once here, and Cardscout needs {FEWEST}",
            hint="raise the limit where it is started: ulimit -n 1024",
        )


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
