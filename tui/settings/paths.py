"""Where this machine keeps Cardscout's files, and where the style sheets are.

``CARDSCOUT_HOME`` puts everything under one directory; without it each system's own places are used (on
Linux the XDG base directories).
"""

import errno
import os
import stat
from pathlib import Path
from typing import Self

import platformdirs

from tui.errors import UsageError
from tui.model.fields import Frozen

HOME_VARIABLE = "CARDSCOUT_HOME"

_APP = "cardscout"
_PRIVATE = 0o700
_XDG = {
    "config": "XDG_CONFIG_HOME",
    "data": "XDG_DATA_HOME",
    "cache": "XDG_CACHE_HOME",
    "state": "XDG_STATE_HOME",
}


class Paths(Frozen):
    """The four directories, each of them existing and private (0700) once ``open`` returned it.

    On a disk that may only be read, or that is full, they are as they are: what is there can be read.

    Attributes:
        config: What the user writes: ``config.toml``.
        data: What must not be lost: the embedded server's database, the local store.
        cache: What can be fetched again.
        state: Log and crash files, and what was open last.
    """

    config: Path
    data: Path
    cache: Path
    state: Path

    @classmethod
    def open(cls) -> Self:
        """Find the directories and make those that are missing.

        Raises:
            UsageError: A directory is relative, somebody else's, or cannot be made or written. The message
                names the variable that led there.
        """
        found = {kind: _find(kind) for kind in _XDG}
        for kind, (path, variable) in found.items():
            # Who keeps config.toml with other dot files may link to it.
            _make(path, variable, linked=kind == "config")
        return cls(**{kind: path for kind, (path, _) in found.items()})

    @property
    def config_file(self) -> Path:
        """The user's ``config.toml``; it may not exist."""
        return self.config / "config.toml"

    @property
    def log_file(self) -> Path:
        """The current log."""
        return self.state / "cardscout.log"

    @property
    def crash_file(self) -> Path:
        """What the last crash left."""
        return self.state / "crash.txt"

    def store_file(self, account: str) -> Path:
        """The local store of ``account``, a name of letters, digits, ``-`` and ``_``."""
        return self.data / f"store-{account}.db"


def config_file() -> Path:
    """The user's ``config.toml``, for who only reads it: nothing is made.

    Raises:
        UsageError: The environment names no absolute path.
    """
    return _find("config")[0] / "config.toml"


def styles_dir() -> Path:
    """The directory of the style sheets: inside the package (a wheel) or beside it (a checkout).

    Raises:
        UsageError: There is none: the installation is incomplete.
    """
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "styles", package.parent / "styles"):
        if candidate.is_dir():
            return candidate
    raise UsageError(f"{package} has no style sheets", hint="install cardscout again")


def _find(kind: str) -> tuple[Path, str]:
    """The directory of ``kind`` and the environment variable that decided it."""
    if home := os.environ.get(HOME_VARIABLE, ""):
        return _absolute(home, HOME_VARIABLE) / kind, HOME_VARIABLE
    variable = _XDG[kind]
    # A blank one counts as unset; a relative one platformdirs would pass over without a word.
    if value := os.environ.get(variable, "").strip():
        _absolute(value, variable)
        return _system(kind), variable
    if os.environ.get("HOME") == "":
        raise UsageError("HOME is empty", hint=f"set HOME, or {HOME_VARIABLE} to a directory of your own")
    return _absolute(str(_system(kind)), "HOME"), "HOME"


def _system(kind: str) -> Path:
    dirs = platformdirs.PlatformDirs(_APP, appauthor=False)
    path: Path = getattr(dirs, f"user_{kind}_path")
    return path


def _absolute(value: str, variable: str) -> Path:
    path = Path(value)
    if not path.is_absolute():
        raise UsageError(
            f"{variable} must be an absolute path, not {value!r}", hint=f"set {variable}={path.absolute()}"
        )
    return path


def _make(path: Path, variable: str, *, linked: bool) -> None:
    """Make ``path`` if need be, and see that it is ours alone.

    Raises:
        UsageError: It cannot be made or used.
    """
    try:
        if not linked:
            _refuse_link(path)
        _make_each(path)
        _refuse_open(path.parent, variable)
        status = path.stat()
        if status.st_uid != os.geteuid():
            raise UsageError(f"{path} belongs to somebody else", hint=_elsewhere(variable))
        if stat.S_IMODE(status.st_mode) & ~_PRIVATE:
            path.chmod(_PRIVATE)
    except OSError as error:
        if error.errno not in _NO_ROOM or not path.parent.is_dir():
            raise UsageError(f"cannot use {path}: {error.strerror}", hint=_elsewhere(variable)) from error
    if not os.access(path, os.W_OK | os.X_OK) and not may_only_be_read(path):
        raise UsageError(f"{path} is not writable", hint=_elsewhere(variable))


def _refuse_link(path: Path) -> None:
    """See that what must not be lost is where it seems to be: a link may be led elsewhere, and its target is not ours to shut.

    Raises:
        UsageError: It is a link.
    """
    if path.is_symlink() and path.is_dir():
        raise UsageError(
            f"{path} is a link, to {path.readlink()}",
            hint=f"rm {path} && mv {path.resolve()} {path}, or set {HOME_VARIABLE} to a directory of your own",
        )


def _make_each(path: Path) -> None:
    """Make ``path`` and what is missing above it, private each: ``mkdir`` leaves parents to the umask."""
    missing = [path]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for folder in reversed(missing):
        folder.mkdir(mode=_PRIVATE, exist_ok=True)


def _refuse_open(home: Path, variable: str) -> None:
    """See that nobody else can put something in the place of a directory of ours.

    A group that is the user's own, and a directory whose entries only their owners may move, are as good as private.

    Raises:
        UsageError: They can.
    """
    status = home.stat()
    if status.st_mode & stat.S_ISVTX:
        return
    by_group = status.st_mode & stat.S_IWGRP and status.st_gid != os.getegid()
    if by_group or status.st_mode & stat.S_IWOTH:
        raise UsageError(
            f"others may change what is in {home}", hint=f"chmod go-w {home}, or {_elsewhere(variable)}"
        )


_NO_ROOM = frozenset({errno.EROFS, errno.ENOSPC, errno.EDQUOT})
"""What a disk says that is full, or may only be read."""


def may_only_be_read(path: Path) -> bool:
    """Whether nothing can be written to the disk of ``path``, whoever asks."""
    try:
        return bool(os.statvfs(path if path.exists() else path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _elsewhere(variable: str) -> str:
    if variable == "HOME":
        return f"set {HOME_VARIABLE} to a directory of your own"
    return f"set {variable} to a directory of your own"
