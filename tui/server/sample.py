"""The sample: what a first start finds in an empty workspace, all of it invented."""

from random import Random

from sqlalchemy import Connection, select

from tui.clock import Clock
from tui.server import db
from tui.server.enrich.directory import load
from tui.server.enrich.tables import companies
from tui.server.fiction.companies import invent_companies
from tui.server.fiction.document import board_document
from tui.server.fiction.parts import cast_of
from tui.server.fiction.people import invent_people
from tui.server.fiction.pipeline import PIPELINE
from tui.server.fiction.team import TEAM
from tui.server.transfer import import_board

COMPANIES = 240
"""Companies of the sample; about seven people each."""

SEED = 20


def seed(connection: Connection, clock: Clock, *, owner_id: str, dice_seed: int = SEED) -> None:
    """Fill an empty server: a directory of companies and people, and two boards that talk about them.

    Deterministic for a seed and a moment: due dates and comments lie around ``clock.now()``.

    Args:
        connection: Holds the write lock (``db.writing``).
        clock: Says when now is.
        owner_id: The local member, who gets the boards.
        dice_seed: Decides what is invented.
    """
    # Invention wants the same dice for the same seed, not secrets.
    dice = Random(dice_seed)  # noqa: S311
    now = clock.now()
    firms = invent_companies(dice, COMPANIES, now.date())
    staff = invent_people(dice, firms, now.date())
    if connection.scalar(select(companies.c.id).limit(1)) is None:
        load(connection, firms, staff)
    cast = cast_of(firms, staff)
    organization_id = connection.scalar(select(db.organizations.c.id).limit(1))
    for plan in (PIPELINE, TEAM):
        document = board_document(
            plan, cast, dice=dice, now=now, owner_id=owner_id, organization_id=organization_id
        )
        import_board(connection, document, owner_id=owner_id)
