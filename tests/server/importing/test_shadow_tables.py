"""Tables filled beside those in use, which they replace."""

import pytest
from sqlalchemy import inspect

from tests.server.importing.files import fill
from tui.errors import UsageError
from tui.server.demo_data.country import Country
from tui.server.enrich.planner import Criteria, search_people
from tui.server.enrich.tables import companies, people
from tui.server.importing import shadow_tables
from tui.server.importing.rebuild import replace_directory, stats
from tui.server.storage import db


@pytest.mark.parametrize("empty_storage", ["sqlite"], indirect=True)
def test_others_write_and_read_while_a_file_is_filled(engine) -> None:
    fill(engine, 300, 30)
    country, wrote = Country(900, 90, 9), []

    def tell(*_what):
        with db.writing(engine) as connection:
            connection.execute(db.meta.insert().values(name=f"between {len(wrote)}", value="1"))
        with db.reading(engine) as connection:
            wrote.append(search_people(connection, Criteria(country="AU"), start=0, size=1)[1] > 0)

    replace_directory(engine, country.company_rows(), country.person_rows(), tell)
    assert len(wrote) > 10
    assert all(wrote)
    assert stats(engine).people == 900
    assert not [name for name in inspect(engine).get_table_names() if "_new_" in name or "_old_" in name]


@pytest.mark.parametrize("empty_storage", ["sqlite"], indirect=True)
def test_what_a_killed_run_left_is_cleared_away_and_two_do_not_meet(engine) -> None:
    country = Country(90, 30, 9)

    def other(_what, _done):
        with pytest.raises(UsageError, match="another process"):
            replace_directory(engine, (), ())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_directory(engine, country.company_rows(), country.person_rows(), other)
    assert "directory_new_person" in inspect(engine).get_table_names()
    fill(engine, 60, 30)
    assert stats(engine).people == 60
    assert "directory_new_person" not in inspect(engine).get_table_names()


def test_rows_go_in_batches_and_each_is_told(monkeypatch) -> None:
    monkeypatch.setattr(shadow_tables, "_BATCH", 2)
    told = []
    rows = shadow_tables.batches(iter([(n,) for n in range(5)]), people, lambda *what: told.append(what))
    assert list(rows) == [[(0,), (1,)], [(2,), (3,)], [(4,)]]
    assert told == [("people", 2), ("people", 4), ("people", 5)]
    assert list(shadow_tables.batches((), companies, lambda *what: told.append(what))) == []


@pytest.mark.parametrize("empty_storage", ["sqlite"], indirect=True)
def test_only_a_large_directory_takes_pauses(engine, monkeypatch) -> None:
    def replace():
        paused: list[float] = []
        country = Country(30, 25, 1)
        shadow_tables.replace_aside(
            engine, country.company_rows(), country.person_rows(), lambda *_what: None, paused.append
        )
        return paused

    assert replace() == []
    monkeypatch.setattr(shadow_tables, "_ROWS_WITHOUT_PAUSE", 0)
    assert len(replace()) > 3


@pytest.mark.parametrize("empty_storage", ["sqlite"], indirect=True)
def test_indexes_have_a_free_name_each_time_and_the_cache_its_size(engine) -> None:
    for seed in (1, 2, 3):
        fill(engine, 30, 25, seed=seed)
        names = {
            index["name"].removesuffix("_b")
            for table in (companies, people)
            for index in inspect(engine).get_indexes(table.name)
        }
        assert names >= {index.name for table in (companies, people) for index in table.indexes}
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA cache_size").scalar() != -shadow_tables._CACHE_KIB
