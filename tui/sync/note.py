"""Comments that show a finding to the user. Pure.

The last line identifies the finding, so that a second attach finds its comment again, from any machine. It
ends with a checksum of the whole text, so that a text typed by a user is never taken for an attached comment.
Values from outside are escaped, so that Markdown shows them literally, and are read back without the escapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from tui.model.action import NOTE_SIGNATURE
from tui.model.company import Company
from tui.model.enrich.differences import Difference, differences
from tui.model.enrich.grouping import group_abn
from tui.model.enrich.suppression import Kind as OptOut
from tui.model.enrich.suppression import keys_of, suppression_keys, with_name
from tui.model.enrich.vocabulary import department_label, seniority_label
from tui.model.person import EmailPoint, Location, Person, PhonePoint
from tui.model.values.scalars import local_time
from tui.recognise.identifiers.phones import grouped

if TYPE_CHECKING:
    from tui.model.finding import Finding, OtherSource

OLD = timedelta(days=365)
"""Age from which a record is called old, because people may have changed jobs."""

_NAME = re.compile(r"\*\*(.{1,600}?)(?<!\\)\*\*")
_FIELD_LINE = re.compile(r"- ([\w-]+): (.+?)(?: \(.*| · .*)?")
_SIGNED = re.compile(rf"{NOTE_SIGNATURE}(?: (.*?))??(?: · ([0-9a-f]{{8}}))?")
"""The last line: the key of the finding, and the checksum of the text."""

_CHANGING = re.compile(r"(?<=, )\d{4}-\d\d-\d\d, (?:no credits|\d+ credits?)$| · [0-9a-f]{8}\Z", re.MULTILINE)
"""The parts that change when the same answer is fetched again: date, price, and so the checksum."""


def note(finding: Finding, others: Sequence[Finding] = ()) -> str:
    """Format a finding as a Markdown comment; numbers on a do-not-call register are marked and left out.

    Args:
        finding: The finding.
        others: Findings of other services; where they differ, both values are given with their sources.
    """
    if finding.person is not None:
        body = _person(finding.person, _previous_values(finding))
    elif finding.company is not None:
        body = _company(finding.company, _previous_values(finding))
    else:
        body = ["**No match**"]
    said = differences([finding, *(one for one in others if one.provider != finding.provider)])
    foot = [line for line in (_checked(finding), *_sources(finding), signature(finding.key)) if line]
    text = "\n".join([*(line for line in body if line), *map(_disagreement, said), "", *foot])
    return f"{text} · {_check(text)}"


def _disagreement(one: Difference) -> str:
    values = ", ".join(f"{escape(said.value)} ({escape(said.provider)})" for said in one.stated)
    return f"- {one.name[:1].upper()}{one.name[1:]}, where services disagree: {values}"


def signature(key: str) -> str:
    """Return the last line of the comment with the finding ``key``, without the checksum."""
    return f"{NOTE_SIGNATURE} {escape(key)}".rstrip()


def is_note(text: str) -> bool:
    """Return whether ``note`` created a comment."""
    return _last_line(text).startswith(NOTE_SIGNATURE)


def is_unaltered(text: str) -> bool:
    """Return whether ``note`` created the whole comment, and nobody has changed it."""
    signed = _SIGNED.fullmatch(_last_line(text))
    return signed is not None and signed[2] == _check(text.rstrip().removesuffix(f" · {signed[2]}"))


def _check(text: str) -> str:
    """Return a checksum of eight digits, which ignores white space because services may change it."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def holds_finding(text: str, key: str) -> bool:
    """Return whether a comment holds the finding ``key``."""
    signed = _SIGNED.fullmatch(_last_line(text))
    # Comments of earlier versions have the key unescaped, and no checksum.
    return signed is not None and (signed[1] or "") in {escape(key).rstrip(), " ".join(key.split())}


def says_the_same(text: str, other: str) -> bool:
    """Return whether two comments differ at most in when the finding was fetched, and at what price."""
    return _CHANGING.sub("", text.strip()) == _CHANGING.sub("", other.strip())


