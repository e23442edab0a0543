"""A line that is asked for in a box."""

import asyncio
import re

import pytest
from rich.cells import cell_len
from textual.widgets import Input

from tests.app.screens.boxes.conftest import taken
from tui.app.commands.command import SecondLine
from tui.app.dialogs.transfer import IMPORTED
from tui.app.screens.boxes.prompt import PromptScreen
from tui.errors import UsageError


async def test_an_empty_line_is_an_answer_where_it_may_be(opened):
    p, answers = opened, list[str | None]()
    for key, wanted in (("enter", ""), ("escape", None)):
        p.app.push_screen(PromptScreen("Only if?", blank=True), answers.append)
        await p.press(key)
        assert answers.pop() == wanted


async def test_an_emptied_line_is_attempted_as_any_other_answer(opened):
    p, tried, answers = opened, list[str](), list[str | None]()

    async def attempt(text: str) -> None:
        tried.append(text)

    p.app.push_screen(PromptScreen("Cap?", offer="5", attempt=attempt, blank=True), answers.append)
    await p.press("ctrl+u", "enter")
    await p.until(lambda: answers == [""])
    assert tried == [""]


async def test_what_was_typed_is_told_when_a_box_is_given_up(opened):
    left = list[str]()
    opened.app.push_screen(PromptScreen("Name?", left=left.append))
    await opened.press(*"Tui", "escape")
    assert left == ["Tui"]


async def test_a_note_that_is_changed_while_the_box_opens_is_shown(opened):
    box = PromptScreen("Name?", note="later")
    opened.app.push_screen(box)
    box.change_note("now")
    await opened.sees("now")
    box.change_note("done [b]")
    await opened.sees("done [b]")


@pytest.mark.parametrize(
    ("how", "keys", "answer"),
    [
        ({}, [*"  Tui ", "enter"], "Tui"),
        ({}, ["enter"], None),
        ({}, [*"Tui", "escape"], None),
        ({"value": "Tui"}, ["s", "enter"], "Tuis"),
        ({"offer": "Tui"}, ["K", "enter"], "K"),
        ({"offer": "Tui"}, ["enter"], "Tui"),
        ({"hidden": True}, [" ", *"a b", " ", "enter"], " a b "),
        ({"blank": True}, [" ", "enter"], ""),
    ],
)
async def test_a_line_is_taken_as_it_is_asked_for(shown, how, keys, answer):
    async with shown(PromptScreen("Name?", **how)) as (app, pilot):
        await pilot.press(*("space" if key == " " else key for key in keys))
        await pilot.pause()
        assert app.answers == [answer]


@pytest.mark.parametrize(
    ("action", "told"),
    [("export", "exports"), ("attach", "attaches"), ("add the list", "adds the list"), ("", "keeps it")],
)
async def test_the_box_tells_what_enter_does_with_the_line(shown, action, told):
    async with shown(PromptScreen("Where to?", action=action)) as (app, _):
        assert f"enter {told} · esc gives up" in app.text()
        assert app.screen.offers == (("enter", action or "keep it"), ("esc", "give up"))


async def test_a_second_line_can_be_changed_before_the_first_is_answered(shown):
    second = SecondLine("lists", "To Do, Done")
    async with shown(PromptScreen("Name?", second=second, action="make it")) as (app, pilot):
        assert "enter makes it · tab lists · esc gives up" in app.text()
        assert app.screen.offers == (("enter", "make it"), ("tab", "lists"), ("esc", "give up"))
        await pilot.press(*"Fair", "tab", *"Ideas")
        assert second.text == "Ideas", "the text that was offered is typed over"
        await pilot.press("tab", "s", "tab", "enter")
        await pilot.pause()
        assert app.answers == ["Fairs"]
    assert second.text == "Ideas"


async def test_what_a_line_means_is_said_while_it_is_typed(shown):
    def reads(text):
        if text == "x":
            raise ValueError("that is no number")
        return f"{text} cards"

    async with shown(PromptScreen("How many?", reads=reads)) as (app, pilot):
        assert "enter keeps it · esc gives up" in app.text()
        await pilot.press("7")
        assert "7 cards · enter keeps it" in app.text()
        await pilot.press("backspace", "x")
        assert "that is no number" in app.text()
        assert "7 cards" not in app.text()


@pytest.mark.parametrize(("hidden", "left"), [(False, "Tui"), (True, "")])
async def test_a_line_that_was_not_taken_stays_and_a_secret_is_typed_anew(shown, hidden, left):
    tried = []

    async def attempt(text):
        tried.append(text)
        if len(tried) == 1:
            raise UsageError("It is taken", hint="write another")

    box = PromptScreen("Name?", attempt=attempt, hidden=hidden)
    async with shown(box) as (app, pilot):
        await pilot.press(*"Tui", "enter")
        await taken(lambda: tried and box.query(".-wrong"))
        await pilot.pause()
        assert "It is taken" in app.text()
        assert "write another" in app.text()
        assert box.query_one(Input).value == left
        assert app.answers == []
        await pilot.press(*"x", "enter")
        await taken(lambda: app.answers)
        assert app.answers == [f"{left}x"]


