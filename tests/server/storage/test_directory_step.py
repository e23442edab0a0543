"""A directory of the first releases: its people keep their ids and their order, and are found by the new roads."""

import json
import sqlite3
import zlib
from array import array
from pathlib import Path

import pytest
from sqlalchemy import inspect

from tui.server.enrich.directory import find_company, find_person
from tui.server.enrich.planner import Criteria, search_people
from tui.server.enrich.tables import companies, people
from tui.server.storage import db
from tui.server.storage.directory_step import convert_postings_to_bitmaps
from tui.server.storage.row_sets import RUN, unpack

SCHEMA_1 = Path(__file__).with_name("schema_1.sql")
COMPANY = {
    "rank": 0, "name": "Tūī Ridge", "folded": " tui ridge", "size_low": 51, "size_high": 200, "employees": 140, "state": "VIC",
    "country": "AU", "abn": "53004085616", "states": ["VIC", "NSW"], "keywords": [], "technologies": {"crm": ["Pipewren"]},
}  # fmt: skip
PERSON = {
    "first_name": "", "last_name": "", "title": "Sales Manager", "folded": " sales manager", "seniority": 5, "department": 2,
    "country": "AU", "state": "VIC", "skills": ["SQL"],
}  # fmt: skip


def insert(old, table, row):
    columns = {name: kind for _, name, kind, *_ in old.execute(f"PRAGMA table_info({table})")}
    whole = {
        name: row.get(name, 0 if kind in {"BOOLEAN", "INTEGER"} else "") for name, kind in columns.items()
    }
    values = [json.dumps(value) if isinstance(value, list | dict) else value for value in whole.values()]
    old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


@pytest.fixture
def engine(tmp_path):
    with sqlite3.connect(tmp_path / "server.db") as old:
        old.executescript(SCHEMA_1.read_text("utf-8"))
        old.execute("DELETE FROM directory_person")
        old.execute("DELETE FROM directory_company")
        insert(
            old,
            "directory_company",
            COMPANY | {"id": "f900000000003", "domain": "tuiridge.example", "network_slug": "tui-x1"},
        )
        for number, rank in ((7, 1), (5, 0)):
            names = {
                "id": f"fp90000000000{number}",
                "rank": rank,
                "name": f"Person {number}",
                "network_slug": f"p-x{number}",
            }
            insert(
                old,
                "directory_person",
                PERSON | names | {"company_id": "f900000000003", "email": f"p{number}@tuiridge.example"},
            )
    old.close()
    made = db.connect(tmp_path / "server.db")
    for _ in range(2):
        with db.writing(made) as connection:
            db.create(connection)
    yield made
    made.dispose()


def test_everybody_is_found_as_before(engine) -> None:
    with db.reading(engine) as connection:
        match = find_person(connection, {"email": "p7@tuiridge.example"})
        assert match is not None
        assert (match.row.id, match.row.company_id, match.row.skills) == (
            "fp900000000007",
            "f900000000003",
            ["SQL"],
        )
        firm = find_company(connection, {"abn": "53004085616"})
        assert firm is not None
        assert (firm.row.states, firm.row.technologies) == (["VIC", "NSW"], {"crm": ["Pipewren"]})
        for criteria in (
            Criteria(company="tui"), Criteria(position="sales"), Criteria(seniority=(5,)),
            Criteria(seniority=(5,), department=(2,), places=(("VIC", "", ""),)), Criteria(sizes=((60, 70),)),
        ):  # fmt: skip
            rows, total = search_people(connection, criteria, start=0, size=25)
            assert ([row.id for row in rows], total) == (["fp900000000005", "fp900000000007"], 2)


def test_it_ends_with_the_tables_a_new_one_has(engine, tmp_path) -> None:
    fresh = db.connect(tmp_path / "fresh.db")
    with db.writing(fresh) as connection:
        db.create(connection)
    for table in (companies, people):
        shapes = []
        for each in (inspect(engine), inspect(fresh)):
            columns = [
                (one["name"], str(one["type"]), one["nullable"]) for one in each.get_columns(table.name)
            ]
            indexes = sorted(
                (one["name"], one["column_names"], one["unique"]) for one in each.get_indexes(table.name)
            )
            shapes.append((columns, indexes))
        assert shapes[0] == shapes[1]
    fresh.dispose()


FEW, SOME, MANY = [0, 9, RUN - 1], list(range(3, RUN, 11)), list(range(0, RUN, 2))


def bits_of(places):
    return sum(1 << place for place in places).to_bytes(RUN // 8, "little")


def test_sets_of_people_in_the_form_before_bitmaps_hold_whom_they_held(engine):
    older = {
        ("title:few", 0): b"l" + array("H", FEW).tobytes(),
        ("title:some", 2): b"z" + zlib.compress(bits_of(SOME), 1),
        ("title:many", 2): b"b" + bits_of(MANY),
    }
    with db.writing(engine) as connection:
        rows = [(word, run, kept) for (word, run), kept in older.items()]
        connection.exec_driver_sql("DELETE FROM directory_posting")
        connection.exec_driver_sql("INSERT INTO directory_posting (word, run, rows) VALUES (?, ?, ?)", rows)
        convert_postings_to_bitmaps(connection)
        kept = {
            (word, run): unpack([rows])
            for word, run, rows in connection.exec_driver_sql("SELECT * FROM directory_posting")
        }
    assert {word: list(rows) for word, rows in kept.items()} == {
        ("title:few", 0): FEW,
        ("title:some", 2): [2 * RUN + place for place in SOME],
        ("title:many", 2): [2 * RUN + place for place in MANY],
    }
