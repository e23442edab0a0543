"""The panel against the real directory where a lookup is not plain: names that several have, caps, opt-outs, pauses."""

from types import SimpleNamespace

import pytest

from tests.thinned import thinned
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.card import CardScreen
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.errors import Undecided
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding, Quote, QuoteStep
from tui.model.person import Person
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.store.db import until_written
from tui.store.enrich.findings import remember


async def typed_in(p, text):
    """Open the panel, and type somebody in."""
    await p.press("e")
    await p.sees("ana.reid@tuiridge.example", EnrichPanel)
    p.app.screen.query_one(EnrichPanel).query_one("#enrich-entry").value = text
    await p.press("tab", "enter")


async def test_a_name_with_its_company_is_found_when_it_is_clear(play):
    async with play() as p:
        await typed_in(p, "Callum Sinclair at Tūī Ridge")
        await p.sees("Callum Sinclair at Tūī Ridge person · name", EnrichPanel)
        await p.press("enter")
        await p.sees("title Finance Director", EnrichPanel)
        assert p.workspace.spending.credits() < 500


async def test_one_of_several_of_a_name_is_picked_and_paid_once(play, monkeypatch):
    async with play() as p:
        page = await p.workspace.people.search(PeopleQuery(company="tuiridge.example"))
        real = p.workspace.lookups.enrich

        async def enrich(subject, *, again=False, sure=False, chosen=None, provider="", agreed=None):
            if chosen is None:
                raise Undecided("Several people have this name.")
            return await real(subject, again=again, sure=sure, chosen=chosen)

        async def candidates(_subject):
            return page.people[1:3]

        monkeypatch.setattr(p.workspace.lookups, "enrich", enrich)
        monkeypatch.setattr(p.workspace.lookups, "candidates", candidates)
        await typed_in(p, "Chris Smith at Tūī Ridge")
        await p.sees("Chris Smith at Tūī Ridge person", EnrichPanel)
        await p.press("enter")
        await p.sees("2 people fit this name", EnrichPanel)
        assert p.workspace.spending.credits() == 500
        await p.press("j", "j", "j", "enter")
        await p.sees("title Finance Director", EnrichPanel)
        left = p.workspace.spending.credits()
        assert left in {498, 499}
        await p.press("enter")
        await p.pilot.pause(0.1)
        assert p.workspace.spending.credits() == left


async def test_a_cap_is_told_and_nothing_is_asked(play):
    async with play() as p:
        await p.workspace.spending.set_caps(Caps(month=1))
        await p.press("e")
        await p.sees("this month 0 of 1 credits", EnrichPanel)
        asked = len(p.wire.seen)
        await p.press("enter")
        await p.sees("Cap reached. This may cost 2 credits", EnrichPanel)
        assert not any("enrich" in path for _, path in p.wire.seen[asked:])
        await p.workspace.spending.set_caps(Caps(month=100))
        await p.sees("this month 0 of 100 credits", EnrichPanel)
        assert "Cap reached" not in p.words(EnrichPanel)


async def test_a_lost_answer_is_asked_about_before_it_is_asked_for_again(play):
    async with play() as p:
        p.wire.hosted = True
        p.wire.fail("drop response", "POST", "enrich/person")
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press("enter")
        await p.sees("It may have been charged. Ask again?", EnrichPanel)
        await p.press("esc", "e")
        await p.sees("It may have been charged. Ask again?", EnrichPanel)
        p.wire.faults.clear()
        asked = len(p.wire.seen)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        await p.sees("fetched just now · it cost 2 credits", EnrichPanel)
        assert sum("enrich/person" in path for _, path in p.wire.seen[asked:]) == 1


async def test_who_opts_out_is_forgotten_and_let_in_again(play):
    async with play() as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        await p.press("X")
        await p.sees("Never look up Ana Reid")
        await p.press("y")
        await p.sees("What people typed stays, on 1 card")
        await p.press("escape")
        await p.sees("Opted out on 21 Nov (email ana.reid@tuiridge.example)", EnrichPanel)
        assert "Head of Operations" not in p.words(EnrichPanel)
        assert p.workspace.suppression.all()
        await p.press("question_mark")
        await p.sees("The panel")
        await p.sees("Never look this one up again, or take that back")
        await p.press("escape", "X")
        await p.sees("is on the opt-out list")
        await p.press("y")
        await p.until(lambda: not p.workspace.suppression.all())


