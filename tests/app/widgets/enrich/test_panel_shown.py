"""The panel, looked at: whom it lists, what it says of the price, and what was found, in every state."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.app.widgets.enrich.conftest import ANA, FIRM, first
from tui.app.enrich import panel_messages
from tui.app.enrich.lookup_errors import error_words
from tui.app.enrich.sightings import Sighting, Sightings
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.errors import OutOfCredits, RateLimited, Rejected, ServerFault, Unauthorized, Unreachable
from tui.model.company import Company
from tui.model.finding import Finding, Quote, QuoteStep
from tui.model.person import Person
from tui.model.subject import Identifier, Subject


async def test_it_lists_whom_where_and_how_sure(play, fresh):
    shown = (await play(fresh)).shown
    assert "Ana Reid at Tūī Ridge" in shown
    assert "person · e-mail · title · sure" in shown
    assert "company · domain · description · likely" in shown


async def test_the_price_is_said_before_it_is_paid(play, fresh):
    assert "1–2 credits · 498 left · enter" in (await play(fresh)).shown
    assert "1 credit · 498 left · enter" in (await play(fresh, ["j"])).shown


async def test_the_price_of_every_service_that_is_asked_in_turn_is_said(play, now):
    names = ("People Data Labs", "Hunter", "Apollo", "Lusha", "Cognism", "ZoomInfo")
    steps = tuple(QuoteStep(service=name, low=1, high=7) for name in names)
    named = Sightings(
        now=now, card_id="k", card="c", sightings=(Sighting(ANA, Quote(low=1, high=7, steps=steps)),)
    )
    shown = (await play(named, size=(48, 22))).shown
    assert "Cognism 1–7 credits, then ZoomInfo 1–7 credits · balance not known yet · enter" in shown


async def test_a_balance_never_heard_is_not_made_up(play, now):
    named = Sightings(now=now, card_id="k", card="c", sightings=(Sighting(ANA, Quote(low=1, high=2)),))
    assert "balance not known yet" in (await play(named)).shown


async def test_a_finding_has_fields_a_source_and_an_age(play, known):
    shown = (await play(known)).shown
    assert "Head of Growth" in shown
    assert "local directory · remembered · looked up 3 days ago for 2 credits" in shown
    assert "remembered: nothing more to pay · 496 left" in shown
    assert "guessed, 62% sure" in shown
    assert "deliverable" not in shown


async def test_no_match_is_an_answer_with_a_date(play, now):
    missed = Finding(
        key=ANA.key, type="person", provider="local directory", fetched_at=now - timedelta(days=3)
    )
    sighting = Sighting(ANA, Quote(low=0, high=0, credits_left=5, cached_at=missed.fetched_at), missed)
    app = await play(Sightings(now=now, card_id="k", card="c", sightings=(sighting,)), ["enter"])
    assert "No match on 18 Nov in local directory; enter tries again" in app.shown
    assert len(app.said(panel_messages.LookUpSubject)) == 1


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (OutOfCredits("x"), "Out of credits"),
        (Unreachable("x"), "Offline"),
        (RateLimited("x", retry_after=4), "a pause of 4 s"),
        (ServerFault("x"), "a fault of its own"),
        (Unauthorized("x"), "does not accept our key"),
        (Rejected("That is no domain."), "That is no domain."),
    ],
)
async def test_every_trouble_has_words(play, fresh, trouble, words):
    assert words in error_words(trouble)
    app = await play(first(fresh, trouble=trouble))
    assert words in app.shown
    assert "1–2 credits" in app.shown  # and one may try again


async def test_a_card_that_names_nobody_is_taught_about(play, now):
    app = await play(Sightings(now=now, card_id="k", card="Buy milk"))
    assert "names nobody yet" in app.shown
    assert "an ABN" in app.shown
    assert "tab" in app.shown


async def test_hostile_values_are_drawn_harmless(stage, now, hostile_texts):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        text = "".join(hostile_texts)[:300]
        subject = Subject(type="person", name=text, identifiers=(Identifier(kind="email", value=text),))
        finding = Finding(
            key="k", type="person", person=Person(full_name=text), provider=text, fetched_at=now
        )
        sighting = Sighting(subject, Quote(low=0, high=0, cached_at=now), finding)
        panel.show(Sightings(now=now, card_id="k", card=text, sightings=(sighting,)))
        await pilot.pause()
        assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in app.text().replace("\n", ""))


async def test_another_card_begins_anew(stage, fresh, known, now):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30)) as pilot:
        panel.show(known)
        panel.focus()
        await pilot.press("p", "j", "j")
        panel.show(Sightings(now=now, card_id="other", card="Other", sightings=known.sightings))
        await pilot.pause()
        assert panel.rows.current == ANA.key
        assert "+64215550123" not in app.text()


async def test_an_update_keeps_the_cursor(stage, known, now):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30)) as pilot:
        panel.show(known)
        panel.focus()
        await pilot.press("j", "j")
        here = panel.rows.current
        panel.show(replace(known, sightings=(replace(known.sightings[0], attached=True),)))
        await pilot.pause()
        assert panel.rows.current == here
        assert "attached" in app.text()


async def test_a_company_shows_what_a_company_has(play, now):
    firm = Company(
        name="Harbourlight",
        legal_name="Harbourlight Pty Ltd",
        abn="51824753556",
        domain="harbourlight.example",
    )
    finding = Finding(key=FIRM.key, type="company", company=firm, provider="p", fetched_at=now, cost=1)
    named = Sightings(
        now=now,
        card_id="k",
        card="c",
        sightings=(Sighting(FIRM, Quote(low=0, high=0, cached_at=now), finding),),
    )
    shown = (await play(named)).shown
    assert "Harbourlight Pty Ltd" in shown
    assert "51 824 753 556" in shown


async def test_an_old_answer_says_what_asking_anew_takes(play, known, now):
    old = known.sightings[0].finding.replace(fetched_at=now - timedelta(days=120))
    quote = Quote(low=0, high=0, credits_left=496, cached_at=old.fetched_at)
    app = await play(first(known, finding=old, quote=quote, again=Quote(low=1, high=2, credits_left=496)))
    assert "old by now · r asks anew, 1–2 credits" in app.shown


async def test_what_was_found_comes_into_view(stage, known, fresh):
    panel = EnrichPanel()
    app = stage(panel)
    ana = known.sightings[0]
    async with app.run_test(size=(60, 14)) as pilot:
        panel.show(replace(known, sightings=(fresh.sightings[1], replace(ana, finding=None))))
        panel.focus()
        panel.rows.move_cursor_to(ANA.key)
        panel.show(replace(known, sightings=(fresh.sightings[1], replace(ana, finding=None, busy=True))))
        await pilot.pause()
        panel.show(replace(known, sightings=(fresh.sightings[1], ana)))
        await pilot.pause()
        assert "Head of Growth" in app.text()
