"""What a search found: where one is in it, who each is, and what is said when there is nobody."""

import pytest

from tui.app.commands.catalogue import KeyNames
from tui.app.enrich.hits import face, lookup_contents, subject_of, where
from tui.app.enrich.pages import FoundPage, hits, mark_key, no_results_text, place_words, search_price
from tui.app.enrich.sightings import Sighting
from tui.model.enrich.people import PeoplePage, PeopleQuery
from tui.model.finding import Quote
from tui.model.person import CompanyRef, Contactable, Location, Person

ANA = Person(
    id="p1",
    full_name="Ana Reid",
    title="Head of Growth",
    network_slug="ana-reid",
    seniority="vp_director_head",
    company=CompanyRef(name="Tūī Ridge", domain="tuiridge.example"),
    location=Location(city="Hamilton", state="WKO", country="NZ"),
    contactable=Contactable(has_email=True, has_phone=True, has_mobile=True, has_do_not_call_phone=True),
)
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


def test_nobody_is_an_answer_with_a_way_on():
    assert "Nobody fits Tūī Ridge" in no_results_text(page(0, total=0), KeyNames())
    assert "free" in no_results_text(page(0, total=0), KeyNames())
    assert "opted out" in no_results_text(page(0, hidden=3), KeyNames())
    assert "← goes back" in no_results_text(page(0, offset=25), KeyNames())


def test_the_price_of_a_page():
    assert search_price(Quote(low=0, high=0, credits_left=7)) == "free · 7 left"
    assert search_price(Quote(low=0, high=1)) == "0–1 credits a page · balance not known yet"


def test_a_hit_says_who_where_and_what_a_lookup_promises():
    assert where(ANA) == "Tūī Ridge · Hamilton, WKO, NZ"
    assert lookup_contents(ANA) == "e-mail, mobile (do not call)"
    assert (
        lookup_contents(Person(contactable=Contactable(has_personal_email=True, has_phone=True)))
        == "e-mail, phone"
    )
    assert lookup_contents(Person()) == ""
    assert face(ANA).plain == (
        "Ana Reid  Head of Growth\nTūī Ridge · Hamilton, WKO, NZ · e-mail, mobile (do not call)"
    )


def test_a_hit_can_be_looked_up():
    subject = subject_of(ANA)
    assert (subject.key, subject.text) == ("network_slug:ana-reid", "Ana Reid at Tūī Ridge")
    nameless = subject_of(Person(first_name="Ana", last_name="Reid", company=CompanyRef(domain="x.example")))
    assert (nameless.name, nameless.company, nameless.identifiers) == ("Ana Reid", "x.example", ())


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
