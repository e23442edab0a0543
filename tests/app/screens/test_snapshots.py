"""Pictures of the card screen and its boxes, wide and narrow, and of every state of the panel."""

from dataclasses import replace
from datetime import timedelta

import pytest
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]  # it ships no types
from syrupy.assertion import SnapshotAssertion

from tui.app.sightings import Named, Sighting
from tui.app.widgets.enrich_panel import EnrichPanel
from tui.errors import OutOfCredits, RateLimited, Unreachable
from tui.model.finding import Finding, Quote
from tui.model.person import EmailPoint, Person, PhonePoint
from tui.model.subject import Identifier, Subject

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])

ANA = Subject(
    type="person",
    name="Ana Reid",
    company="Tūī Ridge",
    confidence=0.95,
    identifiers=(Identifier(kind="email", value="ana.reid@tuiridge.example"),),
)


def panel_states(now):
    """Everything the panel can have to say, by name."""
    asked = Named(
        now=now,
        card_id="k",
        card="Ring Ana Reid",
        sightings=(Sighting(ANA, Quote(low=1, high=2, credits_left=498)),),
    )
    at = now - timedelta(days=3)
    record = Person(
        full_name="Ana Reid",
        title="Head of Growth",
        emails=(EmailPoint(value="ana@mail.example", kind="personal", status="guessed", confidence=0.62),),
        phones=(PhonePoint(e164="+64215550123", kind="mobile", do_not_call=True),),
    )
    finding = Finding(
        key=ANA.key, type="person", person=record, provider="local directory", fetched_at=at, cost=2
    )
    free = Quote(low=0, high=0, credits_left=496, cached_at=at)

    def known(finding):
        return replace(asked, sightings=(Sighting(ANA, free, finding),))

    return {
        "no_card": Named(now=now),
        "nobody": replace(asked, sightings=()),
        "price": asked,
        "busy": replace(asked, busy=frozenset({ANA.key})),
        "found": known(finding),
        "attached": replace(asked, sightings=(Sighting(ANA, free, finding, attached=True),)),
        "no_match": known(finding.but(person=None)),
        "out_of_credits": replace(asked, troubles={ANA.key: OutOfCredits("x")}),
        "offline": replace(asked, troubles={ANA.key: Unreachable("x")}),
        "rate_limited": replace(asked, troubles={ANA.key: RateLimited("x", retry_after=4)}),
    }


@pytest.fixture
def picture(snapshot: SnapshotAssertion):
    """Compares the running app with a picture of it that was looked at and kept."""

    def same(p, name=None) -> bool:
        kept = snapshot(name=name, extension_class=SVGImageExtension)
        return bool(p.app.export_screenshot(simplify=True) == kept)

    return same


@SIZES
async def test_card(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        assert picture(p, "reading")
        await p.press("d")
        assert picture(p, "editing")
        await p.press("escape", "c", "j", "n")
        assert picture(p, "adding an item")
        await p.press("escape", "C")
        assert picture(p, "writing a comment")


@SIZES
async def test_labels(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        await p.press("l")
        assert picture(p, "labels")
        await p.press("ctrl+t")
        assert picture(p, "colours")
        await p.press("escape", "ctrl+d")
        assert picture(p, "delete")
        await p.press("escape", *"brand")
        assert picture(p, "new")


@SIZES
async def test_panel(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.pilot.pause(0.3)  # the screen's own reading of the card is over
        panel = p.app.screen.query_one(EnrichPanel)
        for name, named in panel_states(p.clock.now()).items():
            panel.show(named)
            await p.pilot.pause()
            assert picture(p, name)
