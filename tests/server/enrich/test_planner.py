"""The search's roads: each rule goes by its index, needs no sort, and finds what going through everybody finds."""

import itertools
from typing import Any

import pytest
from sqlalchemy import text

from tui.server import db
from tui.server.enrich.fold import fold
from tui.server.enrich.planner import Criteria, plan_of, search_people
from tui.server.enrich.statements import ask

NSW = (("NSW", "", ""),)


@pytest.fixture
def connection(engine):
    with db.reading(engine) as connection:
        yield connection


@pytest.mark.parametrize(
    ("criteria", "road", "by"),
    [
        (Criteria(company="Tūī Ridge"), "company", "directory_person_of_company"),
        (Criteria(company="tui ridge", position="operations", seniority=(4,), places=(("VIC", "", ""),)), "company",
         "directory_person_of_company"),
        (Criteria(company="x", keys={"domain": "tuiridge.example"}), "company", "directory_person_of_company"),
        (Criteria(company_id="f900000000000", department=(4,)), "company", "directory_person_of_company"),
        (Criteria(seniority=(6,), department=(2,), places=NSW), "facets", "directory_person_by_facets"),
        (Criteria(seniority=(6,), department=(2,), places=NSW, position="sales"), "facets", "directory_person_by_facets"),
        (Criteria(position="manager"), "words", "VIRTUAL TABLE INDEX"),
        (Criteria(position="sales manager", places=NSW), "words", "VIRTUAL TABLE INDEX"),
        (Criteria(seniority=(4, 5), department=(2,), places=NSW), "words", "VIRTUAL TABLE INDEX"),
        (Criteria(seniority=(6,), department=(5,)), "words", "VIRTUAL TABLE INDEX"),
        (Criteria(sizes=((51, 200),), country="NZ"), "words", "VIRTUAL TABLE INDEX"),
    ],
)  # fmt: skip
def test_a_rule_goes_by_its_index(connection, criteria, road, by) -> None:
    plan = plan_of(connection, criteria)
    assert plan.road == road
    steps = [row[3] for row in ask(connection, f"EXPLAIN QUERY PLAN {plan.page}", (*plan.values, 25, 0))]
    assert any(by in step for step in steps), steps
    assert not any(step.startswith("SCAN") and "VIRTUAL" not in step for step in steps), steps
    if road != "company":
        assert not any("TEMP B-TREE" in step for step in steps), steps


@pytest.mark.parametrize(
    "criteria",
    [
        Criteria(position="..."),
        Criteria(position="zzz"),
        Criteria(company="Pty Ltd"),
        Criteria(company="no such firm"),
        Criteria(company_id="f000000000001"),
        Criteria(sizes=((20_000, 30_000),), seniority=(1,), position="zzz"),
    ],
)
def test_what_nobody_meets_asks_nothing(connection, criteria) -> None:
    assert search_people(connection, criteria, start=0, size=25) == ([], 0)
    assert plan_of(connection, criteria).road == "nobody"


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


@pytest.mark.parametrize("company", CHOICES["company"])
@pytest.mark.parametrize("position", CHOICES["position"])
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


def test_more_employers_than_can_be_gone_through_are_asked_of_the_words(
    connection, staff, firms, monkeypatch
) -> None:
    monkeypatch.setattr("tui.server.enrich.planner._MANY_COMPANIES", 3)
    criteria = Criteria(company="ridge", seniority=(6,))
    assert plan_of(connection, criteria).road == "words"
    rows, total = search_people(connection, criteria, start=0, size=100)
    assert [row.id for row in rows] == by_hand(staff, firms, criteria)[:100]
    assert total > len(rows) or total == len(rows) > 3


def test_a_word_with_many_endings_is_searched_by_its_beginning(connection, staff, firms, monkeypatch) -> None:
    monkeypatch.setattr("tui.server.enrich.words._MOST_ENDINGS", 1)
    criteria = Criteria(position="m")
    rows, total = search_people(connection, criteria, start=0, size=100)
    wanted = by_hand(staff, firms, criteria)
    assert ([row.id for row in rows], total) == (wanted[:100], len(wanted))


def test_paging_past_the_end_still_tells_the_total(connection, staff, firms) -> None:
    criteria = Criteria(places=NSW)
    rows, total = search_people(connection, criteria, start=9000, size=25)
    assert (rows, total) == ([], len(by_hand(staff, firms, criteria)))


def test_the_same_questions_are_answered_by_postgresql(postgres_database, staff, firms) -> None:
    from tui.server.intake.load import load

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
    finally:
        engine.dispose()
