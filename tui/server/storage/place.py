"""The data directory and database of a shared service, and how they are opened."""

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tui.errors import UsageError
from tui.server.storage import db
from tui.server.storage.schema import outdated_version
from tui.server.storage.trouble import open_error
from tui.snapshot import Copies
from tui.whole_file import write_whole

FILE = "server.db"
"""The database's name in the data directory, unless a URL names another."""

EXTERNAL_MARKER = "server-elsewhere"
"""The file in the data directory that names a database outside of the directory, without its password."""

_POSTGRES = "postgresql+psycopg"
_DRIVER_ALIASES = {"postgres": _POSTGRES, "postgresql": _POSTGRES}
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Place:
    """A data directory, and the URL of the database when it is not the file in that directory.

    Attributes:
        data: The directory of the lock files and the database file, made (0700) when missing.
        database: ``postgresql+psycopg://…`` or ``sqlite:///…``; None for the file in ``data``.
    """

    data: Path
    database: str | None = None

    @property
    def name(self) -> str:
        """The display name of the storage: a path, or a URL without its password."""
        if self.database is None:
            return str(self.data / FILE)
        return make_url(self.database).render_as_string(hide_password=True)

    def connect(self) -> Engine:
        """Connect to the storage without creating its tables.

        Raises:
            UsageError: Others may write to the directory, the URL is invalid, or its driver is missing.
        """
        make_private(self.data)
        if self.database is None:
            return db.connect(self.data / FILE)
        try:
            url = make_url(self.database)
            url = url.set(drivername=_DRIVER_ALIASES.get(url.drivername, url.drivername))
            if url.get_backend_name() not in {"sqlite", "postgresql"}:
                raise UsageError(
                    f"{url.drivername} databases are not known", hint="use postgresql+psycopg://…"
                )
            return db.connect(url.render_as_string(hide_password=False))
        except (ArgumentError, NoSuchModuleError) as error:
            # The URL is not repeated: it may contain a password.
            raise UsageError(
                "--database is no database URL", hint="postgresql+psycopg://user@host/name"
            ) from error
        except ModuleNotFoundError as error:
            raise UsageError(
                f"the driver {error.name} is not installed", hint="pip install 'cardscout[postgres]'"
            ) from error

    def open(self) -> Engine:
        """Connect to the storage, and create or migrate its tables.

        Raises:
            UsageError: As ``connect``.
            StoreError: The storage can not be read or written, or is no database.
            StoreTooNew: A newer Cardscout made the database.
        """
        with ExitStack() as opened:
            try:
                engine = self.connect()
                opened.callback(engine.dispose)
                with opening_lock(self.data / "server.lock"):
                    self._back_up(engine)
                    with db.writing(engine) as connection:
                        db.create(connection)
            except (OSError, SQLAlchemyError, sqlite3.Error) as error:
                raise open_error(self.name, self.data, error) from error
            if self.database is not None:
                # So that a backup of the directory can warn that the database is not in it.
                write_whole(self.data / EXTERNAL_MARKER, f"{self.name}\n".encode())
            opened.pop_all()
        return engine

    def _back_up(self, engine: Engine) -> None:
        """Copy the database file if its schema is about to be migrated."""
        if self.database is not None:
            return
        with db.reading(engine) as connection:
            version = outdated_version(connection)
        if version is not None:
            Copies(self.data).before_schema(self.data / FILE, version)


@contextmanager
def opening_lock(lock: Path) -> Iterator[None]:
    """Let one process at a time open the database: a switch to WAL does not wait for other connections."""
    with os.fdopen(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600), "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def make_private(folder: Path) -> None:
    """Make ``folder`` private (0700); an existing one must belong to this user and be writable by no others.

    Raises:
        UsageError: Others own or may write to ``folder``, or it can not be made.
    """
    try:
        for each in reversed([folder, *folder.parents]):
            # With parents=True mkdir would take the mode of missing parents from the umask.
            each.mkdir(mode=0o700, exist_ok=True)
        found = folder.stat()
    except OSError as error:
        raise UsageError(f"cannot use {folder}: {error.strerror}", hint="name another directory") from error
    if found.st_uid != os.geteuid() or found.st_mode & _OTHERS_MAY_WRITE:
        # A directory such as /tmp must stay open: chmod would lock all other programs out of it.
        shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX
        raise UsageError(
            f"others may change what is in {folder}",
            hint="name a directory of your own" + ("" if shared else f", or chmod 700 {folder}"),
        )


@contextmanager
def server_lock(data: Path) -> Iterator[None]:
    """Hold the lock of the only shared server on ``data``; commands and embedded servers may still open it.

    Raises:
        UsageError: Another server holds the lock; the message has its process id.
        StoreError: The lock's file can not be opened, as on a read-only or full disk.
    """
    name = data / "serve.lock"
    try:
        lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise open_error(str(name), data, error) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(lock, 20).decode().strip() or "unknown"
            raise UsageError(
                f"a server runs on {data} already, as process {holder}",
                hint="stop it, or name another directory with --data",
            ) from error
        with suppress(OSError):
            # The lock holds on a full disk, too; only whoever meets it is not told which process has it.
            os.ftruncate(lock, 0)
            os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(lock)
