"""Never twice, never by surprise: caps, opt-outs, other processes, and an account that is empty."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tests.stories.world import World
from tests.sync.enrich.shop import Buyer, Shop, by
from tests.sync.enrich.test_bulk import until
from tui.adapters.read import built_in
from tui.cli.account.provider import prices
from tui.clock import ManualClock
from tui.errors import (
    Ambiguous,
    OptedOut,
    OutOfCredits,
    RateLimited,
    RemoteError,
    SpendRefused,
    StoreBusy,
    Unauthorized,
    Unreachable,
    Unsettled,
    UsageError,
)  # fmt: skip
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.spending import Caps
from tui.model.subject import Identifier, Subject
from tui.model.values.scalars import Json
from tui.settings.providers import Provider
from tui.store.db import Transaction
from tui.store.enrich import reservations, suppression
from tui.store.enrich.caps import set_caps
from tui.sync.enrich.askable import answer_to_show
from tui.sync.enrich.connect import asking_of
from tui.sync.enrich.payments import LOOK, REST, TRIES
from tui.sync.enrich.price import quote

T = TypeVar("T")


def cap(buyer: Buyer, *, run: int | None = None, month: int | None = None) -> None:
    buyer.store.write(lambda tx: set_caps(tx, Caps(run, month))).result()


@pytest.mark.parametrize(
    ("caps", "word"), [({"run": 1}, "run"), ({"month": 1}, "month"), ({"month": 0}, "month")]
)
async def test_a_cap_refuses_before_the_request(buyer: Buyer, known: Subject, caps, word) -> None:
    cap(buyer, **caps)
    with pytest.raises(SpendRefused, match=f"cap of the {word}") as refused:
        await buyer.session.lookup.enrich(known)
    assert "cardscout credits cap" in refused.value.hint
    assert buyer.wire.count("POST", "enrich") == 0
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 0
    cap(buyer, month=2)
    assert (await buyer.session.lookup.enrich(known)).cost == 2


async def test_what_may_have_been_charged_counts_until_it_is_known(buyer: Buyer, known: Subject) -> None:
    cap(buyer, month=3)
    buyer.wire.fail("drop response", "POST", "enrich", times=9)
    with pytest.raises(RemoteError):
        await buyer.session.lookup.enrich(known)
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2
    other = by("email", "no.one@nowhere.example")
    with pytest.raises(SpendRefused, match="2 already spent"):
        await buyer.session.lookup.enrich(other)
    buyer.wire.faults.clear()
    assert (await buyer.session.lookup.enrich(known, sure=True)).cost == 2
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2


async def test_a_refused_connection_is_not_counted(buyer: Buyer, known: Subject) -> None:
    buyer.wire.plugged = False
    with pytest.raises(RemoteError):
        await buyer.session.lookup.enrich(known)
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 0


async def test_a_new_month_has_its_whole_cap(buyer: Buyer, known: Subject) -> None:
    await buyer.session.lookup.enrich(known)
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2
    buyer.clock.advance(11 * 86_400)
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 0
    assert buyer.store.enrichment.ledger.spent() == 2


async def test_the_settings_cap_holds_where_none_was_set(buyer: Buyer, known: Subject) -> None:
    buyer.store.enrichment.ledger.fallback = Caps(month=1)
    with pytest.raises(SpendRefused):
        await buyer.session.lookup.enrich(known)
    cap(buyer)
    assert buyer.store.enrichment.ledger.caps() == Caps()
    assert (await buyer.session.lookup.enrich(known)).matched


async def test_the_balance_of_another_service_is_not_this_ones(buyer: Buyer, known: Subject) -> None:
    await buyer.session.lookup.enrich(known)
    assert buyer.store.enrichment.ledger.balance() == 498
    buyer.crash()
    assert buyer.store.enrichment.ledger.balance() == 498
    buyer.link = buyer.link.replace(enrich_url="http://elsewhere.localhost", enrich_http=buyer.wire)
    buyer.crash()
    assert buyer.store.enrichment.ledger.balance() is None
    assert buyer.session.lookup.known(known) is not None


async def test_who_is_found_one_way_is_known_every_way(buyer: Buyer, known: Subject) -> None:
    found = (await buyer.session.lookup.enrich(known)).person
    assert found is not None
    again = await buyer.session.lookup.enrich(by("network_slug", found.network_slug))
    assert again.person == found
    both = Subject(
        type="person", identifiers=(*known.identifiers, Identifier(kind="email", value="other@home.example"))
    )
    assert (await buyer.session.lookup.enrich(both)).person == found
    assert buyer.wire.count("POST", "enrich") == 1


async def test_a_miss_is_asked_again_with_one_more_identifier(buyer: Buyer, known: Subject) -> None:
    nobody = by("network_slug", "no-such-slug")
    assert not (await buyer.session.lookup.enrich(nobody)).matched
    more = Subject(type="person", identifiers=(*nobody.identifiers, *known.identifiers))
    assert (await buyer.session.lookup.enrich(more)).matched


class StandingClock(ManualClock):
    """Who sleeps only lets the others go on."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0.001)


