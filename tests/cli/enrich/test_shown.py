"""Findings and people as rows and as JSON, with do-not-call numbers hidden in both."""

from datetime import timedelta

import pytest

from tests.app.conftest import NOW
from tui.cli.enrich import shown
from tui.cli.enrich.lookup import subject_of
from tui.model.enrich.differences import Difference, Stated
from tui.model.finding import Finding, Quote, QuoteStep
from tui.model.person import CompanyRef, Contactable, Location, Person, PhonePoint

SECRET = "+61400000000"
ANA = Person(
    full_name="Ana Reid",
    title="CEO",
    company=CompanyRef(name="Tūī Ridge"),
    phones=(
        PhonePoint(e164=SECRET, raw="0400 000 000", kind="mobile", do_not_call=True),
        PhonePoint(e164="+61299990000", raw="02 9999 0000", kind="work"),
    ),
)
FOUND = Finding(
    key="email:ana", type="person", person=ANA, provider="local directory", cost=2, fetched_at=NOW
)


@pytest.mark.parametrize("allowed", [False, True])
def test_a_do_not_call_number_is_only_written_when_that_is_asked_for(capsys, allowed):
    shown.print_finding(FOUND, NOW, remembered=False, do_not_call=allowed)
    said = capsys.readouterr()
    in_json = (shown.finding_json(FOUND, do_not_call=allowed), shown.person_json(ANA, do_not_call=allowed))
    for text in (said.out.replace(" ", ""), *map(str, in_json)):
        assert (SECRET in text) is allowed, text
    assert (shown.HIDDEN in said.out) is not allowed
    assert "+61299990000" in said.out.replace(" ", "")
    assert said.err == "2 credits, local directory\n"
    assert in_json[0]["matched"] is True


def test_an_answer_that_is_remembered_costs_nothing_and_has_an_age(capsys):
    shown.print_finding(FOUND, NOW + timedelta(days=120), remembered=True, do_not_call=False)
    assert capsys.readouterr().err == (
        "remembered, nothing to pay, 120 days old (--fresh asks anew), local directory\n"
    )
    assert shown.describe_age(FOUND, NOW) == "fetched today"
    assert shown.describe_age(FOUND, NOW + timedelta(days=1)) == "1 day old"


@pytest.mark.parametrize(
    ("fields", "said"), [({"person": None}, "no match"), ({"withheld": True}, "opted out")]
)
def test_what_is_not_found_or_withheld_has_no_rows(capsys, fields, said):
    shown.print_finding(FOUND.replace(cost=0, **fields), NOW, remembered=False, do_not_call=True)
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("free, local directory\n")
    assert said in written.err


def test_services_that_disagree_are_each_named_with_a_date(capsys):
    stated = (
        Stated(value="CEO", provider="one", fetched_at=NOW),
        Stated(value="CFO", provider="two", fetched_at=NOW),
    )
    shown.say_differences([Difference(name="title", stated=stated)])
    day = f"{NOW:%Y-%m-%d}"
    assert capsys.readouterr().err == f"services disagree: title: CEO (one, {day}), CFO (two, {day})\n"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0, 0, "free"), (1, 1, "1 credit"), (0, 2, "0 to 2 credits"), (2, 2, "2 credits")],
)
def test_a_price(low, high, said):
    assert shown.price(low, high) == said


def test_a_quote_says_whether_and_why_not():
    subject = subject_of("person", ["ana@tuiridge.example"])
    quote = Quote(low=1, high=2, credits_left=7, steps=(QuoteStep(service="one", low=1, high=2, name="one"),))
    told = shown.quote_json(subject, quote, "")
    assert (told["allowed"], told["why"], told["remembered"], told["creditsLeft"]) == (True, "", False, 7)
    assert told["steps"][0]["service"] == "one"
    refused = shown.quote_json(subject, quote.replace(cached_at=NOW), "over the limit")
    assert (refused["allowed"], refused["why"], refused["remembered"]) == (False, "over the limit", True)


def test_a_hit_has_a_cell_for_each_heading():
    known = ANA.replace(
        seniority="manager",
        location=Location(city="Sydney", state="NSW"),
        contactable=Contactable(has_email=True, has_do_not_call_phone=True),
    )
    row = dict(zip(shown.PEOPLE_HEAD, shown.person_row(known), strict=True))
    assert (row["name"], row["company"], row["location"]) == ("Ana Reid", "Tūī Ridge", "Sydney, NSW")
    assert row["has"] == "email do-not-call"
    assert row["seniority"] == "Manager"
    bare = dict(
        zip(shown.PEOPLE_HEAD, shown.person_row(Person(location=Location(raw="Down Under"))), strict=True)
    )
    assert (bare["location"], bare["seniority"], bare["has"]) == ("Down Under", "", "")


def test_a_hit_promises_an_address_of_their_own_as_it_does_on_the_page_of_people():
    private = Person(contactable=Contactable(has_personal_email=True, has_phone=True))
    assert shown.person_row(private)[-1] == "email phone"


def test_a_word_that_nobody_has_says_what_it_was_taken_for(capsys):
    missed = FOUND.replace(key=subject_of("person", ["Ana"]).key, person=None, cost=0)
    shown.print_finding(missed, NOW, remembered=False, do_not_call=False)
    said = capsys.readouterr().err
    assert "no match\nhint: ana was taken for the name of a profile" in said.lower()
    assert "NAME at COMPANY" in said
