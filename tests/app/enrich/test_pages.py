"""What a search found: where one is in it, who each is, and what is said when there is nobody."""

import pytest

from tests.app.enrich.conftest import ANA
from tui.app.commands.catalogue import KeyNames
from tui.app.enrich.lines import subject_of
from tui.app.enrich.pages import (
    FoundPage,
    FoundPeople,
    hits,
    mark_key,
    no_results_text,
    place_words,
    search_price,
)
from tui.app.enrich.sightings import Sighting
from tui.model.enrich.people import PeoplePage, PeopleQuery
from tui.model.finding import Quote
from tui.model.person import CompanyRef, Location, Person

ASKED = PeopleQuery(company="Tūī Ridge")


def page(count, **more):
    return FoundPage(ASKED, PeoplePage(people=(ANA,) * count, **more))


@pytest.mark.parametrize(
    ("found", "marked", "words"),
    [
        (page(25, total=1204, next=25), 0, "1–25 of 1,204"),
        (page(25, total=1204, offset=25, next=50), 2, "26–50 of 1,204 · 2 marked"),
        (page(1, total=1), 0, "1 of 1"),
        (page(25, next=25), 0, "1–25 of more"),
        (page(3), 0, "1–3"),
        (page(0, total=0), 0, "nobody"),
        (page(2, total=4, hidden=2), 0, "1–2 of 4 · 2 opted out"),
    ],
)
def test_where_in_it_the_page_is(found, marked, words):
    assert place_words(found, marked) == words


def test_who_opted_out_since_is_not_among_the_people_that_stay():
    bo = Person(id="bo", full_name="Bo Ngata")
    kept = FoundPeople(page(1, total=2), {mark_key(one): one for one in (ANA, bo)})
    kept.leave_out(lambda people: [one for one in people if one != ANA])
    assert kept == FoundPeople(page(0, total=2, hidden=1), {mark_key(bo): bo})
    kept = FoundPeople()
    kept.leave_out(list)
    assert kept.page is None


def test_nobody_is_an_answer_with_a_way_on():
    assert "Nobody fits Tūī Ridge" in no_results_text(page(0, total=0), KeyNames())
    assert "free" in no_results_text(page(0, total=0), KeyNames())
    assert "opted out" in no_results_text(page(0, hidden=3), KeyNames())
    assert "← goes back" in no_results_text(page(0, offset=25), KeyNames())


def test_the_price_of_a_page():
    assert search_price(Quote(low=0, high=0, credits_left=7)) == "free · 7 left"
    assert search_price(Quote(low=0, high=1)) == "0–1 credits a page · balance not known yet"


def test_marks_know_people_with_and_without_an_id():
    assert mark_key(ANA) == "p1"
    assert mark_key(ANA.replace(id="")) == "ana-reid"
    assert mark_key(Person(full_name="A", title="T")) != mark_key(Person(full_name="A", title="U"))


def test_two_of_one_name_are_two_rows(now):
    twins = [(ANA, Sighting(subject_of(ANA), Quote(low=1, high=2)))] * 2
    drawn = list(hits(twins, {"p1": ANA}, now))
    assert [line.ident for line in drawn] == ["0", "1"]
    assert drawn[0].drawn.at(80).plain.startswith("✓○ Ana Reid")


def test_nothing_of_a_hit_is_drawn_as_it_came(now, hostile_texts):
    for text in hostile_texts:
        person = Person(
            full_name=text,
            title=text,
            company=CompanyRef(name=text),
            location=Location(city=text, raw=text),
            network_slug=text,
        )
        (line,) = hits([(person, Sighting(subject_of(person), Quote(low=1, high=2)))], {}, now)
        assert not any(
            (ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160 for char in line.drawn.at(60).plain
        )
