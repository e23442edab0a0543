"""The sample: what a first start finds in an empty workspace."""

from random import Random

from sqlalchemy import Connection, select

from tui.clock import Clock
from tui.server.enrich.directory import load
from tui.server.enrich.tables import companies
from tui.server.fiction.companies import invent_companies
from tui.server.fiction.people import invent_people

COMPANIES = 240
SEED = 20


def seed_directory(connection: Connection, clock: Clock, *, seed: int = SEED, count: int = COMPANIES) -> bool:
    """Fill the directory with invented companies and people, unless it holds any already.

    Deterministic for a seed and a day: the records' verification dates lie before ``clock.now()``.

    Returns:
        Whether it was filled.
    """
    if connection.scalar(select(companies.c.id).limit(1)) is not None:
        return False
    # Invention wants the same dice for the same seed, not secrets.
    dice = Random(seed)  # noqa: S311
    today = clock.now().date()
    firms = invent_companies(dice, count, today)
    load(connection, firms, invent_people(dice, firms, today))
    return True
