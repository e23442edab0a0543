"""The search behind the people page: its pages, and why nobody is shown."""

from typing import Any

from tests.app.fakes import fake, fake_page
from tui.app.enrich.filters import FILTERS
from tui.app.enrich.pages import TEACH
from tui.app.screens.enrich.people_search import PeopleSearch
from tui.errors import RateLimited
from tui.model.enrich.people import PeoplePage, PeopleQuery
from tui.model.enrich.spending import Caps
from tui.model.finding import Quote
from tui.model.person import Person


async def search(p, **fields):
    """Fill the form in, each field emptied that is not named, and search."""
    for field in FILTERS:
        p.app.screen.form.put(field.name, fields.get(field.name, ""))
    p.app.screen.narrow()
    await p.press("ctrl+s")


async def test_nobody_offline_refused_and_opted_out_are_told_apart(play):
    async with play() as p:
        await p.press("P", "enter")
        await p.sees("nothing narrows the search")
        await search(p, company="no such firm")
        await p.sees("Nobody fits no such firm.")
        p.wire.plugged = False
        await search(p, company="firm 2")
        await p.sees("Offline: ", tick=5)
        p.wire.plugged = True
        p.wire.fail("429", "POST", "/search", times=9)
        await search(p, company="firm 3")
        await p.sees("Rate limited", tick=0.2)
        await p.workspace.spending.set_caps(Caps(run=1))
        await p.workspace.suppression.add("name", "Chloë O'Brien")
        p.wire.faults.clear()
        await search(p, company="tuiridge.example")
        await p.sees("1–11 of")
        await p.sees("1 opted out")
        await p.press("enter")
        await p.sees("Cap reached. This may cost 2 credits")
        assert p.workspace.spending.credits() == 500


class Steered:
    """A search on a service of three pages; what is asked for is answered when the test says so."""

    def __init__(self, price: int = 0) -> None:
        self.jobs: list[Any] = []
        self.price, self.may_ask, self.read = price, True, float("inf")
        self.requests: list[int] = []
        self.agreed: list[Quote | None] = []
        self.shown: list[int] = []
        self.trouble: Any = None
        self.running: set[str] = set()
        people = fake(search=self._search, quote=lambda _query: Quote(low=self.price, high=self.price))
        page = fake_page(workspace=fake(people=people), is_attached=True)
        vars(page)["work"] = lambda job, _name: self.jobs.append(job)
        lookups = fake(
            attempt=self._attempt,
            busy=lambda key: key in self.running,
            trouble=lambda _key: self.trouble,
            wait=lambda _key: 7 * bool(self.trouble),
            may_ask=self._may_ask,
        )
        self.page = page
        self.search = PeopleSearch(page, lookups, self._show)

    def _show(self) -> None:
        assert self.search.found is not None
        self.shown.append(self.search.found.page.offset)

    def _may_ask(self, _price: Quote, shown_at: float) -> bool:
        return self.may_ask and shown_at <= self.read

    async def _attempt(self, _key: str, ask: Any) -> None:
        await ask()

    async def _search(self, _query: PeopleQuery, offset: int, *, agreed: Quote | None) -> PeoplePage:
        self.agreed.append(agreed)
        self.requests.append(offset)
        after = offset + 25 if offset < 50 else None
        return PeoplePage(people=(Person(full_name="Ana"),), offset=offset, next=after, total=75)

    async def answer(self, job: int = -1) -> None:
        await self.jobs.pop(job)()


ASKED = PeopleQuery(company="Firm")


async def test_pages_are_turned_as_far_as_they_go():
    steered = Steered()
    assert "nothing was searched yet" in steered.search.turn(1)
    steered.search.ask(ASKED)
    before = steered.search.pending
    await steered.answer()
    assert (before, steered.search.pending) == (True, False)
    assert steered.search.turn(-1) == "this is the first page"
    for _ in range(2):
        assert steered.search.turn(1) == ""
        await steered.answer()
    assert steered.search.turn(1) == "this is the last page"
    assert steered.search.turn(-1) == ""
    await steered.answer()
    assert steered.requests == steered.shown == [0, 25, 50, 25]


async def test_a_page_that_costs_is_turned_at_the_second_press():
    steered = Steered(price=2)
    steered.search.ask(ASKED)
    await steered.answer()
    assert "another page takes 2 credits" in steered.search.turn(1)
    assert steered.jobs == []
    assert steered.search.turn(1) == ""
    await steered.answer()
    assert "press again" in steered.search.turn(1), "each page has its price"
    assert "press again" in steered.search.turn(-1)


async def test_a_price_that_rises_is_told_before_it_is_paid():
    steered = Steered(price=2)
    steered.search.price(ASKED)
    steered.price = 3
    steered.search.ask(ASKED)
    await steered.answer()
    assert steered.agreed == [Quote(low=2, high=2)], "the one that was shown"
    assert "3 credits" in steered.search.turn(1)
    steered.price = 5
    assert "5 credits" in steered.search.turn(1)
    steered.may_ask = False
    steered.search.turn(1)
    assert steered.jobs == [], "a key that is held down reads nothing"
    steered.may_ask = True
    assert steered.search.turn(1) == ""
    await steered.answer()
    assert steered.agreed[-1] == Quote(low=5, high=5)


async def test_a_price_is_agreed_to_once_it_was_shown_for_a_while(monkeypatch):
    seconds = 5.0
    monkeypatch.setattr("tui.app.screens.enrich.people_search.get_time", lambda: seconds)
    steered = Steered(price=2)
    steered.search.price(PeopleQuery(company="F"))
    seconds, steered.read = 6.0, 5.5
    steered.search.price(ASKED)
    steered.search.ask(ASKED)
    await steered.answer()
    assert steered.requests == [0], "it is the price of the other query, which was read"
    assert "press again" in steered.search.turn(1)
    steered.search.turn(1)
    assert steered.jobs == [], "it was told just now"
    steered.read = 6.0
    steered.search.turn(1)
    await steered.answer()
    steered.price, seconds = 3, 7.0
    steered.search.price(ASKED)
    steered.search.ask(ASKED)
    assert (steered.requests, steered.jobs) == ([0, 25], []), "a higher one is shown since just now"


async def test_only_the_answer_to_the_last_request_is_shown():
    steered = Steered()
    steered.search.ask(ASKED)
    steered.search.ask(ASKED, 25)
    await steered.answer()
    await steered.answer()
    assert steered.shown == [25]
    steered.search.ask(ASKED, 50)
    steered.page.is_attached = False
    await steered.answer()
    assert steered.shown == [25], "nothing is drawn on a page that was left"


async def test_what_is_said_in_place_of_people():
    steered = Steered()
    assert steered.search.words() == TEACH
    steered.search.ask(ASKED)
    steered.running.add(f"search:{ASKED.key}@0")
    assert steered.search.words() == "⟳ Searching …"
    steered.running.clear()
    steered.trouble = RateLimited("slow", retry_after=7)
    assert steered.search.words().endswith("Enter searches again in 7 s.")
    steered.trouble = None
    await steered.answer()
    assert steered.search.words() == ""
