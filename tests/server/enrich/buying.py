"""Records bought from the local account."""

from tui.server.enrich.ledger import balance, charge
from tui.server.storage import db


def left(engine, account="local"):
    with db.reading(engine) as connection:
        return balance(connection, account)


def buy(engine, clock, record, price, request):
    with db.writing(engine) as connection:
        return charge(connection, "local", record, price, request_id=request, now=clock.now())