async def test_what_was_attached_is_deleted_with_an_opt_out_and_said_where(play):
    async with play() as p:
        await p.workspace.sharing.answer(p.board.id, allowed=True)
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        await p.press("a")
        await p.sees("· attached", EnrichPanel)
        card = p.app.screen.card.id
        signed = [one for one in p.workspace.cards.comments(card) if "Cardscout ·" in one.text]
        assert len(signed) == 1
        await p.press("X")
        await p.sees("Deleted for good: 1 comment (Pipeline 1).")
        await p.press("y")
        await p.sees("deleted: local · comment on Pipeline › Ring Ana Reid")
        await p.sees("erased: local · 1 remembered answer")
        await p.sees("What people typed stays, on 1 card: edit it there.")
        await p.press("enter")
        await p.sees("Typed about Ana Reid")
        await p.sees("Pipeline › Ring Ana Reid")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        assert p.app.screen.card.id == card
        await p.press("escape")
        await p.until(lambda: not isinstance(p.app.screen, CardScreen))
        p.app.screen.go("stays")
        await p.sees("Typed about who opted out")
        await p.press("escape")
        assert "Attached as a comment" not in p.words(EnrichPanel), "undo brings nothing back"
        assert not p.workspace.withdrawals.notes()
        assert not [one for one in p.workspace.cards.comments(card) if "Cardscout ·" in one.text]


async def test_a_pause_is_counted_down_and_then_it_goes_again(play):
    async with play() as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        p.wire.fail("429", "", "/enrich", times=20)
        await p.press("enter")
        await p.sees("enter again in ", EnrichPanel, tick=1)
        p.wire.faults.clear()
        await p.sees("1–2 credits · 500 left · enter", EnrichPanel, tick=1)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel, tick=1)


async def test_a_run_that_was_cut_off_is_offered_at_the_next_start(play, monkeypatch):
    async with play() as p:
        monkeypatch.setattr(
            p.workspace._store.enrichment.bulk, "recent", lambda _: [SimpleNamespace(state="paused")]
        )
        await p.app._begin(p.app.screen)
        await p.sees("a lookup of many cards was cut off · B goes on with it")


async def test_from_a_company_to_one_of_its_people_and_a_card_without_leaving_the_panel(play):
    async with play() as p:
        await typed_in(p, "tuiridge.example")
        await p.sees("tuiridge.example company", EnrichPanel)
        left = p.workspace.spending.credits()
        await p.press("s")
        await p.sees("12 people there", EnrichPanel)
        panel = p.app.screen.query_one(EnrichPanel)
        company = "domain:tuiridge.example"
        assert panel.rows.current == f"{company}\n@0"
        await p.press("j", "j", "enter")
        await p.sees("person · profile · chosen", EnrichPanel)
        assert p.workspace.spending.credits() == left
        await p.press("enter")
        await p.sees("title Finance Director", EnrichPanel)
        await p.press("c")
        await p.sees("1 card made in this list · u undoes", EnrichPanel)
        assert p.face("Callum Sinclair at Tūī Ridge").id
        await p.press("c")
        await p.sees("Callum Sinclair has a card in this list already")
        await p.press("escape", "escape")
        assert panel.rows.current == f"{company}\n@2"
        await p.press("escape")
        assert panel.rows.current == company
        await p.workspace.suppression.add("name", "Callum Sinclair")
        await p.sees("11 of 12 people there", EnrichPanel)


async def test_what_the_people_cost_is_said_before_they_are_listed(play, monkeypatch):
    async with play() as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        price = Quote(low=1, high=1, credits_left=500)
        monkeypatch.setattr(p.workspace.people, "quote", lambda _query: price)
        await p.press("s")
        await p.sees("The people of Tūī Ridge: 1 credit, 500 left: s again lists them", EnrichPanel)
        assert "people there" not in p.words(EnrichPanel)
        await p.press("s")
        await p.sees("12 people there", EnrichPanel)
        monkeypatch.setattr(p.workspace.people, "quote", lambda _query: price.replace(refused="Not here."))
        await p.press("escape", "escape", "j", "e")
        await p.sees("ironbarkengineering.example company", EnrichPanel)
        await p.press("j", "s")
        await p.sees("Not here.", EnrichPanel)


