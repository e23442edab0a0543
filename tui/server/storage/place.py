"""Where a shared service keeps everything, and opening it."""

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tui.errors import UsageError
from tui.server.storage import db
from tui.server.storage.schema import older
from tui.server.storage.trouble import unopened
from tui.snapshot import Copies
from tui.whole_file import write_whole

FILE = "server.db"
"""The database's name in the data directory, unless a URL names another."""

ELSEWHERE = "server-elsewhere"
"""The file in the data directory that names a database which is not in it, without a password."""

_POSTGRES = "postgresql+psycopg"
_ALSO = {"postgres": _POSTGRES, "postgresql": _POSTGRES}
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Place:
    """A data directory, and the database when it is not a file in it.

    Attributes:
        data: Made (0700) when it is missing; locks are kept in it, and the file.
        database: ``postgresql+psycopg://…`` or ``sqlite:///…``; None for the file.
    """

    data: Path
    database: str | None = None

    @property
    def name(self) -> str:
        """The storage in words, without a password."""
        if self.database is None:
            return str(self.data / FILE)
        return make_url(self.database).render_as_string(hide_password=True)

    def connect(self) -> Engine:
        """The engine; the tables may be missing.

        Raises:
            UsageError: The directory may be changed by others, the URL is none, or its driver is missing.
        """
        make_private(self.data)
        if self.database is None:
            return db.connect(self.data / FILE)
        try:
            url = make_url(self.database)
            url = url.set(drivername=_ALSO.get(url.drivername, url.drivername))
            if url.get_backend_name() not in {"sqlite", "postgresql"}:
                raise UsageError(
                    f"{url.drivername} databases are not known", hint="use postgresql+psycopg://…"
                )
            return db.connect(url.render_as_string(hide_password=False))
        except (ArgumentError, NoSuchModuleError) as error:
            # The text may hold a password: it is not repeated.
            raise UsageError(
                "--database is no database URL", hint="postgresql+psycopg://user@host/name"
            ) from error
        except ModuleNotFoundError as error:
            raise UsageError(
                f"the driver {error.name} is not installed", hint="pip install 'cardscout[postgres]'"
            ) from error

    def open(self) -> Engine:
        """The engine, with every table.

        Raises:
            UsageError: As ``connect``.
            StoreError: It can not be read or written, or is no database.
            StoreTooNew: A newer Cardscout made it.
        """
        with ExitStack() as opened:
            try:
                engine = self.connect()
                opened.callback(engine.dispose)
                with alone(self.data / "server.lock"):
                    self._keep_older(engine)
                    with db.writing(engine) as connection:
                        db.create(connection)
            except (OSError, SQLAlchemyError, sqlite3.Error) as error:
                raise unopened(self.name, self.data, error) from error
            if self.database is not None:
                # So that who makes a backup of the directory is told that this is not in it.
                write_whole(self.data / ELSEWHERE, f"{self.name}\n".encode())
            opened.pop_all()
        return engine

    def _keep_older(self, engine: Engine) -> None:
        """Copy a file whose tables are about to be changed."""
        if self.database is not None:
            return
        with db.reading(engine) as connection:
            version = older(connection)
        if version is not None:
            Copies(self.data).before_schema(self.data / FILE, version)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let one process at a time open the file: a switch to WAL does not wait for others as a write does."""
    with os.fdopen(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600), "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def make_private(folder: Path) -> None:
    """Make ``folder`` for us alone (0700); one that is there must be ours, and written by nobody else.

    Raises:
        UsageError: It is not, or can not be made.
    """
    try:
        for each in reversed([folder, *folder.parents]):
            # By itself mkdir leaves what is missing above to the umask.
            each.mkdir(mode=0o700, exist_ok=True)
        found = folder.stat()
    except OSError as error:
        raise UsageError(f"cannot use {folder}: {error.strerror}", hint="name another directory") from error
    if found.st_uid != os.geteuid() or found.st_mode & _OTHERS_MAY_WRITE:
        raise UsageError(
            f"others may change what is in {folder}",
            hint=f"name a directory of your own, or chmod 700 {folder}",
        )


@contextmanager
def only_server(data: Path) -> Iterator[None]:
    """Be the one shared server on the file in ``data``; commands and embedded servers may open it all the same.

    Raises:
        UsageError: Another is; its process id is told.
    """
    with os.fdopen(os.open(data / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                f"a server runs on {data} already, as process {lock.read().strip() or 'unknown'}",
                hint="stop it, or name another directory with --data",
            ) from error
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield
