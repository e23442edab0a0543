"""The price of a lookup before it is made: stored, refused, unsure, and that of several services."""

from datetime import datetime

import pytest

from tests.sync.enrich.shop import by, named
from tui.adapters.read import built_in
from tui.clock import ManualClock
from tui.model.enrich.spending import Caps, Prices, Wanted
from tui.model.finding import Finding, QuoteStep
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.model.subject import Subject
from tui.store.enrich import reservations, settlement
from tui.store.enrich.findings import remember
from tui.store.store import Store
from tui.sync.enrich.askable import Asking, stored_answer
from tui.sync.enrich.price import price_of, quote, searches_of

ANA = by("email", "ana@kauri.example")
NAMED = Subject(type="person", name="Ana Reid", company="Kauri")


def service(name: str, person: tuple[int, int], search: tuple[int, int] = (0, 0)) -> Asking:
    prices = Prices(person=person, search=search)
    return Asking.of(built_in("platform"), prices).replace(title=name.title(), name=name, provider=name)


CHEAP, DEAR = service("cheap", (0, 1)), service("dear", (2, 5))
BOTH = CHEAP.replace(order={"person": (CHEAP, DEAR)})


def keep(store: Store, provider: str, person: Person | None, at: datetime) -> None:
    finding = Finding(key=ANA.key, type="person", person=person, provider=provider, fetched_at=at)
    store.write(lambda tx: remember(tx, finding)).result()


REID = Person(
    full_name="Ana Reid",
    company=CompanyRef(name="Kauri Ltd", domain="kauri.example"),
    emails=(EmailPoint(value="ana@kauri.example"),),
    phones=(PhonePoint(e164="+61255501234"),),
    network_slug="ana-reid",
)
DIRECT = DEAR.replace(person=(frozenset({"email"}), frozenset({"name", "company"})), criteria=frozenset())


@pytest.mark.parametrize(
    ("subject", "is_known"),
    [
        (NAMED, True),
        (named("Āna  Reid", "KAURI Pty Ltd"), True),
        (named("Ana Reid", "Kauri", phone="+61255501234", domain="kauri.example"), True),
        (named("Ana Reid", "Kauri", phone="+61255509999"), False),
        (named("Ana Reid", "Kauri", domain="totara.example"), False),
        (named("Ana Reid", "Kauri", email="ana@home.example"), False),
        (named("Ana Reid", "Totara"), False),
        (named("Ann Reid", "Kauri"), False),
    ],
)
def test_whoever_is_known_by_an_address_is_free_by_name_and_company(
    store: Store, clock: ManualClock, subject: Subject, *, is_known: bool
) -> None:
    keep(store, "dear", REID, clock.now())
    found = stored_answer(store, subject, DIRECT)
    assert (found is not None and found.person == REID) is is_known
    assert (quote(store, subject, DIRECT).high == 0) is is_known
    assert stored_answer(store, subject, DIRECT.replace(provider="cheap")) is None
    # The price of a service that is searched first, and so may know a namesake.
    assert stored_answer(store, subject, DEAR) is None
    assert (quote(store, subject, DEAR).high == 0) is is_known


def test_a_namesake_at_the_company_is_asked_for(store: Store, clock: ManualClock) -> None:
    keep(store, "dear", REID, clock.now())
    same = Finding(
        key="network_slug:ana-reid",
        type="person",
        person=REID.replace(emails=()),
        provider="dear",
        fetched_at=clock.now(),
    )
    store.write(lambda tx: remember(tx, same)).result()
    assert stored_answer(store, NAMED, DIRECT) is not None
    other = REID.replace(emails=(EmailPoint(value="ana.reid@kauri.example"),), network_slug="")
    apart = Finding(
        key="email:ana.reid@kauri.example",
        type="person",
        person=other,
        provider="dear",
        fetched_at=clock.now(),
    )
    store.write(lambda tx: remember(tx, apart)).result()
    assert stored_answer(store, NAMED, DIRECT) is None
    assert (quote(store, NAMED, DIRECT).high, quote(store, NAMED, DEAR).high) == (5, 5)


def test_the_one_who_was_found_for_a_name_stays_the_answer_to_it(store: Store, clock: ManualClock) -> None:
    picked = REID.replace(emails=(), network_slug="ana-2")
    chosen = Finding(key=NAMED.key, type="person", person=picked, provider="dear", fetched_at=clock.now())
    store.write(lambda tx: remember(tx, chosen)).result()
    clock.advance(60)
    keep(store, "dear", REID, clock.now())
    found = stored_answer(store, NAMED, DIRECT)
    assert found is not None
    assert found.person == picked


def test_a_search_is_paid_though_it_finds_somebody_known(store: Store, clock: ManualClock) -> None:
    searched = service("dear", (2, 5), search=(0, 1))
    keep(store, "dear", REID.replace(network_slug=""), clock.now())
    assert quote(store, NAMED, searched).high > 5, "who has no profile is not known again"
    keep(store, "dear", REID, clock.now())
    told = quote(store, NAMED, searched)
    assert (told.low, told.high) == (0, told.search)
    assert quote(store, NAMED, searched, again=True).high == 5 + told.search


