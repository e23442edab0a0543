"""Never twice, never by surprise: caps, opt-outs, other processes, and an account that is empty."""

import asyncio

import pytest

from tests.stories.world import World
from tui.clock import ManualClock
from tui.errors import OptedOut, OutOfCredits, RemoteError, SpendRefused
from tui.model.enrich.spending import Caps
from tui.model.subject import Identifier, Kind, Subject
from tui.store.enrich import ledger, suppression
from tui.store.store import Store
from tui.sync.enrich.till import LOOK
from tui.sync.session import Session


@pytest.fixture
def known(world: World) -> Subject:
    """Somebody the directory knows."""
    return world.somebody()


def person(kind: Kind, value: str) -> Subject:
    return Subject(type="person", identifiers=(Identifier(kind=kind, value=value),))


def cap(world: World, *, run: int | None = None, month: int | None = None) -> None:
    world.store.write(lambda tx: ledger.set_caps(tx, Caps(run, month))).result()


@pytest.mark.parametrize(
    ("caps", "word"), [({"run": 1}, "run"), ({"month": 1}, "month"), ({"month": 0}, "month")]
)
async def test_a_cap_refuses_before_the_request(world: World, known: Subject, caps, word) -> None:
    cap(world, **caps)
    with pytest.raises(SpendRefused, match=f"cap of the {word}") as refused:
        await world.session.lookup.enrich(known)
    assert "cardscout credits cap" in refused.value.hint
    assert world.wire.count("POST", "enrich") == 0
    assert world.store.ledger.month(world.clock.now()) == 0
    cap(world, month=2)
    assert (await world.session.lookup.enrich(known)).cost == 2


async def test_what_may_have_been_charged_counts_until_it_is_known(world: World, known: Subject) -> None:
    cap(world, month=3)
    world.wire.fail("drop response", "POST", "enrich", times=9)
    with pytest.raises(RemoteError):
        await world.session.lookup.enrich(known)
    assert world.store.ledger.month(world.clock.now()) == 2
    other = person("email", "no.one@nowhere.example")
    with pytest.raises(SpendRefused, match="2 already spent"):
        await world.session.lookup.enrich(other)
    world.wire.faults.clear()
    assert (await world.session.lookup.enrich(known)).cost == 2
    assert world.store.ledger.month(world.clock.now()) == 2


async def test_a_refused_connection_is_not_counted(world: World, known: Subject) -> None:
    world.wire.plugged = False
    with pytest.raises(RemoteError):
        await world.session.lookup.enrich(known)
    assert world.store.ledger.month(world.clock.now()) == 0


async def test_a_new_month_has_its_whole_cap(world: World, known: Subject) -> None:
    await world.session.lookup.enrich(known)
    assert world.store.ledger.month(world.clock.now()) == 2
    world.clock.advance(11 * 86_400)
    assert world.store.ledger.month(world.clock.now()) == 0
    assert world.store.ledger.spent() == 2


async def test_the_settings_cap_holds_where_none_was_set(world: World, known: Subject) -> None:
    world.store.ledger.fallback = Caps(month=1)
    with pytest.raises(SpendRefused):
        await world.session.lookup.enrich(known)
    cap(world)
    assert world.store.ledger.caps() == Caps()
    assert (await world.session.lookup.enrich(known)).matched


async def test_who_is_found_one_way_is_known_every_way(world: World, known: Subject) -> None:
    found = (await world.session.lookup.enrich(known)).person
    assert found is not None
    again = await world.session.lookup.enrich(person("network_slug", found.network_slug))
    assert again.person == found
    both = Subject(
        type="person", identifiers=(*known.identifiers, Identifier(kind="email", value="other@home.example"))
    )
    assert (await world.session.lookup.enrich(both)).person == found
    assert world.wire.count("POST", "enrich") == 1


async def test_a_miss_is_asked_again_with_one_more_identifier(world: World, known: Subject) -> None:
    nobody = person("network_slug", "no-such-slug")
    assert not (await world.session.lookup.enrich(nobody)).matched
    more = Subject(type="person", identifiers=(*nobody.identifiers, *known.identifiers))
    assert (await world.session.lookup.enrich(more)).matched


