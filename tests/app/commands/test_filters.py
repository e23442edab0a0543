"""Filters that are saved, cards that are sorted, and the way from match to match."""

import json
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.app.fakes import fake, fake_page
from tests.app.screens.board_parts.test_filter import shown, titles
from tests.app.screens.conftest import screen
from tui.app.commands.filters import (
    DeleteFilter,
    NextMatch,
    PreviousMatch,
    RenameFilter,
    SavedFilters,
    SaveFilter,
)
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.widgets.status_bar import StatusBar
from tui.model.filter.saved import KEY as KEPT
from tui.model.search import fold_text
from tui.services.memory import Memory


async def test_a_filter_is_saved_shown_again_and_deleted(play):
    async with play() as p:
        every = shown(p)
        await p.press("g", "slash")
        assert "no filter is saved yet: / sets one, then g / saves it" in p.words(StatusBar)
        await p.press("slash", *"#hot", "enter")
        hot = shown(p)
        assert hot < every
        await p.press("ctrl+p", *"save filter", "enter")
        await p.press(*"Hot ones", "enter")
        await p.until(lambda: bool(p.workspace.memory.get(KEPT)))
        await p.press("escape")
        assert shown(p) == every
        await p.press("g", "slash")
        await p.sees("/#hot")
        await p.press("enter")
        await p.until(lambda: shown(p) == hot)
        await p.press("ctrl+p", *"delete a saved filter", "enter")
        await p.sees("Hot ones")
        await p.press("enter")
        await p.sees("Delete the filter Hot ones?")
        await p.press("y")
        await p.until(lambda: p.workspace.memory.get(KEPT) == "{}")


async def test_a_filter_is_renamed_and_deleted_where_they_are_listed(play):
    async with play() as p:
        p.workspace.memory.set(KEPT, json.dumps({"Mine": "@me", "Hot": "#hot"}))
        await p.press("g", "slash")
        await p.sees("enter choose esc give up ctrl+r rename ctrl+d delete ↑ ↓ walk", StatusBar)
        await p.press(*"min", "ctrl+r")
        await p.sees("Rename filter")
        await p.press("ctrl+u", *"hot", "enter")
        await p.sees("Hot is /#hot")
        await p.press("ctrl+u", *"Yours", "enter")
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        assert json.loads(p.workspace.memory.get(KEPT)) == {"Yours": "@me", "Hot": "#hot"}
        await p.press("ctrl+d")
        await p.sees("Delete the filter Yours?")
        await p.press("escape")
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.press("ctrl+d", "y")
        await p.until(lambda: json.loads(p.workspace.memory.get(KEPT)) == {"Hot": "#hot"})
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.press("ctrl+d", "y")
        await p.sees("deleted the filter Hot", StatusBar)
        assert p.app.screen is screen(p)


async def test_the_line_that_saves_a_filter_is_no_filter_to_rename(play):
    async with play() as p:
        p.workspace.memory.set(KEPT, json.dumps({"Mine": "@me"}))
        await p.press("slash", *"#hot", "enter", "g", "slash", "down", "ctrl+d")
        await p.sees("Save /#hot")
        assert isinstance(p.app.screen, ChooseScreen)
        await p.press("escape")
        assert json.loads(p.workspace.memory.get(KEPT)) == {"Mine": "@me"}


async def test_a_filter_whose_name_has_a_tab_is_shown_as_any_other(play):
    async with play() as p:
        p.workspace.memory.set(KEPT, json.dumps({"This\tweek": "#hot"}))
        await p.press("g", "slash", "enter")
        await p.until(lambda: screen(p).filter.text == "#hot")


async def test_a_filter_that_another_window_deleted_meanwhile_is_not_renamed():
    page, kept, _ = choosing({"hot": "#hot"}, ("hot", "warm", None), {"mine": "@me"})
    await RenameFilter().run(page)
    assert (page.errors, page.done) == (["the filter hot is gone"], [])
    assert json.loads(kept[KEPT]) == {"mine": "@me"}


async def test_a_filter_is_renamed_by_its_command():
    page, kept, _ = choosing({"hot": "#hot"}, ("hot", "warm"), {"hot": "#hot", "mine": "@me"})
    await RenameFilter().run(page)
    assert json.loads(kept[KEPT]) == {"warm": "#hot", "mine": "@me"}


