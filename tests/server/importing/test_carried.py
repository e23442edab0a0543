"""Opt-outs that an older file of the server lacks are carried to it, and the people are taken out of it."""

import sqlite3
from contextlib import closing

import pytest

from tests.server.importing.files import PEOPLE, person, total
from tui.server.importing.carried import carry_opt_outs
from tui.server.importing.removal import opt_out
from tui.server.storage import db


@pytest.fixture
def newer(tmp_path, clock):
    """The server's file as it was before it was replaced, in which Ana and somebody unknown opted out."""
    file = tmp_path / "newer.db"
    engine = db.connect(file)
    with db.writing(engine) as connection:
        db.create(connection)
    opt_out(engine, clock, "email", "ana@tui.example")
    opt_out(engine, clock, "network_slug", "nobody-here-1")
    engine.dispose()
    return file


def test_who_opted_out_there_is_taken_out_here_and_not_brought_in_again(
    engine, bring, newer, see_that_the_indexes_agree
) -> None:
    bring(PEOPLE)
    ana, before = person(engine, email="ana@tui.example"), total(engine)
    assert carry_opt_outs(newer, engine) == 2
    assert person(engine, id=ana.id) is None
    assert total(engine) == before - 1
    see_that_the_indexes_agree()
    came, _ = bring(PEOPLE, name="again.csv")
    assert (came["refused"], came["same"]) == (1, 2)
    assert carry_opt_outs(newer, engine) == 0, "they are kept out already"


def test_a_file_of_before_there_were_opt_outs_has_none(engine, bring, tmp_path) -> None:
    bring(PEOPLE)
    with closing(sqlite3.connect(tmp_path / "old.db")) as conn:
        conn.execute("CREATE TABLE board (id)")
    before = total(engine)
    assert carry_opt_outs(tmp_path / "old.db", engine) == 0
    assert total(engine) == before


def test_a_file_that_is_no_database_is_an_error_and_nothing_is_changed(engine, bring, tmp_path) -> None:
    bring(PEOPLE)
    (tmp_path / "poems.db").write_bytes(b"my poems" * 999)
    with pytest.raises(sqlite3.DatabaseError):
        carry_opt_outs(tmp_path / "poems.db", engine)
    assert person(engine, email="ana@tui.example") is not None
