"""Rows of a batch: read once, matched by their keys, and written together."""

import pytest
from sqlalchemy import insert, select

from tui.server.enrich.tables import companies
from tui.server.importing import batch as batches
from tui.server.importing.batch import RecordBatch, empty_record
from tui.server.importing.values import BadCell
from tui.server.storage import db
from tui.server.storage.statements import fetch_all

KEYS = ("number", "domain", "abn")


@pytest.fixture
def connection(engine):
    with db.writing(engine) as connection:
        rows = [
            empty_record(
                companies,
                n=n,
                number=900 + n,
                name=f"Firm {n}",
                domain=f"firm{n}.example" if n else "",
                abn=str(n),
            )
            for n in range(4)
        ]
        connection.execute(
            insert(companies), [row | {"abn": "" if row["n"] < 2 else row["abn"]} for row in rows]
        )
        yield connection


@pytest.fixture
def batch(connection):
    return RecordBatch(connection, companies, KEYS)


def test_a_row_is_found_by_any_of_its_keys(batch):
    batch.fetch_matches(
        [{"domain": "firm1.example"}, {"abn": "2"}, {"number": 903}, {"domain": "no.example"}]
    )
    assert sorted(batch.rows) == [1, 2, 3]
    assert batch.match_one({"domain": "firm1.example", "abn": "9"}) == 1
    assert batch.match_one({"domain": "no.example"}) is None
    assert batch.match_one({}) is None


def test_nothing_is_found_by_an_empty_key(batch):
    batch.fetch_matches([{"domain": "", "abn": ""}])
    assert batch.rows == {}
    assert batch.rows_by_key({"domain": ""}) == {}


def test_keys_of_different_rows_are_refused_with_their_ids(batch):
    batch.fetch_matches([{"domain": "firm1.example", "abn": "2"}])
    with pytest.raises(
        BadCell, match=r"abn and domain are of different records \(f000000000901, f000000000902\)"
    ):
        batch.match_one({"domain": "firm1.example", "abn": "2"})


def test_what_was_looked_up_is_not_asked_for_again(batch, monkeypatch):
    asked = []

    def counted(connection, statement, values=()):
        asked.append(values)
        return fetch_all(connection, statement, values)

    monkeypatch.setattr(batches, "fetch_all", counted)
    monkeypatch.setattr(batches, "_VALUES_PER_QUERY", 2)
    batch.fetch("domain", [f"firm{n}.example" for n in range(1, 4)])
    batch.fetch("domain", ["firm2.example", "no.example"])
    batch.fetch("domain", ["no.example"])
    assert asked == [("firm1.example", "firm2.example"), ("firm3.example",), ("no.example",)]


def test_a_changed_row_is_found_by_its_new_keys_only(batch):
    batch.fetch("n", [1])
    batch.put(batch.rows[1] | {"domain": "new.example"})
    assert batch.rows_by_key({"domain": "new.example"}) == {"domain": {1}}
    assert batch.match_one({"domain": "firm1.example"}) is None
    # What was read later is no newer.
    batch.fetch("domain", ["firm1.example"])
    assert batch.rows[1]["domain"] == "new.example"


def test_new_rows_are_numbered_after_the_last_and_only_changes_are_written(batch, connection):
    batch.fetch("n", [1, 2, 3])
    assert [batch.put(empty_record(companies, number=number, name="New")) for number in (7, 8)] == [4, 5]
    batch.put(batch.rows[2] | {"name": "Renamed"})
    assert [(before and before["name"], after["name"]) for before, after in batch.changed()] == [
        ("Firm 2", "Renamed"), (None, "New"), (None, "New"),
    ]  # fmt: skip
    batch.write()
    names = {row.n: row.name for row in connection.execute(select(companies))}
    assert names == {0: "Firm 0", 1: "Firm 1", 2: "Renamed", 3: "Firm 3", 4: "New", 5: "New"}


def test_two_rows_may_swap_what_only_one_may_have(batch, connection):
    batch.fetch("n", [2, 3])
    two, three = dict(batch.rows[2]), dict(batch.rows[3])
    batch.put(two | {"number": three["number"], "domain": three["domain"]})
    batch.put(three | {"number": two["number"], "domain": two["domain"]})
    batch.write()
    kept = {row.n: row.domain for row in connection.execute(select(companies))}
    assert (kept[2], kept[3]) == ("firm3.example", "firm2.example")


def test_a_number_is_the_same_for_the_same_record_and_passes_over_another(batch):
    number, row = batch.number_for("domain x.example", {"domain": "x.example"})
    assert row is None
    assert 100_000_000_000 <= number < 900_000_000_000
    n = batch.put(empty_record(companies, number=number, domain="x.example"))
    assert batch.number_for("domain x.example", {"domain": "x.example"}) == (number, n)
    assert batch.number_for("domain x.example", {"domain": "y.example"}) == (number + 1, None)
    assert batch.number_for("domain y.example", {})[0] not in {number, number + 1}


def test_numbers_can_be_read_beforehand(batch, monkeypatch):
    batch.prefetch_numbers(["a", "b"])
    monkeypatch.setattr(batches, "fetch_all", None)
    assert batch.number_for("a", {})[1] is None


def test_an_empty_row_has_a_value_in_every_column_that_needs_one():
    row = empty_record(companies, name="x")
    assert row.keys() == {column.name for column in companies.columns} - {"n"}
    assert (row["name"], row["domain"], row["fictional"]) == ("x", "", False)
    assert all(
        (row[column.name] is None) == bool(column.nullable)
        for column in companies.columns
        if column.name in row
    )
