"""One of several lines is chosen: narrowed by typing, walked by keys, clicked."""

import pytest
from textual.widgets import Input, OptionList, Static

from tests.app.screens.boxes.conftest import taken
from tests.thinned import thinned
from tui.app.commands.command import Choice
from tui.app.screens.boxes.choose import ChooseScreen
from tui.errors import UsageError

LISTS = [Choice("l", "Leads"), Choice("w", "Won", note="12 cards"), Choice("o", "Lost", also="dropped")]


def lines(box):
    options = box.query_one(OptionList)
    return [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], "l"),
        (["down", "enter"], "w"),
        (["up", "enter"], "o"),
        (["tab", "tab", "tab", "enter"], "l"),
        (["pagedown", "enter"], "o"),
        (["pagedown", "pageup", "enter"], "l"),
        (["w", "o", "n", "enter"], "w"),
        (["d", "r", "o", "enter"], "o"),
        (["escape"], None),
    ],
)
async def test_keys_walk_narrow_and_choose(shown, keys, answer):
    async with shown(ChooseScreen("Which list?", LISTS)) as (app, pilot):
        await pilot.press(*keys)
        await pilot.pause()
        assert app.answers == [answer]


async def test_the_cursor_begins_on_the_choice_that_is_named_and_what_was_typed_before_narrows(shown):
    async with shown(ChooseScreen("Which?", LISTS, at="w")) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert app.answers == ["w"]
    async with shown(ChooseScreen("Which?", LISTS, at="nowhere", typed="lo")) as (app, pilot):
        assert lines(app.box) == ["Lost"]
        assert app.box.query_one(Input).value == "lo"


async def test_where_nothing_matches_that_is_said_and_enter_chooses_nothing(shown):
    async with shown(ChooseScreen("Which?", LISTS)) as (app, pilot):
        await pilot.press(*"zzz", "enter", "down")
        assert app.answers == []
        assert app.box.has_class("-nothing")
        await pilot.press("backspace", "backspace", "backspace")
        assert not app.box.has_class("-nothing")
        assert lines(app.box) == ["Leads", "Won  12 cards", "Lost"]


async def test_the_choice_that_is_called_as_was_typed_is_the_best(shown):
    choices = [Choice("d", "Red dark"), Choice("r", "Réd"), Choice("l", "light red")]
    async with shown(ChooseScreen("Which?", choices)) as (app, pilot):
        await pilot.press("down", "down", *"red")
        assert lines(app.box) == ["Réd", "Red dark", "light red"]
        await pilot.press("enter")
        await pilot.pause()
        assert app.answers == ["r"]


async def test_the_lists_of_a_board_stay_in_its_order_where_the_board_is_named(shown):
    named = ("To do", "Doing", "Done", "Teams of others")
    choices = [Choice(name, name, note="Team", also="Team") for name in named]
    async with shown(ChooseScreen("Move to list", choices)) as (app, pilot):
        await pilot.press(*"team")
        found = [line.split("  ")[0] for line in lines(app.screen)]
        assert found == ["Teams of others", "To do", "Doing", "Done"]


async def test_choices_made_of_what_is_typed_come_first(shown):
    box = ChooseScreen("Where?", LISTS, more=lambda text: [Choice(f"new:{text}", f"Make {text}")])
    async with shown(box) as (app, pilot):
        assert lines(box) == ["Leads", "Won  12 cards", "Lost"]
        await pilot.press(*"lea")
        assert lines(box) == ["Make lea", "Leads"]
        await pilot.press("enter")
        await pilot.pause()
        assert app.answers == ["new:lea"]
    async with shown(
        ChooseScreen("Where?", LISTS, more=lambda text: [Choice(f"new:{text}", f"Make {text}")])
    ) as (app, pilot):
        await pilot.press(*"lost", "enter")
        await pilot.pause()
        assert app.answers == ["o"], "what is called so is there already"


async def test_a_choice_that_cannot_be_done_is_told_in_the_box_until_something_is_typed(shown):
    tried = []

    async def attempt(value):
        tried.append(value)
        if len(tried) == 1:
            raise UsageError("The disk \x1b[2Jis full", hint="make room")

    async with shown(ChooseScreen("Which?", LISTS, attempt=attempt)) as (app, pilot):
        await pilot.press("enter")
        await taken(lambda: app.box.has_class("-failed"))
        await pilot.pause()
        assert "The disk ␛[2Jis full" in app.text()
        assert "make room" in app.text()
        assert app.answers == []
        await pilot.press("l")
        assert not app.box.has_class("-failed")
        await pilot.press("enter")
        await taken(lambda: app.answers)
        assert (tried, app.answers) == (["l", "l"], ["l"])


async def test_a_click_chooses_the_line_under_it(shown):
    async with shown(ChooseScreen("Which?", LISTS)) as (app, pilot):
        await pilot.click(OptionList, offset=(3, 1))
        await pilot.pause()
        assert len(app.answers) == 1
        assert app.answers[0] in {"l", "w", "o"}


async def test_hostile_choices_are_drawn_harmless_and_many_are_cut(shown):
    hostile = [Choice("e", "\x1b]0;owned\x07[bold]x", note="\u202egnp")]
    many = [Choice(str(n), f"Card {n}") for n in range(500)]
    async with shown(ChooseScreen("\x1b[2JWhich?", [*hostile, *many])) as (app, _):
        assert "\x1b" not in app.text()
        assert "[bold]x" in app.text()
        assert app.box.query_one(OptionList).option_count == 200


