"""What lookups left of people, and what of it is erased by its age."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.store.answers import remember as store_finding
from tui.model.company import Company
from tui.model.enrich.bulk import BulkItem, BulkRun, RunState
from tui.model.enrich.retention import Forgotten
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.store.enrich import bulk
from tui.store.enrich.retention import erase_receipts, forget_older
from tui.store.store import Store

BEFORE = datetime(2031, 2, 3, tzinfo=UTC)
OLD = BEFORE - timedelta(seconds=1)


def remember(store: Store, key: str, at: datetime, *, hit: bool = True) -> None:
    found = Person(full_name="Ana", emails=(EmailPoint(value=key.partition(":")[2]),)) if hit else None
    store_finding(store, Finding(key=key, type="person", person=found, fetched_at=at, cost=1)).result()


def make(store: Store, ident: str, at: datetime, state: RunState) -> None:
    items = [BulkItem(0, "c", None, "nothing")]
    store.write(lambda tx: bulk.make(tx, BulkRun(ident, state, at), items)).result()


def forget(store: Store, *, dry_run: bool = False) -> Forgotten:
    return store.write(lambda tx: forget_older(tx, BEFORE, dry_run=dry_run)).result()


@pytest.fixture
def filled(store: Store) -> Store:
    remember(store, "email:old@x.example", OLD)
    remember(store, "email:missed@x.example", OLD, hit=False)
    remember(store, "email:lost@x.example", OLD, hit=False)
    remember(store, "email:new@x.example", BEFORE)
    acme = Company(name="Acme", domain="acme.example")
    store_finding(
        store, Finding(key="domain:acme.example", type="company", company=acme, fetched_at=OLD)
    ).result()
    for state in ("done", "cancelled", "planned", "paused"):
        make(store, f"old {state}", OLD, state)
    make(store, "new done", BEFORE, "done")
    return store


def test_what_is_older_is_counted_and_erased_and_the_rest_is_kept(filled: Store) -> None:
    expected = Forgotten(findings=2, misses=2, receipts=3, runs=3)
    assert forget(filled, dry_run=True) == expected
    assert filled.enrichment.findings.get("email:old@x.example") is not None, "it was only counted"
    assert len(filled.enrichment.bulk.recent()) == 5
    assert forget(filled) == expected
    assert [one.key for one in filled.enrichment.findings.every()] == ["email:new@x.example"]
    assert filled.enrichment.findings.get("email:old@x.example") is None
    assert sorted(one.id for one in filled.enrichment.bulk.recent()) == ["new done", "old paused"]
    assert [one.key for one in reversed(filled.enrichment.ledger.entries())] == [
        "erased",
        "erased",
        "erased",
        "email:new@x.example",
        "domain:acme.example",
    ]
    assert filled.enrichment.ledger.spent() == 4, "what was spent still adds up"
    assert forget(filled) == Forgotten()


def test_no_name_of_what_was_erased_is_left(filled: Store) -> None:
    forget(filled)
    names = filled.write(
        lambda tx: sorted(name for (name,) in tx.rows("SELECT name FROM finding_names"))
    ).result()
    assert names == ["called:ana|email:new@x.example", "email:new@x.example"]


def test_it_is_told_if_there_was_something(filled: Store) -> None:
    heard: list[bool] = []
    end = filled.feed.subscribe(lambda change: heard.append("findings" in change.nouns))
    forget(filled, dry_run=True)
    assert heard == []
    forget(filled)
    assert heard == [True]
    forget(filled)
    assert heard == [True]
    end()


def test_receipts_of_companies_and_searches_name_nobody(store: Store) -> None:
    keys = ("domain:x", "website:x", "abn:1", "acn:1", "nzbn:1", "company:1", "search:x", "", "phone:1")
    for key in keys:
        store_finding(store, Finding(key=key, type="person", fetched_at=OLD)).result()
    assert forget(store).receipts == 1
    assert sorted({one.key for one in store.enrichment.ledger.entries()}) == sorted(
        {*keys, "erased"} - {"phone:1"}
    )


@pytest.mark.parametrize(
    ("is_about", "erased"), [(lambda key: key.startswith("email:old"), True), (lambda _key: False, False)]
)
def test_receipts_are_erased_by_whom_they_are_about(
    filled: Store, is_about: Callable[[str], bool], erased: bool
) -> None:
    filled.write(lambda tx: erase_receipts(tx, is_about)).result()
    keys = {one.key for one in filled.enrichment.ledger.entries()}
    assert ("email:old@x.example" not in keys) is erased
    assert ("erased" in keys) is erased
    assert {"email:new@x.example", "email:missed@x.example"} <= keys
