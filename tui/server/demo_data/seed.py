"""The sample: what a first start finds in an empty workspace, all of it invented."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from tui.server.demo_data.companies import invent_companies
from tui.server.demo_data.document import board_document
from tui.server.demo_data.parts import cast_of
from tui.server.demo_data.people import invent_people
from tui.server.demo_data.plan import BOARDS, BoardPlan
from tui.server.enrich.tables import companies
from tui.server.exports.transfer import import_board
from tui.server.importing.load import load
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.rows import CompanyRecord, PersonRecord

COMPANIES = 240
"""Companies of the sample; about seven people each."""

SEED = 20


def seed(connection: Connection, clock: Clock, *, owner_id: str) -> None:
    """Fill an empty server: a directory of companies and people, and two boards that talk about them.

    Deterministic for a moment: due dates and comments lie around ``clock.now()``.

    Args:
        connection: Holds the write lock (``db.writing``).
        clock: Says when now is.
        owner_id: The local member, who gets the boards.
    """
    cast = cast_of(*seed_directory(connection, clock))
    organization_id = connection.scalar(select(db.organizations.c.id).limit(1))
    dice = _dice(SEED)
    for plan in map(BoardPlan.read, BOARDS):
        document = board_document(
            plan, cast, dice=dice, now=clock.now(), owner_id=owner_id, organization_id=organization_id
        )
        import_board(connection, document, owner_id=owner_id)


def seed_directory(
    connection: Connection, clock: Clock, *, seed: int = SEED, count: int = COMPANIES
) -> tuple[list[CompanyRecord], list[PersonRecord]]:
    """Invent ``count`` companies and their people, and put them in the directory unless it holds any.

    Deterministic for a seed and a day: the records were verified before ``clock.now()``.
    """
    dice = _dice(seed)
    today = clock.now().date()
    firms = invent_companies(dice, count, today)
    staff = invent_people(dice, firms, today)
    if connection.scalar(select(companies.c.n).limit(1)) is None:
        load(connection, firms, staff)
    return firms, staff


def _dice(seed: int) -> Random:
    # Invention wants the same numbers for the same seed, not secrets.
    return Random(seed)  # noqa: S311
