"""CSV tables of people and of bulk runs, in which no cell can be a formula. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tui.model.values.formula import as_text

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.enrich.bulk import BulkItem
    from tui.model.finding import Finding
    from tui.model.person import Person

HIDDEN = "hidden"
"""Placeholder for a number that must not be called."""

PERSON_COLUMNS = (
    "name", "title", "seniority", "department", "company", "company_domain", "emails", "phones",
    "phones_do_not_call", "location", "profile", "has_email", "has_personal_email", "has_phone",
    "has_mobile", "has_do_not_call_phone",
)  # fmt: skip
_COMPANY_COLUMNS = ("abn", "industry", "employees", "founded")
RUN_COLUMNS = (
    "card",
    "subject",
    "state",
    "cost",
    "source",
    "fetched",
    *PERSON_COLUMNS,
    *_COMPANY_COLUMNS,
    "why",
)


def safe(value: object) -> str:
    """Return ``value`` as a cell that no spreadsheet reads as a formula; a leading apostrophe marks it as text."""
    text = "" if value is None else str(value)
    text = "".join(char for char in text if char >= " " or char in "\t\r\n")
    return as_text(text)


def table(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows as CSV text with a header and standard (CRLF) line endings."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([safe(row.get(column)) for column in columns])
    return out.getvalue()


def people_csv(people: Iterable[Person], *, do_not_call: bool = False) -> str:
    """Return people as a CSV table; do-not-call numbers have their own column, hidden unless ``do_not_call``."""
    return table(PERSON_COLUMNS, (person_row(one, do_not_call=do_not_call) for one in people))


def run_csv(
    items: Iterable[BulkItem],
    card: Callable[[str], str],
    finding: Callable[[BulkItem], Finding | None],
    *,
    do_not_call: bool = False,
) -> str:
    """Return a run as a CSV table: a row for each subject of each card, whatever its state.

    Args:
        items: The items, in the order of the cards.
        card: Returns a card's name for its id.
        finding: Returns the finding about an item's subject.
        do_not_call: Write out the numbers that must not be called.
    """

    def row(item: BulkItem) -> Mapping[str, object]:
        if item.state == "suppressed":
            # The card's name is the user's own text; everything else about the person is left out.
            return {"card": card(item.card_id), "state": item.state, "cost": item.cost, "why": "opted out"}
        found = finding(item)
        head = {"card": card(item.card_id), "subject": item.subject.text if item.subject else ""}
        outcome = {"state": item.state, "cost": item.cost, "why": item.why}
        return {**head, **outcome, **(_found(found, do_not_call=do_not_call) if found is not None else {})}

    return table(RUN_COLUMNS, map(row, items))


def _found(finding: Finding, *, do_not_call: bool) -> Mapping[str, object]:
    fields = {"source": finding.sources, "fetched": f"{finding.fetched_at.astimezone():%Y-%m-%d}"}
    if finding.person is not None:
        return {**fields, **person_row(finding.person, do_not_call=do_not_call)}
    return {**fields, **_company_row(finding.company)} if finding.company is not None else fields


def person_row(person: Person, *, do_not_call: bool = False) -> Mapping[str, object]:
    """Return one person as a row: values by column name."""
    barred = _numbers(person, do_not_call=True)
    place = person.location
    return {
        "name": person.full_name,
        "title": person.title,
        "seniority": _known(person.seniority),
        "department": _known(person.department),
        "company": person.company.name,
        "company_domain": person.company.domain or person.extra.get("company_domain"),
        "emails": join_cells(email.value for email in person.emails),
        "phones": join_cells(_numbers(person, do_not_call=False)),
        "phones_do_not_call": join_cells(barred) if do_not_call else join_cells(HIDDEN for _ in barred),
        "location": _place(place.city, place.state, place.country) or place.raw,
        "profile": person.network_url,
        **{name: _yes(getattr(person.contactable, name)) for name in _PROMISES},
    }


_PROMISES = ("has_email", "has_personal_email", "has_phone", "has_mobile", "has_do_not_call_phone")


def _company_row(company: Company) -> Mapping[str, object]:
    band = company.size_band.text if company.size_band is not None else ""
    return {
        "company": company.name,
        "company_domain": company.domain,
        "emails": join_cells(company.emails),
        "phones": join_cells(company.phones),
        "location": _place(company.hq.city, company.hq.state, company.hq.country),
        "profile": company.network_url,
        "abn": company.abn,
        "industry": join_cells(company.industries),
        "employees": company.employee_count or band,
        "founded": company.founded_year,
    }


def _numbers(person: Person, *, do_not_call: bool) -> list[str]:
    return [phone.e164 or phone.raw for phone in person.phones if phone.do_not_call == do_not_call]


def _place(*parts: str | None) -> str:
    return ", ".join(filter(None, parts))


def join_cells(values: Iterable[str]) -> str:
    """Join several values in one cell, without duplicates."""
    return "; ".join(dict.fromkeys(value for value in values if value))


def _known(word: str) -> str:
    return "" if word == "unknown" else word


def _yes(value: bool) -> str:
    return "yes" if value else ""