class StandingClock(ManualClock):
    """Who sleeps only lets the others go on."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0.001)


async def test_two_processes_that_ask_at_once_pay_once(world: World, known: Subject) -> None:
    clock = StandingClock(world.clock.now())
    other = Store.open(world.home / "store.db", clock)
    second = Session.open(other, world.link, clock, world.gauge, world.home)
    # The hosted service knows no idempotency keys: one of the two has to wait for the other.
    world.wire.hosted = True
    try:
        one, two = await asyncio.gather(world.session.lookup.enrich(known), second.lookup.enrich(known))
    finally:
        await second.close()
        other.close()
    assert one.person == two.person
    assert world.wire.count("POST", "enrich") == 1
    assert world.store.ledger.spent() == 2


async def test_a_turn_of_a_process_that_is_gone_is_taken_over(world: World, known: Subject) -> None:
    turn = ledger.Turn("person", known.key, "token-of-a-dead-one")
    dead = world.session.lookup._till._owner.rpartition(":")[0].rpartition(":")[0] + ":4194303:00"
    world.store.write(lambda tx: ledger.begin(tx, turn, 2, Caps(), run="", owner=dead)).result()
    assert (await world.session.lookup.enrich(known)).matched
    assert LOOK not in world.clock.slept


# --- who opted out ----------------------------------------------------------------


async def test_who_opted_out_is_not_asked_for(world: World, known: Subject) -> None:
    (entry,) = known.identifiers
    world.store.write(lambda tx: suppression.suppress(tx, [("email", entry.value, "asked us")])).result()
    for again in (False, True):
        with pytest.raises(OptedOut, match=entry.value):
            await world.session.lookup.enrich(known, again=again)
    assert world.wire.count("POST", "enrich") == 0


async def test_who_opted_out_is_forgotten_and_not_kept_when_asked_for_by_another_name(
    world: World, known: Subject
) -> None:
    found = await world.session.lookup.enrich(known)
    assert found.person is not None
    slug, email = person("network_slug", found.person.network_slug), found.person.emails[0].value
    world.store.write(lambda tx: suppression.suppress(tx, [("email", email, "")])).result()
    kept = await world.session.lookup.enrich(slug)
    assert (kept.withheld, kept.matched) == (True, False)
    again = await world.session.lookup.enrich(slug, again=True)
    assert (again.withheld, again.matched) == (True, False)
    assert email not in world.store.findings._db.first("SELECT group_concat(payload) FROM findings")[
        0
    ].replace(f'"key":"email:{email}"', "")
    world.store.write(lambda tx: suppression.allow(tx, "email", email)).result()
    assert (await world.session.lookup.enrich(slug)).matched


async def test_a_service_that_says_opted_out_is_asked_once(world: World, known: Subject) -> None:
    world.wire.fail("451", "POST", "enrich")
    found = await world.session.lookup.enrich(known)
    assert (found.withheld, found.cost) == (True, 0)
    assert await world.session.lookup.enrich(known) == found
    assert world.wire.count("POST", "enrich") == 1


# --- an account that is empty -------------------------------------------------------


async def test_an_empty_account_is_not_asked_again_for_a_while(world: World, known: Subject) -> None:
    world.wire.fail("402", "POST", "enrich")
    world.wire.fail("402", "GET", "credits", times=9)
    for _ in range(3):
        with pytest.raises(OutOfCredits):
            await world.session.lookup.enrich(known)
    assert world.wire.count("POST", "enrich") == 1
    world.clock.advance(61)
    assert (await world.session.lookup.enrich(known)).matched


async def test_more_money_opens_it_at_once(world: World, known: Subject) -> None:
    world.wire.fail("402", "POST", "enrich")
    with pytest.raises(OutOfCredits):
        await world.session.lookup.enrich(known)
    assert await world.session.lookup.credits() == 500
    assert (await world.session.lookup.enrich(known)).matched


async def test_the_board_goes_on_without_credits(world: World, known: Subject) -> None:
    world.wire.fail("402", "POST", "enrich", times=99)
    with pytest.raises(OutOfCredits):
        await world.session.lookup.enrich(known)
    world.card("Ring Ana")
    await world.sync()
    assert ("Ring Ana" in {name for _, name in await world.there()}) is True
