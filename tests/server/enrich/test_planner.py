"""The search: each question goes by indexes, needs no sort, and finds what going through everybody finds."""

import itertools
from typing import Any

import pytest
from sqlalchemy import text

from tests.thinned import rotated
from tui.server.enrich.fold import fold
from tui.server.enrich.planner import Criteria, search_people
from tui.server.storage import db, directory_index
from tui.server.storage.statements import fetch_all

NSW = (("NSW", "", ""),)


@pytest.mark.parametrize(
    ("criteria", "asked"),
    [
        (Criteria(company="Tūī Ridge"), ["directory_company_words", "directory_person_of_company"]),
        (Criteria(company="x", keys={"domain": "tuiridge.example"}), ["directory_company_by_domain", "directory_person_of_company"]),
        (Criteria(keys={"id": "f900000000000"}, department=(4,)), ["directory_company_by_number", "directory_person_of_company", "directory_posting"]),
        (Criteria(seniority=(6,), department=(2,), places=NSW), ["directory_posting"]),
        (Criteria(position="sales manager", places=NSW), ["directory_posting", "directory_word"]),
        (Criteria(sizes=((51, 200),), country="NZ"), ["directory_posting", "directory_word"]),
    ],
)  # fmt: skip
def test_a_question_is_answered_by_indexes(connection, criteria, asked, monkeypatch) -> None:
    # The first search of a process reads all of the postings, and remembers what there is room for.
    monkeypatch.setattr("tui.server.enrich.postings.MAX_CACHE_BYTES", 0)
    search_people(connection, Criteria(country="NZ"), start=0, size=1)
    steps = []

    def explained(connection, statement, values=()):
        plan = fetch_all(connection, f"EXPLAIN QUERY PLAN {statement}", values)
        steps.extend(row[3] for row in plan if "directory_edition" not in row[3])
        return fetch_all(connection, statement, values)

    for module in ("planner", "postings", "directory"):
        monkeypatch.setattr(f"tui.server.enrich.{module}.fetch_all", explained)
    assert search_people(connection, criteria, start=0, size=25)[0]
    assert not [step for step in steps if step.startswith("SCAN") and "VIRTUAL TABLE INDEX" not in step]
    assert not [step for step in steps if "TEMP B-TREE" in step]
    for name in asked:
        assert any(name in step for step in steps), (name, steps)


@pytest.mark.parametrize(
    "criteria",
    [
        Criteria(position="..."),
        Criteria(position="zzz"),
        Criteria(company="Pty Ltd"),
        Criteria(company="no such firm"),
        Criteria(keys={"id": "f000000000001"}),
        Criteria(sizes=((20_000, 30_000),), seniority=(1,), position="zzz"),
    ],
)
def test_what_nobody_meets_is_an_empty_page(connection, criteria) -> None:
    assert search_people(connection, criteria, start=0, size=25) == ([], 0)


def by_hand(staff, firms, criteria):
    """The ids that meet ``criteria``, found by going through everybody."""
    homes = {firm.id: firm for firm in firms}

    def begins(word, line):
        return any(each.startswith(word) for each in fold(line).split())

    def meets(one):
        firm = homes[one.company_id]
        return all(
            (
                all(begins(word, one.title) for word in fold(criteria.position).split()),
                all(begins(word, firm.name) for word in fold(criteria.company).split()),
                not criteria.seniority or one.seniority in criteria.seniority,
                not criteria.department or one.department in criteria.department,
                not criteria.country or one.country == criteria.country,
                not criteria.places
                or any(
                    fold(one.city) == city if city else one.state == state and country in {"", one.country}
                    for state, country, city in criteria.places
                ),
                not criteria.sizes
                or any(
                    (firm.size_high is None or firm.size_high >= low)
                    and (high is None or firm.size_low <= high)
                    for low, high in criteria.sizes
                ),
            )
        )

    return [one.id for one in sorted(staff, key=lambda one: one.rank) if meets(one)]


CHOICES: dict[str, Any] = {
    "company": ("", "r", "ridge"),
    "position": ("", "man", "head of"),
    "seniority": ((), (4,), (5, 6)),
    "department": ((), (4,)),
    "places": ((), NSW, (("", "", "auckland"), ("VIC", "AU", ""))),
    "sizes": ((), ((0, 60),)),
}


@pytest.mark.parametrize(("company", "position"), rotated(CHOICES["company"], CHOICES["position"]))
def test_every_road_finds_the_same_people(connection, staff, firms, company, position) -> None:
    rest = [CHOICES[name] for name in ("seniority", "department", "places", "sizes")]
    for seniority, department, places, sizes in itertools.product(*rest):
        criteria = Criteria(
            company=company, position=position, seniority=seniority, department=department, places=places, sizes=sizes
        )  # fmt: skip
        wanted = by_hand(staff, firms, criteria)
        rows, total = search_people(connection, criteria, start=0, size=10)
        assert ([row.id for row in rows], total) == (wanted[:10], len(wanted)), criteria
        rows, total = search_people(connection, criteria, start=5, size=3)
        assert ([row.id for row in rows], total) == (wanted[5:8], len(wanted)), criteria


