"""Bulk load of records into an empty directory, as rows in the order of quality, with their index."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, insert

from tui.server.enrich.fold import fold, name_words
from tui.server.enrich.tables import companies, people
from tui.server.storage import directory_index

if TYPE_CHECKING:
    from tui.server.enrich.rows import CompanyRecord, PersonRecord

Values = tuple[Any, ...]


def load(connection: Connection, firms: Iterable[CompanyRecord], staff: Iterable[PersonRecord]) -> None:
    """Insert records into an empty directory; ``rank`` is a record's position in the order of quality."""
    places: dict[str, int] = {}
    firm_rows = []
    for firm in firms:
        places[firm.id] = firm.rank
        firm_rows.append(company_values(firm))
    _insert(connection, companies, firm_rows)
    _insert(connection, people, [person_values(one, places[one.company_id]) for one in staff])
    directory_index.fill(connection)


def _insert(connection: Connection, table: Table, rows: list[Values]) -> None:
    names = table.columns.keys()
    if rows:
        connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def company_values(firm: CompanyRecord) -> Values:
    """Return a company as values for the columns of its table, in order."""
    return (
        firm.rank, int(firm.id[1:]), firm.name, " ".join(name_words(firm.name, firm.legal_name, *firm.trading_names)), firm.legal_name, firm.domain,
        firm.network_slug, firm.country, firm.state, firm.city, firm.employees, firm.size_low, firm.size_high,
        firm.industry, firm.anzsic, firm.verified_on, firm.abn, firm.acn, firm.nzbn, firm.company_type,
        firm.founded, firm.revenue, firm.description, firm.tagline, firm.phone, firm.email,
        as_text(firm.states), as_text(firm.keywords), as_text(firm.technologies), firm.fictional,
        as_text(firm.trading_names), firm.postcode, "active" if firm.abn else "", "",
    )  # fmt: skip


def person_values(one: PersonRecord, company_n: int) -> Values:
    """Return a person as values for the columns of their table, in order."""
    return (
        one.rank, int(one.id[2:]), one.name, one.first_name, one.last_name, company_n, one.title,
        f" {fold(one.title)}", one.seniority, one.department, one.network_slug, one.country, one.state,
        one.city, fold(one.city), one.verified_on, one.email, one.email_status, one.personal_email, one.mobile,
        one.do_not_call, one.landline, one.started, as_text(one.skills), one.fictional,
    )  # fmt: skip


def as_text(value: list[str] | dict[str, list[str]]) -> str:
    """Return a list or a mapping as the JSON text to store; "" for an empty one."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""
