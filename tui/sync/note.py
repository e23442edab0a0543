"""Comments that show a finding to a reader. Pure.

The last line identifies the finding, so that a second attach finds its comment again, from any machine.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.company import Company
from tui.model.enrich.suppression import Kind as OptOut
from tui.model.enrich.suppression import keys_of, suppression_keys
from tui.model.person import EmailPoint, Location, Person, PhonePoint

if TYPE_CHECKING:
    from tui.model.finding import Finding

SIGNATURE = "Cardscout ·"
"""The beginning of each comment's last line."""

_NAME = re.compile(r"\*\*(.{1,300}?)\*\*")
_FIELD_LINE = re.compile(r"- ([\w-]+): (\S+)")


def note(finding: Finding) -> str:
    """Format a finding as a Markdown comment. Numbers on a do-not-call register are marked and left out."""
    if finding.person is not None:
        body = _person(finding.person)
    elif finding.company is not None:
        body = _company(finding.company)
    else:
        body = ["**No match**"]
    lines = [*(line for line in body if line), "", _source(finding), signature(finding.key)]
    return "\n".join(lines)


def signature(key: str) -> str:
    """Return the last line of the comment that holds the finding ``key``."""
    return f"{SIGNATURE} {_line(key)}".rstrip()


def is_note(text: str) -> bool:
    """Return whether a comment was made by ``note``."""
    return text.rstrip().rpartition("\n")[2].startswith(SIGNATURE)


def holds_finding(text: str, key: str) -> bool:
    """Return whether a comment holds the finding ``key``."""
    return text.rstrip().rpartition("\n")[2] == signature(key)


def identifiers_in(text: str) -> list[tuple[OptOut, str]]:
    """Extract all identifiers in a comment by which its subject may be on the suppression list."""
    found: list[tuple[OptOut, str]] = []
    for line in text.splitlines():
        if line.startswith(SIGNATURE):
            found += keys_of(line.removeprefix(SIGNATURE).strip())
        elif (name := _NAME.match(line)) is not None:
            found += suppression_keys(Person(full_name=name[1]))
        elif (field := _FIELD_LINE.match(line)) is not None:
            found += suppression_keys(_parse_field(field[1], field[2]))
        else:
            found += suppression_keys(
                Company(domain=next((part for part in line.split(" · ") if "." in part), ""))
            )
    return found


def _parse_field(label: str, value: str) -> Person | Company:
    match label:
        case "E-mail":
            return Person(emails=(EmailPoint(value=value),))
        case "Phone":
            return Person(phones=(PhonePoint(e164=value),))
        case "Profile":
            return Person(network_url=value)
        case "ABN":
            return Company(abn=value)
        case _:
            return Person()


def _person(person: Person) -> list[str]:
    company = person.company
    return [
        _title(person.full_name or f"{person.first_name} {person.last_name}", person.title),
        _joined(company.name, company.domain or company.website, company.industry),
        *_emails(person.emails),
        *_phones(person.phones),
        _field("Location", _place(person.location)),
        _field("Profile", person.network_url),
        _doubts(person.conflicts),
    ]


def _company(company: Company) -> list[str]:
    people = str(company.employee_count or "") or (company.size_band.text if company.size_band else "")
    return [
        _title(company.name or company.legal_name, company.tagline),
        _joined(company.domain or company.website, *company.industries[:2]),
        _field("People", people),
        _field("ABN", _joined(company.abn, company.abn_status.lower())),
        _field("NZBN", company.nzbn),
        _field("Founded", str(company.founded_year or "")),
        *(_field("E-mail", email) for email in company.emails),
        *(_field("Phone", phone) for phone in company.phones),
        _field("Location", _place(company.hq)),
        _field("Profile", company.network_url),
        _doubts(company.conflicts),
    ]


def _emails(emails: tuple[EmailPoint, ...]) -> list[str]:
    return [_field("E-mail", _with(email.value, email.kind, email.status)) for email in emails]


def _phones(phones: tuple[PhonePoint, ...]) -> list[str]:
    # The whole board reads a comment: a number that must not be called does not belong in it.
    return [
        _field("Phone", _with("number hidden", phone.kind, "do not call"))
        if phone.do_not_call
        else _field("Phone", _with(phone.e164 or phone.raw, phone.kind))
        for phone in phones
    ]


def _source(finding: Finding) -> str:
    cost = "no credits" if not finding.cost else f"{finding.cost} credit{'s' * (finding.cost != 1)}"
    return f"Source: {_line(finding.provider) or 'unknown'}, {finding.fetched_at:%Y-%m-%d}, {cost}"


def _title(name: str, role: str) -> str:
    return f"**{_line(name) or 'Unnamed'}**" + (f", {_line(role)}" if role else "")


def _field(label: str, value: str) -> str:
    return f"- {label}: {_line(value)}" if value else ""


def _with(value: str, *marks: str) -> str:
    remarks = ", ".join(mark for mark in marks if mark and mark != "unknown")
    return f"{value} ({remarks})" if remarks else value


def _place(place: Location) -> str:
    return ", ".join(part for part in (place.city, place.state, place.country) if part) or place.raw


def _doubts(conflicts: tuple[str, ...]) -> str:
    return _field("Check", f"{', '.join(conflicts)} points at somebody else") if conflicts else ""


def _joined(*parts: str) -> str:
    return " · ".join(_line(part) for part in parts if part)


def _line(text: str) -> str:
    """Put ``text`` on one line: a value from outside must not start a heading, or forge our last line."""
    return " ".join(text.split())