@pytest.mark.parametrize(
    ("width", "ends"),
    [
        (60, ["https://www.tui.example/contact/procurement/", "department-of-names/page.html"]),
        (40, ["https://www.tui.example/contact/", "procurement/department-of-names/", "page.html"]),
    ],
)
async def test_an_address_is_broken_behind_its_signs(shown, width, ends):
    address = "https://www.tui.example/contact/procurement/department-of-names/page.html"
    async with shown(ChooseScreen("Open", [Choice("a", address), *LISTS]), (width, 20)) as (app, pilot):
        rows = [row.strip(" │▌") for row in app.text().split("\n")]
        assert [row for row in rows if "/" in row or "page" in row] == ends
        await pilot.press(*"won", "enter")
        await pilot.pause()
        assert app.answers == ["w"]


def test_a_step_of_several_goes_back():
    assert ChooseScreen("Which?", LISTS).offers[-1] == ("esc", "give up")
    assert ChooseScreen("Which?", LISTS, step=True).offers[-1] == ("esc", "back")


async def test_tab_completes_what_is_typed_and_walks_where_there_is_nothing_to_add(shown):
    paths = [Choice("1", "./Offer.txt"), Choice("2", "./Offers/")]
    box = ChooseScreen(
        "Files", [], more=lambda _: paths, complete=lambda text: "./Offer" if text.startswith("./") else text
    )
    async with shown(box) as (app, pilot):
        await pilot.press("full_stop", "slash", "tab")
        assert app.screen.query_one(Input).value == "./Offer"
        assert app.screen.query_one(OptionList).highlighted == 0
        await pilot.press("tab")
        assert app.screen.query_one(OptionList).highlighted == 1
        await pilot.press("enter")
        assert app.answers == ["2"]


LONG = [Choice(str(n), f"choice {n}") for n in range(40)]


@pytest.mark.parametrize("height", thinned([12, 17, 18, 22, 23, 24, 29, 30, 40], 3))
async def test_the_border_tells_how_many_choices_are_hidden_and_the_cursor_is_never_below_it(shown, height):
    async with shown(ChooseScreen("Which?", LONG), size=(80, height)) as (app, pilot):
        box, rows = app.box.query_one(".box"), app.box.query_one(OptionList)
        assert box.content_region.contains_region(rows.region)
        hidden = 40 - rows.size.height
        assert f" ↓ {hidden} more ─╯" in app.text()
        await pilot.press("up")
        await pilot.pause()
        assert "choice 39" in app.text()
        assert f" ↑ {hidden} ─╯" in app.text()
        await pilot.press(*"choice 7")
        await pilot.pause()
        assert "↑" not in app.text()
        assert "more" not in app.text()


@pytest.mark.parametrize("height", thinned([12, 17, 18, 22, 23, 24, 29, 30, 40], 3))
async def test_why_a_choice_was_refused_is_seen_below_a_long_list_too(shown, height):
    async def refuse(_value):
        raise UsageError("a table [theme] sets it", hint=f"change it there, in {'/somewhere' * 9}")

    async with shown(ChooseScreen("Which?", LONG, attempt=refuse), size=(80, height)) as (app, pilot):
        await pilot.press(*["up"] * 3, "enter")
        await pilot.pause()
        await pilot.pause()
        why, box = app.box.query_one(".failure"), app.box.query_one(".box")
        assert box.content_region.contains_region(why.region)
        assert "a table [theme] sets it" in app.text()
        assert "choice 37" in app.text()


async def test_what_is_typed_can_be_made_where_nothing_has_the_name(shown):
    made: list[str] = []

    async def make(name: str) -> None:
        if name == "no":
            raise UsageError("it is no name", hint="write another")
        made.append(name)

    async with shown(ChooseScreen("Which?", LISTS, make=make)) as (app, pilot):
        await pilot.press("ctrl+n", *"won", "ctrl+n")
        assert (made, app.answers) == (
            [],
            [],
        )  # it moves the cursor: nothing is typed, or there is such a choice
        await pilot.press(*["backspace"] * 3, *"no", "ctrl+n")
        await pilot.pause()
        assert "it is no name" in str(app.box.query_one(".failure", Static).content)
        await pilot.press(*"  vel", "ctrl+n")
        await pilot.pause()
        assert (made, app.answers) == (["no vel"], ["no vel"])


@pytest.mark.parametrize(
    ("verbs", "keys", "answer"),
    [
        ({"ctrl+r": "rename"}, ["w", "ctrl+r"], ["ctrl+r\tw"]),
        ({"ctrl+r": "rename"}, ["w", "home", "ctrl+d"], []),
        ({}, ["w", "home", "ctrl+d"], []),
        ({"ctrl+d": "delete"}, ["z", "z", "ctrl+d"], []),
    ],
)
async def test_other_keys_than_enter_do_something_to_a_line(shown, verbs, keys, answer):
    async with shown(ChooseScreen("Which list?", LISTS, verbs=verbs)) as (app, pilot):
        await pilot.press(*keys)
        await pilot.pause()
        assert app.answers == answer
        assert app.box.offers[2:-1] == tuple(verbs.items())
        if keys[1] == "home":
            assert app.box.query_one(Input).value == "", "the field's own key"


async def test_what_is_seen_goes_before_what_is_hidden_which_is_in_no_order(shown):
    close = Choice("c", "Close board", also="shut delete")
    archive = Choice("a", "Show archive", also="deleted things of the board")
    both = Choice("b", "Delete closed board")
    async with shown(ChooseScreen("Which?", [archive, close, both])) as (app, pilot):
        await pilot.press(*"delete board")
        assert lines(app.box) == ["Delete closed board", "Close board", "Show archive"]
