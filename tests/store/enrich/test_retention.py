"""What lookups left, erased by its age."""

from datetime import UTC, datetime, timedelta

from tests.store.answers import remember
from tui.clock import ManualClock
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding
from tui.model.person import Person
from tui.store.enrich import reservations
from tui.store.enrich.reservations import Reservation
from tui.store.enrich.retention import forget_older
from tui.store.store import Store

AT = datetime(2031, 2, 3, tzinfo=UTC)


def answer(title: str, at: datetime) -> Finding:
    return Finding(
        key="email:ana@acme.example",
        type="person",
        person=Person(full_name="Ana Ray", title=title),
        fetched_at=at,
    )


def lose(store: Store, wanted: Reservation) -> None:
    """Make a request that is never answered."""
    store.write(
        lambda tx: reservations.begin(tx, wanted, 2, Caps(), run="", owner="x", sure=True, repeats=True)
    ).result()
    store.write(lambda tx: reservations.give_up(tx, wanted, unsure=True)).result()


def test_what_a_field_said_before_goes_with_its_own_age(store: Store) -> None:
    remember(store, answer("Head of Sales", AT)).result()
    for days, title in ((100, "Director"), (150, "Director")):
        remember(store, answer(title, AT + timedelta(days)).replace(request_id=str(days))).result()
    (kept,) = store.enrichment.findings.every()
    assert [(one.field, one.value) for one in kept.changes] == [("title", "Head of Sales")]
    before = AT + timedelta(60)
    counted = store.write(lambda tx: forget_older(tx, before, dry_run=True)).result()
    assert (counted.changes, counted.findings) == (1, 0)
    assert store.enrichment.findings.every() == [kept]
    assert store.write(lambda tx: forget_older(tx, before)).result() == counted
    (now,) = store.enrichment.findings.every()
    assert now == kept.replace(changes=())
    assert store.write(lambda tx: forget_older(tx, before)).result().total == 0


def test_a_value_that_is_not_so_old_stays(store: Store) -> None:
    remember(store, answer("Head of Sales", AT)).result()
    remember(store, answer("Director", AT + timedelta(100))).result()
    assert store.write(lambda tx: forget_older(tx, AT)).result().changes == 0
    (kept,) = store.enrichment.findings.every()
    assert [one.value for one in kept.changes] == ["Head of Sales"]


def test_an_old_request_without_an_answer_no_longer_says_whom_it_was_for(
    store: Store, clock: ManualClock
) -> None:
    for key in ("email:ana@acme.example", "domain:acme.example"):
        wanted = Reservation("person", key, f"for {key[:5]}", "shop")
        lose(store, wanted)
    later = clock.now() + timedelta(1)
    assert store.write(lambda tx: forget_older(tx, later)).result().receipts == 1
    assert {one.key for one in store.enrichment.ledger.reserves()} == {"erased", "domain:acme.example"}
    assert store.write(lambda tx: forget_older(tx, later)).result().total == 0
    assert store.enrichment.ledger.unsettled("shop")[0] == 4