def is_about_another(text: str, finding: Finding) -> bool:
    """Return whether a comment has the profile of somebody else than the person of ``finding``."""
    if finding.person is None:
        return False
    mine, told = (
        {key for key in keys if key[0] == "network_slug"}
        for keys in (suppression_keys(finding.person), identifiers_in(text))
    )
    return bool(mine and told) and mine.isdisjoint(told)


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2]


def identifiers_in(text: str) -> list[tuple[OptOut, str]]:
    """Extract all identifiers in a comment by which its subject may be on the suppression list."""
    found: list[tuple[OptOut, str]] = []
    person = Person()
    for line in text.splitlines():
        if (signed := _SIGNED.fullmatch(line)) is not None:
            key = unescape(signed[1] or "")
            found += [*keys_of(key), *with_name(person.full_name, *key.partition(":")[::2])]
        elif (name := _NAME.match(line)) is not None:
            person = person.replace(full_name=unescape(name[1]))
        elif (field := _FIELD_LINE.fullmatch(line)) is not None:
            person = _with_field(person, field[1], unescape(field[2]))
            found += suppression_keys(Company(abn=_abn(field[1], field[2])))
        else:
            parts = unescape(line).split(" · ")
            found += suppression_keys(Company(domain=next((part for part in parts if "." in part), "")))
    return [*found, *suppression_keys(person)]


def _with_field(person: Person, label: str, value: str) -> Person:
    match label:
        case "E-mail":
            return person.replace(emails=(*person.emails, EmailPoint(value=value)))
        case "Phone":
            return person.replace(phones=(*person.phones, PhonePoint(e164=value)))
        case "Profile":
            return person.replace(network_url=value)
        case _:
            return person


def _abn(label: str, value: str) -> str:
    return "".join(filter(str.isdecimal, value)) if label == "ABN" else ""


def _person(person: Person, was: Mapping[str, str]) -> list[str]:
    company = person.company
    size = f"{company.size} people" if company.size else ""
    return [
        _title(person.whole_name, person.title, was.get("title", "")),
        _with_remark(
            _joined(company.name, company.domain or company.website, company.industry, size),
            was.get("company", ""),
        ),
        _field("Seniority", seniority_label(person.seniority)),
        _field("Department", department_label(person.department)),
        *_emails(person.emails),
        *_phones(person.phones),
        _field("Location", _place(person.location)),
        _profile(person.network_url),
        _doubts(person.conflicts),
    ]


def _company(company: Company, was: Mapping[str, str]) -> list[str]:
    people = str(company.employee_count or "") or (company.size_band.text if company.size_band else "")
    return [
        _title(company.name or company.legal_name, company.tagline, was.get("name", "")),
        _joined(company.domain or company.website, *company.industries[:2]),
        _field("People", people, was.get("people", "")),
        _field("ABN", group_abn(company.abn), company.abn_status.lower(), mark=" · "),
        _field("NZBN", company.nzbn),
        _field("Company number", company.crn),
        # Directors are people, who are not put before everybody on the board with their company.
        _field("Status", company.registers.get("status", "")),
        _field("GST since", company.registers.get("gst", "")),
        _field("Founded", str(company.founded_year or "")),
        *(_field("E-mail", email) for email in company.emails),
        *(_field("Phone", grouped(phone)) for phone in company.phones),
        _field("Location", _place(company.hq)),
        _profile(company.network_url),
        _doubts(company.conflicts),
    ]


def _emails(emails: tuple[EmailPoint, ...]) -> list[str]:
    return [_field("E-mail", email.value, email.kind, email.status) for email in emails]


def _phones(phones: tuple[PhonePoint, ...]) -> list[str]:
    # Everybody on the board can read a comment, so it must not contain a do-not-call number.
    return [
        _field("Phone", "number hidden", phone.kind, "do not call")
        if phone.do_not_call
        else _field("Phone", grouped(phone.e164) or phone.raw, phone.kind)
        for phone in phones
    ]


