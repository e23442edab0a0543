"""What the panel says under its rows: the price of the next key, and the keys that work there."""

from dataclasses import replace

import pytest

from tui.app.commands.catalogue import KeyNames
from tui.app.enrich.lines import lines
from tui.app.enrich.panel_words import company_of, hints, price_words
from tui.app.enrich.sightings import Sighting, Sightings
from tui.errors import Unreachable
from tui.model.company import Company
from tui.model.enrich.people import PeoplePage
from tui.model.finding import Finding, Quote
from tui.model.person import CompanyRef, Person, PhonePoint
from tui.model.subject import Identifier, Subject

PRICE = Quote(low=1, high=2, credits_left=9)
ANA = Subject(type="person", name="Ana Reid", company="Firm")
FIRM = Subject(type="company", name="Firm", identifiers=(Identifier(kind="domain", value="firm.example"),))
RECORD = Person(full_name="Ana Reid", title="Chief", company=CompanyRef(name="Firm", domain="firm.example"))


def found(now, person=RECORD):
    return Sighting(ANA, PRICE, Finding(key="k", type="person", person=person, fetched_at=now))


def words(sighting, now):
    """The words beside the keys, on the first row of a subject."""
    line = next(lines([sighting], now))
    back, *shown, keys = hints(line, KeyNames())
    assert (back, keys) == (("esc", "back"), ("?", "keys"))
    return [word for _, word in shown]


@pytest.mark.parametrize(
    ("sighting", "offered"),
    [
        (Sighting(ANA, PRICE), ["look up", "by hand", "people"]),
        (Sighting(Subject(type="person", name="Ana"), PRICE), ["look up", "by hand"]),
        (Sighting(ANA, PRICE, no_staff="It has no people."), ["look up", "by hand"]),
        (Sighting(ANA, PRICE, busy=True), ["by hand"]),
        (Sighting(ANA, PRICE, barred="opted out"), ["by hand"]),
        (Sighting(ANA, PRICE, wait=7), ["by hand", "people"]),
        (Sighting(ANA, PRICE.replace(refused="no")), ["by hand", "people"]),
        (Sighting(ANA, PRICE, candidates=(RECORD, RECORD)), ["look up", "by hand", "people"]),
        (Sighting(ANA, PRICE, trouble=Unreachable("x")), ["look up", "by hand", "people"]),
        (
            Sighting(FIRM, PRICE, staff=PeoplePage(people=(RECORD,))),
            ["look up", "by hand", "all people"],
        ),
    ],
)
def test_the_keys_are_those_that_do_something_on_the_row(now, sighting, offered):
    assert words(sighting, now) == offered


def test_what_was_found_can_be_attached_copied_and_made_a_card(now):
    assert words(found(now), now) == [
        "attach", "copy", "people", "card", "all held", "width", "by hand",
    ]  # fmt: skip
    barred = RECORD.replace(phones=(PhonePoint(e164="+64215550123", do_not_call=True),))
    assert "phones" in words(found(now, barred), now)
    company = Sighting(
        FIRM, PRICE, Finding(key="k", type="company", company=Company(name="Firm"), fetched_at=now)
    )
    assert "card" not in words(company, now)
    missed = Sighting(ANA, PRICE, Finding(key="k", type="person", fetched_at=now))
    assert words(missed, now)[0] == "try again"


def test_where_nobody_is_named_one_can_be_typed_in():
    assert [word for _, word in hints(None, KeyNames())] == ["back", "type one in", "keys"]


def test_the_price_is_of_the_row_and_the_budget_stands_under_it(now):
    sighting = found(now)
    named = Sightings(
        now=now, card_id="k", card="c", sightings=(sighting,), quotes={"firm.example": Quote(low=1, high=1)}
    )
    said = {
        line.fact.name: price_words(line, named) for line in lines([sighting], now) if line.fact is not None
    }
    assert said["company"].startswith("Firm: 1 credit")
    assert said["title"] == price_words(next(lines([sighting], now)), named)
    assert price_words(next(lines([sighting], now)), replace(named, budget="this month 12")).endswith(
        "\nthis month 12"
    )


def test_the_company_is_that_of_the_answer_before_that_of_the_card(now):
    assert company_of(Sighting(ANA, PRICE)) == "Firm"
    assert company_of(Sighting(FIRM, PRICE)) == "firm.example"
    assert company_of(found(now)) == "firm.example"
    assert company_of(found(now, RECORD.replace(company=CompanyRef()))) == "Firm"
    assert company_of(Sighting(Subject(type="person", name="Ana"), PRICE)) == ""
