"""The revision of the server's file: the same only while clients are shown the same, whoever wrote and however it was written."""

import shutil
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing

import pytest
from sqlalchemy import insert

from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.watch import FileWatch

NOW = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def path(tmp_path, server):
    return tmp_path / "data" / "server.db"


@pytest.fixture
def watch(path):
    opened = FileWatch(path)
    yield opened
    opened.close()


async def test_it_changes_with_every_write_and_stays_with_every_read(watch, desk):
    (first, *_) = await desk.lists()
    seen = [watch.revision(NOW)]
    card = await desk.card()
    seen.append(watch.revision(NOW))
    await desk.put(f"/cards/{card['id']}", name="Order rye")
    seen.append(watch.revision(NOW))
    await desk.ok("DELETE", f"/cards/{card['id']}")
    seen.append(watch.revision(NOW))
    assert len(set(seen)) == 4
    await desk.get(f"/lists/{first}/cards")
    await desk.refused("PUT", f"/lists/{first}", json={"pos": "nowhere"})
    assert watch.revision(NOW) == seen[-1]


def test_opening_the_server_and_its_keys_leave_it(watch, tmp_path, clock):
    before = watch.revision(NOW)
    assert before
    for _ in range(2):
        LocalServer.open(tmp_path / "data", clock).close()
    assert watch.revision(NOW) == before
    with closing(FileWatch(tmp_path / "data" / "server.db")) as other:
        assert other.revision(NOW) == before, "whoever looks"


def test_a_file_of_before_there_were_revisions_has_none_until_it_is_opened(path, watch, tmp_path, clock):
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("DELETE FROM meta WHERE name = 'revision'")
    assert watch.revision(NOW) == ""
    LocalServer.open(tmp_path / "data", clock).close()
    assert watch.revision(NOW)


async def test_a_file_that_was_put_back_never_comes_to_a_revision_that_stood_for_something_else(
    path, server, tmp_path, clock, desk
):
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("VACUUM INTO ?", [str(copy)])

    def write(folder):
        engine = db.connect(folder / "server.db")
        with db.writing(engine) as connection:
            connection.execute(insert(db.members).values(id="a" * 24, username="ada"))
        engine.dispose()

    again = tmp_path / "again"
    again.mkdir(mode=0o700)
    shutil.copy(copy, again / "server.db")
    with closing(FileWatch(path)) as here, closing(FileWatch(again / "server.db")) as there:
        assert here.revision(NOW) == there.revision(NOW), "a copy shows the same"
        write(path.parent)
        write(again)
        assert here.revision(NOW) != there.revision(NOW)


def test_a_reminder_changes_it_when_its_time_has_come(watch, server):
    row = {"id_member": server.id_member, "type": "cardDueSoon", "data": {}}
    with db.writing(server.engine) as connection:
        connection.execute(
            insert(db.notifications),
            [{**row, "id": f"{hour:024x}", "date": f"2026-01-01T0{hour}:00:00.000Z"} for hour in (1, 2)],
        )
    seen = [
        watch.revision(f"2026-01-01T0{hour}:{minute}:00.000Z") for hour in range(3) for minute in (10, 50)
    ]
    assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4] == seen[5]


def test_a_file_that_cannot_be_read_has_none(tmp_path):
    (tmp_path / "server.db").write_bytes(b"no database at all" * 100)
    with closing(FileWatch(tmp_path / "server.db")) as watch:
        assert watch.revision(NOW) == ""


def test_it_is_closed_while_other_threads_read_it(path):
    """In a process of its own, which SQLite's module would crash."""
    script = textwrap.dedent("""
        import sys, threading
        from pathlib import Path
        from tui.server.watch import FileWatch

        for _ in range(150):
            watch = FileWatch(Path(sys.argv[1]))

            def read(watch=watch):
                for _ in range(40):
                    watch()
                    watch.revision("2026-01-01")

            threads = [threading.Thread(target=read) for _ in range(3)]
            for thread in threads:
                thread.start()
            watch.close()
            assert watch() == 0
            for thread in threads:
                thread.join()
    """)
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
