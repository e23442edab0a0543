import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.full_disk import full_disk
from tests.killed import killed
from tui.clock import ManualClock
from tui.errors import StoreTooNew
from tui.model.writes.cards import UpdateCard
from tui.snapshot import Copies
from tui.store.migrate import SCHEMA, migrate, newest_schema
from tui.store.opening import open_store
from tui.store.store import Store


@pytest.mark.fault("F67")
def test_a_newer_schema_is_refused_and_not_touched(path: Path, clock: ManualClock) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE theirs (x)")
        conn.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match="schema 99"):
        open_store(path, clock)
    assert path.read_bytes() == before
    assert {one.name for one in path.parent.iterdir()} == {path.name, "in-use.lock"}


def test_each_file_once(store: Store, reopen: Callable[[], Store]) -> None:
    newest = len(list(SCHEMA.glob("*.sql")))
    assert store._db.first("PRAGMA user_version")[0] == newest
    assert reopen()._db.first("PRAGMA user_version")[0] == newest


@pytest.mark.fault("F68")
def test_a_migration_that_fails_halfway_leaves_the_old_schema(tmp_path: Path) -> None:
    schema = tmp_path / "schema"
    schema.mkdir()
    (schema / "0001_a.sql").write_text(
        "CREATE TABLE a (x);\n-- a; remark\nINSERT INTO a VALUES ('; not an end');\n"
    )
    (schema / "0002_b.sql").write_text("CREATE TABLE b (x);\nINSERT INTO nowhere VALUES (1);\n")
    with closing(sqlite3.connect(tmp_path / "m.db", isolation_level=None)) as conn:
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError, match="nowhere"):
                migrate(conn, schema)
            assert conn.execute("PRAGMA user_version").fetchone()[0] == 1
            assert conn.execute("SELECT name FROM sqlite_schema").fetchall() == [("a",)]
        (schema / "0002_b.sql").write_text("CREATE TABLE b (x);\n")
        migrate(conn, schema)
        migrate(conn, schema)
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 2
        assert conn.execute("SELECT x FROM a").fetchall() == [("; not an end",)]


def test_an_unsent_edit_of_an_older_store_keeps_what_it_began_with(
    path: Path, tmp_path: Path, clock: ManualClock
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(SCHEMA.glob("*.sql"))[:2]:
        (older / file.name).write_text(file.read_text())
    edit, was = (UpdateCard(board_id="b", card_id="c", desc=text) for text in ("new", "old"))
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        migrate(conn, older)
        conn.execute(
            "INSERT INTO outbox (key, batch, role, entity, kind, op, inverse, state, made_at)"
            " VALUES ('k', 1, 'do', 'c', 'update_card', ?, ?, 'waiting', 0)",
            (edit.to_stored(), f"[{was.to_stored()}]"),
        )
    store = open_store(path, clock)
    assert [row.base for row in store.outbox.in_state("waiting")] == [{"desc": "old"}]
    store.close()


def older_store(path: Path, folder: Path, upto: int) -> None:
    """A store of an earlier Cardscout with an unsent write in it."""
    folder.mkdir()
    for file in sorted(SCHEMA.glob("*.sql"))[:upto]:
        (folder / file.name).write_text(file.read_text())
    edit = UpdateCard(board_id="b", card_id="c", desc="new")
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        migrate(conn, folder)
        conn.execute(
            "INSERT INTO outbox (key, batch, role, entity, kind, op, inverse, state, made_at)"
            " VALUES ('k', 1, 'do', 'c', 'update_card', ?, '[]', 'waiting', 0)",
            (edit.to_stored(),),
        )


def test_a_copy_is_made_before_the_schema_changes(path: Path, tmp_path: Path, clock: ManualClock) -> None:
    older_store(path, tmp_path / "older", 5)
    open_store(path, clock).close()
    copies = Copies(path.parent).of("store")
    assert [one.name for one in copies] == ["store-schema-5.db"]
    with closing(sqlite3.connect(copies[0])) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 5
        assert conn.execute("SELECT count(*) FROM outbox").fetchone()[0] == 1
    open_store(path, clock).close()
    assert len(Copies(path.parent).of("store")) == 1


def test_without_room_for_the_copy_nothing_is_changed_and_it_is_read_all_the_same(
    path: Path, tmp_path: Path, clock: ManualClock
) -> None:
    older_store(path, tmp_path / "older", 5)
    with full_disk():
        store = open_store(path, clock)
        assert store.trouble is not None
        assert [row.write.as_dict()["desc"] for row in store.outbox.in_state("waiting")] == ["new"]
        assert store.boards.all() == []
        store.close()
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 5
    open_store(path, clock).close()
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == newest_schema()


_MIGRATES = """
from pathlib import Path
from tui.clock import SystemClock
from tui.store.opening import open_store
from tui.store import migrate
import sqlite3
real = migrate._statements
left = [int(sys.argv[2])]
def counted(script):
    for statement in real(script):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement
migrate._statements = counted
open_store(Path(sys.argv[1]), SystemClock()).close()
"""


@pytest.mark.parametrize("statement", [1, 4, 9])
def test_killed_while_it_migrates_the_write_is_there_and_the_next_start_goes_on(
    path: Path, tmp_path: Path, clock: ManualClock, statement: int
) -> None:
    older_store(path, tmp_path / "older", 3)
    assert killed(_MIGRATES, path, str(statement))
    store = open_store(path, clock)
    assert [row.write.as_dict()["desc"] for row in store.outbox.in_state("waiting")] == ["new"]
    assert store.notice == ""
    assert store._db.first("PRAGMA integrity_check")[0] == "ok"
    store.close()


def test_templates_of_an_older_store_are_marked(path: Path, tmp_path: Path, clock: ManualClock) -> None:
    older = tmp_path / "older"
    older.mkdir()
    files = [file for file in sorted(SCHEMA.glob("*.sql")) if file.name < "0019_template.sql"]
    for file in files:
        (older / file.name).write_text(file.read_text())
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        migrate(conn, older)
        for ident, template in (("plain", "false"), ("model", "true")):
            conn.execute(
                "INSERT INTO cards (id, board_id, list_id, name, pos, closed, due_complete, has_desc, items, items_done, comments,"
                " attachments, label_ids, member_ids, pending, refused, version, text_sum)"
                " VALUES (?, 'b', 'l', ?, 1, 0, 0, 0, 0, 0, 0, 0, '', '', 0, 0, 1, 0)",
                (ident, ident),
            )
            base = f'{{"id": "{ident}", "isTemplate": {template}}}'
            conn.execute(
                "INSERT INTO docs (noun, id, board_id, base) VALUES ('cards', ?, 'b', ?)", (ident, base)
            )
    store = open_store(path, clock)
    assert {face.id: face.template for face in store.cards.faces("l")} == {"plain": False, "model": True}
    store.close()
