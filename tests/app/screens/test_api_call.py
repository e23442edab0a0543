"""Any call of either service from the palette, and its answer to be read."""

import json

import pytest
from textual.containers import VerticalScroll

from tests.app.screens.conftest import Play
from tui.app.screens.api_call import LINES
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.boxes.read import ReadScreen


async def at(p: Play, screen: type) -> None:
    """Wait for a box."""
    await p.until(lambda: isinstance(p.app.screen, screen))


async def ask(p: Play, kind: str, address: str, body: str | None = None) -> None:
    """Ask for a call, as somebody at the keys does."""
    await p.press("ctrl+p")
    await at(p, ChooseScreen)
    await p.press(*"api call", "enter")
    await p.sees("make something on the task board")
    await p.press(*kind, "enter")
    for text in (address, *([] if body is None else [body])):
        await at(p, PromptScreen)
        await p.press("ctrl+u")
        await type_in(p, text)
        if body is not None and text is address:
            await p.sees("with which JSON?")


async def type_in(p: Play, text: str) -> None:
    """Type a line, and enter."""
    await p.press(*text, "enter")


async def test_an_answer_is_read_copied_and_asked_for_again(play):
    async with play() as p:
        await ask(p, "get read from the task", "/1/members/me?fields=username")
        await at(p, ReadScreen)
        await p.sees('"username": "you"')
        await p.sees("In a shell: cardscout --account local api board GET '/1/members/me?fields=username'")
        shown = [line.strip("│ ") for line in p.text(VerticalScroll).splitlines()]
        assert '"username": "you"' in shown
        await p.press("y")
        await p.sees("sent to the terminal's clipboard")
        assert json.loads(p.app.clipboard)["username"] == "you"
        await p.press("escape")
        await at(p, BoardScreen)
        await p.press("ctrl+p")
        await at(p, ChooseScreen)
        await p.press(*"api call", "enter")
        await p.sees("make something on the task board")
        await p.press("enter")
        await p.sees("/1/members/me?fields=username", PromptScreen)


async def test_what_a_call_changes_is_on_the_board(play):
    async with play() as p:
        card = p.app.screen.card.id
        await ask(p, "put", f"/1/cards/{card}", '{"name": "Renamed by a call"}')
        await at(p, ReadScreen)
        await p.press("escape")
        await p.sees("Renamed by a call", tick=0.5)


async def test_nothing_typed_is_lost_when_it_is_wrong_or_given_up(play):
    async with play() as p:
        await ask(p, "get read from the task", "members/me")
        await p.sees("'members/me' is no path of a service")
        await p.press("home")
        await type_in(p, "/1/no/")
        await p.sees("/1/no/members/me")
        await p.sees("Cannot GET")
        p.wire.plugged = False
        await p.press("enter")
        await p.until(lambda: "working…" not in p.words() and "Cannot GET" not in p.words(), tick=0.5)
        assert isinstance(p.app.screen, PromptScreen)
        await p.press("escape", "escape")
        await at(p, BoardScreen)
        p.wire.plugged = True
        await ask(p, "post make", "/1/cards", '{"name":')
        await p.sees("the body is no JSON")
        assert isinstance(p.app.screen, PromptScreen)
        await p.press("escape")
        await p.sees("POST which address?")
        await p.press("enter")
        await p.sees('{"name":')


async def test_the_price_is_shown_before_and_charged_once(play):
    async with play() as p:
        await p.press("ctrl+p")
        await at(p, ChooseScreen)
        await p.press(*"api call", "enter")
        await p.sees("make something on the task board")
        await p.press(*"post ask", "enter")
        await at(p, PromptScreen)
        await p.press(*"/credits")
        await p.sees("free")
        await p.press("ctrl+u", *"/enrich/company")
        await p.sees("may cost 1 credit")
        await p.press("enter")
        await p.sees("with which JSON?")
        await p.press("ctrl+u")
        await type_in(p, '{"domain": "tuiridge.example"}')
        await at(p, ReadScreen)
        await p.sees("tuiridge.example")
        assert [spend.key for spend in p.workspace.spending.entries()] == [
            "api:POST /enrich/company domain=tuiridge.example"
        ]


@pytest.mark.parametrize("count", [3, LINES])
async def test_a_long_or_hostile_answer_is_shown_safely(play, monkeypatch, count):
    answer = [f"\x1b]52;c;aGk=\x07 [bold]{number}[/]" for number in range(count)]

    async def call(_call: object) -> object:
        return answer

    async with play() as p:
        monkeypatch.setattr(p.workspace.sync, "call", call)
        await ask(p, "get read from the task", "/1/x")
        await at(p, ReadScreen)
        await p.sees("[bold]0[/]")
        assert "\x1b" not in p.text()
        await p.press("end")
        await p.sees("characters more: y copies all of it" if count == LINES else "In a shell:")
        await p.press("y")
        assert json.loads(p.app.clipboard) == answer
