"""Pictures of the people page and of the page of runs, wide and narrow, in every state."""

import asyncio
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from tui.errors import OutOfCredits, RateLimited, SpendRefused, Unreachable
from tui.model.enrich.bulk import BulkItem, BulkRun
from tui.model.enrich.people import PeoplePage
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding, Quote
from tui.model.person import CompanyRef, Contactable, EmailPoint, Location, Person, PhonePoint
from tui.model.subject import Identifier, Subject

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])

NAMES = (
    ("Ana Reid", "Head of Growth", "vp_director_head"),
    ("Wiremu Te Rangi", "Chief Technology Officer", "c_suite_partner"),
    ("Zoë O'Brien-Featherstonehaugh", "Regional Manager, Customer Success and Renewals", "manager"),
    ("山田 花子", "Buyer", "other"),
    ("Priya Menon", "Founder", "owner_founder"),
)
CAP = SpendRefused(
    "This may cost 2 credits; the cap of the month is 100, 99 already spent. Nothing was asked.",
    hint="Raise it with cardscout credits cap --month 101, or look up less.",
)


def person(number, name, title, seniority):
    return Person(
        id=f"p{number}",
        full_name=name,
        title=title,
        seniority=seniority,
        network_slug=f"someone-{number}",
        company=CompanyRef(name="Tūī Ridge", domain="tuiridge.example"),
        location=Location(city="Hamilton", state="WKO", country="NZ"),
        contactable=Contactable(
            has_email=number != 1, has_phone=True, has_mobile=True, has_do_not_call_phone=number == 2
        ),
    )


PEOPLE = tuple(person(number, *each) for number, each in enumerate(NAMES))
PAGE = PeoplePage(people=PEOPLE, total=1204, offset=25, next=50, hidden=1)


class Directory:
    """A people service that answers as it is told to."""

    def __init__(self):
        self.answer: Any = PAGE
        self.price = (0, 0)

    def refusal(self, _criteria=()):
        return ""

    def allowed(self, people):
        return tuple(people)

    def quote(self, _query):
        return Quote(low=self.price[0], high=self.price[1], credits_left=498)

    async def search(self, _query, offset=0, *, agreed=None):
        await asyncio.sleep(0)
        if isinstance(self.answer, asyncio.Future):
            return await self.answer
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@SIZES
async def test_people(play, size, picture, monkeypatch):
    async with play(size) as p:
        service = Directory()
        monkeypatch.setitem(p.workspace.__dict__, "people", service)
        now = p.clock.now()
        await p.sees("local · synced")
        await p.press("P")
        await p.sees("498 left")
        assert picture(p, "empty")
        await p.press("down", "down", "c")
        await p.sees("C-Suite")
        assert picture(p, "choosing")
        await p.press("enter")
        form = p.app.screen.form
        form.put("company", "Tūī Ridge")
        answer = service.answer = asyncio.get_running_loop().create_future()
        await p.press("ctrl+s")
        assert picture(p, "working")
        answer.set_result(PAGE)
        await p.sees("26–30 of 1,204")
        await p.press("j", "space", "space", "k")
        await p.sees("2 marked")
        assert picture(p, "found")
        found = Finding(
            key="network_slug:someone-0",
            type="person",
            person=PEOPLE[0].replace(
                emails=(EmailPoint(value="ana.reid@tuiridge.example", kind="work", status="deliverable"),),
                phones=(PhonePoint(e164="+64215550123", kind="mobile", do_not_call=True),),
            ),
            provider="local directory",
            fetched_at=now,
            cost=2,
        )
        with monkeypatch.context() as patch:
            patch.setattr(
                p.workspace.lookups, "finding", lambda subject: found if subject.key == found.key else None
            )
            await p.press("k", "k", "k", "k")
            p.app.screen.hits.draw()
            await p.pilot.pause()
            assert picture(p, "looked up")
        answers = {
            "no match": PeoplePage(total=0),
            "offline": Unreachable("x"),
            "rate limited": RateLimited("x", retry_after=36),
            "out of credits": OutOfCredits("x"),
            "cap": CAP,
        }
        service.price = (1, 1)
        for name, said in answers.items():
            service.answer = said
            form.put("position", name)
            p.app.screen.narrow()
            await p.press("ctrl+s")
            await p.pilot.pause()
            assert picture(p, name), name