def lose(store: Store, provider: str) -> None:
    """Send a request to a service that is never answered."""
    asked = reservations.Reservation("person", ANA.key, "token", provider=provider)
    store.write(
        lambda tx: reservations.begin(tx, asked, 2, Caps(), run="", owner="", sure=True, repeats=True)
    ).result()


def test_one_service_is_its_own_price_without_steps(store: Store) -> None:
    told = quote(store, ANA, DEAR)
    assert (told.low, told.high, told.steps, told.credits_left) == (2, 5, (), None)


def test_several_services_are_told_in_order_and_the_finder_is_paid(store: Store) -> None:
    told = quote(store, ANA, BOTH)
    assert (told.low, told.high) == (0, 5)
    assert told.steps == (
        QuoteStep(service="cheap", low=0, high=1, name="cheap"),
        QuoteStep(service="dear", low=2, high=5, name="dear"),
    )


def test_a_stored_answer_costs_nothing_and_tells_its_age(store: Store, clock: ManualClock) -> None:
    stored = clock.now()
    keep(store, "cheap", Person(full_name="Ana Reid"), stored)
    clock.advance(60)
    told = quote(store, ANA, BOTH)
    assert (told.low, told.high, told.cached_at) == (0, 0, stored)


def test_a_service_that_found_nobody_is_not_priced_again(store: Store, clock: ManualClock) -> None:
    keep(store, "cheap", None, clock.now())
    told = quote(store, ANA, BOTH)
    assert (told.low, told.high, told.steps, told.cached_at) == (2, 5, (), None)


def test_what_only_a_doubtful_answer_gives_is_still_to_be_asked_for(store: Store, clock: ManualClock) -> None:
    """Its number may be somebody else's: it is not in the answer, and the next service is asked."""
    third = service("third", (1, 1))
    asking = CHEAP.replace(order={"person": (CHEAP, DEAR, third)}, wanted=frozenset[Wanted]({"phone"}))
    number = (PhonePoint(e164="+61255501234"),)
    keep(store, "cheap", Person(full_name="Ana Reid"), clock.now())
    keep(store, "dear", Person(full_name="Ana Reid", phones=number, conflicts=("email",)), clock.now())
    assert (quote(store, ANA, asking).cached_at, quote(store, ANA, asking).high) == (None, 1)
    keep(store, "third", Person(full_name="Ana Reid", phones=number), clock.now())
    assert quote(store, ANA, asking).cached_at is not None
    known = stored_answer(store, ANA, asking)
    assert known is not None
    assert [one.provider for one in known.also] == ["third"]


def test_the_balance_is_that_of_the_first_service_that_takes_credits(store: Store) -> None:
    for provider, left in (("free", 7), ("dear", 40)):
        store.enrichment.record_balance(left, None, provider).result()
    free = service("free", (0, 0))
    told = quote(store, ANA, free.replace(order={"person": (free, DEAR)}))
    assert told.credits_left == 40
    assert quote(store, ANA, free).credits_left == 7


def test_what_cannot_be_asked_is_refused_with_the_reason(store: Store) -> None:
    told = quote(store, by("phone", "+61491570158"), DEAR)
    assert (told.low, told.high) == (0, 0)
    assert "telephone number alone" in told.refused


def test_a_lost_request_is_told_where_a_repeat_may_be_charged(store: Store, clock: ManualClock) -> None:
    assert quote(store, ANA, BOTH).lost_at is None
    lose(store, "dear")
    assert quote(store, ANA, BOTH).lost_at == clock.now()
    assert quote(store, by("email", "bo@kauri.example"), BOTH).lost_at is None
    store.write(lambda tx: settlement.set_repeats_safely(tx, "dear")).result()
    assert quote(store, ANA, BOTH).lost_at is None


@pytest.mark.parametrize(("steps", "ends"), [([CHEAP, DEAR], (0, 5)), ([DEAR], (2, 5)), ([], (0, 0))])
def test_a_lookup_takes_the_least_to_the_most_of_any_step(steps: list[Asking], ends: tuple[int, int]) -> None:
    assert price_of(steps, ANA) == ends


def test_only_a_name_has_to_be_searched_for(store: Store) -> None:
    # A page of a hundred hits is priced as four of twenty-five.
    steps = [service("searched", (1, 1), search=(0, 2)), service("free", (1, 1))]
    assert searches_of(steps, NAMED) == 5 * 2 * 4
    assert searches_of(steps, ANA) == 0
    told = quote(store, NAMED, steps[0].replace(order={"person": tuple(steps)}))
    assert (told.search, told.high, sum(one.high for one in told.steps)) == (
        5 * 2 * 4, price_of(steps, NAMED)[1] + 40, sum(one.prices.person[1] for one in steps) + 40,
    )  # fmt: skip
    firm = NAMED.replace(type="company", name="", company="Kauri")
    assert searches_of(steps, firm) == 2 * 4