async def test_another_card_about_the_same_person_is_told_and_opened(play):
    async with play() as p:
        here = p.face("Ring Ana Reid")
        todo = p.workspace.boards.lists(next(b for b in p.workspace.boards.all() if b.name == "Team").id)[0]
        await p.workspace.writes.submit(
            CreateCard(
                board_id=todo.id_board, card_id=new_local_id(), list_id=todo.id, name="Write to Ana",
                pos=1.0, desc="ana.reid@tuiridge.example",
            )
        )  # fmt: skip
        await p.press("e")
        await p.sees("also on: Team › Write to Ana", EnrichPanel)
        panel = p.app.screen.query_one(EnrichPanel)
        panel.rows.move_cursor_to(f"{panel.rows.current}\n+0")
        await p.press("enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        assert p.app.screen.card.name == "Write to Ana"
        await p.press("e")
        await p.sees("also on: Pipeline › Ring Ana Reid", EnrichPanel)
        assert (
            p.workspace.lookups.also_on(p.workspace.lookups.subjects(here.id)[0], here.id)[0].board_name
            == "Team"
        )


@pytest.mark.parametrize("size", thinned([(120, 40), (80, 24)], 2, whole=True))
async def test_the_panel_is_made_wider_and_stays_so(play, size):
    async with play(size) as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        panel = p.app.screen.query_one(EnrichPanel)
        narrow = panel.size.width
        await p.press("w")
        await p.until(lambda: panel.size.width > narrow)
        await p.press("escape", "e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        assert panel.size.width > narrow
        await p.press("escape")
        await p.open("Ring Ana Reid")
        await p.press("e")
        await p.until(lambda: p.app.screen.has_class("-broad"))
        await p.press("w", "escape", "escape", "e")
        await p.until(lambda: panel.size.width == narrow)
        assert p.workspace.memory.get("panel") == ""


async def test_the_service_is_chosen_and_where_two_disagree_both_are_shown(play, monkeypatch):
    async with play() as p:
        asked = []

        async def enrich(subject, *, again=False, sure=False, chosen=None, provider="", agreed=None):
            asked.append((provider, again))
            finding = Finding(
                key=subject.key,
                type="person",
                person=Person(full_name="Ana Reid", title=f"Buyer of {provider}"),
                provider=provider.title(),
                fetched_at=p.workspace._store.now(),
            )
            await until_written(p.workspace._store.write(lambda tx: remember(tx, finding)))
            return finding

        steps = [
            QuoteStep(service="Local", low=1, high=2, name="local"),
            QuoteStep(service="Hunter", low=1, high=1, name="hunter"),
        ]
        monkeypatch.setattr(p.workspace.lookups, "services", lambda _: steps)
        monkeypatch.setattr(p.workspace.lookups, "enrich", enrich)
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        for keys, name in ((("enter",), "Local"), (("down", "enter"), "Hunter")):
            await p.press("S")
            await p.sees("Ask whom for", ChooseScreen)
            await p.sees("1–2 credits", ChooseScreen)
            await p.press(*keys)
            await p.sees(f"Buyer of {name.lower()}", EnrichPanel)
        assert asked == [("local", False), ("hunter", True)]
        await p.sees(
            "title: Buyer of hunter (Hunter, just now) · Buyer of local (Local, just now)", EnrichPanel
        )


async def test_all_that_is_held_of_a_person_is_listed_and_its_card_opened(play):
    async with play() as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press("I")
        await p.sees("Held of ana.reid@tuiridge.example")
        await p.sees("Write all of it to a file")
        await p.press(*"card: ring ana", "enter")
        await p.until(
            lambda: p.app.screen.card is not None and p.app.screen.card.name == p.face("Ring Ana Reid").name
        )
        await p.press("escape", "j")
        await p.press("I")
        await p.sees("What is held of people is listed: this is a company", EnrichPanel)


async def test_the_first_of_a_companys_people_is_in_view_in_a_low_terminal(play) -> None:
    async with play((80, 24)) as p:
        await p.press("e", "j", "enter")
        await p.sees("900 002 155", EnrichPanel)
        await p.press("s")
        rows = p.app.screen.query_one(EnrichPanel).rows
        await p.until(lambda: str(rows.current).endswith("@0"))
        await p.pilot.pause(0.3)
        line = rows._index_to_line[rows.highlighted]
        assert rows.scroll_y <= line < rows.scroll_y + rows.size.height
