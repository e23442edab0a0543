"""A backup of a server whose boards are in PostgreSQL, and what it is restored into."""

import json
import zipfile
from contextlib import ExitStack

import httpx
import pytest
from sqlalchemy import func, select, update

from tui.clock import ManualClock
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.storage.place import Place
from tui.settings.archive import DATABASE, MANIFEST
from tui.settings.paths import Paths


async def filled(data, url):
    """Boards on a server on ``url``: the sample, with its directory, and a card whose words are found."""
    server = LocalServer.open(data, ManualClock(), database=url)
    async with desk(server) as http:
        board = next(one for one in (await http.get("/members/me/boards")).json())
        first = (await http.get(f"/boards/{board['id']}/lists")).json()[0]
        card = (await http.post("/cards", json={"idList": first["id"], "name": "Kōrero pāua"})).json()
        await http.post(f"/cards/{card['id']}/attachments", files={"file": ("a.bin", b"\x00\xff bytes")})
        await http.post(f"/cards/{card['id']}/actions/comments", json={"text": "quince"})
    return server


def desk(server):
    signed = {"key": server.key, "token": server.token}
    return httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1", params=signed)


def rows(engine):
    """How many there are of each kind, and every card and action, whole; the engine is let go."""
    with ExitStack() as left, db.reading(engine) as connection:
        left.callback(engine.dispose)
        counts = {
            table.name: connection.scalar(select(func.count()).select_from(table))
            for table in db.metadata.sorted_tables
        }
        whole = [
            [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (db.cards, db.actions, db.uploads, db.members, db.meta, db.custom_field_items)
        ]
    return counts, whole


@pytest.mark.parametrize("into", ["file", "postgres"])
async def test_the_rows_of_a_database_are_in_the_backup_and_restored_into_either(
    program, tmp_path, postgres_database, empty_postgres, into
):
    data = Paths.open().data
    server = await filled(tmp_path / "serving", postgres_database)
    server.close()
    before = rows(Place(tmp_path / "serving", postgres_database).open())
    assert before[0]["directory_person"]
    assert before[0]["directory_posting"]
    file = tmp_path / "all.zip"
    program.read("backup", str(file), "--database", postgres_database)
    with zipfile.ZipFile(file) as archive:
        held = {one["name"]: one["schema"] for one in json.loads(archive.read(MANIFEST))["files"]}
    assert held == {DATABASE: db.SCHEMA}
    refused = program("restore", str(file), "--database", postgres_database)
    assert refused.exit_code == 2
    assert "holds boards already" in refused.stderr
    if into == "postgres":
        empty_postgres()
        program.read("restore", str(file), "--database", postgres_database)
        assert not (data / "server.db").exists()
        place = Place(tmp_path / "serving", postgres_database)
    else:
        program.read("restore", str(file))
        place = Place(data)
    assert rows(place.open()) == before
    again = LocalServer.open(place.data, ManualClock(), database=place.database)
    async with desk(again) as http:
        for word in ("paua", "quince"):
            cards = (await http.get("/search", params={"query": word, "modelTypes": "cards"})).json()["cards"]
            assert [card["name"] for card in cards] == ["Kōrero pāua"]
        (attachment,) = (await http.get(f"/cards/{cards[0]['id']}/attachments")).json()
        assert attachment["bytes"] == len(b"\x00\xff bytes")
        made = await http.post("/cards", json={"idList": cards[0]["idList"], "name": "next"})
        assert made.status_code == 200, made.text
    again.close()
    assert not [*data.glob(".rows-*"), *data.glob(".staged-*")]


async def test_text_that_postgres_cannot_hold_does_not_keep_the_rest_from_it(
    program, tmp_path, postgres_database
):
    """SQLite holds NUL and takes it from whoever wrote the file; PostgreSQL does not, nor half a surrogate in JSON."""
    url = f"sqlite:///{tmp_path}/serving/server.db"
    server = await filled(tmp_path / "serving", url)
    server.close()
    place = Place(tmp_path / "serving", url)
    engine = place.open()
    with db.writing(engine) as connection:
        connection.execute(update(db.cards).values(name="Kō\0rero", desc="a\0b\nc"))
        kept = {"text": "quin\0ce", "deep": [{"na\0me": "x\0y"}], "half": "\ud800"}
        connection.execute(update(db.actions).where(db.actions.c.type == "commentCard").values(data=kept))
    before = rows(engine)
    file = tmp_path / "all.zip"
    program.read("backup", str(file), "--database", url)
    program.read("restore", str(file), "--database", postgres_database)
    counts, whole = rows(Place(tmp_path / "serving", postgres_database).open())
    assert counts == before[0]
    names = [column.name for column in db.cards.columns]
    assert {card[names.index("name")] for card in whole[0]} == {"Kōrero"}
    assert {card[names.index("desc")] for card in whole[0]} == {"ab\nc"}
    comments = [action for action in whole[1] if "commentCard" in action]
    assert comments
    assert all({"text": "quince", "deep": [{"name": "xy"}], "half": "\ufffd"} in one for one in comments)
    program.read("restore", str(file))
    assert rows(Place(Paths.open().data).open()) == before, "SQLite takes them as they are"


async def test_a_database_that_is_left_out_is_told(program, tmp_path, postgres_database):
    engine = Place(Paths.open().data, postgres_database).open()
    engine.dispose()
    told = program("backup", str(tmp_path / "all.zip"))
    assert told.exit_code == 0, told.output
    assert "is not in it; --database URL puts it there" in told.stderr
    assert "postgresql" in told.stderr


def test_beside_boards_of_this_machine_the_database_needs_a_place(imported, tmp_path, postgres_database):
    engine = Place(tmp_path / "serving", postgres_database).open()
    engine.dispose()
    file = tmp_path / "all.zip"
    imported.read("backup", str(file), "--database", postgres_database)
    before = (imported.home / "data" / "server.db").stat().st_ino
    refused = imported("restore", str(file))
    assert refused.exit_code == 2
    assert "--database URL" in refused.stderr
    assert (imported.home / "data" / "server.db").stat().st_ino == before
    imported.read("restore", str(file), "--database", postgres_database)
    assert "Kōrero" in [one["name"] for one in imported.json("boards")]


def test_what_is_no_database_of_ours_is_told(program, tmp_path):
    for url, code, said in (
        ("mysql://x/y", 2, "not known"),
        (f"sqlite:///{tmp_path}/none.db", 5, "holds no boards"),
        ("postgresql+psycopg://nobody@/none?host=/nowhere", 5, "can not be opened"),
    ):
        told = program("backup", str(tmp_path / "all.zip"), "--database", url)
        assert (told.exit_code, said in told.stderr) == (code, True), told.output
        assert not (tmp_path / "all.zip").exists()
