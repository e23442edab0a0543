"""Limits of this process: no core files, enough open files, and memory that other processes cannot read."""

import sys
from functools import cache

from tui.errors import UsageError

FEWEST = 64
"""Number of open files and sockets that screens, store and embedded server need together, with a reserve."""

WANTED = 1024

_SET_DUMPABLE = 4
"""PR_SET_DUMPABLE of ``prctl(2)``."""


def leave_no_core() -> None:
    """Disable core files, so that a crash does not write memory to the disk."""
    try:
        import resource
    except ImportError:  # not on every system: Windows writes no core files
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))


def allow_files() -> None:
    """Raise this process's limit of open files as far as needed and allowed.

    Raises:
        UsageError: The limit is too low: some part would fail later without being able to report it.
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
    """Block reads of this process's memory by the user's other processes; return whether the system supports it.

    Root can still read it, and so can a debugger that started the process. It blocks the ordinary ways, and
    core dumps piped to a program, which ignore the size limit. It is called when the first secret is read,
    because its import takes too long for the first paint.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    return int(ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)) == 0