async def test_a_secret_is_drawn_as_dots(shown):
    async with shown(PromptScreen("Token?", hidden=True)) as (app, pilot):
        await pilot.press(*"horseshoe")
        assert "horseshoe" not in app.text()
        assert app.box.secret


async def test_an_empty_line_that_is_needed_is_asked_for_again(shown):
    async with shown(PromptScreen("Name?", needed="A name is needed.")) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert "A name is needed." in app.text()
        assert app.answers == []


async def test_tab_completes_the_line_and_the_cursor_goes_to_its_end(shown):
    async with shown(PromptScreen("File?", complete=lambda line: f"{line}/here")) as (app, pilot):
        await pilot.press(*"ab", "home", "tab", "x")
        assert app.box.query_one(Input).value == "ab/herex"
    async with shown(PromptScreen("File?")) as (app, pilot):
        await pilot.press(*"ab", "tab", "x")
        assert app.box.query_one(Input).value == "abx"


async def test_a_step_of_several_says_that_it_goes_back(shown):
    box = PromptScreen("Name?", step=True, note="As \x1bon the card")
    async with shown(box) as (app, _):
        assert "enter goes on · esc goes back" in app.text()
        assert "As ␛on the card" in app.text()
        assert box.offers[-1] == ("esc", "back")


async def test_tab_completes_as_far_as_it_can_tell_and_shows_what_may_follow(shown):
    names = ["Offer.txt", "Offers/", "Other"]

    def begun(text):
        return [name for name in names if name.startswith(text)]

    box = PromptScreen(
        "Path?", complete=lambda text: {"Of": "Offer", "Offers": "Offers/"}.get(text, text), candidates=begun
    )
    async with shown(box) as (app, pilot):
        for typed, line, said in (
            ("O", "O", "Offer.txt · Offers/ · Other"),
            ("f", "Offer", "Offer.txt · Offers/"),
            ("s", "Offers/", "enter keeps it"),
            ("x", "Offers/x", "nothing here begins so"),
        ):
            await pilot.press(typed, "tab")
            await pilot.pause()
            assert app.screen.query_one(Input).value == line
            assert said in str(app.screen.query_one(".hint").content)


async def test_of_many_that_may_follow_as_many_are_shown_as_have_room(shown):
    names = [f"[b]name{n}\x1b" for n in range(500)]
    box = PromptScreen("Path?", complete=lambda text: text, candidates=lambda _: names)
    async with shown(box) as (app, pilot):
        await pilot.press("tab")
        await pilot.pause()
        said = str(app.screen.query_one(".hint").content)
        assert said.startswith("[b]name0␛ · ")
        assert re.search(r" · 4\d\d more$", said)
        assert cell_len(said) <= 2 * app.screen.query_one(".hint").size.width


async def test_what_can_be_imported_is_told_whole_in_a_small_window(shown):
    async with shown(PromptScreen("Import a board, or cards", placeholder=IMPORTED), size=(80, 24)) as (
        app,
        _,
    ):
        assert IMPORTED in app.text()


async def test_who_cannot_wait_and_presses_enter_again_does_it_once(shown):
    begun, goes_on = [], asyncio.Event()

    async def attempt(text):
        begun.append(text)
        await goes_on.wait()
        if text == "Tui":
            raise UsageError("no")

    box = PromptScreen("Name?", value="Tui", attempt=attempt)
    async with shown(box) as (app, pilot):
        await pilot.press("enter", "enter", "enter")
        assert begun == ["Tui"]
        await pilot.press("x", "enter", "enter")
        assert begun == ["Tui", "Tuix"], "another line is tried instead"
        await pilot.press("backspace", "enter")
        assert begun == ["Tui", "Tuix", "Tui"]
        goes_on.set()
        await pilot.pause()
        assert app.answers == []
        await pilot.press("enter")
        assert begun[3:] == ["Tui"], "what was refused is tried again"
        await pilot.press("x", "enter")
        assert app.answers == ["Tuix"]


async def test_a_long_note_the_line_and_its_refusal_are_seen_together_in_twelve_rows(shown):
    async def refuse(_: str) -> None:
        raise UsageError(
            "api.example.com:443 cannot be reached: name not found", hint="enter again goes on all the same"
        )

    note = "On https://example.com/power-ups/admin: New (or one of yours), then API key, then Generate a new API key. The secret stands beside it."
    async with shown(PromptScreen("The key", note=note, attempt=refuse), (40, 12)) as (app, pilot):
        await pilot.press(*"team", "enter")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        words = " ".join(app.text().replace("│", " ").split())
        for told in ("The key", "stands beside it.", "team", "name not found", "all the same"):
            assert told in words