async def test_two_processes_that_ask_at_once_pay_once(tmp_path: Path, shop: Shop, known: Subject) -> None:
    # The hosted service knows no idempotency keys: one of the two has to wait for the other.
    shop.honours = False
    one, two = (Buyer(tmp_path, StandingClock(), shop) for _ in range(2))
    one.wire.hosted = two.wire.hosted = True
    try:
        found, same = await asyncio.gather(*(x.session.lookup.enrich(known) for x in (one, two)))
        assert found.person == same.person
        assert one.wire.count("POST", "enrich") + two.wire.count("POST", "enrich") == 1
        assert one.store.enrichment.ledger.spent() == shop.taken == 2
    finally:
        await one.close()
        await two.close()


async def test_a_turn_of_a_process_that_is_gone_is_taken_over(buyer: Buyer, known: Subject) -> None:
    reservation = reservations.Reservation("person", known.key, "token-of-a-dead-one")
    dead = buyer.session.lookup.payments._owner.rpartition(":")[0].rpartition(":")[0] + ":4194303:00"
    buyer.store.write(
        lambda tx: reservations.begin(tx, reservation, 2, Caps(), run="", owner=dead, sure=True, repeats=True)
    ).result()
    assert (await buyer.session.lookup.enrich(known)).matched
    assert LOOK not in buyer.clock.slept


# --- who opted out ----------------------------------------------------------------


async def test_who_opted_out_is_not_asked_for(buyer: Buyer, known: Subject) -> None:
    (entry,) = known.identifiers
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", entry.value, "asked us")])).result()
    for again in (False, True):
        with pytest.raises(OptedOut, match=entry.value):
            await buyer.session.lookup.enrich(known, again=again)
    assert buyer.wire.count("POST", "enrich") == 0


async def test_who_opted_out_is_forgotten_by_every_name(buyer: Buyer, known: Subject) -> None:
    found = await buyer.session.lookup.enrich(known)
    assert found.person is not None
    slug, email = by("network_slug", found.person.network_slug), found.person.emails[0].value
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", email, "")])).result()
    kept = buyer.store.enrichment.findings.get(known.key)
    assert kept is not None
    assert (kept.withheld, kept.matched) == (True, False)
    with pytest.raises(OptedOut):
        await buyer.session.lookup.enrich(slug, again=True)
    page = await buyer.session.lookup.finder.search(PeopleQuery(company="Firm0"))
    assert (page.people, page.hidden) == ((), 1)
    assert [one.value for one in buyer.store.enrichment.suppression.all()] == [email]
    buyer.store.write(lambda tx: suppression.allow(tx, "email", email)).result()
    assert (await buyer.session.lookup.enrich(slug)).matched


