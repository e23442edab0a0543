"""Answers of lookups, put into a store as a lookup puts them."""

from collections.abc import Sequence
from concurrent.futures import Future

from tui.model.finding import Finding
from tui.store.enrich import findings
from tui.store.enrich.reservations import Reservation
from tui.store.store import Store


def remember(
    store: Store,
    finding: Finding,
    names: Sequence[str] = (),
    reservation: Reservation | None = None,
    run: str = "",
) -> Future[Finding]:
    """Store a finding, its cost, and the balance reported with it; the result is the finding as stored."""
    return store.write(lambda tx: findings.remember(tx, finding, names, reservation, run))
