"""The backup file: what it holds, and what is refused before anything of it is used."""

import errno
import json
import os
import sqlite3
import stat
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tui.errors import StoreError, Unwritable, UsageError
from tui.settings import archive as module
from tui.settings.archive import (
    DATABASE,
    MANIFEST,
    check_database,
    schema_of,
    unpack,
    write_archive,
)
from tui.settings.paths import Paths

NOW = datetime(2031, 5, 6, tzinfo=UTC)
SPOOLED = "0" * 32 + "-" + "1" * 8
"""The name of a file that waits to be sent."""


def database(path: Path, *, schema: int) -> Path:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE cards (name TEXT)")
        conn.execute("INSERT INTO cards VALUES ('Ring Ana')")
        conn.execute(f"PRAGMA user_version = {schema}")
        conn.commit()
    return path


@pytest.fixture
def paths(tmp_path):
    """A home with a store, a file that waits, one that does not belong there, and settings."""
    made = Paths(*(tmp_path / "home" / kind for kind in ("config", "data", "cache", "state")))
    for folder in (made.config, made.data):
        folder.mkdir(parents=True)
    database(made.data / "store-local.db", schema=7)
    spool = made.data / "store-local-files"
    spool.mkdir()
    (spool / SPOOLED).write_bytes(b"an offer")
    (spool / "poems.txt").write_bytes(b"roses")
    made.config_file.write_text('theme = "dark"\n')
    return made


@pytest.fixture
def archive(paths, tmp_path):
    target: Path = tmp_path / "all.zip"
    write_archive(target, paths, NOW, "1.2.3")
    return target


def test_what_is_written_is_unpacked_as_it_was(paths, archive, tmp_path):
    manifest = unpack(archive, tmp_path / "out")
    assert (manifest.cardscout, manifest.made) == ("1.2.3", NOW.isoformat())
    assert {(one.name, one.schema) for one in manifest.files} == {
        ("data/store-local.db", 7),
        (f"data/store-local-files/{SPOOLED}", None),
        ("config/config.toml", None),
    }
    out = tmp_path / "out"
    assert (out / "config" / "config.toml").read_text() == 'theme = "dark"\n'
    assert (out / "data" / "store-local-files" / SPOOLED).read_bytes() == b"an offer"
    with closing(sqlite3.connect(out / "data" / "store-local.db")) as conn:
        assert conn.execute("SELECT name FROM cards").fetchall() == [("Ring Ana",)]
    assert {stat.S_IMODE(path.stat().st_mode) for path in out.rglob("*") if path.is_file()} == {0o600}
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    with pytest.raises(UsageError, match="File exists"):
        unpack(archive, out)


def test_the_rows_of_another_database_have_an_entry(paths, tmp_path):
    def dump(path):
        database(path, schema=3)

    target = tmp_path / "all.zip"
    write_archive(target, paths, NOW, "1", dump)
    held = {one.name: one.schema for one in unpack(target, tmp_path / "out").files}
    assert held[DATABASE] == 3


def test_what_cannot_be_written_leaves_nothing_behind(paths, archive, tmp_path):
    before = archive.read_bytes()
    with pytest.raises(UsageError, match="cannot write"):
        write_archive(tmp_path / "nowhere" / "all.zip", paths, NOW, "1")
    (paths.data / "store-local.db").write_bytes(b"no database, however long" * 999)
    with pytest.raises(StoreError, match="cannot be copied"):
        write_archive(archive, paths, NOW, "1")
    assert archive.read_bytes() == before
    assert not [*tmp_path.glob(".cardscout-backup-*")]


def test_the_folder_of_a_killed_backup_is_deleted_and_that_of_a_living_one_is_not(paths, tmp_path):
    killed, living = (
        tmp_path / f".cardscout-backup-{pid}-x" for pid in (2**22 + 1, os.getppid())
    )  # No process has the first number: it is above the largest that Linux gives.
    for folder in (killed, living):
        folder.mkdir()
    write_archive(tmp_path / "all.zip", paths, NOW, "1")
    assert (killed.exists(), living.exists()) == (False, True)


