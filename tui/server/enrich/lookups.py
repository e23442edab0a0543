"""Lookup of one person or one company, and people search."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from sqlalchemy import Connection

from tui.server.enrich import identifiers as forms
from tui.server.enrich import render, vocabulary
from tui.server.enrich.directory import find_company, find_person
from tui.server.enrich.fields import (
    Reader,
    read_fraction,
    read_identifiers,
    read_number,
    read_text,
    read_texts,
    refuse_unknown,
)
from tui.server.enrich.opt_outs import has_opted_out
from tui.server.enrich.planner import Criteria, search_people
from tui.server.enrich.problems import Problem, bad_field, missing_identifier, opted_out
from tui.server.enrich.service import EnrichCall, PricedRecord

PLATFORM: dict[str, tuple[str, Reader]] = {
    "email": ("email", forms.email),
    "network_url": ("network_url", forms.profile("in")),
    "network_slug": ("network_slug", forms.slug),
    "id": ("id", forms.person_id),
}
"""Fields of ``/enrich/person``, each with its kind of identifier and its reader."""

DIRECT: dict[str, tuple[str, Reader]] = {
    "id": ("id", forms.person_id),
    "work_email": ("email", forms.email),
    "personal_email": ("email", forms.email),
    "ln_url": ("network_url", forms.profile("in")),
    "ln_slug": ("network_slug", forms.slug),
}
"""Fields of the hosted service's ``GET /people``, each with its kind of identifier and its reader."""

_PAGING = ("from", "size", "page", "per_page", "limit", "offset", "cursor")
_CRITERIA = (
    "company",
    "position",
    "seniority",
    "department",
    "location",
    "state",
    "region",
    "company_size",
    "country",
)
_DIRECT_CRITERIA = ("companyId", "selectedCountry", "position", "seniority", "department", "from", "size")
_LAST_ROW = 10_000_000
_PAGE = 25
_LARGEST_PAGE = 100


def enrich_person(call: EnrichCall) -> Any:
    """Answer ``/enrich/person`` with the record under ``data``."""
    return {"data": _person(call, PLATFORM)}


def get_people(call: EnrichCall) -> Any:
    """Answer ``GET /people`` with the bare record."""
    return _person(call, DIRECT)


def _asked(call: EnrichCall, readers: dict[str, tuple[str, Reader]]) -> tuple[dict[str, str], float]:
    """Return the identifiers of a record, and the least likelihood of the one that is wanted.

    Raises:
        Problem: There is no identifier, or a field is unknown or wrong.
    """
    refuse_unknown(call.fields, {*readers, "country", "min_likelihood"})
    given = read_identifiers(call.fields, readers)
    if not given:
        raise missing_identifier(tuple(readers))
    return given, read_fraction(call.fields, "min_likelihood")


def _person(call: EnrichCall, readers: dict[str, tuple[str, Reader]]) -> dict[str, Any]:
    given, least = _asked(call, readers)
    prices = call.prices

    def find(connection: Connection) -> PricedRecord | None:
        match = find_person(connection, given)
        if match is None:
            if has_opted_out(connection, given):
                raise opted_out()
            return None
        if match.likelihood < least:
            return None
        price = prices.person_with_contact if render.has_contact_values(match.row) else prices.person
        return PricedRecord(match.row.id, price, render.person(match))

    return call.charge_for("person", find)


def search(call: EnrichCall) -> Any:
    """Answer ``/search/people`` with hits without contact values under ``records``, and ``total``."""
    fields = call.fields
    refuse_unknown(fields, {*_CRITERIA, *_PAGING})
    wanted = ("location", "state", "region")
    criteria = Criteria(
        company=read_text(fields, "company"),
        keys=_company_keys(read_text(fields, "company")),
        position=read_text(fields, "position"),
        seniority=tuple(vocabulary.seniority(word) for word in read_texts(fields, "seniority")),
        department=tuple(vocabulary.department(word) for word in read_texts(fields, "department")),
        places=tuple(vocabulary.place(word) for name in wanted for word in read_texts(fields, name)),
        sizes=tuple(vocabulary.size(word) for word in read_texts(fields, "company_size")),
        country=vocabulary.country(read_text(fields, "country")) if read_text(fields, "country") else "",
    )
    if criteria == Criteria():
        raise Problem(
            HTTPStatus.BAD_REQUEST, "missing_criteria", f"search by one or more of {', '.join(_CRITERIA)}",
            details=[{"field": name, "message": "give at least one of these"} for name in _CRITERIA],
        )  # fmt: skip
    return _page(call, criteria)