async def test_who_opted_out_and_is_asked_for_by_another_name_is_not_kept(
    buyer: Buyer, known: Subject
) -> None:
    (entry,) = known.identifiers
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", entry.value, "")])).result()
    found = await buyer.session.lookup.enrich(by("network_slug", "ana-0"))
    assert (found.withheld, found.matched, found.cost) == (True, False, 2)
    assert buyer.store.enrichment.ledger.spent() == 2
    with pytest.raises(OptedOut):
        await buyer.session.lookup.enrich(by("network_slug", "ana-0"), again=True)


async def test_a_service_that_says_opted_out_is_asked_once(buyer: Buyer, known: Subject) -> None:
    buyer.wire.fail("451", "POST", "enrich")
    found = await buyer.session.lookup.enrich(known)
    assert (found.withheld, found.cost) == (True, 0)
    assert await buyer.session.lookup.enrich(known) == found
    assert buyer.wire.count("POST", "enrich") == 1


# --- an account that is empty -------------------------------------------------------


@pytest.mark.fault("F46")
async def test_an_empty_account_is_not_asked_again_for_a_while(buyer: Buyer, known: Subject) -> None:
    buyer.wire.fail("402", "POST", "enrich")
    buyer.wire.fail("402", "GET", "credits", times=9)
    for _ in range(3):
        with pytest.raises(OutOfCredits):
            await buyer.session.lookup.enrich(known)
    assert buyer.wire.count("POST", "enrich") == 1
    buyer.clock.advance(61)
    assert (await buyer.session.lookup.enrich(known)).matched


async def test_more_money_opens_it_at_once(buyer: Buyer, known: Subject) -> None:
    buyer.wire.fail("402", "POST", "enrich")
    with pytest.raises(OutOfCredits):
        await buyer.session.lookup.enrich(known)
    assert await buyer.session.lookup.credits() == 500
    assert (await buyer.session.lookup.enrich(known)).matched


@pytest.mark.fault("F46")
async def test_the_board_goes_on_without_credits(world: World) -> None:
    world.wire.fail("402", "POST", "enrich", times=99)
    with pytest.raises(OutOfCredits):
        await world.session.lookup.enrich(by("email", "a@b.example"))
    world.card("Ring Ana")
    await world.sync()
    assert ("Ring Ana" in {name for _, name in await world.there()}) is True


# --- an answer that is lost -----------------------------------------------------------


@pytest.fixture
async def direct(tmp_path: Path, clock: ManualClock, shop: Shop) -> AsyncIterator[Buyer]:
    """A buyer at a service that is asked by GET, and knows no idempotency keys."""
    shop.honours = False
    made = Buyer(tmp_path, clock, shop)
    made.link = made.link.replace(adapter=built_in("direct"))
    made.crash()
    yield made
    await made.close()


FIRM = Subject(type="company", identifiers=(Identifier(kind="domain", value="firm1.example"),))


@pytest.mark.parametrize("fault", ["drop response", "502", "cut"])
async def test_a_paid_get_is_sent_once_and_the_user_says_whether_again(
    direct: Buyer, shop: Shop, fault: str
) -> None:
    direct.wire.fail(fault, "GET", "company", times=9)
    with pytest.raises(Unsettled) as lost:
        await direct.session.lookup.enrich(FIRM)
    assert (direct.wire.count("GET", "company"), lost.value.asked) == (1, True)
    direct.wire.faults.clear()
    direct.crash()
    with pytest.raises(Unsettled, match="may have been charged") as refused:
        await direct.session.lookup.enrich(FIRM)
    assert (direct.wire.count("GET", "company"), refused.value.asked) == (1, False)
    assert "--ask-again" in refused.value.hint
    assert direct.store.enrichment.ledger.month(direct.clock.now()) == 1
    found = await direct.session.lookup.enrich(FIRM, sure=True)
    # The shop gives what is owned for nothing: what was paid is booked with the answer.
    assert found.matched
    assert direct.store.enrichment.ledger.spent() == found.cost == 1
    assert direct.store.enrichment.ledger.month(direct.clock.now()) == 1
    assert direct.store.enrichment.ledger.unsettled() == (0, None)


