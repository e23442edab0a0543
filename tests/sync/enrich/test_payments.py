"""What a paid request reserves, and what is left of the reservation however the request ends."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from tests.sync.enrich.shop import Buyer
from tui.errors import (
    Ambiguous,
    CardscoutError,
    Forbidden,
    Garbled,
    NotFound,
    OutOfCredits,
    RateLimited,
    Rejected,
    ServerFault,
    StoreBusy,
    Unauthorized,
    Unreachable,
    Unsettled,
)
from tui.model.enrich.spending import Caps, Prices
from tui.store.enrich import ledger, reservations, settlement
from tui.store.enrich.reservations import Reservation
from tui.sync.enrich.payments import Payments

KEY = "email:ana@acme.example"


Error = TypeVar("Error", bound=CardscoutError)


def sent(error: Error) -> Error:
    """The same of a request that had left."""
    error.sent = True
    return error


class Till:
    """Payments, and what was asked through them."""

    def __init__(self, buyer: Buyer) -> None:
        self.buyer = buyer
        self.payments = Payments(buyer.store, buyer.clock, "a shop")
        self.asked: list[Reservation] = []
        self.ends: list[CardscoutError] = []
        self.known: str | None = None
        self.looked = 0
        self.at_look: Callable[[], None] = lambda: None

    def answered(self) -> str | None:
        self.looked += 1
        self.at_look()
        return self.known

    async def ask(self, reservation: Reservation) -> str:
        self.asked.append(reservation)
        if self.ends:
            raise self.ends.pop(0)
        self.buyer.store.write(lambda tx: reservations.give_up(tx, reservation, unsure=False)).result()
        return "Ana"

    async def pay(self, *, sure: bool = False, high: int = 2) -> str:
        return await self.payments.pay("person", KEY, high, self.ask, self.answered, sure=sure)

    def reserve_elsewhere(self) -> Reservation:
        """Reserve the same for another process, which lives."""
        theirs, owner = Reservation("person", KEY, "theirs", "a shop"), self.payments._owner
        self.payments._owner = f"not {owner}"
        begin = self.buyer.store.write(
            lambda tx: reservations.begin(tx, theirs, 2, Caps(), run="", owner=owner, sure=True, repeats=True)
        )
        return begin.result()

    @property
    def held(self) -> int:
        """Credits that count as spent though no answer said so."""
        return self.buyer.store.enrichment.ledger.month(self.buyer.clock.now())


@pytest.fixture
def till(buyer: Buyer) -> Till:
    return Till(buyer)


async def test_a_request_reserves_its_price_while_it_is_under_way(till: Till) -> None:
    seen = []
    ask = till.ask

    async def counted(reservation: Reservation) -> str:
        seen.append(till.held)
        return await ask(reservation)

    found = await till.payments.pay("person", KEY, 2, counted, till.answered, sure=False)
    assert (found, seen, till.held) == ("Ana", [2], 0)
    [reservation] = till.asked
    assert (reservation.type, reservation.key, reservation.provider) == ("person", KEY, "a shop")


async def test_what_another_process_found_meanwhile_is_taken_and_nothing_stays_reserved(till: Till) -> None:
    till.known = "Ana, found elsewhere"
    assert await till.pay() == "Ana, found elsewhere"
    assert (till.asked, till.held) == ([], 0)


async def test_while_another_process_asks_its_answer_is_waited_for(till: Till) -> None:
    till.reserve_elsewhere()

    def answers_at_the_third_look() -> None:
        if till.looked == 3:
            till.known = "Ana, found elsewhere"

    till.at_look = answers_at_the_third_look
    assert await till.pay() == "Ana, found elsewhere"
    assert (till.asked, till.buyer.clock.slept.count(0.1)) == ([], 2)


async def test_where_another_process_gave_up_it_is_asked_here(till: Till) -> None:
    theirs = till.reserve_elsewhere()

    def gives_up() -> None:
        if till.looked == 2:
            till.buyer.store.write(lambda tx: reservations.give_up(tx, theirs, unsure=False)).result()

    till.at_look = gives_up
    assert await till.pay() == "Ana"
    assert len(till.asked) == 1


@pytest.mark.parametrize(
    ("error", "held"),
    [
        (Unreachable("x"), 0),
        (sent(Unreachable("x")), 2),
        (RateLimited("x", retry_after=2), 0),
        (sent(RateLimited("x", retry_after=2)), 2),
        (Unauthorized("x"), 0),
        (sent(Unauthorized("x")), 2),
        (Forbidden("x"), 0),
        (NotFound("x"), 0),
        (Rejected("x"), 0),
        (OutOfCredits("x"), 0),
        (StoreBusy("x"), 0),
        (sent(StoreBusy("x")), 2),
        (ServerFault("x"), 2),
        (Garbled("x"), 2),
    ],
    ids=lambda value: f"{type(value).__name__}" if isinstance(value, Exception) else None,
)
async def test_what_may_have_been_charged_stays_reserved(
    till: Till, error: CardscoutError, held: int
) -> None:
    till.ends = [error]
    with pytest.raises(type(error)) as caught:
        await till.pay()
    assert caught.value is error
    assert till.held == held


async def test_an_answer_that_was_lost_is_asked_for_again_only_by_the_user(till: Till) -> None:
    till.ends = [Ambiguous("lost")]
    with pytest.raises(Unsettled) as caught:
        await till.pay()
    assert isinstance(caught.value.__cause__, Ambiguous)
    assert till.held == 2
    with pytest.raises(Unsettled):
        await till.pay()
    assert len(till.asked) == 1, "the second time nothing was asked"
    assert await till.pay(sure=True) == "Ana"


async def test_what_a_service_said_as_it_failed_is_told(till: Till) -> None:
    failed = Ambiguous("It failed (500). The request may have been carried out.", status=500)
    failed.answer = "It failed (500)."
    till.ends = [failed]
    with pytest.raises(
        Unsettled, match=r"^It failed \(500\)\. It may have been charged, and so may a repeat\.$"
    ):
        await till.pay()
    with pytest.raises(Unsettled, match="No usable answer came to what was asked on "):
        await till.pay()


async def test_what_costs_nothing_is_asked_again_without_a_word(till: Till) -> None:
    till.ends = [Ambiguous("lost")]
    with pytest.raises(Unsettled):
        await till.pay(high=0)
    assert await till.pay(high=0) == "Ana"


async def test_a_request_that_is_cancelled_stays_reserved_and_keeps_nobody_waiting(till: Till) -> None:
    inside = asyncio.Event()

    async def hangs(_reservation: Reservation) -> str:
        inside.set()
        await asyncio.Event().wait()
        raise AssertionError

    asking = asyncio.create_task(till.payments.pay("person", KEY, 2, hangs, till.answered, sure=False))
    await inside.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    # The store writes in the order of its calls: this read comes after what the cancelled request left.
    till.buyer.store.write(lambda _tx: None).result()
    assert till.held == 2, "it may have been charged"
    till.payments._owner = f"not {till.payments._owner}"
    assert await till.pay(sure=True) == "Ana", "nor in another process"
    assert 0.1 not in till.buyer.clock.slept, "its turn is over"


async def test_without_credits_nothing_is_asked_for_a_while(till: Till) -> None:
    till.ends = [OutOfCredits("none left", hint="Buy some.")]
    with pytest.raises(OutOfCredits) as first:
        await till.pay()
    first.value.args = ("directory: none left",)  # by whoever hears of it, each time
    assert till.payments.is_empty("person")
    assert not till.payments.is_empty("company")
    till.buyer.clock.advance(59.5)
    with pytest.raises(OutOfCredits, match=r"^none left") as caught:
        await till.pay()
    assert caught.value.hint == "Nothing was asked: that is what it said a moment ago. Buy some."
    assert (caught.value.status, caught.value.service, len(till.asked)) == (402, "enrich", 1)
    till.buyer.clock.advance(0.5)
    assert not till.payments.is_empty("person")
    assert await till.pay() == "Ana"


async def test_a_balance_opens_what_it_is_enough_for(till: Till) -> None:
    prices = Prices(person=(1, 2))
    till.ends = [OutOfCredits("none left")]
    with pytest.raises(OutOfCredits):
        await till.pay()
    till.payments.note_balance(1, prices)
    assert till.payments.is_empty("person")
    till.payments.note_balance(2, prices)
    assert await till.pay() == "Ana"


async def test_an_answer_ends_the_memory_of_having_none(till: Till) -> None:
    till.ends = [OutOfCredits("none left")]
    with pytest.raises(OutOfCredits):
        await till.pay()
    till.buyer.clock.advance(60)
    await till.pay()
    till.buyer.clock.advance(-30)
    assert not till.payments.is_empty("person"), "the service has answered since"


async def test_a_reservation_is_part_of_its_run(till: Till) -> None:
    store, seen = till.buyer.store, list[tuple[int, ...]]()

    async def counted(reservation: Reservation) -> str:
        seen.append(store.write(lambda tx: tuple(ledger.reserved(tx, run) for run in ("r1", ""))).result())
        return await till.ask(reservation)

    await till.payments.pay("person", KEY, 2, counted, till.answered, "r1", sure=False)
    await till.payments.pay("person", KEY, 2, counted, till.answered, sure=False)
    assert seen == [(2, 0), (0, 2)]


@pytest.mark.parametrize(("gives_owned", "tokens", "held"), [(True, 1, 0), (False, 2, 2)])
async def test_who_gives_again_what_was_paid_for_is_asked_by_the_same_token(
    till: Till, gives_owned: bool, tokens: int, held: int
) -> None:
    if gives_owned:
        till.payments = Payments(till.buyer.store, till.buyer.clock, "a shop", gives_owned=True)
    till.ends = [Ambiguous("lost")]
    with pytest.raises(Unsettled):
        await till.pay()
    assert await till.pay(sure=True) == "Ana"
    assert len({one.token for one in till.asked}) == tokens
    assert till.held == held, "two requests may have been charged where each costs"


@pytest.mark.parametrize("gives_owned", [True, False])
async def test_what_a_refused_repeat_did_not_cost_the_first_may_have(till: Till, gives_owned: bool) -> None:
    till.payments = Payments(till.buyer.store, till.buyer.clock, "a shop", gives_owned=gives_owned)
    till.ends = [Ambiguous("lost"), Forbidden("no")]
    with pytest.raises(Unsettled):
        await till.pay()
    with pytest.raises(Forbidden):
        await till.pay(sure=True)
    assert till.held == 2


async def test_where_a_repeat_is_charged_once_an_answer_that_was_lost_is_asked_for_again(till: Till) -> None:
    till.buyer.store.write(lambda tx: settlement.set_repeats_safely(tx, "a shop")).result()
    till.ends = [Ambiguous("lost")]
    with pytest.raises(Ambiguous) as caught:
        await till.pay()
    assert not isinstance(caught.value, Unsettled)
    assert await till.pay() == "Ana"
    assert len({one.token for one in till.asked}) == 1


TAKEN = "Idempotency-Key: was used for another request"


async def test_a_token_that_is_another_requests_by_now_is_left_and_the_user_asked(till: Till) -> None:
    """The card has more identifiers than when the answer was lost, so that the repeat is no repeat."""
    till.buyer.store.write(lambda tx: settlement.set_repeats_safely(tx, "a shop")).result()
    till.ends = [Ambiguous("lost"), Rejected(TAKEN), Rejected(TAKEN)]
    with pytest.raises(Ambiguous):
        await till.pay()
    with pytest.raises(Unsettled) as caught:
        await till.pay()
    assert not caught.value.asked
    assert till.held == 2
    assert await till.pay(sure=True) == "Ana"
    assert [one.token for one in till.asked[:3]] == [till.asked[0].token] * 3
    assert till.asked[3].token != till.asked[0].token
    assert till.held == 2, "the first may have been charged as well"


async def test_a_token_that_is_refused_at_once_is_a_plain_refusal(till: Till) -> None:
    till.ends = [Rejected(TAKEN)]
    with pytest.raises(Rejected):
        await till.pay(sure=True)
    assert (len(till.asked), till.held) == (1, 0)
