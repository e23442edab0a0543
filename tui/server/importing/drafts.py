"""Conversion of a row of a file to a draft of a directory record: its identifying keys and its columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tui.server.enrich import identifiers as forms
from tui.server.enrich import vocabulary
from tui.server.enrich.fold import fold, name_words
from tui.server.importing import values
from tui.server.importing.levels import NOTHING_KNOWN, levels_of_title
from tui.server.importing.load import as_text
from tui.server.importing.values import BadCell, Cells

if TYPE_CHECKING:
    from tui.server.enrich.fields import Reader

UNKNOWN_SIZE = (0, -1)
"""The head-count band of a company whose size is unknown: no search by size finds it."""

_FREE_MAIL = frozenset([
    "gmail.com", "googlemail.com", "outlook.com", "outlook.com.au", "hotmail.com", "hotmail.com.au",
    "live.com", "live.com.au", "msn.com", "yahoo.com", "yahoo.com.au", "yahoo.co.nz", "ymail.com",
    "icloud.com", "me.com", "mac.com", "proton.me", "protonmail.com", "aol.com", "gmx.com", "fastmail.com",
    "bigpond.com", "bigpond.net.au", "optusnet.com.au", "iinet.net.au", "tpg.com.au", "internode.on.net",
    "westnet.com.au", "dodo.com.au", "xtra.co.nz", "slingshot.co.nz", "orcon.net.nz", "vodafone.co.nz",
    "homemail.example",
])  # fmt: skip
_STATUSES = {
    "active": "active", "yes": "active", "y": "active", "true": "active", "act": "active",
    "cancelled": "cancelled", "canceled": "cancelled", "can": "cancelled",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NewCompany:
    """The draft of a company.

    Attributes:
        keys: Identifiers: number, domain, network_slug, abn.
        skipped: Fields that were left out, and the reason of each.
    """

    keys: dict[str, Any]
    found: dict[str, Any]
    skipped: list[tuple[str, str]] = field(default_factory=list)

    @property
    def folded_name(self) -> str:
        """The company's name in the normal form for comparison."""
        return " ".join(name_words(self.found.get("name", "")))


@dataclass(frozen=True, slots=True)
class NewPerson:
    """The draft of a person, with a draft of the employer."""

    keys: dict[str, Any]
    found: dict[str, Any]
    employer: NewCompany
    skipped: list[tuple[str, str]] = field(default_factory=list)


def company_draft(given: Mapping[str, str]) -> NewCompany:
    """Make a company's draft from cells by field.

    Raises:
        BadCell: A key is malformed, or both name and domain are missing.
    """
    cells = Cells(given)
    domain = cells.read_key("domain", forms.host)
    slug = cells.read_key("network", _company_slug)
    abn = cells.read_key("abn", forms.abn)
    name = cells.text("name") or cells.text("legal_name")
    if not name and not domain:
        raise BadCell("name", "give a name or a domain")
    city, state, country = values.place_of(cells, fallback="NZ" if domain.endswith(".nz") else "AU")
    found = {
        "name": name or domain, "legal_name": cells.text("legal_name"), "domain": domain, "network_slug": slug, "abn": abn,
        "city": city, "state": state, "country": country, "postcode": cells.text("postcode", longest=12),
        "acn": cells.read_optional("acn", values.acn, "") or (abn[2:] if _is_company(abn) else ""),
        "nzbn": cells.read_optional("nzbn", values.nzbn, ""),
        "abn_status": _STATUSES.get(cells.text("abn_status").casefold(), "active" if abn else ""),
        "gst_status": _STATUSES.get(cells.text("gst_status").casefold(), ""), **_size(cells),
        "industry": cells.text("industry"), "anzsic": cells.text("anzsic", longest=20), "company_type": cells.text("company_type"),
        "founded": cells.read_optional("founded", values.year, None), "revenue": cells.text("revenue", longest=60),
        "description": cells.long_text("description"), "tagline": cells.text("tagline"),
        "phone": cells.read_optional("phone", lambda raw: values.phone(raw, country), ""),
        "email": cells.read_optional("email", lambda raw: forms.email("email", raw), ""),
        "states": as_text([state]) if state else "", "keywords": as_text(cells.listed("keywords")),
        "trading_names": as_text(cells.listed("trading_names")), "verified_on": cells.read_optional("verified_on", values.day, ""),
    }  # fmt: skip
    keys = {"number": _number(cells.text("id"), "f"), "domain": domain, "network_slug": slug, "abn": abn}
    return NewCompany(_filled(keys), _filled(found), cells.skipped)