@pytest.mark.parametrize("arrived", [True, False])
async def test_the_balance_settles_what_had_no_answer(direct: Buyer, shop: Shop, arrived: bool) -> None:
    ledger_ = direct.store.enrichment.ledger
    direct.store.enrichment.record_balance(shop.credits).result()
    direct.clock.advance(1)
    direct.wire.fail("drop response" if arrived else "drop request", "GET", "company")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(FIRM)
    assert ledger_.unsettled()[0] == ledger_.month(direct.clock.now()) == 1
    direct.store.enrichment.record_balance(shop.credits).result()
    assert ledger_.unsettled()[0] == 1, "it may still be carried out"
    direct.clock.advance(reservations.HELD + 1)
    direct.store.enrichment.record_balance(shop.credits).result()
    assert ledger_.unsettled()[0] == 0
    assert ledger_.spent() == ledger_.month(direct.clock.now()) == shop.taken == arrived
    if not arrived:
        assert (await direct.session.lookup.enrich(FIRM)).matched
    else:
        assert (await direct.session.lookup.enrich(FIRM, sure=True)).matched
    assert ledger_.spent() == shop.taken == 1


@pytest.mark.parametrize("arrived", [True, False])
async def test_what_had_no_answer_before_any_balance_was_known_stays_open(
    direct: Buyer, shop: Shop, arrived: bool
) -> None:
    """A first balance says what is left, and not what it was before: the repeat alone can tell."""
    assert direct.store.enrichment.ledger.balance() is None
    direct.wire.fail("drop response" if arrived else "drop request", "GET", "company")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(FIRM)
    for seconds in (1, reservations.HELD + 1, reservations.HELD + 1):
        direct.clock.advance(seconds)
        direct.store.enrichment.record_balance(shop.credits).result()
        direct.crash()
        assert (
            direct.store.enrichment.ledger.unsettled()[0]
            == direct.store.enrichment.ledger.month(direct.clock.now())
            == 1
        )
    # What is lost from here on is settled by what is known from here on, and takes nothing from the first.
    direct.clock.advance(1)
    direct.wire.fail("drop response", "GET", "company")
    other = Subject(type="company", identifiers=(Identifier(kind="domain", value="firm2.example"),))
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(other)
    assert direct.store.enrichment.ledger.unsettled()[0] == 2
    direct.clock.advance(reservations.HELD + 1)
    direct.store.enrichment.record_balance(shop.credits).result()
    assert (direct.store.enrichment.ledger.unsettled()[0], direct.store.enrichment.ledger.spent()) == (1, 1)
    found = await direct.session.lookup.enrich(FIRM, sure=True)
    assert found.cost == 1
    assert direct.store.enrichment.ledger.unsettled()[0] == 0
    assert direct.store.enrichment.ledger.spent() == shop.taken == 2


async def test_a_person_at_the_live_service_is_one_credit_unless_somebody_says_otherwise(
    direct: Buyer, known: Subject
) -> None:
    live = Provider("live", "https://api.people.example", dialect="direct")
    assert prices(live, built_in("direct")).person == (1, 1)
    assert prices(replace(live, person=(2, 3)), built_in("direct")).person == (2, 3)
    links = (direct.link, direct.link.replace(adapter=None))
    quotes = [quote(direct.store, known, asking_of(link)) for link in links]
    assert [(one.low, one.high) for one in quotes] == [(1, 1), (1, 2)]
    direct.wire.fail("drop request", "GET", "people")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(known)
    assert direct.store.enrichment.ledger.unsettled()[0] == 1


