"""Paths of Cardscout's directories and files on this machine, and of the style sheets.

``CARDSCOUT_HOME`` puts everything under one directory; without it the system's standard directories are used
(on Linux the XDG base directories).
"""

import os
import stat
from pathlib import Path
from typing import Self

import platformdirs

from tui.errors import NO_ROOM, UsageError
from tui.model.values.fields import Frozen

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
    """The four directories, which exist and are private (0700) once ``open`` returned them.

    On a read-only or full disk they are not changed, so that existing files can be read.

    Attributes:
        data: Data that must not be lost: the embedded server's database, the local stores.
        state: Log and crash files, and the last open account.
    """

    config: Path
    data: Path
    cache: Path
    state: Path

    @classmethod
    def open(cls) -> Self:
        """Find the directories and create missing ones.

        Raises:
            UsageError: A directory is relative, owned by another user, or cannot be created or written. The
                message names the variable that led to it.
        """
        found = {kind: _find(kind) for kind in _XDG}
        for kind, (path, variable) in found.items():
            # The config directory may be a link, as some users keep their dot files elsewhere.
            _make(path, variable, linked=kind == "config")
        return cls(**{kind: path for kind, (path, _) in found.items()})

    @property
    def config_file(self) -> Path:
        """The user's ``config.toml``; it may not exist."""
        return self.config / "config.toml"

    @property
    def rules_file(self) -> Path:
        """The rules."""
        return self.config / "rules.toml"

    @property
    def log_file(self) -> Path:
        """The current log file."""
        return self.state / "cardscout.log"

    @property
    def crash_file(self) -> Path:
        """The file with the last crash's traceback."""
        return self.state / "crash.txt"

    def store_file(self, account: str) -> Path:
        """Return the store file of ``account``, a name of letters, digits, ``-`` and ``_``."""
        return self.data / f"store-{account}.db"


def config_file() -> Path:
    """Return the path of the user's ``config.toml`` for reading, without creating directories.

    Raises:
        UsageError: A directory variable is no absolute path.
    """
    return _find("config")[0] / "config.toml"


def store_file(account: str) -> Path:
    """Return the path of an account's store for reading, without creating directories.

    Raises:
        UsageError: A directory variable is no absolute path.
    """
    return _find("data")[0] / f"store-{account}.db"


def styles_dir() -> Path:
    """Find the directory of the style sheets: inside the package (a wheel) or beside it (a checkout).

    Raises:
        UsageError: There is none, because the installation is incomplete.
    """
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "styles", package.parent / "styles"):
        if candidate.is_dir():
            return candidate
    raise UsageError(f"{package} has no style sheets", hint="install cardscout again")


def _find(kind: str) -> tuple[Path, str]:
    """Return the directory of ``kind``, and the environment variable that determined it."""
    if home := os.environ.get(HOME_VARIABLE, ""):
        return _absolute(home, HOME_VARIABLE) / kind, HOME_VARIABLE
    variable = _XDG[kind]
    # A blank variable counts as unset; platformdirs would silently ignore a relative path.
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
    """Create ``path`` if it is missing, and make it private."""
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
        if error.errno not in NO_ROOM or not path.parent.is_dir():
            raise UsageError(f"cannot use {path}: {error.strerror}", hint=_elsewhere(variable)) from error
    if not os.access(path, os.W_OK | os.X_OK) and not may_only_be_read(path):
        raise UsageError(f"{path} is not writable", hint=_elsewhere(variable))


def _refuse_link(path: Path) -> None:
    """Refuse a symbolic link: it may be redirected, and its target's mode is not ours to change."""
    if path.is_symlink() and path.is_dir():
        raise UsageError(
            f"{path} is a link, to {path.readlink()}",
            hint=f"rm {path} && mv {path.resolve()} {path}, or set {HOME_VARIABLE} to a directory of your own",
        )


def _make_each(path: Path) -> None:
    """Create ``path`` and its missing parents, each private: ``mkdir`` would create parents by the umask."""
    missing = [path]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for folder in reversed(missing):
        folder.mkdir(mode=_PRIVATE, exist_ok=True)


def _refuse_open(home: Path, variable: str) -> None:
    """Refuse a parent directory in which other users could replace our directories.

    The user's own group, and a sticky directory, whose entries only their owners may move, count as private.
    """
    status = home.stat()
    if status.st_mode & stat.S_ISVTX:
        return
    by_group = status.st_mode & stat.S_IWGRP and status.st_gid != os.getegid()
    if by_group or status.st_mode & stat.S_IWOTH:
        raise UsageError(
            f"others may change what is in {home}", hint=f"chmod go-w {home}, or {_elsewhere(variable)}"
        )


def may_only_be_read(path: Path) -> bool:
    """Return whether the file system of ``path`` is mounted read-only."""
    try:
        return bool(os.statvfs(path if path.exists() else path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _elsewhere(variable: str) -> str:
    if variable == "HOME":
        return f"set {HOME_VARIABLE} to a directory of your own"
    return f"set {variable} to a directory of your own"
