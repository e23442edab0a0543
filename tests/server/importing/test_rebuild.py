"""Putting a whole directory in another's place: all of it, or nothing."""

import itertools

import pytest
from sqlalchemy import inspect

from tests.server.importing.files import fill
from tui.server.demo_data.country import Country
from tui.server.enrich.directory import find_company, find_person
from tui.server.enrich.planner import Criteria, search_people
from tui.server.enrich.tables import companies, people
from tui.server.importing.rebuild import replace_directory, stats
from tui.server.storage import db


def test_what_is_put_in_is_found_and_counted(engine) -> None:
    fill(engine, 600, 60)
    held = stats(engine)
    assert (held.people, held.companies, held.fictional) == (600, 60, 60)
    with db.reading(engine) as connection:
        ana = find_person(connection, {"email": "ana.reid@tuiridge.example"})
        assert ana is not None
        assert (ana.row.name, ana.row.company_name) == ("Ana Reid", "Tūī Ridge")
        firm = find_company(connection, {"domain": "shop.tuiridge.example"})
        assert firm is not None
        assert firm.row.technologies.keys() == {"accounting", "crm", "hosting", "analytics"}
        rows, total = search_people(connection, Criteria(position="manager"), start=0, size=1000)
        assert total == len(rows) == len([row for row in rows if "manager" in row.title.casefold()]) > 20


def test_another_directory_takes_its_place(engine) -> None:
    fill(engine, 600, 60)
    fill(engine, 40, 25, seed=8)
    assert (stats(engine).people, stats(engine).companies) == (40, 25)
    with db.reading(engine) as connection:
        assert search_people(connection, Criteria(seniority=(1, 2, 3, 4, 5, 6)), start=0, size=1)[1] == 40
        assert search_people(connection, Criteria(country="AU"), start=0, size=1)[1] <= 40


def test_a_run_that_breaks_off_leaves_what_was_there(engine) -> None:
    fill(engine, 300, 30)
    country = Country(900, 90, 9)

    def broken():
        yield from itertools.islice(country.person_rows(), 500)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_directory(engine, country.company_rows(), broken())
    assert (stats(engine).people, stats(engine).companies) == (300, 30)
    with db.reading(engine) as connection:
        assert search_people(connection, Criteria(seniority=(1, 2, 3, 4, 5, 6)), start=0, size=1)[1] == 300
        assert find_person(connection, {"email": "ana.reid@tuiridge.example"}) is not None
    there = {
        # A directory that was built aside has the other name of each.
        index["name"].removesuffix("_b")
        for table in (companies, people)
        for index in inspect(engine).get_indexes(table.name)
    }
    assert {index.name for table in (companies, people) for index in table.indexes} <= there


def test_it_says_how_far_it_is(engine) -> None:
    told = []
    country = Country(30, 25, 1)
    replace_directory(engine, country.company_rows(), country.person_rows(), lambda *what: told.append(what))
    assert ("companies", 25) in told
    assert ("people", 30) in told


def test_nothing_can_be_put_in(engine) -> None:
    fill(engine, 30, 25)
    replace_directory(engine, (), ())
    assert (stats(engine).people, stats(engine).companies) == (0, 0)
    with db.reading(engine) as connection:
        assert search_people(connection, Criteria(country="AU"), start=0, size=1) == ([], 0)
