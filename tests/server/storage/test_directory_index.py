"""Indexes of a whole directory: who is under which word, and which words are listed."""

import pytest
from sqlalchemy import insert

from tests.server.importing.conftest import engine, see_that_the_indexes_agree
from tests.server.importing.files import fill
from tui.server.enrich.postings import sql_companies_by_words
from tui.server.enrich.tables import companies, people
from tui.server.importing.batch import empty_record
from tui.server.storage import db, directory_index
from tui.server.storage.directory_index import Employer, IndexedPerson, employer_words, known_words, own_words
from tui.server.storage.row_sets import RUN, page, unpack
from tui.server.storage.statements import fetch_all

__all__ = ("engine", "see_that_the_indexes_agree")

SEAT = IndexedPerson(7, 3, " sales manager sales", 5, 2, "NSW", "AU", "wagga wagga")


def test_the_words_of_a_person_are_each_named_once() -> None:
    assert own_words(SEAT) == {
        "everybody:", "title:sales", "title:manager", "seniority:5", "department:2", "state:nsw", "country:au", "city:wagga wagga",
    }  # fmt: skip


def test_the_words_of_an_employer_are_the_band_and_frequent_words_of_the_name() -> None:
    firm = Employer(3, "tui ridge tui", 51, 0)
    assert list(employer_words(firm, {"tui"}.__contains__)) == ["size:51to0", "company:tui"]
    assert list(employer_words(firm, lambda _word: False)) == ["size:51to0"]


def test_words_that_are_listed_are_those_of_titles_bands_and_employers() -> None:
    assert known_words({"title:sales", "size:1to10", "employer:7", "company:tui", "state:nsw"}) == [
        ("employer", "7", 1), ("size", "1to10", 1), ("title", "sales", 1),
    ]  # fmt: skip


def postings(connection):
    kept: dict[str, list[bytes]] = {}
    for word, rows in fetch_all(connection, "SELECT word, rows FROM directory_posting ORDER BY word, run"):
        kept.setdefault(word, []).append(bytes(rows))
    return {word: page(unpack(runs), 0, 99)[0] for word, runs in kept.items()}


def put(engine, numbers, firms=((0, "tui ridge"),)):
    with db.writing(engine) as connection:
        connection.execute(
            insert(companies),
            [
                empty_record(companies, n=n, number=n, name=name, folded=name, size_low=1, size_high=10)
                for n, name in firms
            ],
        )
        rows = [
            empty_record(
                people,
                n=n,
                number=n,
                company_n=firms[n % len(firms)][0],
                name=f"P{n}",
                folded=" chef",
                seniority=n % 2 + 1,
                department=1,
            )
            for n in numbers
        ]
        connection.execute(insert(people), rows)
        directory_index.fill(connection)
        return postings(connection)


def test_people_are_kept_run_by_run_with_empty_runs_passed_over(engine) -> None:
    numbers = [0, 1, RUN - 1, RUN, 3 * RUN + 5]
    kept = put(engine, numbers)
    assert kept["everybody:"] == kept["title:chef"] == kept["size:1to10"] == numbers
    assert (kept["seniority:1"], kept["seniority:2"]) == ([0, RUN], [1, RUN - 1, 3 * RUN + 5])
    with db.reading(engine) as connection:
        runs = [
            run
            for (run,) in fetch_all(
                connection, "SELECT run FROM directory_posting WHERE word = 'everybody:' ORDER BY run"
            )
        ]
    assert runs == [0, 1, 3]


def test_a_word_and_an_employer_have_a_set_from_so_many_people_on(engine, monkeypatch) -> None:
    monkeypatch.setattr(directory_index, "MIN_PEOPLE_PER_WORD", 3)
    monkeypatch.setattr(directory_index, "MIN_PEOPLE_PER_EMPLOYER", 2)
    kept = put(engine, range(3), ((0, "tui ridge"), (1, "tui tours")))
    assert (kept["company:tui"], kept["employer:0"]) == ([0, 1, 2], [0, 2])
    assert not {"company:ridge", "company:tours", "employer:1"} & kept.keys()
    with db.reading(engine) as connection:
        listed = fetch_all(connection, "SELECT kind, word, posted FROM directory_word ORDER BY kind, word")
    assert [tuple(row) for row in listed] == [
        ("company", "ridge", 0), ("company", "tours", 0), ("company", "tui", 1), ("employer", "0", 1), ("size", "1to10", 1),
        ("title", "chef", 1),
    ]  # fmt: skip


def test_companies_without_people_are_found_by_name_and_list_no_words(engine) -> None:
    put(engine, [0], ((0, "tui ridge"), (1, "kowhai point")))
    with db.reading(engine) as connection:
        statement, values = sql_companies_by_words(connection, ["kowhai"])
        assert [n for (n,) in fetch_all(connection, statement, values)] == [1]
        assert fetch_all(connection, "SELECT 1 FROM directory_word WHERE word = 'kowhai'") == []


def test_filling_again_gives_the_same_and_another_edition(engine, see_that_the_indexes_agree) -> None:
    fill(engine, 60, 30)

    def look():
        with db.reading(engine) as connection:
            return postings(connection), fetch_all(connection, "SELECT edition FROM directory_edition")[0][0]

    before, first = look()
    with db.writing(engine) as connection:
        directory_index.fill(connection)
        directory_index.create(connection)
    assert look() == (before, first + 1)
    see_that_the_indexes_agree()


@pytest.mark.parametrize("cached", [0, 400_000])
def test_what_is_remembered_of_kinds_of_people_changes_nothing(engine, monkeypatch, cached) -> None:
    monkeypatch.setattr(directory_index, "_MAX_CACHED_KINDS", cached)
    assert put(engine, [0, 1, RUN])["seniority:1"] == [0, RUN]
