"""The facts of a finding, as rows to show and to copy. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.model.enrich.grouping import group_abn, group_acn
from tui.model.enrich.vocabulary import department_label, seniority_label
from tui.presentation.timestamps import ago, day
from tui.recognise.identifiers.phones import grouped

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.finding import Finding
    from tui.model.person import EmailPoint, Location, Person, PhonePoint

SURE_EMAIL = frozenset({"", "deliverable", "valid", "verified", "ok"})
"""Statuses by which services mark a verified e-mail address, and the empty status."""

_REGISTER_NAMES = MappingProxyType(
    {"gst": "GST since", "companies_office": "Companies Office", "confirmed": "last confirmed"}
)
"""Names of what registers say of a company, where the adapters' names are not those that people read."""

EMPLOYER = "company"
"""Name of the fact whose value can be looked up in turn."""

OLD = timedelta(days=365)
"""Age from which a record, or a value of it, is called old."""

UNLIKELY = 0.8
"""Likelihood below which the service's confidence is shown."""

_LONGEST_LIST = 6
_PLAIN = frozenset({"", "unknown"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of a finding.

    Attributes:
        value: The value that is shown, and copied unless there is a ``plain`` one.
        kind: The sort of value, and when it was verified, or "".
        note: How reliable the value is, or "".
        do_not_call: Whether the number is on a do-not-call register: hidden until asked for.
        opens: A domain that can be looked up, or "".
        was: What the field said before, and until when, or "".
        plain: A number without its groups, as other programs take it, or "".
    """

    name: str
    value: str
    kind: str = ""
    note: str = ""
    do_not_call: bool = False
    opens: str = ""
    was: str = ""
    plain: str = ""

    @property
    def copied(self) -> str:
        """The value to copy."""
        return self.plain or self.value


def facts(finding: Finding, now: datetime | None = None) -> list[Fact]:
    """List the non-empty facts of a finding, most useful first, each with its previous value.

    Args:
        finding: The finding.
        now: The current time, for ages and dates; None for that of the finding.
    """
    at = finding.fetched_at if now is None else now
    if finding.person is not None:
        found = _person(finding.person, at)
    elif finding.company is not None:
        found = _company(finding.company)
    else:
        return []
    was = {one.field: f"was {one.value} until {day(one.until, at)}" for one in finding.changes}
    # The first of several e-mails or numbers shows the removed ones.
    known = [replace(fact, was=was.pop(fact.name, "")) for fact in found if fact.value]
    return known + [Fact(name, "not told any more", was=words) for name, words in was.items()]


def employer(finding: Finding) -> str:
    """Return the domain of a finding's company for a lookup, else its name, else ""."""
    if finding.person is not None:
        return finding.person.company.domain or finding.person.company.name
    return (finding.company.domain or finding.company.name) if finding.company is not None else ""


def source(finding: Finding, now: datetime, *, bought: bool = False) -> str:
    """Describe a finding's provider, age and price; a cached one cost nothing this time.

    Args:
        finding: The finding.
        now: The current time, for the age.
        bought: Whether it was fetched just now.
    """
    record = finding.person or finding.company
    price, when = spent(finding.cost), ago(finding.fetched_at, now)
    parts = [finding.sources or "unknown source"]
    if bought:
        parts += [f"fetched {when}", f"it cost {price}" if finding.cost else "it was free"]
    else:
        parts += [
            "remembered",
            f"looked up {when} for {price}" if finding.cost else f"looked up {when}, free",
        ]
    if record is not None and record.last_verified is not None:
        parts.append(f"record checked {day(record.last_verified, now)}")
    return " · ".join(parts)


def age_warning(finding: Finding, now: datetime) -> str:
    """Return a sentence that a record was last checked over a year ago; "" for a newer one, or an unknown date."""
    record = finding.person or finding.company
    if record is None or record.last_verified is None or now - record.last_verified < OLD:
        return ""
    years = (now - record.last_verified) // OLD
    ago_ = "over a year" if years == 1 else f"over {years} years"
    return f"Old: the record was last checked {day(record.last_verified, now)}, {ago_} ago"


def spent(cost: int) -> str:
    """Format a price: ``free``, ``1 credit`` or ``2 credits``."""
    return "free" if cost == 0 else f"{cost} credit{'' if cost == 1 else 's'}"


def price_range(low: int, high: int) -> str:
    """Format the minimum and maximum of a price: ``free``, ``1 credit`` or ``1–2 credits``."""
    return spent(high) if low == high else f"{low:,}–{high:,} credits"


def identifier_words(kind: str, value: str) -> str:
    """Return an identifier as people write it: business numbers and telephone numbers in groups."""
    match kind:
        case "abn":
            return group_abn(value)
        case "acn":
            return group_acn(value)
        case "phone":
            return grouped(value)
        case _:
            return value


def firm_words(company: Company) -> str:
    """Return what distinguishes a company from others of its name: its number or domain, and its place."""
    numbers = (
        ("ABN", group_abn(company.abn)),
        ("NZBN", company.nzbn),
        ("company number", company.crn),
        ("", company.domain),
    )
    number = next((f"{kind} {value}".strip() for kind, value in numbers if value), "")
    return " · ".join(filter(None, (number, _place(company.hq))))


def _person(person: Person, told: datetime) -> Iterator[Fact]:
    yield Fact("name", person.whole_name, note=_confidence(person.likelihood, person.conflicts))
    yield Fact("title", person.title or person.headline)
    yield Fact(EMPLOYER, person.company.name or person.company.domain, opens=person.company.domain)
    yield from (_email(email, told) for email in person.emails)
    yield from (_phone(phone, told) for phone in person.phones)
    yield Fact("place", _place(person.location))
    yield Fact("seniority", seniority_label(person.seniority))
    yield Fact("department", department_label(person.department))
    yield Fact("size", f"{person.company.size} people" if person.company.size else "")
    yield Fact("since", person.started)
    yield Fact("profile", person.network_url)
    yield Fact("skills", _join_some(person.skills))


def _company(company: Company) -> Iterator[Fact]:
    yield Fact(
        "name", company.name or company.legal_name, note=_confidence(company.likelihood, company.conflicts)
    )
    yield Fact("legal name", company.legal_name if company.legal_name != company.name else "")
    yield Fact("trades as", _join_some(company.trading_names))
    yield Fact("domain", company.domain)
    yield Fact("ABN", group_abn(company.abn), company.abn_status, plain=company.abn)
    yield Fact("ACN", group_acn(company.acn), plain=company.acn)
    yield Fact("NZBN", company.nzbn)
    yield Fact("company number", company.crn)
    yield from (
        Fact(_REGISTER_NAMES.get(name, name.replace("_", " ")), text)
        for name, text in company.registers.items()
    )
    yield Fact("industry", _join_some(company.industries))
    yield Fact("people", _size(company))
    yield Fact("revenue", company.revenue)
    yield Fact("founded", str(company.founded_year or ""))
    yield Fact("place", _place(company.hq))
    yield from (Fact("e-mail", email) for email in company.emails)
    yield from (Fact("phone", grouped(phone), plain=phone) for phone in company.phones)
    yield Fact("website", company.website)
    yield Fact("profile", company.network_url)
    yield Fact("uses", _join_some(company.technologies))
    yield Fact("about", company.tagline or company.description)


def _email(email: EmailPoint, told: datetime) -> Fact:
    doubt = "" if email.status.casefold() in SURE_EMAIL else email.status.replace("_", " ")
    return Fact(
        "e-mail",
        email.value,
        _joined(_known_kind(email.kind), _checked(email.verified_on, told)),
        _joined(doubt, _percent(email.confidence)),
    )


def _phone(phone: PhonePoint, told: datetime) -> Fact:
    unread = "" if phone.e164 else "as written"
    return Fact(
        "phone",
        grouped(phone.e164) or phone.raw,
        _joined(_known_kind(phone.kind), _checked(phone.verified_on, told)),
        _joined("do not call" if phone.do_not_call else "", unread, _percent(phone.confidence)),
        do_not_call=phone.do_not_call,
        plain=phone.e164,
    )


def _known_kind(kind: str) -> str:
    return "" if kind in _PLAIN else kind


def _checked(on: datetime | None, told: datetime) -> str:
    return "" if on is None else f"checked {day(on, told)}{', old' if told - on >= OLD else ''}"


def _confidence(likelihood: float | None, conflicts: Iterable[str]) -> str:
    against = ", ".join(conflicts)
    return _joined(_percent(likelihood), f"{against} points at somebody else" if against else "")


def _percent(share: float | None) -> str:
    """Format a low likelihood as ``60% sure``; "" for a high or missing one."""
    return "" if share is None or share >= UNLIKELY else f"{share:.0%} sure"


def _place(place: Location) -> str:
    return ", ".join(filter(None, (place.city, place.state, place.country))) or place.raw


def _size(company: Company) -> str:
    if company.employee_count is not None:
        return f"{company.employee_count:,}"
    return company.size_band.text if company.size_band is not None else ""


def _join_some(values: Iterable[str]) -> str:
    known = [value for value in values if value]
    more = f" and {len(known) - _LONGEST_LIST} more" if len(known) > _LONGEST_LIST else ""
    return ", ".join(known[:_LONGEST_LIST]) + more


def _joined(*notes: str) -> str:
    return ", ".join(filter(None, notes))
