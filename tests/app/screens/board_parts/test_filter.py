"""The filter of the board: what it shows as it is typed, and in which order."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.screens.conftest import Play, add_item, another_machine, first, running, screen
from tests.app.screens.test_bell import make_due
from tests.stories.world import PatientClock
from tui.app.screens.board_parts import filter as filter_part
from tui.app.widgets.status_bar import StatusBar
from tui.errors import UsageError
from tui.model.card import CardFace
from tui.model.checklist import COMPLETE
from tui.model.filter.filter import parse_filter
from tui.model.search import fold_text
from tui.model.values.scalars import is_local
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.model.writes.labels import UpdateLabel
from tui.model.writes.lists import CreateList
from tui.rules.conditions import card_facts

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
FILTERS = (
    "ana", "kowhai", "#hot", "label:nz", "-#hot", "@*", "@me", "list:leads", "due:any", "due:none", "due:week",
    "has:comment", "has:checklist", "has:description", "has:subject", "is:done", "desc:the", "created:today",
    "edited:today", '"ring ana"', "name:ring -#hot or has:attachment",
)  # fmt: skip


def shown(p: Play) -> set[str]:
    return {face.id for each in screen(p).lists for face in screen(p).cards_of(each.id)}


def titles(p: Play, at: int = 0) -> list[str]:
    return [face.name for face in screen(p).cards_of(screen(p).lists[at].id)]


async def test_a_board_shows_the_cards_that_rules_would_fire_for(play):
    async with play() as p:
        board, workspace = screen(p), p.workspace
        every = {ident: workspace.cards.get(ident) for ident in shown(p)}
        for text in FILTERS:
            for letters in range(1, len(text) + 1):
                board.filter.narrow(text[:letters], typing=True)
            wanted, now = parse_filter(text), board._view.clock.now()
            passing = {
                ident
                for ident, card in every.items()
                if card is not None and wanted.passes(card_facts(workspace, card), now)
            }
            assert shown(p) == passing, text
        board.filter.leave()
        assert shown(p) == set(every)


async def test_what_is_not_understood_yet_is_said_and_hides_nothing(play):
    async with play() as p:
        every = shown(p)
        await p.press("slash", *"due:")
        assert shown(p) == every
        assert "due: of what?" in p.words(StatusBar)
        await p.press(*"any")
        assert "of what" not in p.words(StatusBar)
        assert shown(p) < every


async def test_where_no_title_has_the_words_descriptions_are_offered(play):
    async with play() as p:
        card = next(iter(screen(p).cards_of(screen(p).lists[0].id)))
        write = UpdateCard(board_id=p.board.id, card_id=card.id, desc="all about the boardwalk")
        await p.workspace.writes.submit(write)
        await p.press("slash", *"boardwalk")
        assert shown(p) == set()
        assert "desc:boardwalk looks in descriptions" in p.words(StatusBar)
        await p.press("home", *"desc:")
        assert shown(p) == {card.id}
        assert "looks in" not in p.words(StatusBar)


async def test_a_name_that_the_board_lacks_is_told_with_the_one_that_was_meant(play):
    async with play() as p:
        await p.press("slash", *"#hot")
        assert "is called" not in p.words(StatusBar)
        await p.press(*"t")
        await p.until(lambda: "no label is called “hott” · did you mean hot?" in p.words(StatusBar))
        await p.press("backspace")
        await p.until(lambda: "is called" not in p.words(StatusBar))


async def test_a_value_that_can_be_completed_is_no_mistake_until_it_is_entered(play):
    async with play() as p:
        await p.press("slash", *"due:we")
        assert "takes no" not in p.words(StatusBar)
        await p.press("x")
        assert "due: takes no 'wex'" in p.words(StatusBar)
        await p.press("backspace", "enter")
        await p.until(lambda: "due: takes no 'we'" in p.words(StatusBar))


async def test_tab_takes_what_is_suggested(play):
    async with play() as p:
        await p.press("slash", *"#ho")
        await p.until(lambda: bool(screen(p).editor.line._suggestion))
        await p.press("tab")
        assert screen(p).editor.line.value == "#hot"
        labels = {one.id: one.name for one in p.workspace.boards.labels(p.board.id)}
        assert shown(p)
        assert all(
            any(labels[ident].startswith("hot") for ident in face.label_ids)
            for each in screen(p).lists
            for face in screen(p).cards_of(each.id)
        )


async def test_words_are_marked_in_titles_and_not_after_the_filter(play):
    async with play() as p:
        board = screen(p)

        def marked() -> list[str]:
            return [
                segment.text
                for column in board.kanban.row.columns
                for y in range(column.size.height)
                for segment in column.render_line(y)
                if segment.style is not None and segment.style.underline
            ]

        assert marked() == []
        board.filter.narrow("RING")
        found = marked()
        assert found
        assert {text.lower() for text in found} == {"ring"}
        board.filter.leave()
        assert marked() == []


async def test_cards_are_sorted_without_being_moved(play):
    async with play() as p:
        before = titles(p)
        await p.press("slash", *"sort:name", "enter")
        assert titles(p) == sorted(before, key=fold_text)
        assert titles(p) != before
        assert "sorted by title · 37 cards" in p.words()
        await p.press("j", "J")
        await p.sees("the cards are sorted, which moves none: esc shows the lists in their own order")
        await p.press("space")
        assert not screen(p).selection.holding
        here = screen(p).card
        assert here is not None
        assert p.workspace.sync.status().waiting == 0
        rename = UpdateCard(board_id=p.board.id, card_id=here.id, name="zzz")
        await p.workspace.writes.submit(rename)
        await p.until(lambda: titles(p)[-1] == "zzz", tick=1)
        assert screen(p).kanban.card == p.workspace.cards.face(here.id)
        await p.workspace.writes.undo(p.board.id)
        await p.until(lambda: "zzz" not in titles(p), tick=1)
        await p.press("escape")
        assert titles(p) == before


async def test_a_card_that_comes_to_a_sorted_list_goes_to_its_end(play):
    async with play() as p:
        await p.press("slash", *"sort:-created", "enter")
        card, target = screen(p).card, screen(p).lists[1].id
        assert card is not None
        await p.press("L")
        await p.until(lambda: p.workspace.cards.get(card.id).id_list == target)
        assert p.workspace.cards.faces(target)[-1].id == card.id
        assert card.id in {face.id for face in screen(p).cards_of(target)}
        with pytest.raises(UsageError, match="sorted"):
            await screen(p).place([p.workspace.cards.face(card.id)], target, 0)


async def test_the_filter_narrows_and_clears_and_gives_the_cursor_back(play):
    async with play() as p:
        board, first = screen(p), screen(p).card
        board.filter.narrow("kowhai")
        assert all("ōwhai" in face.name for each in board.lists for face in board.cards_of(each.id))
        board.filter.leave()
        assert board.card == first
        assert not board.filter.clear()


async def test_a_new_card_gets_the_cursor_back_under_the_id_that_the_service_gave_it(play):
    async with play() as p:
        p.wire.plugged = False
        await p.press("n", *"Ask Zed", "enter", "escape", "slash", *"layla")
        p.wire.plugged = True
        await p.until(lambda: not p.workspace.outbox.numbers(), tick=0.5)
        await p.press("escape")
        assert getattr(screen(p).card, "name", "") == "Ask Zed"
        await p.until(lambda: not is_local(first(p)))
        assert getattr(screen(p).card, "name", "") == "Ask Zed"


async def test_the_cursor_is_given_back_before_the_board_knows_the_id_that_the_service_gave(
    play, monkeypatch
):
    async with play() as p:
        p.wire.plugged = False
        await p.press("n", *"Ask Zed", "enter", "escape", "slash", *"layla")
        # The store has the id a moment before the change with it is delivered.
        monkeypatch.setattr(screen(p).feed, "show", bool)
        p.wire.plugged = True
        await p.until(lambda: not p.workspace.outbox.numbers(), tick=0.5)
        await p.press("escape")
        assert getattr(screen(p).card, "name", "") == "Ask Zed"


async def test_lists_and_names_that_come_meanwhile_go_by_the_filter(play):
    async with play() as p:
        board = screen(p)
        board_id, lists = p.board.id, board.lists
        [label] = [one for one in p.workspace.boards.labels(board_id) if one.name == "renewal"]
        board.filter.narrow("#renewal")
        found = shown(p)
        assert [each for each in lists if not board.cards_of(each.id)], "some show none"
        asked = [cards._keep for cards in board.kanban.row.card_lists]
        board.loader.read_board()
        assert [cards._keep for cards in board.kanban.row.card_lists] == asked, "nothing is new"
        more = CreateList(board_id=board_id, list_id="local-1", name="More", pos=1.0)
        card = CreateCard(board_id=board_id, list_id="local-1", card_id="local-2", name="Ring Ana", pos=1.0)
        await p.workspace.writes.submit_all([more, card])
        await p.until(lambda: len(board.lists) > len(lists))
        assert shown(p) == found
        await p.workspace.writes.submit(UpdateLabel(board_id=board_id, label_id=label.id, name="lapsed"))
        await p.until(lambda: not shown(p))


async def test_what_is_found_in_idle_time_is_the_same_as_what_is_found_at_once(play, monkeypatch):
    async with play() as p:
        board = screen(p)

        def seen() -> tuple[object, ...]:
            lists = [
                cards for each in board.lists if (cards := board.kanban.row.card_list(each.id)) is not None
            ]
            faces = [[cards.face(at) for at in range(len(cards))] for cards in lists]
            return faces, board.card, board.board_list, p.text()

        for text in ("a", "ana", "-kowhai #hot", "zebra", "is:open"):
            await p.press("slash", *text)
            at_once = seen()
            await p.press("escape")
            with monkeypatch.context() as patched:
                patched.setattr(filter_part, "_AT_ONCE", 5)
                patched.setattr(filter_part, "_FIRST", 0)
                patched.setattr(filter_part, "_SLICE", 0)
                patched.setattr(filter_part, "_IDLE", 0.001)
                patched.setattr(filter_part, "_PAINTED", 0.001)
                await p.burst("slash", *text)
                await p.until(lambda: not board.filter.searching)
                await p.pilot.pause()
                assert seen() == at_once, text
                await p.press("escape")
        monkeypatch.setattr(filter_part, "_AT_ONCE", 1)
        monkeypatch.setattr(filter_part, "_FIRST", 0)
        every = shown(p)
        board.filter.narrow("is:open")
        assert "… of" in p.text()
        await p.press("j")
        assert "… of" not in p.text()
        assert shown(p) == every


async def test_matches_are_shown_before_the_rest_of_a_large_board_is_tested(play, monkeypatch):
    async with play() as p:
        board = screen(p)
        board.filter.narrow("zebra")
        assert not board.filter.searching, "so few cards are tested at once"
        board.filter.narrow("")
        monkeypatch.setattr(filter_part, "_AT_ONCE", 1)
        monkeypatch.setattr(filter_part, "_FIRST", 0)
        later = board.filter
        later.narrow("a")
        assert later.searching, "it was painted later than it could be"
        later.settle()
        assert not board.filter.searching


async def test_a_card_is_found_by_the_date_of_an_item_which_is_then_told(play):
    async with play((120, 40)) as p:
        now = p.clock.now()
        await add_item(p, "Inbound: Southerly", "Call back", due=now - timedelta(days=3))
        found, day = p.face("Inbound: Southerly"), (now - timedelta(days=3)).astimezone()
        badge = f"☐▲ {day.day} {day:%b}"
        assert badge not in p.words()
        await p.press("slash", *"due:overdue southerly", "enter")
        assert shown(p) == {found.id}
        await p.sees(badge)
        await p.press("g", "t")
        await p.sees("Table")
        await p.sees(badge)
        await p.press("escape")
        await p.sees("Leads")

        # Ticked it is due no more.
        [*_, checklist] = p.workspace.cards.checklists(found.id)
        where = {"board_id": p.board.id, "card_id": found.id, "checklist_id": checklist.id}
        tick = UpdateCheckItem(**where, item_id=checklist.check_items[0].id, state=COMPLETE)
        await p.workspace.writes.submit(tick)
        await p.until(lambda: not shown(p), tick=1)
        await p.press("escape")
        assert badge not in p.words()


@pytest.mark.parametrize(("text", "minutes"), [("due:overdue", 11), ("due:<5min", 6)])
async def test_a_card_is_found_when_its_time_comes(play, text, minutes):
    async with play((120, 40)) as p:
        await p.until(lambda: p.app._after_start is not None)
        await make_due(p, "Inbound: Southerly", 10 * 60)
        await p.press("slash", *f"{text} southerly", "enter")
        assert shown(p) == set()
        p.clock.advance(minutes * 60)
        await p.app._after_start._marks.look()
        await p.until(lambda: shown(p) == {p.face("Inbound: Southerly").id})
        assert not screen(p).filter.searching


@pytest.mark.parametrize(
    ("text", "desc"),
    [
        ("desc:tractor", "a tractor"),
        ("-desc:packing", "sold"),
        ("edited:<1h", "sold"),
        ("sort:-edited", "sold"),
    ],
)
async def test_a_card_is_tested_again_when_what_it_does_not_show_is_changed(seeded, tmp_path, text, desc):
    """On another machine: the card on the board stays the same, as it had a description before."""

    async def describe(window: Play, words: str, said: str) -> None:
        card = window.face(words)
        write = UpdateCard(board_id=window.board.id, card_id=card.id, desc=said)
        await window.workspace.writes.submit(write)
        await window.until(lambda: not window.workspace.outbox.numbers(), tick=0.5)

    home = Path(shutil.copytree(seeded, tmp_path / "home"))
    clock = PatientClock()
    async with (
        running(home, clock=clock) as p,
        running(another_machine(home, tmp_path), clock=clock) as other,
    ):
        await describe(p, "Inbound: Southerly", "a packing shed")
        clock.advance(3600)
        await describe(p, "Ring Ana", "packing sheds")
        clock.advance(2 * 3600)
        await p.press("slash", *text, "enter")
        before = titles(p)
        there = other.face("Inbound: Southerly").id
        # Else two machines would have changed it differently, which is a conflict.
        await other.until(
            lambda: getattr(other.workspace.cards.get(there), "desc", "") == "a packing shed", tick=0.5
        )
        await describe(other, "Inbound: Southerly", desc)
        await p.until(lambda: titles(p) != before, tick=0.5)
        [name] = [each for each in titles(p) if "Inbound: Southerly" in each]
        assert name not in before or titles(p)[0] == name != before[0]


async def test_a_page_with_a_date_in_its_filter_is_read_again_each_minute(play):
    async with play((120, 40)) as p:
        await p.until(lambda: p.app._after_start is not None)
        await make_due(p, "Inbound: Southerly", 10 * 60)
        await p.press("g", "t")
        await p.sees("Table")
        await p.press("slash", *"due:<5min", "enter")
        await p.until(lambda: "Southerly" not in p.text())
        p.clock.advance(6 * 60)
        await p.app._after_start._marks.look()
        await p.sees("Southerly")


async def test_sorted_by_due_dates_a_card_stands_where_its_first_item_does(play):
    async with play((120, 40)) as p:
        await add_item(p, "Inbound: Southerly", "Call back", due=p.clock.now() - timedelta(days=300))
        await p.press("slash", *"sort:due", "enter")
        assert titles(p)[0] == p.face("Inbound: Southerly").name
        await p.sees("☐▲")


async def test_members_are_found_by_the_initials_on_the_cards(play):
    async with play() as p:
        jack = next(one for one in p.workspace.boards.members(p.board.id) if one.short == "JL")
        await p.press("slash", *"@JL", "enter")
        await p.until(lambda: shown(p) and all(jack.id in face_of(p, each).member_ids for each in shown(p)))
        await p.press("escape", "n", *"Ring back @jl", "enter")
        await p.until(lambda: p.workspace.search.local("Ring back", 5))
        made = p.workspace.search.local("Ring back", 5)[0].id
        await p.until(lambda: tuple(face_of(p, made).member_ids) == (jack.id,))


def face_of(p: Play, card_id: str) -> CardFace:
    face = p.workspace.cards.face(card_id)
    assert face is not None
    return face


async def test_the_cursor_returns_to_its_card_once_what_is_typed_shows_it(play):
    async with play() as p:
        board = screen(p)
        first = board.card
        await p.press("slash", *"pilot")
        await p.until(lambda: board.card is not None and board.card != first)
        await p.press(*" or ana", "enter")
        assert board.card == first


async def test_the_cursor_stays_with_a_match_where_its_card_is_none(play):
    async with play() as p:
        board = screen(p)
        await p.press("slash", *"list:won", "enter")
        here = board.card
        assert here is not None
        assert here.list_id == board.lists[-1].id
        await p.press("slash", *" sort:name", "enter")
        assert board.card == here
