"""The panel: whom it lists, what it says of the price, and what each key asks for, in every state."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tui.app.enrich.lines import HIDDEN
from tui.app.enrich.sightings import Named, Sighting
from tui.app.enrich.troubles import said
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.errors import OutOfCredits, RateLimited, Rejected, ServerFault, Unauthorized, Unreachable
from tui.model.company import Company
from tui.model.finding import Finding, Quote
from tui.model.person import CompanyRef, Contactable, EmailPoint, Person, PhonePoint
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
    return Named(
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
    return Named(
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


async def test_it_lists_whom_where_and_how_sure(play, fresh):
    shown = (await play(fresh)).shown
    assert "Ana Reid at Tūī Ridge" in shown
    assert "person · e-mail · title · sure" in shown
    assert "company · domain · description · likely" in shown


async def test_the_price_is_said_before_it_is_paid(play, fresh):
    assert "1–2 credits · 498 left · enter" in (await play(fresh)).shown
    assert "1 credit · 498 left · enter" in (await play(fresh, ["j"])).shown


async def test_a_balance_never_heard_is_not_made_up(play, now):
    named = Named(now=now, card_id="k", card="c", sightings=(Sighting(ANA, Quote(low=1, high=2)),))
    assert "balance not known yet" in (await play(named)).shown


async def test_enter_asks_for_the_first(play, fresh):
    (asked,) = (await play(fresh, ["enter"])).said(EnrichPanel.Enrich)
    assert (asked.card_id, asked.subject) == ("k", ANA)


async def test_while_it_looks_enter_asks_for_nothing_more(play, fresh):
    app = await play(first(fresh, busy=True), ["enter"])
    assert app.said(EnrichPanel.Enrich) == []
    assert "Looking it up …" in app.shown


async def test_a_finding_has_fields_a_source_and_an_age(play, known):
    shown = (await play(known)).shown
    assert "Head of Growth" in shown
    assert "local directory · fetched 3 days ago · it cost 2 credits" in shown
    assert "remembered: nothing more to pay · 496 left" in shown
    assert "guessed, 62% sure" in shown
    assert "deliverable" not in shown


async def test_a_number_on_the_register_is_hidden_until_asked(play, known):
    app = await play(known)
    assert HIDDEN in app.shown
    assert "+64215550123" not in app.shown
    assert "do not call" in app.shown
    app = await play(known, ["p"])
    assert "+64215550123" in app.shown
    assert "do not call" in app.shown
    assert "+64215550123" not in (await play(known, ["p", "p"])).shown


async def test_a_hidden_number_is_not_copied(play, known):
    app = await play(known, [*["j"] * 6, "y"])
    assert app.said(EnrichPanel.Copy) == []
    assert "p shows it first" in app.shown
    (copied,) = (await play(known, ["p", *["j"] * 6, "y"])).said(EnrichPanel.Copy)
    assert copied.value == "+64215550123"


async def test_y_copies_the_field_or_the_identifier(play, known):
    (copied,) = (await play(known, ["j", "j", "y"])).said(EnrichPanel.Copy)
    assert (copied.name, copied.value) == ("title", "Head of Growth")
    (copied,) = (await play(known, ["y"])).said(EnrichPanel.Copy)
    assert copied.value == "ana.reid@tuiridge.example"


async def test_a_attaches_what_was_found_and_says_when_there_is_nothing(play, known, fresh):
    (asked,) = (await play(known, ["a"])).said(EnrichPanel.Attach)
    assert asked.subject == ANA
    app = await play(fresh, ["a"])
    assert app.said(EnrichPanel.Attach) == []
    assert "enter looks it up first" in app.shown


async def test_enter_on_the_company_says_its_price_and_looks_it_up(play, known):
    app = await play(known, ["j", "j", "j"])
    assert "Tūī Ridge: 1 credit · 496 left · enter" in app.shown
    (asked,) = (await play(known, ["j", "j", "j", "enter"])).said(EnrichPanel.LookUp)
    assert asked.domain == "tuiridge.example"


async def test_no_match_is_an_answer_with_a_date(play, now):
    missed = Finding(
        key=ANA.key, type="person", provider="local directory", fetched_at=now - timedelta(days=3)
    )
    sighting = Sighting(ANA, Quote(low=0, high=0, credits_left=5, cached_at=missed.fetched_at), missed)
    app = await play(Named(now=now, card_id="k", card="c", sightings=(sighting,)), ["enter"])
    assert "No match on 18 Nov in local directory; enter tries again" in app.shown
    assert len(app.said(EnrichPanel.Enrich)) == 1


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
    assert words in said(trouble)
    app = await play(first(fresh, trouble=trouble))
    assert words in app.shown
    assert "1–2 credits" in app.shown  # and one may try again


async def test_a_card_that_names_nobody_is_taught_about(play, now):
    app = await play(Named(now=now, card_id="k", card="Buy milk"))
    assert "names nobody yet" in app.shown
    assert "an ABN" in app.shown
    assert "tab" in app.shown


async def test_one_who_opted_out_is_not_looked_up(play, known):
    app = await play(first(known, barred="Opted out on 3 Nov"), ["enter", "j", "a"])
    assert "⊘ Opted out on 3 Nov" in app.shown
    assert "Head of Growth" not in app.shown
    assert app.said(EnrichPanel.Enrich) == []


async def test_one_of_several_of_a_name_is_picked(play, fresh):
    two = (
        Person(full_name="Ana Reid", title="Buyer", contactable=Contactable(has_email=True, has_mobile=True)),
        Person(full_name="Ana Reid", title="Founder", company=CompanyRef(name="Tūī Ridge")),
    )
    named = first(fresh, candidates=two)
    app = await play(named, ["j", "j", "j", "enter"])
    assert "? 2 people fit this name" in app.shown
    assert "Buyer e-mail, mobile" in app.shown
    assert "1–2 credits for the one you pick" in app.shown
    (picked,) = app.said(EnrichPanel.Picked)
    assert (picked.subject, picked.person) == (ANA, two[1])


async def test_a_pause_is_counted_and_not_pressed_through(play, fresh):
    app = await play(first(fresh, trouble=RateLimited("x", retry_after=36), wait=34), ["enter"])
    assert "a pause of 36 s" in app.shown
    assert "enter again in 34 s" in app.shown
    assert app.said(EnrichPanel.Enrich) == []


async def test_s_searches_the_people_of_the_company(play, known, fresh, now):
    (asked,) = (await play(known, ["s"])).said(EnrichPanel.People)
    assert asked.company == "tuiridge.example"
    (asked,) = (await play(fresh, ["s"])).said(EnrichPanel.People)
    assert asked.company == "Tūī Ridge"
    nameless = Subject(type="person", identifiers=ANA.identifiers)
    named = Named(now=now, card_id="k", card="c", sightings=(Sighting(nameless, Quote(low=1, high=2)),))
    app = await play(named, ["s"])
    assert app.said(EnrichPanel.People) == []
    assert "No company is known here" in app.shown


async def test_esc_goes_back_to_where_a_company_was_looked_up_from(stage, known, now):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(known)
        panel.focus()
        await pilot.press("j", "j", "j", "enter")
        from_ = panel.rows.current
        firm = Subject(
            type="company", identifiers=(Identifier(kind="domain", value="tuiridge.example"),), confidence=1
        )
        panel.expect(firm.key)
        panel.show(replace(known, sightings=(*known.sightings, Sighting(firm, Quote(low=1, high=1)))))
        await pilot.pause()
        assert panel.rows.current == firm.key
        await pilot.press("escape")
        assert panel.rows.current == from_
        await pilot.press("escape")
        assert len(app.said(EnrichPanel.Closed)) == 1


async def test_a_first_click_points_and_a_second_asks(stage, fresh):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(fresh)
        await pilot.pause()
        await pilot.click(panel.rows, offset=(5, 4))
        assert panel.rows.current == FIRM.key
        assert app.said(EnrichPanel.Enrich) == []
        await pilot.click(panel.rows, offset=(5, 4))
        (asked,) = app.said(EnrichPanel.Enrich)
        assert asked.subject == FIRM


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
        panel.show(Named(now=now, card_id="k", card=text, sightings=(sighting,)))
        await pilot.pause()
        assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in app.text().replace("\n", ""))


async def test_tab_types_one_in(play, now):
    app = await play(Named(now=now, card_id="k", card="Buy milk"), ["tab", *"x@y.example", "enter"])
    (typed,) = app.said(EnrichPanel.TypedIn)
    assert (typed.card_id, typed.text) == ("k", "x@y.example")


async def test_esc_leaves_the_line_then_the_panel(play, fresh):
    assert (await play(fresh, ["tab", "escape"])).said(EnrichPanel.Closed) == []
    assert len((await play(fresh, ["tab", "escape", "escape"])).said(EnrichPanel.Closed)) == 1


async def test_another_card_begins_anew(stage, fresh, known, now):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30)) as pilot:
        panel.show(known)
        panel.focus()
        await pilot.press("p", "j", "j")
        panel.show(Named(now=now, card_id="other", card="Other", sightings=known.sightings))
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
    named = Named(
        now=now,
        card_id="k",
        card="c",
        sightings=(Sighting(FIRM, Quote(low=0, high=0, cached_at=now), finding),),
    )
    shown = (await play(named)).shown
    assert "Harbourlight Pty Ltd" in shown
    assert "51824753556" in shown
