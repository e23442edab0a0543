"""Output of findings and people as text and JSON; do-not-call numbers are marked and hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tui.cli import output
from tui.model.enrich.people import Namesake
from tui.model.enrich.vocabulary import SENIORITY_LABELS
from tui.model.enrich.wanted import lacking
from tui.presentation.facts import Fact, facts, firm_words

if TYPE_CHECKING:
    from tui.errors import NoKey
    from tui.model.enrich.differences import Difference
    from tui.model.enrich.people import Candidate
    from tui.model.enrich.spending import Wanted
    from tui.model.finding import Finding, Quote
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.model.values.scalars import Json

HIDDEN = "hidden: do not call"

PEOPLE_HEAD = ("name", "title", "company", "seniority", "location", "profile", "has")


def finding_json(finding: Finding, *, do_not_call: bool) -> Json:
    """Convert a finding to JSON."""
    fields = (finding if do_not_call else _mask_finding(finding)).wire()
    return {**fields, "matched": finding.matched}


def print_finding(finding: Finding, now: datetime, *, remembered: bool, do_not_call: bool) -> None:
    """Print a finding as text: its cost and age on stderr, its fields on stdout."""
    if finding.gaps:
        output.say(f"note: {finding.gaps}")
    price = output.plural(finding.cost, "credits") if finding.cost else "free"
    if remembered:
        price = f"remembered, nothing to pay, {describe_age(finding, now)}"
    output.say(f"{price}, {finding.provider}")
    if finding.withheld:
        output.say("opted out: what was found is not kept and not shown")
        return
    if not finding.matched:
        output.say("no match")
        if finding.key.startswith(("person:", "company:")):
            output.say("hint: see how the names are spelled, or give an identifier")
        elif finding.key.startswith("network_slug:"):
            said = finding.key.partition(":")[2]
            output.say(
                f"hint: {said} was taken for the name of a profile; a name needs a company: NAME at COMPANY"
            )
        return
    output.table(
        ("field", "value", "about"), [_row(fact, do_not_call=do_not_call) for fact in facts(finding)]
    )


def no_key(error: NoKey | None) -> str:
    """Return why nothing can be looked up, and the way out, as sentences; "" without an error."""
    return "" if error is None else f"{error}. {error.hint}."


def steps(quote: Quote) -> str:
    """Return the price at each of several services, in order; "" for a single one."""
    return ", then ".join(f"{one.service} {price(one.low, one.high)}" for one in quote.steps)


def say_sources(finding: Finding, wanted: Collection[Wanted]) -> None:
    """Print which other services gave fields, and which wanted fields no service has."""
    for one in finding.also:
        output.say(
            f"{one.field} from {one.provider}: {price(one.cost, one.cost)}, {one.fetched_at.astimezone():%Y-%m-%d}"
        )
    if finding.matched:
        for name in lacking([finding], wanted):
            output.say(f"no {name}: no service that was asked has one")


def say_differences(said: Sequence[Difference]) -> None:
    """Print the fields in which services disagree, each value with its source."""
    for one in said:
        values = ", ".join(
            f"{value.value} ({value.provider}, {value.fetched_at.astimezone():%Y-%m-%d})"
            for value in one.stated
        )
        output.say(f"services disagree: {one.name}: {values}")


def _row(fact: Fact, *, do_not_call: bool) -> Sequence[object]:
    """Return a fact's row as the panel shows it: name, value, and kind with reliability note."""
    if fact.do_not_call and not do_not_call:
        return (fact.name, HIDDEN, fact.kind)
    return (fact.name, fact.value, ", ".join(filter(None, (fact.kind, fact.note, fact.was))))


def describe_age(finding: Finding, now: datetime) -> str:
    """Describe the age of an answer: ``fetched today``, ``12 days old``, with a hint if it is stale."""
    days = finding.age_days(now)
    words = "fetched today" if days == 0 else f"{output.plural(days, 'days')} old"
    return f"{words} (--fresh asks anew)" if finding.is_stale(now) else words


def quote_json(subject: Subject, quote: Quote, why: str) -> Json:
    """Convert a quote to JSON, with ``why`` the lookup would be refused ("" if it is allowed)."""
    return {
        "subject": subject.text,
        "type": subject.type,
        "low": quote.low,
        "high": quote.high,
        "creditsLeft": quote.credits_left,
        "steps": [one.wire() for one in quote.steps],
        "remembered": quote.cached_at is not None,
        "allowed": not why,
        "why": why,
    }


def price(low: int, high: int) -> str:
    """Format a price: ``free``, ``1 credit`` or ``1 to 2 credits``."""
    if not high:
        return "free"
    return output.plural(high, "credits") if low == high else f"{low} to {output.plural(high, 'credits')}"


def person_json(person: Person, *, do_not_call: bool) -> Json:
    """Convert a person to JSON."""
    return (person if do_not_call else _mask_person(person)).wire()


def candidate_row(one: Candidate) -> Sequence[object]:
    """Return the row of a person or company that fits the name."""
    if isinstance(one, Namesake):
        return (one.company.name, firm_words(one.company), one.step.service)
    return person_row(one)[:6]


def person_row(person: Person) -> Sequence[object]:
    """Return the row of a search hit, with the columns of ``PEOPLE_HEAD``."""
    place = ", ".join(part for part in (person.location.city, person.location.state) if part)
    has = [
        name
        for name, there in (
            ("email", person.contactable.has_email or person.contactable.has_personal_email),
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


def _mask_finding(finding: Finding) -> Finding:
    return finding if finding.person is None else finding.replace(person=_mask_person(finding.person))


def _mask_person(person: Person) -> Person:
    """Return ``person`` with do-not-call numbers replaced by ``HIDDEN``."""
    phones = tuple(
        phone.replace(e164="", raw=HIDDEN) if phone.do_not_call else phone for phone in person.phones
    )
    return person.replace(phones=phones)
