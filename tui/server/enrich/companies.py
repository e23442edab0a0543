"""Company enrichment: lookup of one company by domain, profile, ABN, website or id."""

from typing import Any

from sqlalchemy import Connection

from tui.server.enrich import identifiers as forms
from tui.server.enrich import render
from tui.server.enrich.directory import find_company
from tui.server.enrich.fields import Reader, read_fraction, read_identifiers, refuse_unknown
from tui.server.enrich.problems import missing_identifier
from tui.server.enrich.service import EnrichCall, PricedRecord

PLATFORM: dict[str, tuple[str, Reader]] = {
    "domain": ("domain", forms.host),
    "network_url": ("network_url", forms.profile("company")),
    "network_slug": ("network_slug", forms.slug),
    "abn": ("abn", forms.abn),
    "website": ("website", forms.host),
    "id": ("id", forms.company_id),
}
"""Fields of ``/enrich/company``, each with its kind of identifier and its reader."""

DIRECT: dict[str, tuple[str, Reader]] = {
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
    return {"data": _company(call, PLATFORM)}


def get_company(call: EnrichCall) -> Any:
    """Answer ``GET /company`` with the bare record."""
    return _company(call, DIRECT)


def _company(call: EnrichCall, readers: dict[str, tuple[str, Reader]]) -> dict[str, Any]:
    refuse_unknown(call.fields, {*readers, "country", "min_likelihood"})
    given = read_identifiers(call.fields, readers)
    if not given:
        raise missing_identifier(tuple(readers))
    least = read_fraction(call.fields, "min_likelihood")

    def find(connection: Connection) -> PricedRecord | None:
        match = find_company(connection, given)
        if match is None or match.likelihood < least:
            return None
        return PricedRecord(match.row.id, call.prices.company, render.company(match))

    return call.charge_for("company", find)
