import asyncio

import pytest

from tests.stories.world import World
from tests.sync.enrich.shop import Buyer, Shop, by, named, person
from tui.errors import OptedOut, OutOfCredits, RemoteError, Undecided, Unsettled, UsageError
from tui.model.person import Person
from tui.model.subject import Identifier, Subject
from tui.store.enrich import suppression
from tui.sync.enrich.price import quote


@pytest.fixture
def known(world: World) -> Subject:
    """Somebody the directory knows."""
    return world.somebody()


async def test_a_lookup_is_paid_for_once(world: World, known: Subject) -> None:
    first = await world.session.lookup.enrich(known)
    again = await world.session.lookup.enrich(known)
    assert first.matched
    assert first.cost >= 1
    assert again == first
    assert world.store.enrichment.ledger.spent() == first.cost
    assert world.wire.count("POST", "enrich") == 1


async def test_two_who_ask_at_once_share_one_request(world: World, known: Subject) -> None:
    one, two = await asyncio.gather(*(world.session.lookup.enrich(known) for _ in range(2)))
    assert one == two
    assert world.wire.count("POST", "enrich") == 1


@pytest.mark.parametrize("honours", [True, False], ids=["keys are honoured", "nobody knows"])
async def test_a_lost_answer_is_asked_for_again_and_costs_once(
    world: World, known: Subject, *, honours: bool
) -> None:
    world.wire.hosted = not honours
    before = await world.session.lookup.credits()
    world.wire.fail("drop response", "POST", "enrich", times=9)
    with pytest.raises(RemoteError):
        await world.session.lookup.enrich(known)
    world.wire.faults.clear()
    world.crash()
    if not honours:
        with pytest.raises(Unsettled, match="may have been charged"):
            await world.session.lookup.enrich(known)
    found = await world.session.lookup.enrich(known, sure=not honours)
    after = await world.session.lookup.credits()
    assert before is not None
    assert after is not None
    assert before - after == found.cost
    assert world.store.enrichment.ledger.spent() == found.cost


async def test_a_miss_is_remembered_and_free(world: World) -> None:
    nobody = Subject(type="person", identifiers=(Identifier(kind="email", value="no.one@nowhere.example"),))
    found = await world.session.lookup.enrich(nobody)
    assert not found.matched
    assert found.cost == 0
    await world.session.lookup.enrich(nobody)
    assert world.wire.count("POST", "enrich") == 1


async def test_a_name_alone_cannot_be_looked_up(world: World) -> None:
    with pytest.raises(UsageError, match="Ana Lee"):
        await world.session.lookup.enrich(Subject(type="person", name="Ana Lee"))
    assert world.wire.count("POST", "enrich") == 0


async def test_no_credits_is_said_and_not_remembered(world: World, known: Subject) -> None:
    world.wire.fail("402", "POST", "enrich")
    with pytest.raises(OutOfCredits):
        await world.session.lookup.enrich(known)
    assert (await world.session.lookup.enrich(known)).matched


async def test_an_answer_may_be_asked_for_again_and_what_we_own_is_free(world: World, known: Subject) -> None:
    first = await world.session.lookup.enrich(known)
    world.clock.advance(86_400)
    again = await world.session.lookup.enrich(known, again=True)
    assert world.wire.count("POST", "enrich") == 2
    assert again.fetched_at > first.fetched_at
    assert again.cost == 0
    assert world.store.enrichment.ledger.spent() == first.cost


async def test_who_opted_out_is_not_looked_up_by_the_name_that_was_chosen(buyer: Buyer, shop: Shop) -> None:
    buyer.store.write(lambda tx: suppression.suppress(tx, [("network_slug", "ana-0", "")])).result()
    hit = Person(full_name="Ana0 Reid0", network_slug="ana-0")
    with pytest.raises(OptedOut):
        await buyer.session.lookup.enrich(named("Ana0 Reid0", "Firm0"), chosen=hit)
    assert shop.taken == 0


async def test_a_number_without_a_prefix_is_of_the_country_in_the_settings(buyer: Buyer, shop: Shop) -> None:
    buyer.store.country = "NZ"
    shop.people["p0@firm0.example"]["phones"] = [{"value": "0215550166"}]
    found = (await buyer.session.lookup.enrich(by("email", "p0@firm0.example"))).person
    assert found is not None
    assert [one.e164 for one in found.phones] == ["+64215550166"]


async def test_who_is_known_by_an_address_costs_nothing_by_name(buyer: Buyer, shop: Shop) -> None:
    lookup, ana = buyer.session.lookup, named("Ana0 Reid0", "Firm0")
    found = await lookup.enrich(by("email", "p0@firm0.example"))
    assert quote(buyer.store, ana, lookup.asking).high == 0
    assert await lookup.enrich(ana) == found
    assert buyer.store.enrichment.ledger.spent() == 2


async def test_a_namesake_of_somebody_known_is_asked_about_before_it_is_paid(
    buyer: Buyer, shop: Shop
) -> None:
    lookup, ana = buyer.session.lookup, named("Ana0 Reid0", "Firm0")
    await lookup.enrich(by("email", "p0@firm0.example"))
    # The one who was found has left, and another of that name has come.
    shop.people["p9@firm0.example"] = {**person(0), "id": "fp9", "linkedin": "ana-9"}
    del shop.people["p0@firm0.example"]
    with pytest.raises(Undecided, match="somebody else of that name"):
        await lookup.enrich(ana)
    assert buyer.store.enrichment.ledger.spent() == 2
    chosen = await lookup.enrich(ana, chosen=Person(full_name="Ana0 Reid0", network_slug="ana-9"))
    assert chosen.person is not None
    assert chosen.person.network_slug == "ana-9"
    assert buyer.store.enrichment.ledger.spent() == 4
