"""Permanent removal of people from the directory at their request."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Engine, Text, and_, cast, delete, or_, select, update

from tui.model.enrich.mailboxes import is_role
from tui.server.enrich import identifiers as forms
from tui.server.enrich.directory import find_people_by
from tui.server.enrich.opt_outs import has_opted_out, store_opt_out
from tui.server.enrich.tables import answers
from tui.server.storage import db, directory_change
from tui.server.storage.directory_change import DirectoryChange, Employers
from tui.server.storage.directory_index import Employer, IndexedPerson
from tui.server.storage.statements import fetch_all

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.values.scalars import Json


def identifier(text: str) -> tuple[str, str]:
    """Parse an e-mail address, a profile URL or slug, or a person's id into kind and value.

    Raises:
        Problem: ``text`` is none of them.
    """
    if "@" in text and "/" not in text:
        return "email", forms.email("identifier", text.strip())
    if "/" in text:
        return "network_slug", forms.profile("in")("identifier", text)
    if text.startswith("fp") and text[2:].isdecimal():
        return "id", forms.person_id("identifier", text)
    return "network_slug", forms.slug("identifier", text)


def names_somebody(engine: Engine, text: str, kind: str, value: str) -> bool:
    """Return whether ``text``, read as ``kind`` and ``value``, surely means somebody.

    Any word may end the address of a profile, but so may it be a name or a domain, or mistyped: a word alone has to be
    known.
    """
    if "@" in text or "/" in text or (re.search(r"[-\d]", text) is not None and "." not in text):
        return True
    with engine.connect() as connection:
        return bool(find_people_by(connection, kind, value)) or has_opted_out(connection, {kind: value})


class Removed(NamedTuple):
    """The people removed by a request.

    Attributes:
        people: The number of deleted records.
        identifiers: Their own e-mail addresses and profiles, without mailboxes of roles, and the requested
            identifier: (kind, value).
    """

    people: int
    identifiers: list[tuple[str, str]]


def opt_out(engine: Engine, clock: Clock, kind: str, value: str) -> Removed:
    """Delete the people with an identifier, and store an opt-out so that they are not imported again.

    The opt-out is stored even if nobody has the identifier. Stored answers about them are erased too: a repeated
    call would get its first answer.
    """
    with db.writing(engine, alone=False) as connection:
        found = find_people_by(connection, kind, value)
        mine = [(kind, value)]
        for row in found:
            mine += [("id", row.id), ("network_slug", row.network_slug)]
            mine += [("email", one) for one in (row.email, row.personal_email) if not is_role(one)]
        store_opt_out(connection, mine, clock.now())
        delete_people(connection, [row.n for row in found])
        erase_answers(connection, {value for _, value in mine if value})
    known = dict.fromkeys((kind, value) for kind, value in mine if value and kind != "id")
    return Removed(len(found), list(known))


def records_of(engine: Engine, kind: str, value: str) -> list[Json]:
    """Return the directory's records of the people who have an identifier, field by field."""
    with engine.connect() as connection:
        return [row._asdict() for row in find_people_by(connection, kind, value)]


def forget_answers(engine: Engine) -> None:
    """Delete all stored answers; a repeated call is then carried out anew."""
    with db.writing(engine, alone=False) as connection:
        connection.execute(delete(answers))


def erase_answers(connection: Connection, values: Collection[str]) -> None:
    """Delete stored answers about somebody with one of the identifiers, and take them out of pages of searches."""
    text, table = cast(answers.c.reply, Text), answers.c
    # As they are written in JSON; what has one of them in it is looked at more closely.
    near = or_(*(text.icontains(json.dumps(value)[1:-1], autoescape=True) for value in sorted(values)))
    for row in connection.execute(select(answers).where(near)).all():
        here = and_(table.account_id == row.account_id, table.key == row.key)
        body = row.reply["body"]
        if isinstance(body.get("records"), list):
            left = [hit for hit in body["records"] if not _mentions(hit, values)]
            kept = {**row.reply, "body": {**body, "records": left}}
            connection.execute(update(answers).where(here).values(reply=kept))
        elif _mentions(body, values):
            connection.execute(delete(answers).where(here))


def _mentions(found: Any, values: Collection[str]) -> bool:
    """Return whether a text in an answer, however deep, is one of ``values``, or an address that ends with it."""
    if isinstance(found, dict):
        return any(_mentions(each, values) for each in found.values())
    if isinstance(found, list):
        return any(_mentions(each, values) for each in found)
    text = found.casefold().rstrip("/") if isinstance(found, str) else ""
    return any(text == value.casefold() or text.endswith(f"/{value.casefold()}") for value in values)


def delete_people(connection: Connection, numbers: Sequence[int]) -> None:
    """Delete the people with these row numbers, and take them out of the directory's index."""
    if not numbers:
        return
    among = ", ".join(map(str, numbers))
    seats = [IndexedPerson._make(row) for row in fetch_all(connection, _SEATS.format(among))]
    homes = ", ".join(str(seat.company_n) for seat in seats)
    employers: Employers = {}
    for row in fetch_all(connection, _EMPLOYERS.format(homes)):
        employers[row[0]] = Employer(*row), Employer(*row)
    connection.exec_driver_sql(_DELETE.format(among))
    directory_change.apply(connection, DirectoryChange([(seat, None) for seat in seats], employers))


# Safe to format: the values are row numbers read from the database.
_SEATS = f"SELECT {', '.join(IndexedPerson._fields)} FROM directory_person WHERE n IN ({{}})"
_EMPLOYERS = "SELECT n, folded, size_low, coalesce(size_high, 0) FROM directory_company WHERE n IN ({})"
_DELETE = "DELETE FROM directory_person WHERE n IN ({})"