def _sources(finding: Finding) -> Iterator[str]:
    """Yield a line for the source, and one for each field from another service."""
    named: list[tuple[str, Finding | OtherSource]] = [("Source", finding)]
    named += [(f"Source of {one.field}", one) for one in finding.also]
    for name, one in named:
        cost = "no credits" if not one.cost else f"{one.cost} credit{'s' * (one.cost != 1)}"
        yield f"{name}: {escape(one.provider) or 'unknown'}, {local_time(one.fetched_at):%Y-%m-%d}, {cost}"


def _checked(finding: Finding) -> str:
    """Return when the service last verified the record, and whether that was long ago."""
    record = finding.person or finding.company
    if record is None or record.last_verified is None:
        return ""
    old = (
        ", old: over a year before it was fetched" if finding.fetched_at - record.last_verified >= OLD else ""
    )
    return f"Record checked: {local_time(record.last_verified):%Y-%m-%d}{old}"


def _title(name: str, role: str, was: str) -> str:
    title = f"**{escape(name) or 'Unnamed'}**" + (f", {escape(role)}" if role else "")
    return _with_remark(title, was)


def _field(label: str, value: str, *remarks: str, mark: str = "") -> str:
    """Return a line with an escaped value and remarks in brackets or after ``mark``; "" for no value."""
    if not value:
        return ""
    known = [escape(remark) for remark in remarks if remark and remark != "unknown"]
    if mark:
        return f"- {label}: {mark.join((escape(value), *known))}"
    return _with_remark(f"- {label}: {escape(value)}", ", ".join(known))


def _profile(url: str) -> str:
    return f"- Profile: {address(url)}" if url.strip() else ""


def _with_remark(text: str, remark: str) -> str:
    return f"{text} ({remark})" if text and remark else text


def _place(place: Location) -> str:
    return ", ".join(part for part in (place.city, place.state, place.country) if part) or place.raw


def _doubts(conflicts: tuple[str, ...]) -> str:
    return _field("Check", f"{', '.join(conflicts)} points at somebody else") if conflicts else ""


def _joined(*parts: str) -> str:
    known = [part for part in parts if part]
    return " · ".join(
        (escape_start(part) if not number else escape(part)) for number, part in enumerate(known)
    )


def _previous_values(finding: Finding) -> dict[str, str]:
    """Return the previous values of fields, by the field's name: ``was Head of Sales until 2026-05-03``."""
    return {
        one.field: f"was {escape(one.value)} until {local_time(one.until):%Y-%m-%d}"
        for one in finding.changes
        if one.value
    }


_SPECIAL = re.compile(r"([\\`*_\[\]<>~|&!#$^])")
_AT_START = re.compile(r"^([-+=:]|\d{1,9}(?=[.)]))")
_MENTION = re.compile(r"(?<![\w.+-])@(?=\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_JOINER = "\u2060"
"""Word joiner, an invisible character, inserted after an @ that would otherwise mention a member."""


def escape(text: str) -> str:
    """Return ``text`` on one line, without Markdown and mentions."""
    line = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _MENTION.sub(f"@{_JOINER}", line)


def escape_start(text: str) -> str:
    """Escape ``text`` for the start of a line, where list marks and heading rules have a meaning."""
    return _AT_START.sub(_mark, escape(text))


def address(url: str) -> str:
    """Return a web address as Markdown; in angle brackets if it has special characters."""
    plain = "".join(url.split())
    if not _SPECIAL.search(plain):
        return plain
    web = plain.startswith(("https://", "http://")) and not set("<>\\") & set(plain)
    return f"<{plain}>" if web else escape(plain)


def _mark(match: re.Match[str]) -> str:
    return f"{match[1]}\\" if match[1].isdigit() else f"\\{match[1]}"


def unescape(text: str) -> str:
    """Return the original of an escaped text, or of an address in angle brackets."""
    if text.startswith("<") and text.endswith(">"):
        return text[1:-1]
    return _ESCAPED.sub(r"\1", text.replace(f"@{_JOINER}", "@"))
