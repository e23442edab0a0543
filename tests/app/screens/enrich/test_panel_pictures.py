"""Pictures of the panel beside the board, wide and narrow, in every state."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tui.app.enrich.sightings import Sighting, Sightings
from tui.app.screens.enrich.side import EnrichSide
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.errors import OutOfCredits, RateLimited, Unreachable
from tui.model.company import Company, SizeBand
from tui.model.enrich.people import PeoplePage
from tui.model.finding import Finding, Quote, Was
from tui.model.person import CompanyRef, Contactable, EmailPoint, Location, Person, PhonePoint
from tui.model.search import Hit
from tui.model.subject import Identifier, Subject

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])

ANA = Subject(
    type="person",
    name="Ana Reid",
    company="Tūī Ridge",
    confidence=0.95,
    identifiers=(
        Identifier(kind="email", value="ana.reid@tuiridge.example"),
        Identifier(kind="phone", value="+64215550123", field="comment"),
    ),
)
FIRM = Subject(
    type="company",
    confidence=0.7,
    identifiers=(Identifier(kind="domain", value="tuiridge.example", field="desc"),),
)
TWIN = Subject(type="person", name="Ana Reid", company="Kauri & Partners", confidence=0.4)
PRICE = Quote(low=1, high=2, credits_left=498)


def person(now):
    return Person(
        full_name="Ana Reid",
        title="Head of Growth",
        company=CompanyRef(name="Tūī Ridge", domain="tuiridge.example"),
        emails=(
            EmailPoint(
                value="ana.reid@tuiridge.example",
                kind="work",
                status="deliverable",
                verified_on=now - timedelta(days=20),
            ),
            EmailPoint(value="ana@mail.example", kind="personal", status="guessed", confidence=0.62),
        ),
        phones=(
            PhonePoint(e164="+64215550123", kind="mobile", do_not_call=True),
            PhonePoint(e164="+6495550100", kind="switchboard", confidence=0.7),
        ),
        location=Location(city="Hamilton", state="WKO", country="NZ"),
        seniority="vp_director_head",
        department="Sales",
    )


def states(now):
    """Everything the panel can have to say, by name."""
    at = now - timedelta(days=3)
    found = Finding(
        key=ANA.key, type="person", person=person(now), provider="local directory", fetched_at=at, cost=2
    )
    firm = Company(
        name="Tūī Ridge",
        legal_name="Tūī Ridge Orchards Limited",
        domain="tuiridge.example",
        nzbn="9429000000123",
        industries=("Horticulture", "Wholesale"),
        size_band=SizeBand(low=51, high=200),
        hq=Location(city="Hamilton", state="WKO", country="NZ"),
    )
    company = Finding(
        key=FIRM.key, type="company", company=firm, provider="local directory", fetched_at=now, cost=1
    )
    free = Quote(low=0, high=0, credits_left=496, cached_at=at)
    two = (
        Person(
            full_name="Ana Reid",
            title="Partner, Tax",
            company=CompanyRef(name="Kauri & Partners"),
            location=Location(city="Wellington", state="WGN", country="NZ"),
            contactable=Contactable(has_email=True, has_phone=True, has_mobile=True),
        ),
        Person(
            full_name="Anahera Reid",
            title="Office Manager",
            company=CompanyRef(name="Kauri & Partners"),
            location=Location(city="Napier", state="HKB", country="NZ"),
            contactable=Contactable(has_email=True),
        ),
    )
    until = now - timedelta(days=202)
    changed = found.replace(
        person=person(now).replace(last_verified=now - timedelta(days=560)),
        changes=(
            Was(field="title", value="Head of Sales", until=until),
            Was(field="place", value="Tauranga", until=until),
        ),
    )
    also = Hit("card", "k2", "Call her about the packing shed", "b2", "Team")
    staff = PeoplePage(people=two, total=12)
    asked = Sightings(now=now, card_id="k", card="Ring Ana Reid", sightings=(Sighting(ANA, PRICE),))
    several = (
        *asked.sightings,
        Sighting(FIRM, Quote(low=1, high=1, credits_left=498)),
        Sighting(TWIN, PRICE),
    )

    def one(*, quote=PRICE, **state):
        return replace(asked, sightings=(Sighting(ANA, quote, **state),))

    return {
        "no_card": Sightings(now=now),
        "nobody": replace(asked, sightings=()),
        "several": replace(asked, sightings=several),
        "price": replace(asked, budget="this month 12 of 100 credits"),
        "working": one(busy=True),
        "found": one(quote=free, finding=found),
        "attached": one(quote=free, finding=found, attached=True),
        "company": replace(asked, sightings=(Sighting(FIRM, free, company, added="typed in"),)),
        "changed": one(quote=free, finding=changed, also=(also,)),
        "people": replace(asked, sightings=(Sighting(FIRM, free, company, staff=staff),)),
        "no_match": one(quote=free, finding=found.replace(person=None)),
        "ambiguous": replace(asked, sightings=(Sighting(TWIN, PRICE, candidates=two),)),
        "rate_limited": one(trouble=RateLimited("x", retry_after=36), wait=34),
        "out_of_credits": one(quote=Quote(low=1, high=2, credits_left=0), trouble=OutOfCredits("x")),
        "offline": one(trouble=Unreachable("x")),
        "suppressed": one(
            barred="Opted out on 3 Nov: not looked up, shown or exported. Reason: asked by phone."
        ),
    }


@pytest.mark.usefixtures("all_drawn")
@SIZES
async def test_panel(play, size, picture, monkeypatch):
    async def unread(_: EnrichSide) -> None:
        """Leave the card unread, however often it is to be read anew."""

    async with play(size) as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.sees("local · synced")
        # The screen's own reading of the card would take the place of what is shown here.
        monkeypatch.setattr(EnrichSide, "_recognise", unread)
        await p.until(lambda: not any(one.is_running and one.group == "subjects" for one in p.app.workers))
        panel = p.app.screen.query_one(EnrichPanel)
        for name, named in states(p.clock.now()).items():
            panel.show(named)
            await p.pilot.pause()
            assert picture(p, name), name
        p.app.screen.add_class("-broad")
        panel.show(states(p.clock.now())["changed"])
        await p.pilot.pause()
        assert picture(p, "changed_wide")
