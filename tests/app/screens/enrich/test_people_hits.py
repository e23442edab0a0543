"""The people found: walked, marked over several pages, and taken with what a lookup brought."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.conftest import NOW
from tests.app.fakes import fake
from tui.app.enrich.pages import FoundPage, FoundPeople
from tui.app.enrich.sightings import Sighting
from tui.app.screens.enrich.people_hits import PeopleHits
from tui.clock import ManualClock
from tui.model.enrich.people import PeoplePage, PeopleQuery
from tui.model.finding import Finding, Quote
from tui.model.person import EmailPoint, Person

PEOPLE = tuple(Person(id=f"p{number}", full_name=f"Person {number}") for number in range(6))
ASKED = PeopleQuery(company="Firm")


class Rows:
    """The list of rows, with a cursor."""

    def __init__(self) -> None:
        self.current: str | None = None
        self.shown: list[str] = []
        self.tops: list[str] = []

    def show(self, rows):
        self.shown = [ident for ident, _ in rows]
        self.current = self.current if self.current in self.shown else next(iter(self.shown), None)

    @property
    def highlighted(self):
        return None

    @highlighted.setter
    def highlighted(self, index):
        self.current = self.shown[index]

    def move_cursor_to(self, ident):
        self.current = ident

    def scroll_to_top(self, ident):
        self.tops.append(ident)

    def scroll_home(self, *, animate):
        pass


@pytest.fixture
def known():
    """The answers that are stored, by the name of the person."""
    return {}


@pytest.fixture
def hits(known):
    rows: Any = Rows()
    workspace = fake(lookups=fake(finding=lambda subject: known.get(subject.name)))

    def sighting(subject):
        return Sighting(subject, Quote(low=1, high=2), known.get(subject.name))

    drawn = []
    lookups, clock = fake(sighting=sighting), ManualClock(NOW)
    made = PeopleHits(lambda: rows, lookups, workspace, clock, lambda: drawn.append(1), FoundPeople())
    return SimpleNamespace(hits=made, rows=rows, drawn=drawn)


def page(*people, offset=0, query=ASKED):
    return FoundPage(query, PeoplePage(people=people, offset=offset))


def found(person, **more):
    return Finding(key="k", type="person", person=person.replace(**more), fetched_at=NOW)


def names(people):
    return [person.full_name for person in people]


def test_before_a_search_there_is_nobody(hits):
    one = hits.hits
    assert (one.person, one.line, one.marked, len(one)) == (None, None, 0, 0)
    assert (one.targets, one.marked_or_page) == ([], [])
    one.mark()
    one.mark_all()
    assert one.marked == 0


def test_a_mark_goes_on_to_the_next_and_a_second_takes_it_away(hits):
    one = hits.hits
    one.show(page(*PEOPLE[:3]))
    assert names(one.targets) == ["Person 0"], "without marks it is the one under the cursor"
    one.mark()
    one.mark()
    assert (one.marked, one.person) == (2, PEOPLE[2])
    assert names(one.targets) == ["Person 0", "Person 1"]
    one.mark()
    assert one.person == PEOPLE[2], "behind the last there is none"
    hits.rows.move_cursor_to("0")
    one.mark()
    assert names(one.targets) == ["Person 1", "Person 2"]
    one.unmark()
    assert one.marked == 0


def test_marks_are_kept_over_pages_and_dropped_with_another_search(hits):
    one = hits.hits
    one.show(page(*PEOPLE[:3]))
    one.mark_all()
    one.show(page(*PEOPLE[3:], offset=25))
    one.mark_all()
    assert one.marked == 6
    one.mark_all()
    assert names(one.targets) == ["Person 0", "Person 1", "Person 2"], "those of the other page stay"
    one.show(page(*PEOPLE[:3], query=PeopleQuery(company="Other")))
    assert one.marked == 0
    assert names(one.marked_or_page) == ["Person 0", "Person 1", "Person 2"]


def test_whoever_was_looked_up_is_taken_with_what_was_found(hits, known):
    one = hits.hits
    email = EmailPoint(value="p@firm.example")
    known["Person 0"] = found(PEOPLE[0], emails=(email,))
    known["Person 1"] = Finding(key="k", type="person", fetched_at=NOW)
    one.show(page(*PEOPLE[:3]))
    assert one.marked_or_page[0].emails == (email,)
    assert one.marked_or_page[1:] == [*PEOPLE[1:3]], "a miss leaves what the search said"


def test_the_rows_below_a_person_are_about_that_person_and_marks_pass_them_over(hits, known):
    one = hits.hits
    known["Person 0"] = found(PEOPLE[0], title="Chief", emails=(EmailPoint(value="p@firm.example"),))
    one.show(page(*PEOPLE[:2]))
    below = [ident for ident in hits.rows.shown if "\n" in ident]
    assert below
    hits.rows.move_cursor_to(below[-1])
    assert one.person == PEOPLE[0]
    assert one.line is not None
    one.mark()
    assert (one.marked, one.person) == (1, PEOPLE[1])


def test_what_was_looked_up_is_brought_into_view_unless_the_cursor_went_on(hits):
    one = hits.hits
    one.show(page(*PEOPLE[:2]))
    one.lead("0", PEOPLE[0])
    one.lead("1", PEOPLE[1])
    one.lead("9", PEOPLE[0])
    assert hits.rows.tops == ["0"]
    before = len(hits.drawn)
    one.draw()
    assert len(hits.drawn) == before + 1
