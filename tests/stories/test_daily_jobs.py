"""Ten daily jobs, each played with the keys that are counted for it, and never more of them than elsewhere."""

from datetime import UTC, datetime

import pytest

from tests.app import conftest as app
from tests.app.screens.conftest import Play, first, screen
from tests.stories.daily_jobs import INBOX, JOBS, Job, count, words
from tui.app.commands.keymap import parse_keys
from tui.app.screens.card import CardScreen
from tui.app.screens.views.all_accounts import AgendaPage
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.model.writes.lists import CreateList

# The fixtures of the app's own tests, which run the whole program.
greenwich, play, seeded = app.greenwich, app.play, app.seeded
pauses_end_with_a_drawn_screen = app.pauses_end_with_a_drawn_screen
drawing, sheets_are_parsed_once = app.drawing, app.sheets_are_parsed_once
rules_are_found_once = app.rules_are_found_once
keys_are_typed_one_by_one = app.keys_are_typed_one_by_one

MONDAY = datetime(2026, 11, 23, tzinfo=UTC).date()
"""The Monday after the Saturday on which the tests happen."""


def keys(name: str) -> list[str]:
    """Return the keys that do a job, as the toolkit names them, the typed texts letter by letter."""
    typed = [[*word[1:-1]] if word[0] == "“" else [*parse_keys(word)] for word in words(JOBS[name].here)]
    return [key for some in typed for key in some]


def card(p: Play, card_id: str) -> Card:
    """Return a card as the store has it."""
    found = p.workspace.cards.get(card_id)
    assert found is not None
    return found


def member(p: Play, name: str) -> str:
    """Return the id of the member of the board whose name begins so."""
    members = p.workspace.boards.members(p.board.id)
    return next(each.id for each in members if (each.full_name or "").startswith(name))


def label(p: Play, name: str) -> str:
    """Return the id of a label of the board."""
    return next(each.id for each in p.workspace.boards.labels(p.board.id) if each.name == name)


def lists(p: Play) -> dict[str, list[str]]:
    """Return the ids of the cards of each list of the board, by the list's name."""
    return {
        each.name: [face.id for face in p.workspace.cards.faces(each.id)]
        for each in p.workspace.boards.lists(p.board.id)
    }


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS.keys())
def test_no_job_takes_more_keys_than_elsewhere(job: Job):
    more = {name: count(there) for name, there in job.others.items() if count(there) < count(job.here)}
    assert not more, f"{count(job.here)} keys here"


def test_typed_texts_are_not_counted():
    assert words("/ “#a b” enter") == ["/", "“#a b”", "enter"]
    assert count("/ “#a b” enter") == 2


async def test_triage(play):
    async with play() as p:
        inbox, what = new_local_id(), INBOX.split()
        ids = [new_local_id() for _ in what]
        await p.workspace.writes.submit_all(
            [
                CreateList(board_id=p.board.id, list_id=inbox, name="Inbox", pos=1),
                *(
                    CreateCard(
                        board_id=p.board.id, card_id=ident, list_id=inbox, name=f"Enquiry {n:02}", pos=n + 1
                    )
                    for n, ident in enumerate(ids)
                ),
            ]
        )
        await p.sees("Enquiry 00")
        await p.press("0", "g", "g", *keys("triage"))
        done = [card(p, p.workspace.writes.current_id(ident)) for ident in ids]
        red, mere, me = (
            p.workspace.boards.labels(p.board.id)[0].id,
            member(p, "Mere"),
            p.workspace.access.me(),
        )
        became = {
            "label": [each.id_labels == (red,) for each in done],
            "owner": [each.id_members == (mere,) for each in done],
            "me": [each.id_members == (me.id,) for each in done],
            "next": [each.id in lists(p)["Leads"] for each in done],
            "archive": [each.closed for each in done],
        }
        assert became == {name: [each == name for each in what] for name in became}