def direct_search(call: EnrichCall) -> Any:
    """Answer ``POST /people/search``, which takes a company id and the hosted service's numbered criteria."""
    fields = call.fields
    refuse_unknown(fields, _DIRECT_CRITERIA)
    company_id = read_text(fields, "companyId")
    if not company_id:
        raise bad_field("companyId", "is required: the id of GET /company")
    country = read_text(fields, "selectedCountry")
    criteria = Criteria(
        keys={"id": forms.company_id("companyId", company_id)},
        position=read_text(fields, "position"),
        seniority=tuple(vocabulary.seniority(word) for word in read_texts(fields, "seniority")),
        department=tuple(vocabulary.department(word) for word in read_texts(fields, "department")),
        country=vocabulary.country(country) if country else "",
    )
    return _page(call, criteria)


def _page(call: EnrichCall, criteria: Criteria) -> Any:
    start, size = _paging(call.fields)

    def read(connection: Connection) -> dict[str, Any]:
        rows, total = search_people(connection, criteria, start=start, size=size)
        after = start + len(rows)
        more = f"c{after}" if rows and after < min(total, _LAST_ROW) else None
        hits = [render.search_hit(row) for row in rows]
        return {"records": hits, "total": total, "from": start, "size": size, "next_cursor": more}

    prices = call.prices
    if not prices.search:
        return read(call.connection)

    def found(connection: Connection) -> PricedRecord:
        # A page is no record that can be owned: each is paid for, unless its Idempotency-Key is repeated.
        sent = read(connection)
        return PricedRecord(call.request.request_id, prices.search_price(len(sent["records"])), sent)

    return call.charge_for("search", found)


def _company_keys(company: str) -> dict[str, str]:
    """Return the identifier (host, URL or ABN) that a company text is, or {} when the text is a name."""
    if "." in company and " " not in company:
        return {"domain": forms.host("company", company)}
    digits = company.replace(" ", "")
    if re.fullmatch("[0-9]{11}", digits):
        return {"abn": forms.abn("company", digits)}
    return {}


def _paging(fields: Mapping[str, Any]) -> tuple[int, int]:
    """Return the first row and the page size, from the cursor, page or offset parameters that were sent."""
    sizes = [read_number(fields, name, least=1, most=_LARGEST_PAGE) for name in ("size", "per_page", "limit")]
    size = next((given for given in sizes if given is not None), _PAGE)
    if cursor := read_text(fields, "cursor"):
        if not re.fullmatch("c[0-9]{1,7}", cursor):
            raise bad_field("cursor", "must be a next_cursor that was sent")
        return min(int(cursor[1:]), _LAST_ROW), size
    page = read_number(fields, "page", least=1, most=_LAST_ROW)
    if page is not None:
        return min((page - 1) * size, _LAST_ROW), size
    starts = [read_number(fields, name, least=0, most=_LAST_ROW) for name in ("from", "offset")]
    return next((given for given in starts if given is not None), 0), size


_PLATFORM_COMPANY: dict[str, tuple[str, Reader]] = {
    "domain": ("domain", forms.host),
    "network_url": ("network_url", forms.profile("company")),
    "network_slug": ("network_slug", forms.slug),
    "abn": ("abn", forms.abn),
    "website": ("website", forms.host),
    "id": ("id", forms.company_id),
}
"""Fields of ``/enrich/company``, each with its kind of identifier and its reader."""

_DIRECT_COMPANY: dict[str, tuple[str, Reader]] = {
    "id": ("id", forms.company_id),
    "fqdn": ("domain", forms.host),
    "ln_url": ("network_url", forms.profile("company")),
    "ln_slug": ("network_slug", forms.slug),
    "abn": ("abn", forms.abn),
    "website": ("website", forms.host),
    # Some existing clients send this name.
    "domain": ("domain", forms.host),
}
"""Fields of the hosted service's ``GET /company``, each with its kind of identifier and its reader."""


def enrich_company(call: EnrichCall) -> Any:
    """Answer ``/enrich/company`` with the record under ``data``."""
    return {"data": _company(call, _PLATFORM_COMPANY)}


def get_company(call: EnrichCall) -> Any:
    """Answer ``GET /company`` with the bare record."""
    return _company(call, _DIRECT_COMPANY)


def _company(call: EnrichCall, readers: dict[str, tuple[str, Reader]]) -> dict[str, Any]:
    given, least = _asked(call, readers)

    def find(connection: Connection) -> PricedRecord | None:
        match = find_company(connection, given)
        if match is None or match.likelihood < least:
            return None
        return PricedRecord(match.row.id, call.prices.company, render.company(match))

    return call.charge_for("company", find)