@pytest.mark.parametrize(("few", "rare"), [(3, 200), (3, 0), (0, 200), (0, 0)])
def test_a_word_of_many_employers_is_found_by_itself(
    connection, staff, firms, monkeypatch, few, rare
) -> None:
    monkeypatch.setattr("tui.server.enrich.planner._FEW_COMPANIES", few)
    monkeypatch.setattr("tui.server.enrich.postings._FEW_WORDS", rare)
    for company in ("ridge", "r", "tui ridge"):
        criteria = Criteria(company=company, seniority=(5, 6))
        rows, total = search_people(connection, criteria, start=0, size=100)
        wanted = by_hand(staff, firms, criteria)
        assert ([row.id for row in rows], total) == (wanted[:100], len(wanted))
        assert wanted


@pytest.mark.parametrize("few", [0, 20])
@pytest.mark.parametrize("written", ["tuiridge", "TūīRidge", "t uiridge", "tuirid", "tūī-ridge"])
def test_a_company_is_found_by_its_name_without_blanks(connection, monkeypatch, few, written) -> None:
    monkeypatch.setattr("tui.server.enrich.planner._FEW_COMPANIES", few)
    wanted = search_people(connection, Criteria(company="Tūī Ridge"), start=0, size=100)
    assert wanted[1]
    assert search_people(connection, Criteria(company=written), start=0, size=100) == wanted


@pytest.mark.parametrize("company", ["ridgetui", "uiridge", "tuiridgex", "x" * 5000, "a b c d " * 500])
def test_a_name_of_other_letters_finds_nobody(connection, company) -> None:
    assert search_people(connection, Criteria(company=company), start=0, size=9) == ([], 0)


def test_much_used_words_and_large_employers_have_postings(engine, staff, firms, monkeypatch) -> None:
    monkeypatch.setattr("tui.server.storage.directory_index.MIN_PEOPLE_PER_WORD", 3)
    monkeypatch.setattr("tui.server.storage.directory_index.MIN_PEOPLE_PER_EMPLOYER", 4)
    monkeypatch.setattr("tui.server.enrich.planner._FEW_COMPANIES", 1)
    with db.writing(engine) as connection:
        directory_index.fill(connection)
        kinds = {
            word.partition(":")[0] for (word,) in fetch_all(connection, "SELECT word FROM directory_posting")
        }
    assert {"company", "employer"} <= kinds
    with db.reading(engine) as connection:
        for company in ("ridge", "r", "Tūī Ridge"):
            criteria = Criteria(company=company)
            wanted = by_hand(staff, firms, criteria)
            assert [row.id for row in search_people(connection, criteria, start=0, size=999)[0]] == wanted
        assert search_people(connection, Criteria(keys={"id": "f900000000000"}), start=0, size=1)[1] > 4


def test_what_is_remembered_is_forgotten_with_the_next_edition(engine, staff, firms) -> None:
    with db.reading(engine) as connection:
        before = search_people(connection, Criteria(places=NSW), start=0, size=1)[1]
    with db.writing(engine) as connection:
        connection.execute(text("UPDATE directory_person SET state = 'VIC' WHERE state = 'NSW' AND n < 100"))
        directory_index.fill(connection)
    with db.reading(engine) as connection:
        assert 0 < search_people(connection, Criteria(places=NSW), start=0, size=1)[1] < before


def test_paging_past_the_end_still_tells_the_total(connection, staff, firms) -> None:
    criteria = Criteria(places=NSW)
    rows, total = search_people(connection, criteria, start=9000, size=25)
    assert (rows, total) == ([], len(by_hand(staff, firms, criteria)))


def test_the_same_questions_are_answered_by_postgresql(postgres_database, staff, firms) -> None:
    from tui.server.importing.load import load

    engine = db.connect(postgres_database)
    try:
        with db.writing(engine) as connection:
            db.create(connection)
            load(connection, firms, staff)
            connection.execute(text("ANALYZE"))
        with db.reading(engine) as connection:
            for position, company, seniority, places, sizes in itertools.product(
                ("", "man"), ("", "ridge"), ((), (5, 6)), CHOICES["places"], CHOICES["sizes"]
            ):
                criteria = Criteria(
                    position=position, company=company, seniority=seniority, places=places, sizes=sizes
                )
                wanted = by_hand(staff, firms, criteria)
                rows, total = search_people(connection, criteria, start=0, size=10)
                assert ([row.id for row in rows], total) == (wanted[:10], len(wanted)), criteria
            called = [
                search_people(connection, Criteria(company=written), start=0, size=100)
                for written in ("Tūī Ridge", "tuiridge")
            ]
            assert called[0] == called[1] != ([], 0)
    finally:
        engine.dispose()
