"""Subjects for the panel, and a stage to play it on."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tui.app.enrich.sightings import Sighting, Sightings
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.model.finding import Finding, Quote
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.model.subject import Identifier, Subject

ANA = Subject(
    type="person",
    name="Ana Reid",
    company="Tūī Ridge",
    confidence=0.95,
    identifiers=(Identifier(kind="email", value="ana.reid@tuiridge.example"),),
)
FIRM = Subject(
    type="company",
    confidence=0.7,
    identifiers=(Identifier(kind="domain", value="harbourlight.example", field="desc"),),
)
RECORD = Person(
    full_name="Ana Reid",
    title="Head of Growth",
    company=CompanyRef(name="Tūī Ridge", domain="tuiridge.example"),
    emails=(
        EmailPoint(value="ana.reid@tuiridge.example", kind="work", status="deliverable"),
        EmailPoint(value="ana@mail.example", kind="personal", status="guessed", confidence=0.62),
    ),
    phones=(PhonePoint(e164="+64215550123", kind="mobile", do_not_call=True),),
)


@pytest.fixture
def found(now):
    return Finding(
        key=ANA.key,
        type="person",
        person=RECORD,
        provider="local directory",
        fetched_at=now - timedelta(days=3),
        cost=2,
    )


@pytest.fixture
def fresh(now):
    """Two subjects, nothing looked up."""
    return Sightings(
        now=now,
        card_id="k",
        card="Ring Ana",
        sightings=(
            Sighting(ANA, Quote(low=1, high=2, credits_left=498)),
            Sighting(FIRM, Quote(low=1, high=1, credits_left=498)),
        ),
    )


@pytest.fixture
def known(now, found):
    """Ana was found; what her company would cost is known."""
    sighting = Sighting(ANA, Quote(low=0, high=0, credits_left=496, cached_at=found.fetched_at), found)
    return Sightings(
        now=now,
        card_id="k",
        card="Ring Ana",
        sightings=(sighting,),
        quotes={"tuiridge.example": Quote(low=1, high=1, credits_left=496)},
    )


@pytest.fixture
def play(stage):
    async def act(named, keys=(), size=(60, 30)):
        panel = EnrichPanel()
        app = stage(panel)
        async with app.run_test(size=size, message_hook=app.heard.append) as pilot:
            panel.show(named)
            panel.focus()
            await pilot.press(*keys)
            await pilot.pause()
            app.shown = " ".join(app.text().replace("│", " ").split())
        return app

    return act


def first(named, **state):
    """The same, the first subject in another state."""
    return replace(named, sightings=(replace(named.sightings[0], **state), *named.sightings[1:]))
