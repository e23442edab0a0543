"""The full-text index of cards follows every table it covers, whoever writes."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import delete, insert, select, text, update

from tui.model.search import fold_text
from tui.server.storage import db, text_index
from tui.server.storage.text_index import SOURCES, postgres_text


@pytest.fixture
def engine(empty_storage):
    with db.writing(empty_storage) as connection:
        connection.execute(insert(db.boards).values(id="b", short_link="b"))
        connection.execute(insert(db.lists).values(id="l", id_board="b", pos=1))
        for card in ("one", "two"):
            connection.execute(
                insert(db.cards).values(
                    id=card, id_board="b", id_list="l", short_link=card, pos=1, id_short=1, name=""
                )
            )
        connection.execute(insert(db.checklists).values(id="k", id_board="b", id_card="one", name="", pos=1))
    return empty_storage


def found(engine, word, kind=None):
    """The cards that have a word, by the kinds of text that have it."""
    hits: dict[str, set[str]] = {}
    with db.reading(engine) as connection:
        if connection.dialect.name == "sqlite":
            statement = text(
                "SELECT d.kind, d.id_card FROM search_text JOIN search_doc AS d ON d.n = search_text.rowid WHERE search_text MATCH :word"
            )
            for name, card in connection.execute(statement, {"word": f'"{word}"'}):
                hits.setdefault(name, set()).add(card)
            return hits
        for one in SOURCES:
            card = one.card.format(row=one.table)
            statement = text(
                f'SELECT {card} FROM "{one.table}" WHERE {one.among.format(row=one.table)}'
                f" AND {postgres_text(one.kind)} @@ plainto_tsquery('pg_catalog.simple', :word)"
            )
            for (ident,) in connection.execute(statement, {"word": fold_text(word)}):
                hits.setdefault(one.kind, set()).add(ident)
        return hits


def write(engine, *statements):
    with db.writing(engine) as connection:
        for statement in statements:
            connection.execute(statement)


COMMENT = {
    "id": "a",
    "type": "commentCard",
    "date": "x",
    "id_board": "b",
    "id_card": "one",
    "extra": {},
    "data": {"text": "rye"},
}
ATTACHMENT = {"id": "t", "id_card": "one", "name": "rye", "url": "x", "pos": 1, "date": "x"}


@pytest.mark.parametrize(
    ("kind", "put", "change", "drop"),
    [
        ("name", update(db.cards).where(db.cards.c.id == "one").values(name="rye"), update(db.cards).values(name="oats"), update(db.cards).values(name="")),
        ("description", update(db.cards).where(db.cards.c.id == "one").values(desc="rye"), update(db.cards).values(desc="oats"), delete(db.cards)),
        ("comment", insert(db.actions).values(COMMENT), update(db.actions).values(data={"text": "oats"}), delete(db.actions)),
        ("checklist", update(db.checklists).values(name="rye"), update(db.checklists).values(name="oats"), delete(db.checklists)),
        ("item", insert(db.check_items).values(id="i", id_checklist="k", name="rye", pos=1), update(db.check_items).values(name="oats"), delete(db.check_items)),
        ("attachment", insert(db.attachments).values(ATTACHMENT), update(db.attachments).values(name="oats"), delete(db.attachments)),
    ],
)  # fmt: skip
def test_a_text_is_found_as_long_as_it_is_there(engine, kind, put, change, drop):
    write(engine, put)
    assert found(engine, "rye") == {kind: {"one"}}
    write(engine, change)
    assert found(engine, "rye") == {}
    assert "one" in found(engine, "oats")[kind]
    write(engine, drop)
    assert found(engine, "oats") == {}


def test_several_changes_of_one_transaction_leave_the_last(engine):
    rename = update(db.cards).where(db.cards.c.id == "one")
    write(engine, rename.values(name="rye"), rename.values(name="oats"), rename.values(name="flour"))
    assert (found(engine, "rye"), found(engine, "oats"), found(engine, "flour")) == (
        {},
        {},
        {"name": {"one"}},
    )


def new_card(ident, **texts):
    row = {"id_board": "b", "id_list": "l", "short_link": ident, "pos": 1, "id_short": 1, "name": ""}
    return insert(db.cards).values(row | {"id": ident} | texts)


def test_texts_that_are_recorded_afterwards_are_found_like_others(engine):
    write(engine, new_card("gone", name="oats"))
    with db.writing(engine) as connection:
        connection.execute(update(db.cards).where(db.cards.c.id == "one").values(name="barley"))
        connection.execute(delete(db.cards).where(db.cards.c.id == "gone"))
        with text_index.recorded_after(connection):
            connection.execute(new_card("gone", name="spelt"))
            connection.execute(new_card("new", name="rye", desc="flour"))
            connection.execute(insert(db.actions).values(COMMENT))
    assert found(engine, "rye") == {"name": {"new"}, "comment": {"one"}}
    assert (found(engine, "flour"), found(engine, "oats")) == ({"description": {"new"}}, {})
    assert (found(engine, "spelt"), found(engine, "barley")) == ({"name": {"gone"}}, {"name": {"one"}})
    write(engine, new_card("later", name="rice"))
    assert found(engine, "rice") == {"name": {"later"}}


def test_texts_that_were_not_indexed_are_by_the_next_transaction(engine):
    for index in (db.index_texts, write):
        with db.writing(engine, indexed=False) as connection, text_index.recorded_after(connection):
            connection.execute(new_card(index.__name__, name=index.__name__))
        if db.is_file(engine):
            assert found(engine, index.__name__) == {}
        index(engine)
        assert found(engine, index.__name__) == {"name": {index.__name__}}


def test_indexing_shows_clients_nothing_new(engine):
    with db.writing(engine, indexed=False) as connection, text_index.recorded_after(connection):
        connection.execute(new_card("new", name="rye"))
    with db.reading(engine) as connection:
        before = connection.execute(select(db.meta)).all()
    db.index_texts(engine)
    with db.reading(engine) as connection:
        assert connection.execute(select(db.meta)).all() == before


def test_a_bulk_that_fails_leaves_the_index_as_it_was(engine):
    def fail():
        with db.writing(engine) as connection, text_index.recorded_after(connection):
            connection.execute(new_card("new", name="rye"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    write(engine, new_card("later", name="rice"))
    assert (found(engine, "rye"), found(engine, "rice")) == ({}, {"name": {"later"}})


def test_what_was_rolled_back_is_not_indexed(engine):
    with db.writing(engine) as connection:
        connection.execute(update(db.cards).values(name="rye"))
        connection.rollback()
    assert found(engine, "rye") == {}


def test_case_and_accents_are_folded(engine):
    write(engine, update(db.cards).where(db.cards.c.id == "two").values(name="KŌWHAI-Point/42"))
    for word in ("kowhai", "Kōwhai", "point", "42"):
        assert found(engine, word) == {"name": {"two"}}


def test_a_moved_checklist_takes_its_name_with_it(engine):
    write(engine, update(db.checklists).values(name="rye"))
    write(engine, update(db.checklists).values(id_card="two"))
    assert found(engine, "rye") == {"checklist": {"two"}}


def test_only_comments_are_indexed_of_what_happened(engine):
    write(
        engine,
        insert(db.actions).values(COMMENT | {"type": "updateCard"}),
        insert(db.actions).values(COMMENT | {"id": "c", "id_card": None}),
    )
    assert found(engine, "rye") == {}


@pytest.mark.parametrize("empty_storage", ["sqlite"], indirect=True)
def test_a_file_that_has_texts_already_is_indexed_when_the_index_is_made(engine, tmp_path):
    write(engine, update(db.cards).where(db.cards.c.id == "one").values(name="rye"))
    engine.dispose()
    with closing(sqlite3.connect(tmp_path / "server.db")) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("DROP TABLE search_text")
        conn.execute("DROP TABLE search_doc")
        conn.commit()
    again = db.connect(tmp_path / "server.db")
    for _ in range(2):
        with db.writing(again) as connection:
            text_index.create(connection)
    assert found(again, "rye") == {"name": {"one"}}
    write(again, update(db.cards).values(name="oats"))
    assert found(again, "oats") == {"name": {"one", "two"}}
    again.dispose()