def changed(archive: Path, change) -> None:
    """Write the archive anew with what ``change`` makes of its manifest and its files."""
    with zipfile.ZipFile(archive) as source:
        held = {info.filename: source.read(info) for info in source.infolist()}
    manifest = json.loads(held.pop(MANIFEST))
    change(manifest, held)
    with zipfile.ZipFile(archive, "w") as target:
        for name, content in {MANIFEST: json.dumps(manifest).encode(), **held}.items():
            target.writestr(name, content)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda manifest, _: manifest.update(format=99), "of another Cardscout"),
        (lambda manifest, _: manifest.pop("made"), "no backup of Cardscout"),
        (lambda manifest, _: manifest["files"][0].update(colour="red"), "no backup of Cardscout"),
        (lambda manifest, _: manifest["files"][0].update(name="../evil"), "none of ours"),
        (lambda manifest, _: manifest["files"][0].update(name="data/store-x.db/../../y"), "none of ours"),
        (lambda _, held: held.popitem(), "does not hold what its manifest says"),
        (lambda _, held: held.update({"data/server.db": b"x"}), "does not hold what its manifest says"),
        (lambda _, held: held.update({"config/config.toml": b"x"}), "config/config.toml in the backup is damaged"),
    ],
)  # fmt: skip
def test_what_is_not_as_it_was_written_is_refused(archive, tmp_path, change, said):
    changed(archive, change)
    with pytest.raises(UsageError, match=said):
        unpack(archive, tmp_path / "out")
    assert not (tmp_path / "evil").exists()


def test_every_adapter_that_can_be_used_is_in_a_backup_and_no_name_leads_out_of_its_folder(paths, tmp_path):
    (paths.config / "adapters").mkdir()
    for name in ("crm", "Büro 2", "a.b", ".draft"):
        (paths.config / "adapters" / f"{name}.toml").write_text(name)
    write_archive(tmp_path / "all.zip", paths, NOW, "1")
    manifest = unpack(tmp_path / "all.zip", tmp_path / "out")
    held = {one.name.rpartition("/")[2] for one in manifest.files if "/adapters/" in one.name}
    assert held == {"crm.toml", "Büro 2.toml", "a.b.toml"}
    for name in ("../x", "..", "a/../../x", "c:x", "a\\..\\x", "x\n"):
        changed(
            tmp_path / "all.zip",
            lambda made, _, name=name: made["files"][0].update(name=f"config/adapters/{name}.toml"),
        )
        with pytest.raises(UsageError, match="none of ours"):
            unpack(tmp_path / "all.zip", tmp_path / "evil")


def test_a_backup_of_before_the_rules_were_in_it_is_read(archive, tmp_path):
    changed(archive, lambda manifest, _: manifest.update(format=1))
    assert len(unpack(archive, tmp_path / "out").files) == 3


@pytest.mark.parametrize("content", [b"", b"roses", None])
def test_what_is_no_zip_is_refused(tmp_path, content):
    file = tmp_path / "all.zip"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match="cannot read the backup") as refused:
        unpack(file, tmp_path / "out")
    assert refused.value.hint == "nothing was changed"


def test_a_schema_is_in_the_header_or_in_a_table_or_nowhere(tmp_path):
    assert schema_of(database(tmp_path / "store.db", schema=7)) == 7
    server = database(tmp_path / "server.db", schema=0)
    assert schema_of(server) is None
    with closing(sqlite3.connect(server)) as conn:
        conn.execute("CREATE TABLE meta (name TEXT, value TEXT)")
        conn.commit()
        assert schema_of(server) is None
        conn.execute("INSERT INTO meta VALUES ('schema', '12')")
        conn.commit()
    assert schema_of(server) == 12


def test_a_database_is_refused_that_is_newer_or_has_no_number_or_is_none(tmp_path):
    path = database(tmp_path / "store.db", schema=7)
    check_database(path, "store.db", newest=7)
    with pytest.raises(UsageError, match=r"newer Cardscout \(schema 7, known are up to 6\)"):
        check_database(path, "store.db", newest=6)
    with pytest.raises(UsageError, match="schema None"):
        check_database(database(tmp_path / "bare.db", schema=0), "bare.db", newest=7)
    path.write_bytes(b"no database, however long" * 999)
    with pytest.raises(UsageError, match=r"store.db in the backup is damaged"):
        check_database(path, "store.db", newest=7)


def take_nothing(*_args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_without_room_to_unpack_it_the_backup_is_not_called_unreadable(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", take_nothing)
    with pytest.raises(Unwritable, match=r"cannot unpack .*: No space left") as refused:
        unpack(archive, tmp_path / "data" / "stage")
    assert refused.value.hint == "make room there; nothing was changed"


@pytest.mark.parametrize("failing", ["copy_database", "put_in_place"])
def test_without_room_for_a_backup_it_is_said_to_make_some(paths, tmp_path, monkeypatch, failing):
    def copy(*_args):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(module, failing, {"copy_database": copy, "put_in_place": take_nothing}[failing])
    with pytest.raises((UsageError, Unwritable), match=r"cannot write .*all.zip") as refused:
        write_archive(tmp_path / "all.zip", paths, NOW, "1.2.3")
    assert refused.value.hint == "make room there, or name another file"