async def test_a_filter_takes_the_name_of_another_only_after_asking(play):
    async with play() as p:
        p.workspace.memory.set(KEPT, json.dumps({"Mine": "@me"}))
        await p.press("slash", *"#hot", "enter", "ctrl+p", *"save filter", "enter", *"mine", "enter")
        await p.sees("Replace the filter Mine?")  # whatever its case, as with labels
        await p.sees("/@me becomes /#hot")
        await p.press("enter")  # the safe answer
        await p.sees("Mine is /@me")
        assert json.loads(p.workspace.memory.get(KEPT)) == {"Mine": "@me"}
        await p.press("enter")
        await p.sees("Replace the filter Mine?")
        await p.press("y")
        await p.sees("saved the filter Mine")
        assert json.loads(p.workspace.memory.get(KEPT)) == {"Mine": "#hot"}


class Remembered(Memory):
    """Values that are kept in a dictionary."""

    def __init__(self, kept: dict[str, str]) -> None:
        self.kept = kept

    def get(self, key: str) -> str | None:
        return self.kept.get(key)

    async def change_filters(self, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
        self.kept[KEPT] = json.dumps(change(self.saved_filters()))


async def test_the_same_filter_is_saved_under_its_name_again_without_asking():
    kept = {KEPT: '{"Mine": "@me"}'}
    page = fake_page(
        "Mine", workspace=fake(memory=Remembered(kept), writes=fake(followed=nullcontext, follower=None))
    )
    page.filter = fake(text="@me")
    await SaveFilter().run(page)
    assert (kept, page.answers) == ({KEPT: '{"Mine": "@me"}'}, [])


async def test_a_filter_stays_unless_its_deletion_is_confirmed():
    page, kept, _ = choosing({"hot": "#hot"}, ("hot", False), {"hot": "#hot"})

    async def using(name: str) -> list[str]:
        return [f"Tell of {name}", "Hurry"]

    page.workspace.writes.follower = fake(using=using)
    await DeleteFilter().run(page)
    assert json.loads(kept[KEPT]) == {"hot": "#hot"}
    detail = "/#hot\nThe rules need it, and cannot work without: Tell of hot, Hurry"
    assert page.asked[-1] == ("Delete the filter hot?", {"detail": detail, "yes": "Delete"})


@pytest.mark.parametrize("saved", ["", "Mine"])
async def test_the_filter_that_is_set_is_saved_among_the_others(play, saved):
    async with play() as p:
        if saved:
            p.workspace.memory.set(KEPT, json.dumps({saved: "@me"}))
        await p.press("slash", *"#hot -#cold", "enter", "g", "slash")
        await p.sees("Save /#hot -#cold")
        await p.press(*"save", "enter")
        await p.sees("enter saves it")
        await p.press("ctrl+u", *"Hot ones", "enter")
        await p.sees("saved the filter Hot ones: g / shows it, as --filter 'Hot ones' does")
        assert json.loads(p.workspace.memory.get(KEPT)) == ({saved: "@me"} if saved else {}) | {
            "Hot ones": "#hot -#cold"
        }
        await p.press("g", "slash")
        await p.sees("Hot ones")
        assert "Save /" not in p.words()


async def test_the_filter_that_is_set_is_saved_under_the_name_that_is_typed(play):
    async with play() as p:
        p.workspace.memory.set(KEPT, json.dumps({"Mine": "@me"}))
        await p.press("slash", *"#hot", "enter", "g", "slash", *"This week")
        await p.sees("+ save /#hot as “This week”")
        await p.press("enter")
        await p.sees("saved the filter This week: g / shows it")
        assert json.loads(p.workspace.memory.get(KEPT)) == {"Mine": "@me", "This week": "#hot"}
        await p.press("slash", "ctrl+u", *"#cold", "enter", "g", "slash", *"min")
        assert "+ save" not in p.words()
        await p.press("enter")
        await p.until(lambda: screen(p).filter.text == "@me")


async def test_an_order_is_chosen_by_name_and_joins_the_filter(play):
    async with play() as p:
        await p.press("slash", *"-#cold", "enter")
        some = titles(p)
        await p.press("g", "S")
        await p.sees("due date, the next first")
        await p.press(*"title", "enter")
        assert screen(p).filter.text == "-#cold sort:name"
        assert titles(p) == sorted(some, key=fold_text)
        await p.press("g", "S", *"none", "enter")
        assert screen(p).filter.text == "-#cold"
        assert titles(p) == some


async def test_matches_are_walked_from_list_to_list_and_round(play):
    async with play() as p:
        await p.press("slash", *"#hot", "enter")
        board = screen(p)
        matches = [face.name for each in board.lists for face in board.cards_of(each.id)]
        assert len(matches) > 2
        await p.press("g", "1", "g", "g")
        seen = []
        for _ in matches:
            await p.press("right_parenthesis")
            seen.append(board.card.name if board.card else "")
        assert sorted(seen) == sorted(matches)
        await p.press("left_parenthesis")
        assert board.card is not None
        assert board.card.name == seen[-2]
        await p.press(*str(len(matches) - 1), "right_parenthesis")
        assert board.card.name == seen[-3]


async def test_matches_in_a_collapsed_list_are_passed_over(play):
    async with play() as p:
        await p.press("Z", "slash", *"pty", "enter")
        board = screen(p)
        matches = [face.name for each in board.lists[1:] for face in board.cards_of(each.id)]
        seen = set()
        for _ in range(len(matches) + 1):
            await p.press("right_parenthesis")
            assert board.card is not None
            seen.add(board.card.name)
        assert seen == set(matches)


async def test_without_a_filter_there_is_no_next_match(play):
    async with play() as p:
        await p.press("right_parenthesis")
        await p.sees("there is no filter: / makes one")


def choosing(saved, answers, meanwhile):
    """A page with saved filters, where another window has others once the box is answered."""
    kept = {KEPT: json.dumps(saved)}
    page = fake_page(
        *answers, workspace=fake(memory=Remembered(kept), writes=fake(followed=nullcontext, follower=None))
    )
    choose, shown = page.choose, []

    async def and_meanwhile(*args, **how):
        kept[KEPT] = json.dumps(meanwhile)
        return await choose(*args, **how)

    page.choose, page.filter = and_meanwhile, fake(narrow=shown.append, text="")
    return page, kept, shown


async def test_what_another_window_saved_meanwhile_is_not_deleted_along():
    page, kept, _ = choosing({"hot": "#hot"}, ("hot", True), {"hot": "#hot", "mine": "@me"})
    await DeleteFilter().run(page)
    assert json.loads(kept[KEPT]) == {"mine": "@me"}


async def test_a_filter_that_another_window_deleted_meanwhile_is_not_shown():
    page, _, shown = choosing({"hot": "#hot"}, ("hot",), {})
    await SavedFilters().run(page)
    assert shown == []


@given(
    st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=5),
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(1, 7),
    st.sampled_from([NextMatch, PreviousMatch]),
)
def test_the_next_match_is_the_next_in_the_boards_order(lists, home, index, count, way):
    home %= len(lists)
    sizes = [0 if folded else size for size, folded in lists]
    assume(any(sizes))
    gone: list[int] = []
    named = [fake(id=str(at)) for at in range(len(lists))]
    page = fake_page(
        lists=named,
        board_list=named[home],
        count=count,
        cards_of=lambda ident: range(lists[int(ident)][0]),
        folds=fake(is_folded=lambda ident: lists[int(ident)][1]),
        kanban=fake(index=index, go_to_list=gone.append, go_to=gone.append),
    )
    way().act(page)
    places = [(at, place) for at, size in enumerate(sizes) for place in range(size)]
    # From between two matches the first step goes to the one before or behind, whatever was typed.
    behind = [place for place in places if place > (home, index)]
    before = [place for place in places if place < (home, index)]
    turn = [*behind, *before] if way is NextMatch else [*before[::-1], *behind[::-1]]
    if (home, index) in places:
        turn = [*turn, (home, index)]
        assert tuple(gone) == turn[(count - 1) % len(turn)]
    else:
        assert tuple(gone) == turn[0]


async def test_a_word_that_is_typed_after_sorting_the_board_is_a_filter(play):
    async with play() as p:
        await p.press("g", "S")
        await p.sees("due date, the next first")
        await p.press(*"title", "enter")
        await p.press("slash", *"hot", "enter")
        assert screen(p).filter.text == "sort:name hot"
        # A word may still be changed.
        await p.press("slash", "backspace", *"me", "enter")
        assert screen(p).filter.text == "sort:name home"
