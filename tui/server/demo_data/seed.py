"""The fictional sample data that a first start puts into an empty workspace."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from tui.server.demo_data.document import board_document
from tui.server.demo_data.parts import cast_of
from tui.server.demo_data.people import invent_companies, invent_people
from tui.server.demo_data.plan import BOARDS, BoardPlan
from tui.server.enrich.tables import companies
from tui.server.exports.transfer import import_board
from tui.server.importing.load import load
from tui.server.storage import db

if TYPE_CHECKING:
    from datetime import date

    from tui.clock import Clock
    from tui.server.enrich.rows import CompanyRecord, PersonRecord
    from tui.server.exports.transfer import Mode

COMPANIES = 240
"""Number of companies in the sample; each has about seven people."""

SEED = 20


def seed(connection: Connection, clock: Clock, *, owner_id: str, mode: Mode = "refuse") -> list[str]:
    """Fill a server with a directory of companies and people, unless it has one, and with two boards about them.

    The result depends only on the time: due dates and comments are near ``clock.now()``.

    Args:
        connection: Holds the write lock (``db.writing``).
        clock: Gives the current time.
        owner_id: The local member, who gets the boards.
        mode: ``copy`` gives the boards new ids, for a server that may know those of an earlier sample.

    Returns:
        The ids of the boards.
    """
    made: list[str] = []
    cast = cast_of(*seed_directory(connection, clock))
    organization_id = connection.scalar(select(db.organizations.c.id).limit(1))
    dice = _dice(SEED)
    for plan in map(BoardPlan.read, BOARDS):
        document = board_document(
            plan, cast, dice=dice, now=clock.now(), owner_id=owner_id, organization_id=organization_id
        )
        made.append(import_board(connection, document, mode=mode, owner_id=owner_id).board_id)
    return made


def seed_directory(
    connection: Connection, clock: Clock, *, seed: int = SEED, count: int = COMPANIES
) -> tuple[list[CompanyRecord], list[PersonRecord]]:
    """Generate ``count`` companies and their people, and insert them into the directory if it is empty.

    The result depends only on seed and day: the records were verified before ``clock.now()``.
    """
    firms, staff = invent_directory(seed, count, clock.now().date())
    if connection.scalar(select(companies.c.n).limit(1)) is None:
        load(connection, firms, staff)
    return firms, staff


def invent_directory(seed: int, count: int, today: date) -> tuple[list[CompanyRecord], list[PersonRecord]]:
    """Generate ``count`` companies and their people, always the same ones for a seed and a day."""
    dice = _dice(seed)
    firms = invent_companies(dice, count, today)
    return firms, invent_people(dice, firms, today)


def _dice(seed: int) -> Random:
    # The generator must be repeatable, and nothing of it is secret.
    return Random(seed)
