"""Findings and people as they are written out. A number that must not be called is marked, and hidden."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tui.cli import output
from tui.model.vocabulary import SENIORITY_LABELS
from tui.presentation.facts import Fact, facts

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.model.finding import Finding, Quote
    from tui.model.person import Person
    from tui.model.subject import Subject

HIDDEN = "hidden: do not call"

PEOPLE_HEAD = ("name", "title", "company", "seniority", "location", "profile", "has")


def finding_json(finding: Finding, *, do_not_call: bool) -> Json:
    """A finding for a program."""
    told = (finding if do_not_call else _hidden(finding)).wire()
    return {**told, "matched": finding.matched}


def tell(finding: Finding, now: datetime, *, remembered: bool, do_not_call: bool) -> None:
    """Write a finding for a reader: what it cost and how old it is as talk, the rest as data."""
    price = output.plural(finding.cost, "credits") if finding.cost else "free"
    if remembered:
        price = f"remembered, nothing to pay, {age(finding, now)}"
    output.say(f"{price}, {finding.provider}")
    if finding.withheld:
        output.say("opted out: what was found is not kept and not shown")
        return
    if not finding.matched:
        output.say("no match")
        return
    output.table(
        ("field", "value", "about"), [_row(fact, do_not_call=do_not_call) for fact in facts(finding)]
    )


def _row(fact: Fact, *, do_not_call: bool) -> Sequence[object]:
    """A field as the panel shows it: what it is, what it says, and how far it can be relied on."""
    if fact.do_not_call and not do_not_call:
        return (fact.name, HIDDEN, fact.kind)
    return (fact.name, fact.value, ", ".join(filter(None, (fact.kind, fact.note))))


def age(finding: Finding, now: datetime) -> str:
    """How old an answer is: ``fetched today``, ``12 days old``, and whether that is old."""
    days = finding.age_days(now)
    told = "fetched today" if days == 0 else f"{output.plural(days, 'days')} old"
    return f"{told} (--fresh asks anew)" if finding.is_stale(now) else told


def quote_json(subject: Subject, quote: Quote, why: str) -> Json:
    """A price for a program: what it may cost, and what stands against it."""
    return {
        "subject": subject.text,
        "type": subject.type,
        "low": quote.low,
        "high": quote.high,
        "creditsLeft": quote.credits_left,
        "remembered": quote.cached_at is not None,
        "allowed": not why,
        "why": why,
    }


def price(low: int, high: int) -> str:
    """``free``, ``1 credit`` or ``1 to 2 credits``."""
    if not high:
        return "free"
    return output.plural(high, "credits") if low == high else f"{low} to {output.plural(high, 'credits')}"


def person_json(person: Person, *, do_not_call: bool) -> Json:
    """A person for a program."""
    return (person if do_not_call else _masked(person)).wire()


def person_row(person: Person) -> Sequence[object]:
    """A hit of a search, in a row of ``PEOPLE_HEAD``."""
    place = ", ".join(part for part in (person.location.city, person.location.state) if part)
    has = [
        name
        for name, there in (
            ("email", person.contactable.has_email),
            ("phone", person.contactable.has_phone),
            ("mobile", person.contactable.has_mobile),
            ("do-not-call", person.contactable.has_do_not_call_phone),
        )
        if there
    ]
    return (
        person.full_name,
        person.title,
        person.company.name,
        "" if person.seniority == "unknown" else SENIORITY_LABELS.get(person.seniority, ""),
        place or person.location.raw,
        person.network_url,
        " ".join(has),
    )


def _hidden(finding: Finding) -> Finding:
    return finding if finding.person is None else finding.but(person=_masked(finding.person))


def _masked(person: Person) -> Person:
    """``person`` without the numbers that must not be called."""
    phones = tuple(phone.but(e164="", raw=HIDDEN) if phone.do_not_call else phone for phone in person.phones)
    return person.but(phones=phones)
