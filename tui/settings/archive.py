"""Archive: the backup file with all of Cardscout's data on this machine; writing and unpacking it.

It is a zip with a ``manifest.json`` that lists each file with its size, SHA-256 and schema. It contains the
accounts' stores, the files that wait to be sent, the local server's file, and what the user wrote in the config
directory: ``config.toml``, the rules and the adapters. Secrets stay in the keyring or the vault.
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

from pydantic import ConfigDict, TypeAdapter

from tui.errors import NO_ROOM, StoreError, Unwritable, UsageError
from tui.snapshot import copy_database, databases, open_read_only
from tui.whole_file import put_in_place

if TYPE_CHECKING:
    from tui.settings.paths import Paths

FORMAT = 2
"""The format that is written; one of 1 has neither rules nor adapters."""

MANIFEST = "manifest.json"
CONFIG = "config"
"""The folder of the entries that belong into the config directory."""
DATABASE = "data/database.db"
"""The entry for the rows of an external database, such as PostgreSQL."""

EXTERNAL_DATABASE_FILE = "server-elsewhere"
"""The file in the data directory in which a server with an external database notes its name."""

_MODE = 0o600
_CHUNK = 1024 * 1024
_LARGEST_MANIFEST = 16 * 1024 * 1024
_NAME = re.compile(
    r"config/(?:config|rules|adapters/(?!\.)[^\x00-\x1f\x7f/\\:\ud800-\udfff]{1,100})\.toml"
    r"|data/(?:server\.db|database\.db|store-[A-Za-z0-9_-]{1,64}\.db"
    r"|store-[A-Za-z0-9_-]{1,64}-files/[0-9a-f]{32}-[0-9a-f]{8})"
)
"""The allowed names of files in an archive: nothing else is ever written to this machine."""


_NO_MORE = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A file in an archive.

    Attributes:
        name: Its path in the archive: ``data/server.db``.
        schema: The schema number of a database, else None.
    """

    __pydantic_config__ = _NO_MORE

    name: str
    size: int
    sha256: str
    schema: int | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of an archive.

    Attributes:
        made: When it was created, ISO 8601.
    """

    __pydantic_config__ = _NO_MORE

    cardscout: str
    made: str
    files: tuple[ArchiveFile, ...]
    format: int = FORMAT


def write_archive(
    target: Path, paths: Paths, now: datetime, version: str, dump: Callable[[Path], None] | None = None
) -> Manifest:
    """Write an archive to ``target`` atomically, with mode 0600; other processes may write meanwhile.

    Args:
        target: The archive's path.
        paths: The user's directories.
        now: The time for the manifest.
        version: This Cardscout's version, for the manifest.
        dump: Writes the rows of an external database to a new file; None without one.

    Raises:
        UsageError: The archive cannot be written there.
        Unwritable: There is no room for it.
        StoreError: A database cannot be read.
    """
    _delete_left(target.parent)
    try:
        prefix = f".cardscout-backup-{os.getpid()}-"
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=prefix) as scratch:
            part = Path(scratch) / "archive"
            manifest = Manifest(version, now.isoformat(), tuple(_write_files(part, paths, dump)))
            with zipfile.ZipFile(part, "a", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
            part.chmod(_MODE)
            put_in_place(part, target)
    except OSError as error:
        way = "make room there, or name another file" if error.errno in NO_ROOM else "name another file"
        raise UsageError(f"cannot write {target}: {error.strerror}", hint=way) from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise Unwritable(
                f"cannot write {target}: the disk is full", hint="make room there, or name another file"
            ) from error
        raise StoreError(
            f"A database cannot be copied: {error}.", hint="cardscout doctor says more."
        ) from error
    return manifest


def _write_files(part: Path, paths: Paths, dump: Callable[[Path], None] | None) -> Iterator[ArchiveFile]:
    """Write the files into the archive at ``part``, copying one at a time, and yield their entries."""
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
        for file in (
            paths.config_file,
            paths.rules_file,
            *sorted((paths.config / "adapters").glob("*.toml")),
        ):
            name = f"{CONFIG}/{file.relative_to(paths.config)}"
            if file.is_file() and _NAME.fullmatch(name):
                yield _add(archive, file, name)


def _add(archive: zipfile.ZipFile, path: Path, name: str, schema: int | None = None) -> ArchiveFile:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file, archive.open(name, "w", force_zip64=True) as held:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            held.write(chunk)
    return ArchiveFile(name, size, digest.hexdigest(), schema)


def _delete_left(folder: Path) -> None:
    """Delete the temporary folders that killed backups left in ``folder``."""
    for left in folder.glob(".cardscout-backup-*-*"):
        pid = left.name.split("-")[2]
        if pid.isdecimal() and not Path(f"/proc/{pid}").exists() and Path("/proc/self").exists():
            shutil.rmtree(left, ignore_errors=True)


def schema_of(path: Path) -> int | None:
    """Read a database's schema number: a store's from its header, the server's from a table; else None.

    Raises:
        sqlite3.Error: The file is no database.
    """
    with closing(open_read_only(path)) as conn:
        if (number := int(conn.execute("PRAGMA user_version").fetchone()[0])) > 0:
            return number
        has_meta = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'"
        if conn.execute(has_meta).fetchone() is None:
            return None
        row = conn.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        return None if row is None else int(row[0])


def unpack(source: Path, folder: Path) -> Manifest:
    """Unpack an archive's files into ``folder``, and check the hash of each.

    Raises:
        UsageError: The file is no archive of ours, or is damaged.
        Unwritable: There is no room for its files.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _manifest(archive)
            if {info.filename for info in archive.infolist()} != {
                MANIFEST,
                *(one.name for one in manifest.files),
            }:
                raise UsageError(f"{source} does not hold what its manifest says", hint="nothing was changed")
            for entry in manifest.files:
                _unpack_one(archive, entry, folder / entry.name)
    except (OSError, zipfile.BadZipFile, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or "it is no whole zip file"
        if getattr(error, "errno", None) in NO_ROOM:
            raise Unwritable(
                f"cannot unpack {source} in {folder.parent}: {why}",
                hint="make room there; nothing was changed",
            ) from error
        raise UsageError(f"cannot read the backup {source}: {why}", hint="nothing was changed") from error
    return manifest


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """Read and validate the archive's manifest."""
    try:
        with archive.open(MANIFEST) as held:
            text = held.read(_LARGEST_MANIFEST)
        if TypeAdapter(dict[str, Any]).validate_json(text).get("format") not in range(1, FORMAT + 1):
            raise UsageError(
                "the backup is of another Cardscout", hint="update Cardscout; nothing was changed"
            )
        manifest = TypeAdapter(Manifest).validate_json(text, strict=True)
    except (KeyError, ValueError) as error:
        raise UsageError(
            "that is no backup of Cardscout", hint="cardscout backup FILE makes one; nothing was changed"
        ) from error
    for one in manifest.files:
        if not _NAME.fullmatch(one.name):
            raise UsageError(
                f"the backup holds {one.name!r}, which is none of ours", hint="nothing was changed"
            )
    return manifest


def _unpack_one(archive: zipfile.ZipFile, entry: ArchiveFile, target: Path) -> None:
    """Unpack one file, and check its size and hash."""
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
    """Check that a database is sound, and not of a newer Cardscout.

    Raises:
        UsageError: The database is damaged, or its schema is newer than ``newest`` or missing.
    """
    try:
        schema = schema_of(path)
        with closing(open_read_only(path)) as conn:
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