ITEMS = (
    ("Ring Ana Reid at Tūī Ridge", "Ana Reid", "hit", 2, ""),
    ("Reply to priya.menon@ironbarkengineering.example", "Priya Menon", "hit", 1, ""),
    ("Hemi Parata @ Mānuka Bay Logistics", "Hemi Parata", "miss", 0, ""),
    ("Inbound: Southerly Networks Pty Ltd, ABN 26 900 154 065", "Southerly Networks", "remembered", 0, ""),
    ("山田さんに電話 about the very long quote that nobody ever finishes reading", "山田 花子", "ambiguous", 0, "3 people have this name"),
    ("Buy milk", "", "nothing", 0, ""),
    ("Never again: Bo Quiet", "Bo Quiet", "suppressed", 0, ""),
    ("Look over saltbushsolar.example", "saltbushsolar.example", "error", 0, "The service failed"),
)  # fmt: skip


class Runs:
    """A bulk service with one run, in any state."""

    def __init__(self, now):
        self.now = now
        self.show("planned")

    def show(self, state, done=0, why="", **more):
        states = [
            each[2] if n < done else ("waiting" if each[1] else "nothing") for n, each in enumerate(ITEMS)
        ]
        if state == "planned":
            states[6] = "suppressed"
        counts: Any = {each: states.count(each) for each in dict.fromkeys(states)}
        self.states: Any = states
        self.run = BulkRun(
            id="r",
            state=state,
            made_at=self.now,
            cards=len(ITEMS),
            low=5,
            high=9,
            spent=sum(each[3] for each in ITEMS[:done]),
            counts=MappingProxyType(counts),
            why=why,
            credits_left=498,
            **more,
        )

    def get(self, _ident):
        return self.run

    def items(self, _ident, offset=0, limit=None, state=None):
        found = [
            BulkItem(
                n,
                f"c{n}",
                Subject(type="person", name=whom, identifiers=(Identifier(kind="email", value=f"{n}@x"),))
                if whom
                else None,
                self.states[n],
                cost if self.states[n] == each else 0,
                why if self.states[n] == each else "",
            )
            for n, (_, whom, each, cost, why) in enumerate(ITEMS)
        ]
        return [item for item in found if state in {None, item.state}][offset:][:limit]

    def answered(self, _ident):
        return frozenset(item.place for item in self.items("", state="waiting") if item.place == 3)

    def recent(self, _limit=20):
        return []

    def unfinished(self):
        return []

    async def plan(self, _cards, *, attach=False, subjects="first", again=False):
        self.run = self.run.replace(attach=attach)
        return self.run

    async def asked(self, _ident):
        return [one.subject for one in self.items("") if one.subject is not None]

    async def resume(self, _ident, *, failed=False):
        raise CAP

    async def drop(self, _ident):
        return None


@SIZES
async def test_run(play, size, picture, monkeypatch):
    async with play(size) as p:
        await p.sees("local · synced")
        service = Runs(p.clock.now())
        monkeypatch.setitem(p.workspace.__dict__, "bulk", service)
        monkeypatch.setattr(p.workspace.spending, "caps", lambda: Caps(run=50, month=100))
        monkeypatch.setattr(p.workspace.spending, "month", lambda: 12)
        names = {f"c{n}": each[0] for n, each in enumerate(ITEMS)}
        monkeypatch.setattr(p.workspace.cards, "face", lambda ident: SimpleNamespace(name=names[ident]))
        await p.press("B")
        await p.sees("to look up")
        assert picture(p, "preview")
        await p.press("enter")
        await p.sees("Cap reached")
        assert picture(p, "cap")
        screen = p.app.screen
        screen._trouble = None
        for name, (state, done, why) in {
            "running": ("running", 4, ""),
            "offline": ("paused", 5, "The enrichment service was not reached."),
            "out of credits": ("paused", 5, "The account has no credits left."),
            "cancelled": ("cancelled", 4, ""),
            "done": ("done", 8, ""),
        }.items():
            service.show(state, done, why)
            screen.reload()
            await p.pilot.pause()
            assert picture(p, name), name
        await p.press("f", "f")
        await p.sees("shown: for you to settle")
        await p.pilot.pause()
        assert picture(p, "to settle")
