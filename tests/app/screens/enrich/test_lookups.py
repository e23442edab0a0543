"""Lookups and their states: one at a time, a failure is a state, and a pause is waited for."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from textual._time import get_time

from tests.app.conftest import NOW
from tests.app.fakes import fake, fake_page
from tui.app.screens.enrich.lookups import PanelLookups, fetch_balance
from tui.clock import ManualClock
from tui.errors import OptedOut, RateLimited, Undecided, Unreachable, Unsettled
from tui.model.company import Company
from tui.model.enrich.people import Namesake, PeoplePage, PeopleQuery
from tui.model.finding import Finding, Quote, QuoteStep
from tui.model.person import Person
from tui.model.subject import Subject

ANA = Subject(type="person", name="Ana Reid", company="Firm")
RECORD = Person(full_name="Ana Reid")
PRICE = Quote(low=1, high=1)


class Service:
    """The lookups of a workspace; each answer is given, or raised.

    Attributes:
        unasked: Whether a service is left that was not asked for what is known.
    """

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.agreed: list[Quote] = []
        self.known: Finding | None = None
        self.lost_at: Any = None
        self.unasked = False
        self.steps: tuple[QuoteStep, ...] = ()

    def finding(self, _subject: Subject) -> Finding | None:
        return self.known

    def findings(self, _subject: Subject) -> list[Finding]:
        return [] if self.known is None else [self.known]

    def quote(self, _subject: Subject, *, again: bool = False) -> Quote:
        if again:
            return Quote(low=1, high=6)
        if self.known is not None and not self.unasked:
            return Quote(low=0, high=0, cached_at=NOW, lost_at=self.lost_at)
        return Quote(low=1, high=2, lost_at=self.lost_at)

    def services(self, _subject: Subject) -> tuple[QuoteStep, ...]:
        return self.steps

    async def enrich(self, _subject: Subject, *, agreed: Quote, **how: Any) -> Finding:
        self.asked.append(how)
        self.agreed.append(agreed)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        self.known = answer
        return self.known


@pytest.fixture
def service():
    return Service()


@pytest.fixture
def clock():
    return ManualClock(NOW)


@pytest.fixture
def page(service):
    """A page on that service; its timers are kept, and run by the test."""
    people = SimpleNamespace(candidates=(RECORD,), hidden=set())

    async def candidates(_subject):
        return people.candidates

    service.candidates = candidates

    async def search(_query, *, agreed):
        assert agreed == PRICE
        return PeoplePage(people=(RECORD, Person(full_name="Hidden One")))

    timers: list[Any] = []
    workspace = fake(
        lookups=service,
        people=fake(search=search, refusal=lambda _: "", quote=lambda _: PRICE),
        suppression=fake(
            covers=lambda one: object() if getattr(one, "full_name", "") in people.hidden else None
        ),
        spending=fake(prices=fake(of=lambda _: (1, 2)), credits=lambda: 9),
    )

    def set_timer(_delay, do):
        timers.append(do)
        return fake()

    return fake_page(
        "two",
        workspace=workspace,
        timers=timers,
        people=people,
        set_timer=set_timer,
        ahead=SimpleNamespace(in_burst=False, is_unread=lambda _since: False),
    )


@pytest.fixture
def drawn():
    return []


@pytest.fixture
def lookups(page, clock, drawn):
    return PanelLookups(page, clock, lambda: drawn.append(1))


def found(**more):
    return Finding(key=ANA.key, type="person", person=RECORD, fetched_at=NOW, **more)


async def test_what_was_found_is_known_as_bought_just_now(lookups, service, drawn):
    service.answers = [found()]
    await lookups.look_up(ANA)
    seen = lookups.sighting(ANA)
    assert (seen.finding, seen.bought, seen.busy, seen.trouble) == (found(), True, False, None)
    assert seen.again == Quote(low=1, high=6), "the price at all services"
    assert service.asked == [{"again": False, "sure": False, "chosen": None, "provider": ""}]
    assert len(drawn) == 2, "when it began and when it ended"


async def test_a_service_that_was_passed_over_is_named(lookups, service, page):
    service.answers = [found(unreached=("NZBN", "Acme"))]
    await lookups.look_up(ANA)
    assert page.done[-1] == ("tell", "NZBN and Acme could not be reached.")


async def test_a_miss_is_asked_for_again_and_a_match_only_when_that_is_wanted(lookups, service):
    service.known = Finding(key=ANA.key, type="person", fetched_at=NOW)
    service.answers = [found(), found(), found()]
    for anew in (False, False, True):
        await lookups.look_up(ANA, told_at=0.0 if anew else None)
    assert [asked["again"] for asked in service.asked] == [True, False, True]


@pytest.mark.parametrize("known", [found(), Finding(key=ANA.key, type="person", fetched_at=NOW)])
async def test_while_a_service_is_unasked_only_it_is_priced_and_asked(lookups, service, known):
    service.known, service.unasked, service.answers = known, True, [found(), found()]
    if known.matched:
        assert lookups.sighting(ANA).again == Quote(low=1, high=2)
    await lookups.look_up(ANA, told_at=0.0)
    assert service.asked[-1]["again"] is False
    service.unasked = False
    await lookups.look_up(ANA, told_at=0.0)
    assert service.asked[-1]["again"] is True


async def test_one_subject_is_asked_about_once_at_a_time(lookups):
    gate, asked = asyncio.Event(), []

    async def ask():
        asked.append(lookups.busy("k"))
        await gate.wait()

    first = asyncio.create_task(lookups.attempt("k", ask))
    await asyncio.sleep(0)
    await lookups.attempt("k", ask)
    gate.set()
    await first
    assert (asked, lookups.busy("k")) == ([True], False)


async def test_a_failure_is_a_state_until_it_is_tried_again(lookups, service):
    service.answers = [Unreachable("gone"), found()]
    await lookups.look_up(ANA)
    assert isinstance(lookups.trouble(ANA.key), Unreachable)
    assert lookups.sighting(ANA).trouble is lookups.trouble(ANA.key)
    await lookups.look_up(ANA)
    assert lookups.trouble(ANA.key) is None


async def test_a_pause_is_counted_down_and_nothing_is_asked_meanwhile(lookups, service, clock, page, drawn):
    service.answers = [RateLimited("slow down", retry_after=2.5), found()]
    await lookups.look_up(ANA)
    assert lookups.wait(ANA.key) == 3
    await lookups.look_up(ANA)
    assert len(service.asked) == 1
    clock.advance(1)
    (tick,) = page.timers
    tick()
    assert (lookups.wait(ANA.key), len(page.timers)) == (2, 2), "it goes on counting"
    clock.advance(2)
    before = len(drawn)
    page.timers[1]()
    assert (lookups.wait(ANA.key), lookups.trouble(ANA.key), len(page.timers)) == (0, None, 2)
    assert len(drawn) == before + 1
    await lookups.look_up(ANA)
    assert lookups.sighting(ANA).finding == found()


async def test_after_an_answer_that_was_lost_asking_again_is_a_decision(lookups, service):
    service.answers = [Unsettled(NOW, asked=True), found(), found()]
    await lookups.look_up(ANA)
    assert isinstance(lookups.trouble(ANA.key), Unsettled)
    await lookups.look_up(ANA)
    await lookups.look_up(ANA, told_at=0.0)
    assert [asked["sure"] for asked in service.asked] == [False, True, False]
    service.lost_at, service.answers = NOW, [found()]
    await lookups.look_up(ANA, told_at=0.0)
    assert service.asked[-1]["sure"], "also when it was lost in an earlier run of the program"


async def test_several_of_a_name_are_candidates_and_nobody_is_a_failure(lookups, service, page):
    service.answers = [Undecided("two of them"), found(), Undecided("nobody")]
    await lookups.look_up(ANA)
    assert lookups.sighting(ANA).candidates == (RECORD,)
    await lookups.look_up(ANA, RECORD)
    assert service.asked[-1]["chosen"] == RECORD
    assert lookups.sighting(ANA).candidates == ()
    page.people.candidates = ()
    await lookups.look_up(ANA, told_at=0.0)
    assert isinstance(lookups.trouble(ANA.key), Undecided)


async def test_the_price_of_one_who_is_picked_is_not_that_of_the_stored_answer(lookups, service):
    service.answers = [Undecided("two of them"), found()]
    service.known = found()
    await lookups.look_up(ANA, told_at=0.0)
    await lookups.look_up(ANA, RECORD)
    assert service.agreed[-1] == Quote(low=1, high=6)


async def test_a_company_that_was_picked_is_asked_for_at_the_service_that_lists_it(lookups, service, page):
    step = QuoteStep(service="ABN Lookup", low=0, high=0, name="abn-lookup")
    one = Namesake(company=Company(name="Kauri Pty Ltd", abn="51824753556"), step=step)
    page.people.candidates = (one,)
    service.answers = [Undecided("one is near"), found()]
    await lookups.look_up(ANA)
    await lookups.look_up(ANA, one, told_at=0.0)
    asked = service.asked[-1]
    assert (asked["chosen"], asked["provider"], asked["again"]) == (one.company, "abn-lookup", False)


async def test_who_opted_out_at_the_service_is_barred_and_no_failure(lookups, service):
    service.answers = [OptedOut("no")]
    await lookups.look_up(ANA)
    assert lookups.trouble(ANA.key) is None
    assert lookups.sighting(ANA).barred == "Opted out: the service gives no record of them."


async def test_the_service_is_chosen_where_there_are_several(lookups, service, page):
    await lookups.choose_service(ANA)
    assert page.done == [("tell", "no service can be asked for this")]
    service.steps = (
        QuoteStep(service="One", low=1, high=1, name="one"),
        QuoteStep(service="Two", low=2, high=2, name="two"),
    )
    service.answers = [found()]
    await lookups.choose_service(ANA)
    assert [choice.value for choice in page.asked[0][1]["choices"]] == ["one", "two"]
    assert service.asked == [{"again": False, "sure": False, "chosen": None, "provider": "two"}]


async def test_colleagues_are_listed_without_those_who_opted_out_since(lookups, page):
    await lookups.list_staff(ANA, PeopleQuery(company="Firm"), PRICE)
    assert [one.full_name for one in lookups.sighting(ANA).staff.people] == ["Ana Reid", "Hidden One"]
    page.people.hidden.add("Hidden One")
    assert [one.full_name for one in lookups.sighting(ANA).staff.people] == ["Ana Reid"]


@pytest.mark.parametrize(("answer", "came"), [(7, True), (None, False)])
async def test_the_balance_is_asked_for_even_if_one_is_known(answer, came):
    """The account may have been topped up since."""

    async def refresh():
        if answer is None:
            raise Unreachable("gone")
        return answer

    assert await fetch_balance(fake(spending=fake(credits=lambda: 5, refresh_credits=refresh))) is came


async def test_a_key_in_one_burst_with_others_asks_nothing_that_costs(lookups, page, service):
    service.steps = (QuoteStep(service="One", low=1, high=2, name="two"),)
    page.ahead.is_unread, page.ahead.in_burst = (lambda _since: True), True
    await lookups.look_up(ANA)
    await lookups.choose_service(ANA)
    assert service.asked == []
    assert page.done[-1] == ("tell", "nothing was asked · press that again to ask: 1–2 credits")
    service.known = found()
    service.answers = [service.known]
    await lookups.look_up(ANA)  # kept, so that it costs nothing
    assert len(service.asked) == 1


async def test_a_price_that_is_not_read_yet_is_not_agreed_to(lookups, page, service, monkeypatch):
    seconds = 0.0
    monkeypatch.setattr("tui.app.screens.enrich.lookups.get_time", lambda: seconds)
    page.ahead.is_unread = lambda since: seconds - since < 1
    lookups.sighting(ANA)
    await lookups.look_up(ANA)
    seconds = 9.0
    monkeypatch.setattr(service, "quote", lambda _subject: Quote(low=3, high=4))  # in another window
    await lookups.look_up(ANA)
    assert service.asked == []
    assert page.done == [
        ("tell", f"nothing was asked · press that again to ask: {price} credits") for price in ("1–2", "3–4")
    ]
    monkeypatch.setattr(service, "quote", lambda _subject: Quote(low=2, high=2))
    seconds = 10.5
    service.answers = [Finding(key=ANA.key, type="person", fetched_at=NOW)]
    await lookups.look_up(ANA)
    assert service.agreed == [Quote(low=2, high=2)], "a lower price needs no second look"


async def test_another_lookup_of_a_miss_has_its_price(lookups, page, service):
    service.known = Finding(key=ANA.key, type="person", fetched_at=NOW)
    assert lookups.sighting(ANA).again == Quote(low=1, high=6)
    page.ahead.is_unread = lambda _since: True
    await lookups.look_up(ANA)
    assert page.done[-1] == ("tell", "nothing was asked · press that again to ask: 1–6 credits")
    page.ahead.is_unread = lambda _since: False
    service.answers = [found()]
    await lookups.look_up(ANA)
    assert (service.asked[-1]["again"], service.agreed) == (True, [Quote(low=1, high=6)])


async def test_asking_anew_agrees_only_to_a_price_that_was_told_long_enough(lookups, page, service):
    service.known = found()
    lookups.sighting(ANA)
    unread_since = get_time() + 50
    page.ahead.is_unread = lambda since: since >= unread_since
    await lookups.look_up(ANA, told_at=unread_since)
    assert service.asked == []
    assert page.done[-1][1].startswith("nothing was asked · press that again to ask: ")
    service.answers = [found()]
    await lookups.look_up(ANA, told_at=unread_since - 1)
    assert len(service.asked) == 1