async def test_a_cancelled_lookup_is_settled_by_the_balance(buyer: Buyer, shop: Shop, known: Subject) -> None:
    await buyer.session.lookup.credits()
    buyer.clock.advance(1)
    shop.door = asyncio.Event()
    asking = asyncio.create_task(buyer.session.lookup.enrich(known))
    await until(lambda: shop.inside == 1)
    for task in (asking, *buyer.session.lookup._running.values()):
        task.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    shop.door.set()
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2
    buyer.clock.advance(reservations.HELD + 1)
    await buyer.session.lookup.credits()
    assert (
        buyer.store.enrichment.ledger.month(buyer.clock.now())
        == buyer.store.enrichment.ledger.spent()
        == shop.taken
        == 0
    )


async def test_where_a_repeat_is_charged_again_the_first_request_stays_reserved(
    direct: Buyer, shop: Shop
) -> None:
    """Neither forgets the other: the balance tells what the first one cost."""
    charges = replace(direct.link.service, prices=replace(direct.link.service.prices, owned=False))
    direct.link = direct.link.replace(adapter=charges)
    direct.crash()
    direct.store.enrichment.record_balance(shop.credits).result()
    direct.clock.advance(1)
    direct.wire.fail("drop response", "GET", "company")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(FIRM)
    shop.sold.clear()  # it sells the same again
    direct.clock.advance(1)
    assert (await direct.session.lookup.enrich(FIRM, sure=True)).cost == 1
    month = direct.store.enrichment.ledger.month
    assert (direct.store.enrichment.ledger.spent(), month(direct.clock.now()), shop.taken) == (1, 2, 2)
    (reserve,) = direct.store.enrichment.ledger.reserves()
    assert (reserve.key, reserve.high, reserve.provider) == ("domain:firm1.example", 1, direct.link.provider)
    direct.clock.advance(reservations.HELD + 1)
    direct.store.enrichment.record_balance(shop.credits).result()
    assert direct.store.enrichment.ledger.reserves() == []
    assert direct.store.enrichment.ledger.spent() == month(direct.clock.now()) == shop.taken == 2


async def test_a_refusal_does_not_forget_what_an_earlier_request_may_have_cost(
    direct: Buyer, shop: Shop
) -> None:
    direct.wire.fail("drop response", "GET", "company")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(FIRM)
    shop.limited = 99
    with pytest.raises(RateLimited):
        await direct.session.lookup.enrich(FIRM, sure=True)
    assert [one.high for one in direct.store.enrichment.ledger.reserves()] == [1]
    shop.limited = 0
    assert (await direct.session.lookup.enrich(FIRM, sure=True)).cost == 1
    assert direct.store.enrichment.ledger.reserves() == []
    assert direct.store.enrichment.ledger.spent() == shop.taken == 1


async def test_a_token_outlives_a_balance_that_was_misled(buyer: Buyer, shop: Shop, known: Subject) -> None:
    """Of two lost requests the later was charged, and the balance books it on the earlier: a repeat costs nothing."""
    other = by("email", "p1@firm1.example")
    await buyer.session.lookup.enrich(by("email", "p2@firm2.example"))
    await buyer.session.lookup.credits()
    for subject, fault in ((known, "drop request"), (other, "drop response")):
        buyer.clock.advance(1)
        buyer.wire.fail(fault, "POST", "enrich/person", times=9)
        with pytest.raises((Unreachable, Ambiguous)):
            await buyer.session.lookup.enrich(subject)
        buyer.wire.faults.clear()
    buyer.clock.advance(reservations.HELD + 1)
    await buyer.session.lookup.credits()
    assert buyer.store.enrichment.ledger.spent() == shop.taken
    for subject in (known, other):
        assert (await buyer.session.lookup.enrich(subject)).matched
    assert buyer.store.enrichment.ledger.spent() == shop.taken == 6


