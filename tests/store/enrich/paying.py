"""Requests of a shop that cost something, as the ledger is told of them."""

from datetime import datetime

from tui.model.enrich.spending import Spend
from tui.store.enrich import reservations, settlement
from tui.store.enrich.reservations import Reservation
from tui.store.store import Store

OWNER = "somebody:1:00"
SHOP = "a shop"


def spend(at: datetime, cost: int, key: str = "email:a@b.example", run: str = "", ident: str = "") -> Spend:
    return Spend(at, key, SHOP, cost, ident, run)


def reserve(
    store: Store, key: str = "k", high: int = 2, *, run: str = "", sure: bool = True, token: str = ""
) -> Reservation:
    made = Reservation("person", key, token or f"token of {key}", SHOP)
    begun = store.write(
        lambda tx: reservations.begin(
            tx, made, high, store.enrichment.ledger.fallback, run=run, owner=OWNER, sure=sure, repeats=True
        )
    )
    return begun.result()


def record(store: Store, one: Spend, reservation: Reservation | None = None, left: int | None = None) -> None:
    store.write(lambda tx: settlement.record_spend(tx, one, reservation, left)).result()


def balance(store: Store, left: int, began: datetime | None = None) -> None:
    store.write(lambda tx: settlement.record_balance(tx, left, began, provider=SHOP)).result()


def give_up(store: Store, reservation: Reservation, *, unsure: bool) -> None:
    store.write(lambda tx: reservations.give_up(tx, reservation, unsure=unsure)).result()
