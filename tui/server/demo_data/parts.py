"""The texts about the cast that cards may use, taken from the cast's directory records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tui.server.demo_data.cast import FIRMS, PEOPLE
from tui.server.enrich.render import NETWORK

if TYPE_CHECKING:
    from tui.server.enrich.rows import CompanyRecord, PersonRecord

Cast = Mapping[str, SimpleNamespace]
"""The texts of each cast member by key: ``{ana.email}`` is ``cast["ana"].email``."""


def cast_of(companies: Sequence[CompanyRecord], people: Sequence[PersonRecord]) -> Cast:
    """Return the texts of the cast, whose firms come first; its people are found by name and firm."""
    firms = {firm.key: company for firm, company in zip(FIRMS, companies, strict=False)}
    known = {(person.company_id, person.name): person for person in people}
    cast = {key: _firm(company) for key, company in firms.items()}
    for part in PEOPLE:
        cast[part.key] = _person(known[firms[part.firm].id, f"{part.first} {part.last}"])
    return cast


def _firm(company: CompanyRecord) -> SimpleNamespace:
    return SimpleNamespace(
        name=company.name,
        legal=company.legal_name,
        domain=company.domain,
        site=f"https://www.{company.domain}",
        email=company.email,
        phone=_national(company.phone),
        abn=_grouped(company.abn, 2, 3, 3, 3),
        acn=_grouped(company.acn, 3, 3, 3),
        nzbn=company.nzbn,
    )


def _person(person: PersonRecord) -> SimpleNamespace:
    return SimpleNamespace(
        name=person.name,
        title=person.title,
        email=person.email,
        mobile=_national(person.mobile),
        slug=person.network_slug,
        url=f"{NETWORK}/in/{person.network_slug}",
    )


def _grouped(digits: str, *sizes: int) -> str:
    groups = []
    for size in sizes:
        groups.append(digits[:size])
        digits = digits[size:]
    return " ".join(groups).strip()


def _national(e164: str) -> str:
    """Format a number as ``0491 570 006`` or ``(03) 5550 1234``; New Zealand's keep their country code."""
    if e164.startswith("+614"):
        return _grouped(f"0{e164[3:]}", 4, 3, 3)
    if e164.startswith("+61"):
        return f"(0{e164[3]}) {_grouped(e164[4:], 4, 4)}"
    return f"+64 {_grouped(e164[3:], 2, 3, 4)}" if e164 else ""