@pytest.mark.parametrize("honours", [True, False])
async def test_what_a_balance_called_charged_is_asked_again_with_its_token(
    buyer: Buyer, shop: Shop, known: Subject, honours: bool
) -> None:
    """A service honours tokens before its first answer says so; where it does not, the ledger has both charges."""
    shop.honours = honours
    await buyer.session.lookup.credits()
    tries = 2 if not honours else 1
    for _ in range(tries):
        buyer.clock.advance(1)
        buyer.wire.fail("drop response", "POST", "enrich/person", times=9)
        with pytest.raises((Unreachable, Ambiguous, Unsettled)):
            await buyer.session.lookup.enrich(known, sure=True)
        buyer.wire.faults.clear()
        charge_by_request(shop)
        buyer.clock.advance(reservations.HELD + 1)
        await buyer.session.lookup.credits()
        assert buyer.store.enrichment.ledger.spent() == shop.taken, "the balance says that it was charged"
    assert (await buyer.session.lookup.enrich(known, sure=True)).cost == 2
    assert buyer.store.enrichment.ledger.spent() == shop.taken == 2 * (1 if honours else tries + 1)
    assert buyer.store.enrichment.ledger.unsettled() == (0, None)


def charge_by_request(shop: Shop) -> None:
    """Let a shop sell again what it has sold: for nothing to whoever names the same token, if it honours those."""
    shop.sold.clear()
    if not shop.honours:
        shop.charges = {f"{len(shop.charges)}#{n}": cost for n, cost in enumerate(shop.charges.values())}


async def lose_an_answer(direct: Buyer, shop: Shop) -> None:
    """Let the answer about FIRM be lost after a known balance, until nobody waits for it any more."""
    direct.store.enrichment.record_balance(shop.credits).result()
    direct.clock.advance(1)
    direct.wire.fail("drop response", "GET", "company")
    with pytest.raises(Unsettled):
        await direct.session.lookup.enrich(FIRM)
    direct.clock.advance(reservations.HELD + 1)


async def test_a_balance_settles_only_what_was_asked_of_its_own_service(direct: Buyer, shop: Shop) -> None:
    await lose_an_answer(direct, shop)
    for left in (90, 80):
        direct.store.enrichment.record_balance(left, None, "another shop").result()
        direct.clock.advance(1)
    assert direct.store.enrichment.ledger.unsettled()[0] == 1
    assert direct.store.enrichment.ledger.balance("another shop") == 80
    assert direct.store.enrichment.ledger.balance() == 500


async def test_a_balance_that_others_move_meanwhile_settles_nothing(direct: Buyer, shop: Shop) -> None:
    await lose_an_answer(direct, shop)
    direct.store.enrichment.record_balance(shop.credits + 100).result()
    assert direct.store.enrichment.ledger.unsettled()[0] == 1


# --- whose answer it is ----------------------------------------------------------------


async def test_a_miss_of_one_service_is_none_of_another(buyer: Buyer, known: Subject) -> None:
    people, buyer.shop.people = buyer.shop.people, {}
    assert not (await buyer.session.lookup.enrich(known)).matched
    buyer.shop.people = people
    buyer.link = buyer.link.replace(provider="a better shop")
    buyer.crash()
    found = await buyer.session.lookup.enrich(known)
    assert (found.matched, found.provider) == (True, "a better shop")
    buyer.link = buyer.link.replace(provider="a shop")
    buyer.crash()
    assert not (await buyer.session.lookup.enrich(known)).matched
    shown = answer_to_show(buyer.store, known, buyer.session.lookup.asking)
    assert shown is not None
    assert shown.provider == "a better shop"


async def test_what_no_service_can_be_asked_by_has_no_price(buyer: Buyer) -> None:
    ring = by("phone", "+61491570158")
    told = quote(buyer.store, ring, buyer.session.lookup.asking)
    assert (told.low, told.high) == (0, 0)
    assert told.refused == (
        "+61491570158 cannot be looked up by telephone number alone. The service takes an e-mail address, a profile or “Name at Company”."
    )
    with pytest.raises(UsageError, match="telephone number alone"):
        await buyer.session.lookup.enrich(ring)


