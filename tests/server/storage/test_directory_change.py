"""Indexes that follow a change of some rows."""

import pytest
from sqlalchemy import delete, insert, update

from tests.server.importing.conftest import engine, see_that_the_indexes_agree
from tui.server.enrich.tables import companies, people
from tui.server.importing.batch import empty_record
from tui.server.storage import db, directory_change, directory_index
from tui.server.storage.directory_change import DirectoryChange
from tui.server.storage.directory_index import Employer, IndexedPerson
from tui.server.storage.row_sets import RUN
from tui.server.storage.statements import fetch_all

__all__ = ("engine", "see_that_the_indexes_agree")

TUI, KOWHAI = Employer(0, "tui ridge", 1, 10), Employer(1, "kowhai point", 51, 200)
"""Two employers."""


def seat(n, firm=0, title=" chef"):
    return IndexedPerson(n, firm, title, 1, 1, "NSW", "AU", "")


@pytest.fixture(autouse=True)
def bounds(monkeypatch):
    """Words of employers have sets from two people on, employers from three."""
    monkeypatch.setattr(directory_index, "MIN_PEOPLE_PER_WORD", 2)
    monkeypatch.setattr(directory_index, "MIN_PEOPLE_PER_EMPLOYER", 3)


def write_person(connection, one):
    connection.execute(insert(people), empty_record(people, number=one.n, name="x", **one._asdict()))


def write_company(connection, one):
    row = empty_record(
        companies,
        n=one.n,
        number=one.n,
        name=one.folded,
        folded=one.folded,
        size_low=one.size_low,
        size_high=one.size_top,
    )
    connection.execute(insert(companies), row)


@pytest.fixture
def connection(engine):
    """Three at Tūī Ridge, one of them in another run, and one at Kōwhai Point."""
    with db.writing(engine) as connection:
        for firm in (TUI, KOWHAI):
            write_company(connection, firm)
        for one in (seat(0), seat(1), seat(RUN + 1), seat(2, 1)):
            write_person(connection, one)
        directory_index.fill(connection)
    with engine.connect().execution_options(writes=True) as connection:
        yield connection


@pytest.fixture
def changed(connection, see_that_the_indexes_agree):
    """Applies a change, and compares the indexes with the rows."""

    def run(seats=(), employers=None):
        directory_change.apply(connection, DirectoryChange(list(seats), employers or {}))
        connection.commit()
        see_that_the_indexes_agree()

    return run


def words(connection):
    return {word for (word,) in fetch_all(connection, "SELECT DISTINCT word FROM directory_posting")}


def test_a_new_person_is_under_every_word(connection, changed):
    new = seat(2 * RUN, title=" head baker")
    write_person(connection, new)
    changed([(None, new)], {0: (TUI, TUI)})
    assert {"title:head", "title:baker"} <= words(connection)


def test_who_leaves_is_under_none_and_an_empty_word_is_gone(connection, changed):
    connection.execute(delete(people).where(people.c.n == 2))
    changed([(seat(2, 1), None)], {1: (KOWHAI, KOWHAI)})
    assert not {"size:51to200", "company:kowhai"} & words(connection)


def test_a_new_title_and_employer_change_just_these_words(connection, changed):
    after = seat(1, 1, " chef baker")
    connection.execute(update(people).where(people.c.n == 1).values(company_n=1, folded=after.folded))
    changed([(seat(1), after)], {0: (TUI, TUI), 1: (KOWHAI, KOWHAI)})
    assert fetch_all(connection, "SELECT 1 FROM directory_person WHERE company_n = 0") != []


def test_the_people_of_a_company_follow_its_name_and_size(connection, changed):
    after = TUI._replace(folded="tui tours", size_low=11, size_top=50)
    connection.execute(
        update(companies).where(companies.c.n == 0).values(folded=after.folded, size_low=11, size_high=50)
    )
    changed(employers={0: (TUI, after)})
    held = words(connection)
    assert "size:11to50" in held
    # Nothing is written for a word that has no set yet: promoting it does that.
    assert not {"company:tours", "size:1to10", "company:ridge"} & held


def test_a_person_and_their_company_change_together(connection, changed):
    after, renamed = seat(1, title=" baker"), TUI._replace(size_low=11, size_top=50)
    connection.execute(update(people).where(people.c.n == 1).values(folded=after.folded))
    connection.execute(update(companies).where(companies.c.n == 0).values(size_low=11, size_high=50))
    changed([(seat(1), after)], {0: (TUI, renamed)})


def test_a_new_company_is_found_by_name_and_lists_its_words_once_it_has_people(connection, changed):
    new = Employer(5, "harbour light", 1, 10)
    write_company(connection, new)
    changed(employers={5: (None, new)})
    listed = "SELECT posted FROM directory_word WHERE kind = 'company' AND word = 'harbour'"
    assert fetch_all(connection, listed) == []
    one = seat(9, 5)
    write_person(connection, one)
    changed([(None, one)], {5: (new, new)})
    assert [tuple(row) for row in fetch_all(connection, listed)] == [(0,)]


def test_every_change_is_another_edition(connection, changed):
    def edition():
        return fetch_all(connection, "SELECT edition FROM directory_edition")[0][0]

    before = edition()
    changed()
    assert edition() == before + 1


def test_many_words_are_asked_for_in_parts(connection, changed, monkeypatch):
    monkeypatch.setattr(directory_change, "_AT_ONCE", 2)
    new = seat(7, title=" " + " ".join(f"word{n}" for n in range(7)))
    write_person(connection, new)
    changed([(None, new)], {0: (TUI, TUI)})