async def test_plan(play):
    async with play() as p:
        leads = lists(p)["Leads"]
        await p.press(*keys("plan"))
        dues = [card(p, ident).due for ident in leads]
        assert [due is not None and (due.date(), due.hour) == (MONDAY, 9) for due in dues] == [True] * 8 + [
            False
        ] * (len(leads) - 8)


async def test_find(play):
    async with play() as p:
        await p.press(*keys("find"))
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        assert p.app.screen.card.name.startswith("Second call with Callum O'Brien")


async def test_hand_over(play):
    async with play() as p:
        handed, mere = first(p), member(p, "Mere")
        assert mere not in card(p, handed).id_members
        await p.press(*keys("hand over"))
        assert handed in lists(p)["Contacted"]
        assert mere in card(p, handed).id_members
        await p.until(lambda: p.workspace.cards.comments(handed))
        assert p.workspace.cards.comments(handed)[0].text == "@meretamihana over to you"


async def test_add(play):
    async with play() as p:
        before = set(lists(p)["Leads"])
        await p.press(*keys("add"))
        made = [card(p, ident) for ident in lists(p)["Leads"] if ident not in before]
        assert [each.name for each in made] == ["Ring back"] * 5
        assert {each.id_labels for each in made} == {(label(p, "hot"),)}
        assert {each.id_members for each in made} == {(member(p, "Mere"),)}
        assert {each.due.date() for each in made if each.due} == {MONDAY}
        assert screen(p).editor.purpose == ""


async def test_checklist(play):
    async with play() as p:
        ticked = first(p)
        (before,) = p.workspace.cards.checklists(ticked)
        await p.press(*keys("checklist"))
        (after,) = p.workspace.cards.checklists(ticked)
        assert [each.done for each in before.check_items] == [True, False, False]
        assert [each.done for each in after.check_items] == [True, True, True, False, False]
        assert [each.name for each in after.check_items[3:]] == ["Book a room", "Send the map"]


async def test_move(play):
    async with play() as p:
        cards = [card(p, ident) for some in lists(p).values() for ident in some]
        found = {each.id for each in cards if label(p, "NZ") in each.id_labels}
        elsewhere = found - set(lists(p)["Won"])
        assert len(elsewhere) == 9
        await p.press(*keys("move"))
        assert found <= set(lists(p)["Won"])
        assert sum(map(len, lists(p).values())) == len(cards)


async def test_look_up(play):
    async with play() as p:
        about = first(p)
        before = len(p.workspace.cards.comments(about))
        # Asked once for each board, with the first private number or address: it is no part of the job.
        await p.workspace.sharing.answer(p.board.id, allowed=True)
        opened, asked, attached = keys("look up")
        await p.press(opened)
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press(asked)
        await p.sees("Head of Operations", EnrichPanel)
        await p.press(attached)
        await p.sees("· attached", EnrichPanel)
        assert len(p.workspace.cards.comments(about)) == before + 1


async def test_put_off(play):
    async with play() as p:
        now = p.clock.now()
        late = [each for each in p.workspace.agenda.due() if not each.face.due_complete]
        late = [each for each in late if datetime.fromisoformat(each.face.due) < now]
        assert len({each.board_id for each in late}) == 2
        await p.press(*keys("put off"))
        assert isinstance(p.app.screen, AgendaPage)
        assert [f"{card(p, each.face.id).due:%Y-%m-%d}" for each in late] == [str(MONDAY)] * 3
        await p.until(lambda: "Overdue" not in p.words())


async def test_archive(play):
    async with play() as p:
        cards = [card(p, ident) for some in lists(p).values() for ident in some]
        done = {each.id for each in cards if each.due_complete or each.id in lists(p)["Won"]}
        assert len(done) == 5
        await p.press(*keys("archive"))
        left = {ident for some in lists(p).values() for ident in some}
        assert len(done & left) == 1
        assert left | done == {each.id for each in cards}
