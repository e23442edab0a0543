"""Archive: everything of this machine's Cardscout in one file, and what such a file holds.

A zip with ``manifest.json`` in it, which names each file with its size, its SHA-256 and its schema. In it are the
accounts' stores, the files that wait to be sent, the local server's file and ``config.toml``: what is secret is in
the keyring or the vault, and stays there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError, UsageError
from tui.snapshot import copy_database, databases, reading
from tui.whole_file import put_in_place

if TYPE_CHECKING:
    from tui.settings.paths import Paths

FORMAT = 1
MANIFEST = "manifest.json"
CONFIG = "config/config.toml"
DATABASE = "data/database.db"
"""The rows of a database that is no file of ours, such as PostgreSQL's."""

ELSEWHERE = "server-elsewhere"
"""The file in the data directory in which a server on another database has written which."""

_MODE = 0o600
_CHUNK = 1024 * 1024
_LARGEST_MANIFEST = 16 * 1024 * 1024
_NAME = re.compile(
    r"config/config\.toml|data/(?:server\.db|database\.db|store-[A-Za-z0-9_-]{1,64}\.db"
    r"|store-[A-Za-z0-9_-]{1,64}-files/[0-9a-f]{32}-[0-9a-f]{8})"
)
"""What may be in an archive: nothing else is ever written to this machine."""


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A file in an archive.

    Attributes:
        name: Its path there: ``data/server.db``.
        schema: Of a database, the number of its schema.
    """

    name: str
    size: int
    sha256: str
    schema: int | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself.

    Attributes:
        cardscout: The version that made it.
        made: When, ISO 8601.
    """

    cardscout: str
    made: str
    files: tuple[ArchiveFile, ...]
    format: int = FORMAT


def write_archive(
    target: Path, paths: Paths, now: datetime, version: str, dump: Callable[[Path], None] | None = None
) -> Manifest:
    """Put everything into ``target``, whole or not at all, readable by its owner alone; others may write meanwhile.

    Args:
        target: The archive.
        paths: Where everything is.
        now: Noted in it.
        version: Likewise, of this Cardscout.
        dump: Writes the rows of a database that is elsewhere into a new file; None where there is none.

    Raises:
        UsageError: It cannot be written there.
        StoreError: A database cannot be read.
    """
    _forget_left(target.parent)
    try:
        prefix = f".cardscout-backup-{os.getpid()}-"
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=prefix) as scratch:
            part = Path(scratch) / "archive"
            manifest = Manifest(version, now.isoformat(), tuple(_fill(part, paths, dump)))
            with zipfile.ZipFile(part, "a", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
            part.chmod(_MODE)
            put_in_place(part, target)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}", hint="name another file") from error
    except sqlite3.Error as error:
        raise StoreError(
            f"A database cannot be copied: {error}.", hint="cardscout doctor says more."
        ) from error
    return manifest


def _fill(part: Path, paths: Paths, dump: Callable[[Path], None] | None) -> Iterator[ArchiveFile]:
    """Write the files into the archive at ``part``, one copy at a time."""
    copy = part.with_name("copy")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for source in databases(paths.data):
            copy_database(source, copy)
            yield _add(archive, copy, f"data/{source.name}", schema_of(copy))
            spool = source.with_name(f"{source.stem}-files")
            for file in sorted(spool.iterdir()) if spool.is_dir() else ():
                if _NAME.fullmatch(name := f"data/{spool.name}/{file.name}"):
                    yield _add(archive, file, name)
        if dump is not None:
            rows = part.with_name("rows")
            dump(rows)
            yield _add(archive, rows, DATABASE, schema_of(rows))
        if paths.config_file.is_file():
            yield _add(archive, paths.config_file, CONFIG)


def _add(archive: zipfile.ZipFile, path: Path, name: str, schema: int | None = None) -> ArchiveFile:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file, archive.open(name, "w", force_zip64=True) as held:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            held.write(chunk)
    return ArchiveFile(name, size, digest.hexdigest(), schema)


def _forget_left(folder: Path) -> None:
    """Take away what a killed backup left beside its target."""
    for left in folder.glob(".cardscout-backup-*-*"):
        pid = left.name.split("-")[2]
        if pid.isdecimal() and not Path(f"/proc/{pid}").exists() and Path("/proc/self").exists():
            shutil.rmtree(left, ignore_errors=True)


def schema_of(path: Path) -> int | None:
    """The schema of a database: a store's is in its header, the server's in a table; None for neither.

    Raises:
        sqlite3.Error: It is no database.
    """
    with closing(reading(path)) as conn:
        if (number := int(conn.execute("PRAGMA user_version").fetchone()[0])) > 0:
            return number
        has_meta = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'"
        if conn.execute(has_meta).fetchone() is None:
            return None
        row = conn.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        return None if row is None else int(row[0])


def unpack(source: Path, folder: Path) -> Manifest:
    """Write the files of an archive into ``folder``, each of them checked.

    Raises:
        UsageError: It is no archive of ours, or not all of it is as it was written.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _manifest(archive)
            if {info.filename for info in archive.infolist()} != {
                MANIFEST,
                *(one.name for one in manifest.files),
            }:
                raise UsageError(f"{source} does not hold what its manifest says")
            for entry in manifest.files:
                _take_out(archive, entry, folder / entry.name)
    except (OSError, zipfile.BadZipFile, EOFError, zlib.error) as error:
        said = getattr(error, "strerror", None) or "it is no whole zip file"
        raise UsageError(f"cannot read the backup {source}: {said}", hint="nothing was changed") from error
    return manifest


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """What the archive says of itself.

    Raises:
        UsageError: It says nothing that is known here.
    """
    try:
        with archive.open(MANIFEST) as held:
            told: dict[str, Any] = json.loads(held.read(_LARGEST_MANIFEST))
        if told.get("format") != FORMAT:
            raise UsageError(
                "the backup is of another Cardscout", hint="update Cardscout; nothing was changed"
            )
        files = tuple(ArchiveFile(**one) for one in told["files"])
        manifest = Manifest(str(told["cardscout"]), str(told["made"]), files)
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(
            "that is no backup of Cardscout", hint="cardscout backup FILE makes one; nothing was changed"
        ) from error
    for one in files:
        if not _NAME.fullmatch(one.name):
            raise UsageError(
                f"the backup holds {one.name!r}, which is none of ours", hint="nothing was changed"
            )
    return manifest


def _take_out(archive: zipfile.ZipFile, entry: ArchiveFile, target: Path) -> None:
    """Write one file out.

    Raises:
        UsageError: It is not what was written.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
    with archive.open(entry.name) as held, os.fdopen(handle, "wb") as file:
        while (chunk := held.read(_CHUNK)) and size <= entry.size:
            digest.update(chunk)
            size += len(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if (size, digest.hexdigest()) != (entry.size, entry.sha256):
        raise UsageError(f"{entry.name} in the backup is damaged", hint="nothing was changed")


def check_database(path: Path, name: str, newest: int) -> None:
    """See that a database is sound, and not of a newer Cardscout.

    Raises:
        UsageError: It is not.
    """
    try:
        schema = schema_of(path)
        with closing(reading(path)) as conn:
            found = conn.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        found, schema = str(error), None
    if found != "ok":
        raise UsageError(f"{name} in the backup is damaged: {found}", hint="nothing was changed")
    if schema is None or schema > newest:
        raise UsageError(
            f"{name} in the backup is of a newer Cardscout (schema {schema}, known are up to {newest})",
            hint="update Cardscout; nothing was changed",
        )
