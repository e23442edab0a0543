"""The panel's keys: what each asks for, in every state."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.app.widgets.enrich.conftest import ANA, FIRM, first
from tui.app.enrich import panel_messages
from tui.app.enrich.lines import HIDDEN
from tui.app.enrich.sightings import Sighting, Sightings
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.errors import RateLimited, Unreachable
from tui.model.enrich.people import PeoplePage
from tui.model.finding import Quote
from tui.model.person import CompanyRef, Contactable, Person
from tui.model.search import Hit
from tui.model.subject import Identifier, Subject


def words(app):
    return " ".join(app.text().replace("│", " ").split())


async def test_enter_asks_for_the_first(play, fresh):
    (asked,) = (await play(fresh, ["enter"])).said(panel_messages.LookUpSubject)
    assert (asked.card_id, asked.subject) == ("k", ANA)


async def test_while_it_looks_enter_asks_for_nothing_more(play, fresh):
    app = await play(first(fresh, busy=True), ["enter"])
    assert app.said(panel_messages.LookUpSubject) == []
    assert "Looking it up …" in app.shown


async def test_a_number_on_the_register_is_hidden_until_asked(play, known):
    app = await play(known)
    assert HIDDEN in app.shown
    assert "+64 21 555 0123" not in app.shown
    assert "do not call" in app.shown
    app = await play(known, ["p"])
    assert "+64 21 555 0123" in app.shown
    assert "do not call" in app.shown
    assert "+64 21 555 0123" not in (await play(known, ["p", "p"])).shown


async def test_a_hidden_number_is_not_copied(play, known):
    app = await play(known, [*["j"] * 6, "y"])
    assert app.said(panel_messages.CopyValue) == []
    assert "p shows it first" in app.shown
    (copied,) = (await play(known, ["p", *["j"] * 6, "y"])).said(panel_messages.CopyValue)
    assert copied.value == "+64215550123"


async def test_y_copies_the_field_or_the_identifier(play, known):
    (copied,) = (await play(known, ["j", "j", "y"])).said(panel_messages.CopyValue)
    assert (copied.name, copied.value) == ("title", "Head of Growth")
    (copied,) = (await play(known, ["y"])).said(panel_messages.CopyValue)
    assert copied.value == "ana.reid@tuiridge.example"


async def test_a_attaches_what_was_found_and_says_when_there_is_nothing(play, known, fresh):
    (asked,) = (await play(known, ["a"])).said(panel_messages.AttachFinding)
    assert asked.subject == ANA
    app = await play(fresh, ["a"])
    assert app.said(panel_messages.AttachFinding) == []
    assert "enter looks it up first" in app.shown


async def test_enter_on_the_company_says_its_price_and_looks_it_up(play, known):
    app = await play(known, ["j", "j", "j"])
    assert "Tūī Ridge: 1 credit · 496 left · enter" in app.shown
    (asked,) = (await play(known, ["j", "j", "j", "enter"])).said(panel_messages.LookUpEmployer)
    assert asked.domain == "tuiridge.example"


async def test_one_who_opted_out_is_not_looked_up(play, known):
    app = await play(first(known, barred="Opted out on 3 Nov"), ["enter", "j", "a"])
    assert "⊘ Opted out on 3 Nov" in app.shown
    assert "Head of Growth" not in app.shown
    assert app.said(panel_messages.LookUpSubject) == []


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
    (picked,) = app.said(panel_messages.PickCandidate)
    assert (picked.subject, picked.candidate) == (ANA, two[1])


async def test_the_cursor_goes_to_the_first_who_fit_and_the_old_answer_is_not_attached(stage, known):
    panel, again = EnrichPanel(), Quote(low=1, high=2, credits_left=496)
    app, shown = stage(panel), first(known, again=Quote(low=1, high=2, credits_left=496))
    two = (Person(full_name="Ana Reid", title="Buyer"), Person(full_name="Ana Reid", title="Founder"))
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(shown)
        panel.focus()
        await pilot.press("r", "r")
        assert "again does it" not in words(app)
        panel.show(first(shown, candidates=two))
        await pilot.pause()
        assert "Head of Growth" not in words(app)
        assert f"{again.low}–{again.high} credits for the one you pick" in words(app)
        await pilot.press("a")
        assert "enter picks who is meant" in words(app)
        assert app.said(panel_messages.AttachFinding) == []
        await pilot.press("j")
        panel.show(first(shown, candidates=two, added="typed in"))
        await pilot.press("enter")
        (picked,) = app.said(panel_messages.PickCandidate)
        assert picked.candidate == two[1], "a row that the user went to is kept"
        await pilot.press("k", "k", "k", "k")
        await pilot.pause()
        hints = app.said(panel_messages.KeysChanged)[-1].hints
        assert ("enter", "as before") in hints, hints


async def test_a_message_about_a_comment_goes_with_the_comment(stage, known):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(first(known, attached=True))
        panel.tell("Attached as a comment")
        await pilot.pause()
        assert "Attached as a comment" in words(app)
        panel.show(known)
        await pilot.pause()
        assert "Attached as a comment" not in words(app)


async def test_a_pause_is_counted_and_not_pressed_through(play, fresh):
    app = await play(first(fresh, trouble=RateLimited("x", retry_after=36), wait=34), ["enter"])
    assert "a pause of 36 s" in app.shown
    assert "enter again in 34 s" in app.shown
    assert app.said(panel_messages.LookUpSubject) == []


async def test_s_searches_the_people_of_the_company(play, known, fresh, now):
    (asked,) = (await play(known, ["s"])).said(panel_messages.SearchColleagues)
    assert asked.company == "tuiridge.example"
    (asked,) = (await play(fresh, ["s"])).said(panel_messages.SearchColleagues)
    assert asked.company == "Tūī Ridge"
    nameless = Subject(type="person", identifiers=ANA.identifiers)
    price = Quote(low=1, high=2)
    sightings = (Sighting(ANA, price, no_staff="Hunter cannot be searched."), Sighting(nameless, price))
    named = Sightings(now=now, card_id="k", card="c", sightings=sightings)
    app = await play(named, ["s", "j", "s"])
    assert app.said(panel_messages.SearchColleagues) == []
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
        assert len(app.said(panel_messages.PanelLeft)) == 1


async def test_a_first_click_points_and_a_second_asks(stage, fresh):
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(fresh)
        await pilot.pause()
        await pilot.click(panel.rows, offset=(5, 4))
        assert panel.rows.current == FIRM.key
        assert app.said(panel_messages.LookUpSubject) == []
        await pilot.click(panel.rows, offset=(5, 4))
        (asked,) = app.said(panel_messages.LookUpSubject)
        assert asked.subject == FIRM


async def test_tab_types_one_in(play, now):
    app = await play(Sightings(now=now, card_id="k", card="Buy milk"), ["tab", *"x@y.example", "enter"])
    (typed,) = app.said(panel_messages.TypedSubject)
    assert (typed.card_id, typed.text) == ("k", "x@y.example")


async def test_esc_leaves_the_line_then_the_panel(play, fresh):
    assert (await play(fresh, ["tab", "escape"])).said(panel_messages.PanelLeft) == []
    assert len((await play(fresh, ["tab", "escape", "escape"])).said(panel_messages.PanelLeft)) == 1


async def test_asking_anew_says_its_price_first(play, known, fresh):
    asked = first(known, again=Quote(low=1, high=2, credits_left=496))
    app = await play(asked, ["r"])
    assert app.said(panel_messages.LookUpAgain) == []
    assert "Asking anew takes 1–2 credits, 496 left: r again does it" in app.shown
    assert len((await play(asked, ["r", "r"])).said(panel_messages.LookUpAgain)) == 1
    assert (await play(asked, ["r", "j", "r"])).said(panel_messages.LookUpAgain) == []
    first_ask, second_ask = (await play(asked, ["r", "r", "r"])).said(panel_messages.LookUpAgain)
    assert first_ask.told_at == second_ask.told_at, "a press that came too early leaves what was told"
    assert "Nothing was found yet" in (await play(fresh, ["r"])).shown


async def test_a_price_that_rises_after_it_was_told_is_told_again(stage, known):
    price = Quote(low=1, high=2, credits_left=496, services=frozenset({"One"}))
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        panel.show(first(known, again=price))
        panel.focus()
        await pilot.press("r")
        for now in (price.replace(high=9), price.replace(high=9, services=frozenset({"Two"}))):
            panel.show(first(known, again=now))
            await pilot.press("r")
            assert app.said(panel_messages.LookUpAgain) == []
            assert "Asking anew takes 1–9 credits" in app.text()
        panel.show(first(known, again=now.replace(high=1)))
        await pilot.press("r")
        await pilot.pause()
        assert len(app.said(panel_messages.LookUpAgain)) == 1, "a lower price needs no second look"


async def test_what_was_asked_anew_is_asked_anew_only_once_its_price_is_told_again(stage, known):
    price = Quote(low=1, high=2)
    panel = EnrichPanel()
    app = stage(panel)
    async with app.run_test(size=(60, 30), message_hook=app.heard.append) as pilot:
        shown = first(known, again=price)
        panel.show(shown)
        panel.focus()
        await pilot.press("r", "r")
        (one,) = shown.sightings
        later = one.finding.replace(fetched_at=one.finding.fetched_at + timedelta(days=1))
        panel.show(replace(shown, sightings=(replace(one, finding=later),)))
        await pilot.press("r")
        await pilot.pause()
        assert len(app.said(panel_messages.LookUpAgain)) == 1


async def test_a_service_that_was_never_asked_is_not_asked_anew(play, known):
    """It is known from another service."""
    price = Quote(low=1, high=2, credits_left=496)
    app = await play(first(known, quote=price, again=price), ["r"])
    assert "Asking takes 1–2 credits, 496 left: r again does it" in app.shown


async def test_somebody_can_opt_out(play, fresh):
    (asked,) = (await play(fresh, ["X"])).said(panel_messages.ToggleOptOut)
    assert asked.subject == ANA


def staffed(named):
    """The first subject with two people of its company, and another card that names it."""
    people = (Person(full_name="Bo Lee", title="Buyer"), Person(full_name="Cy Moe", network_slug="cy-moe"))
    other = Hit("card", "k2", "Call her", "b2", "Team")
    return first(named, staff=PeoplePage(people=people, total=12), also=(other,))


async def test_the_people_of_the_company_are_listed_and_a_second_time_all_of_them(play, known):
    (asked,) = (await play(known, ["s"])).said(panel_messages.SearchColleagues)
    assert (asked.subject, asked.company, asked.page) == (ANA, "tuiridge.example", False)
    app = await play(staffed(known), ["s"])
    (asked,) = app.said(panel_messages.SearchColleagues)
    assert asked.page
    assert "2 of 12 people there" in app.shown


async def test_one_of_the_people_is_chosen_or_made_a_card_of(play, fresh):
    named = staffed(fresh)
    app = await play(named, ["j", "j", "enter"])
    (picked,) = app.said(panel_messages.PickColleague)
    assert (picked.card_id, picked.person.full_name) == ("k", "Bo Lee")
    (made,) = (await play(named, ["j", "j", "j", "c"])).said(panel_messages.MakePersonCard)
    assert (made.card_id, made.person.full_name) == ("k", "Cy Moe")


async def test_c_makes_a_card_of_who_was_found_and_of_nobody_else(play, known, fresh):
    (made,) = (await play(known, ["c"])).said(panel_messages.MakePersonCard)
    assert made.person.full_name == "Ana Reid"
    app = await play(fresh, ["c"])
    assert app.said(panel_messages.MakePersonCard) == []
    assert "A card is made of a person who was found" in app.shown


async def test_another_card_that_names_somebody_is_told_and_opened(play, fresh):
    app = await play(staffed(fresh), ["j", "j", "j", "j", "enter"])
    assert "also on: Team › Call her" in app.shown
    (opened,) = app.said(panel_messages.ShowCard)
    assert opened.card_id == "k2"


async def test_w_asks_for_another_width(play, fresh):
    assert len((await play(fresh, ["w"])).said(panel_messages.ToggleWidth)) == 1


async def test_g_g_goes_to_the_first_subject(play, fresh):
    app = await play(fresh, ["G", "g", "g", "y"])
    (copied,) = app.said(panel_messages.CopyValue)
    assert copied.value == "ana.reid@tuiridge.example"


@pytest.mark.parametrize("missed", [True, False])
async def test_a_miss_and_an_error_are_scrolled_into_view_in_a_low_panel(stage, fresh, found, missed):
    panel = EnrichPanel()
    app = stage(panel)
    ana, firm = fresh.sightings
    nobody = found.replace(key=FIRM.key, type="company", person=None)
    answered = (
        replace(firm, finding=nobody)
        if missed
        else replace(firm, trouble=Unreachable("no answer", service="enrich"))
    )
    async with app.run_test(size=(60, 7), message_hook=app.heard.append) as pilot:
        panel.show(fresh)
        panel.focus()
        await pilot.press("j")
        panel.show(replace(fresh, sightings=(ana, replace(firm, busy=True))))
        await pilot.pause()
        panel.show(replace(fresh, sightings=(ana, answered)))
        await pilot.pause()
        assert ("No match" if missed else "no answer") in words(app)