def person_draft(given: Mapping[str, str]) -> NewPerson:
    """Make a person's draft from cells by field.

    Raises:
        BadCell: A key is malformed, or the name or the employer is missing.
    """
    cells = Cells(given)
    first, last = cells.text("first_name"), cells.text("last_name")
    name = cells.text("name") or f"{first} {last}".strip()
    if not name:
        raise BadCell("name", "give a name, or a first and a last name")
    if not first and not last:
        first, _, last = name.partition(" ")
    email, personal = _addresses(cells)
    slug = cells.read_key("network", _person_slug)
    city, state, country = values.place_of(cells)
    employer = _employer(cells, email, state, country)
    title = cells.text("title")
    mobile, landline = _numbers(cells, country)
    found = {
        "name": name, "first_name": first, "last_name": last, "title": title, "folded": f" {fold(title)}" if title else "",
        **_rank(cells, title), "network_slug": slug, "city": city, "city_folded": fold(city), "state": state, "country": country,
        "verified_on": cells.read_optional("verified_on", values.day, ""), "email": email, "email_status": "unknown" if email else "",
        "personal_email": personal, "mobile": mobile, "landline": landline, "do_not_call": cells.flag("do_not_call"),
        "started": cells.read_optional("started", values.month, ""), "skills": as_text(cells.listed("skills")),
    }  # fmt: skip
    keys = {
        "number": _number(cells.text("id"), "fp"),
        "email": email,
        "personal_email": personal,
        "network_slug": slug,
    }
    return NewPerson(_filled(keys), _filled(found), employer, cells.skipped)


def _rank(cells: Cells, title: str) -> dict[str, int]:
    """Return seniority and department from their cells or else the title, without those that stay unknown."""
    by_title = dict(zip(("seniority", "department"), levels_of_title(title), strict=True))
    stated = {
        "seniority": cells.read_optional("seniority", vocabulary.seniority, by_title["seniority"]),
        "department": cells.read_optional("department", vocabulary.department, by_title["department"]),
    }
    nothing = dict(zip(stated, NOTHING_KNOWN, strict=True))
    return {name: code for name, code in stated.items() if not code == by_title[name] == nothing[name]}


def _filled(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if value}


def _is_company(abn: str) -> bool:
    """Return whether the last nine digits of an ABN are an ACN."""
    try:
        return bool(abn) and bool(values.acn(abn[2:]))
    except ValueError:
        return False


def _number(text: str, prefix: str) -> int | None:
    """Return the number of a Cardscout id, or None for another system's id."""
    return int(text[len(prefix) :]) if text and re.fullmatch(rf"{prefix}[0-9]{{12}}", text) else None


def _profile(kind: str) -> Reader:
    of_url = forms.profile(kind)

    def slug_of(name: str, raw: str) -> str:
        if "/" in raw or "linkedin." in raw.casefold():
            return of_url(name, raw)
        return forms.slug(name, raw.removeprefix("@"))

    return slug_of


_person_slug, _company_slug = _profile("in"), _profile("company")


def _addresses(cells: Cells) -> tuple[str, str]:
    """Return work and personal address; one at a free-mail service is personal, in whichever column."""
    email, personal = cells.read_key("email", forms.email), cells.read_key("personal_email", forms.email)
    if email.rpartition("@")[2] in _FREE_MAIL:
        return "", personal or email
    return email, personal


def _numbers(cells: Cells, country: str) -> tuple[str, str]:
    """Return mobile and landline; a lone mobile number is a mobile, whatever its column's name."""

    def read(raw: str) -> str:
        return values.phone(raw, country)

    mobile, landline = cells.read_optional("mobile", read, ""), cells.read_optional("landline", read, "")
    if not mobile and values.is_mobile(landline):
        return landline, ""
    return mobile, landline


def _employer(cells: Cells, email: str, state: str, country: str) -> NewCompany:
    """Create the employer's draft from the company's cells, or else from the domain of the work address.

    A list of people has one place per row, which is used for the employer as well.

    Raises:
        BadCell: Nothing identifies the employer.
    """
    stated = cells.read_key("company_domain", forms.host)
    domain = stated if stated and stated not in _FREE_MAIL else email.rpartition("@")[2]
    slug, abn = (
        cells.read_key("company_network", _company_slug),
        cells.read_key("company_abn", forms.abn),
    )
    name = cells.text("company") or domain or abn or slug
    if not name:
        raise BadCell("company", "give a company, its domain or ABN, or a work e-mail address")
    keys = {
        "number": _number(cells.text("company_id"), "f"),
        "domain": domain,
        "network_slug": slug,
        "abn": abn,
    }
    found = {
        "name": name, "domain": domain, "network_slug": slug, "abn": abn,
        "country": country, "state": state, "abn_status": "active" if abn else "", "industry": "",
    }  # fmt: skip
    return NewCompany(_filled(keys), _filled(found))


def _size(cells: Cells) -> dict[str, int | None]:
    """Return head count and band; where the cells contradict each other, the head count takes precedence."""
    employees = cells.read_optional("employees", values.head_count, None)
    if employees:
        low, high = values.band_of(employees)
        return {"employees": employees, "size_low": low, "size_high": high}
    band = cells.read_optional("size", vocabulary.size, None)
    return {} if band is None else {"size_low": max(1, band[0]), "size_high": band[1]}
