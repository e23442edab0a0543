"""Accounts: their credits outlive their keys, which are kept as hashes."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.server.enrich.buying import buy, left
from tui.server.enrich.accounts import mint_key, revoke_key
from tui.server.enrich.ledger import authenticate
from tui.server.enrich.problems import Problem
from tui.server.enrich.tables import keys
from tui.server.storage import db


def test_balance_outlives_the_key(engine, clock) -> None:
    first = mint_key(engine, clock)
    buy(engine, clock, "f1", 7, "r1")
    second = mint_key(engine, clock)
    revoke_key(engine, first)
    assert left(engine) == 493
    with db.reading(engine) as connection:
        assert authenticate(connection, second, clock.now()).account == "local"
        with pytest.raises(Problem, match="revoked"):
            authenticate(connection, first, clock.now())


def test_key_is_kept_as_a_hash_and_old_ones_are_dropped(engine, clock) -> None:
    key = mint_key(engine, clock)
    clock.advance(timedelta(days=91).total_seconds())
    mint_key(engine, clock)
    with db.reading(engine) as connection:
        kept = list(connection.scalars(select(keys.c.hash)))
    assert len(kept) == 1
    assert key not in kept[0]