def keep_busy(buyer: Buyer, monkeypatch: pytest.MonkeyPatch, times: int) -> list[str]:
    """Have another program hold the store for so many writes from the second on, which is that of the answer."""
    writes, store = list[str](), buyer.store.write

    def busy(work: Callable[[Transaction], T]) -> Future[T]:
        writes.append(work.__qualname__)
        if not 2 <= len(writes) < 2 + times:
            return store(work)
        failed = Future[T]()
        failed.set_exception(StoreBusy("Another program holds the store."))
        return failed

    monkeypatch.setattr(buyer.store, "write", busy)
    return writes


async def test_an_answer_that_comes_while_the_store_is_busy_is_stored_later(
    buyer: Buyer, known: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_busy(buyer, monkeypatch, TRIES - 1)
    assert (await buyer.session.lookup.enrich(known)).cost == 2
    assert (buyer.shop.taken, buyer.store.enrichment.ledger.spent()) == (2, 2)
    assert buyer.clock.slept.count(REST) == TRIES - 1


async def test_an_answer_that_could_not_be_stored_was_charged(
    buyer: Buyer, known: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = keep_busy(buyer, monkeypatch, TRIES)
    with pytest.raises(StoreBusy):
        await buyer.session.lookup.enrich(known)
    assert "kept" in writes[1], "it was not the answer that was refused"
    assert buyer.shop.taken == 2
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2
    assert (await buyer.session.lookup.enrich(known, sure=True)).cost == 2
    assert (buyer.shop.taken, buyer.store.enrichment.ledger.spent()) == (2, 2)
    assert len(set(buyer.shop.charges)) == 1, "it was asked for by the same token"


async def test_a_key_that_is_taken_away_after_a_lost_answer_leaves_what_it_may_have_cost(
    buyer: Buyer, known: Subject
) -> None:
    await buyer.session.lookup.enrich(by("email", "p1@firm1.example"))
    buyer.wire.fail("drop response", "POST", "enrich")
    buyer.wire.fail("401", "POST", "enrich")
    with pytest.raises(Unauthorized):
        await buyer.session.lookup.enrich(known)
    assert buyer.shop.taken == 4
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 4
    assert (await buyer.session.lookup.enrich(known)).cost == 2
    assert (buyer.shop.taken, buyer.store.enrichment.ledger.spent()) == (4, 4)


async def test_a_card_with_more_on_it_than_when_its_answer_was_lost_is_not_paid_for_again_by_itself(
    buyer: Buyer, known: Subject
) -> None:
    """The service refuses the token, because the request is another one by now."""
    await buyer.session.lookup.enrich(by("email", "p1@firm1.example"))
    buyer.shop.sold.clear()  # each request is charged
    buyer.wire.fail("drop response", "POST", "enrich", times=4)
    with pytest.raises(Ambiguous):
        await buyer.session.lookup.enrich(known)
    sell, first = buyer.shop._sell, set(buyer.shop.charges)

    def refuses_the_token(request: httpx.Request, record: Json, price: int) -> httpx.Response:
        if request.headers["idempotency-key"] in first:
            return httpx.Response(422, json={"error": "Idempotency-Key: was used for another request"})
        return sell(request, record, price)

    buyer.shop._sell = refuses_the_token  # type: ignore[method-assign] # what is sold is as before
    with pytest.raises(Unsettled):
        await buyer.session.lookup.enrich(known)
    assert set(buyer.shop.charges) == first
    buyer.shop.sold.clear()
    await buyer.session.lookup.enrich(known, sure=True)
    assert buyer.shop.taken == buyer.store.enrichment.ledger.month(buyer.clock.now()) == 6
