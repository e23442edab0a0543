"""Pages of hits that were paid for: kept for an hour, and without what they say of who opted out."""

import pytest

from tui.clock import ManualClock
from tui.model.enrich.people import PeoplePage
from tui.model.enrich.suppression import Kind
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.store.enrich.pages import remember_page
from tui.store.enrich.retention import forget_older
from tui.store.enrich.suppression import allow, suppress
from tui.store.store import Store

KEY = "search:company=kauri:0:25"
ANA = Person(
    full_name="Ana Ray",
    title="Buyer",
    network_slug="ana-ray",
    company=CompanyRef(name="Kauri", domain="kauri.example"),
    emails=(EmailPoint(value="ana@kauri.example"),),
    phones=(PhonePoint(e164="+61255501234"),),
)
BO = Person(full_name="Bo Lee", network_slug="bo-lee")
PAGE = PeoplePage(people=(ANA, BO), total=2)


def keep(store: Store, page: PeoplePage = PAGE) -> None:
    store.write(lambda tx: remember_page(tx, "shop", KEY, page)).result()


def held(store: Store) -> PeoplePage:
    ((_, provider, key, page),) = store.enrichment.findings.pages.every()
    assert (provider, key) == ("shop", KEY)
    return page


def test_a_page_is_kept_for_an_hour_for_its_own_service(store: Store, clock: ManualClock) -> None:
    keep(store)
    pages = store.enrichment.findings.pages
    assert pages.get("shop", KEY, clock.now()) == PAGE
    assert pages.get("another", KEY, clock.now()) is None
    clock.advance(3600)
    assert pages.get("shop", KEY, clock.now()) is None
    keep(store, PAGE.replace(people=(BO,)))
    assert held(store).people == (BO,)


def test_the_next_page_deletes_what_is_too_old_and_retention_the_rest(
    store: Store, clock: ManualClock
) -> None:
    keep(store)
    clock.advance(3601)
    store.write(lambda tx: remember_page(tx, "shop", "search:x:0:25", PAGE)).result()
    assert [key for _, _, key, _ in store.enrichment.findings.pages.every()] == ["search:x:0:25"]
    clock.advance(7200)
    assert store.write(lambda tx: forget_older(tx, clock.now())).result().pages == 1
    assert list(store.enrichment.findings.pages.every()) == []


@pytest.mark.parametrize(
    ("kind", "value", "left"),
    [
        ("network_slug", "ana-ray", Person(network_slug="ana-ray")),
        ("email", "ana@kauri.example", Person(emails=(EmailPoint(value="ana@kauri.example"),))),
        ("phone", "255501234", Person(phones=(PhonePoint(raw="255501234"),))),
        ("domain", "kauri.example", Person(company=CompanyRef(domain="kauri.example"))),
        ("name", "ana ray|kauri", Person(full_name="ana ray", company=CompanyRef(name="kauri"))),
    ],
)
def test_who_opted_out_is_nothing_but_what_the_list_has(
    store: Store, kind: Kind, value: str, left: Person
) -> None:
    keep(store)
    store.write(lambda tx: suppress(tx, [(kind, value, "")])).result()
    assert held(store).people == (left, BO)
    assert store.enrichment.suppression.covers(left) is not None
    # So it is where the page comes after the opt-out.
    keep(store)
    assert held(store).people == (left, BO)


def test_after_an_opt_out_is_taken_back_the_same_search_is_asked_anew(
    store: Store, clock: ManualClock
) -> None:
    keep(store)
    store.write(lambda tx: suppress(tx, [("network_slug", "ana-ray", "")])).result()
    store.write(lambda tx: allow(tx, "email", "nobody@kauri.example")).result()
    assert store.enrichment.findings.pages.get("shop", KEY, clock.now()) is not None
    store.write(lambda tx: allow(tx, "network_slug", "ana-ray")).result()
    assert store.enrichment.findings.pages.get("shop", KEY, clock.now()) is None
