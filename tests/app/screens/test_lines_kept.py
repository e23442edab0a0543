"""A line that was typed into a box is still there when what it was typed for cannot be written."""

import ast
from pathlib import Path

import pytest
from textual.widgets import Input

import tui.app
from tests.full_disk import full_disk
from tests.thinned import thinned
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.draft_area import DraftArea
from tui.model.writes.cards import UpdateCard

LINES = {
    "new list": (("plus",), "Later on", "added the list Later on"),
    "rename list": (("r",), "Leads of May", "renamed Leads to Leads of May"),
    "list limit": (("g", "w"), "7", "Leads: at most 7"),
    "new board": (("g", "n"), "Winter", "Winter ▾"),
    "rename board": (("g", "r"), "Pipes", "renamed Pipeline to Pipes"),
    "due": (("D",), "+3d", "due "),
    "start": (("g", "d"), "+1d", "start "),
}
"""Keys that open a box, what is typed into it, and what is said when it is done."""


@pytest.mark.parametrize("box", thinned(list(LINES), 2))
async def test_a_line_that_could_not_be_written_stays_and_is_written_when_it_can_be(play, box):
    keys, line, said = LINES[box]
    async with play() as p:
        await p.until(
            lambda: p.workspace.sync.status().state == "synced" and not p.workspace.sync.status().waiting
        )
        await p.press(*keys, "ctrl+u", *line)
        with full_disk():
            await p.press("enter")
            await p.sees("The disk ")
        assert isinstance(p.app.screen, PromptScreen)
        assert p.app.screen.query_one(Input).value == line
        assert not p.workspace.outbox.all()
        await p.press("enter")
        await p.sees(said)
        if box == "new list":
            # It asks for the next one.
            await p.press("escape")
        assert len(p.app.screen_stack) == 1


async def test_a_merged_text_that_could_not_be_written_stays(play):
    async with play() as p:
        face = p.face("Ana Reid")
        for field, was in (("name", face.name), ("desc", p.workspace.cards.get(face.id).desc)):
            of = {"board_id": p.board.id, "card_id": face.id}
            await p.workspace.writes.submit(UpdateCard(**of, **{field: "theirs"}))
            await p.workspace.writes.submit_all([UpdateCard(**of, **{field: "mine"})], seen={field: was})
        await p.press("g", "c", "e")
        area = p.app.screen.query_one(DraftArea)
        area.text = "both texts"
        with full_disk():
            await p.press("ctrl+s")
            await p.sees("The disk ")
            assert area.text == "both texts"
        await p.press("ctrl+s")
        await p.until(lambda: p.workspace.cards.get(face.id).desc == "both texts")
        await p.press("k", "e", "ctrl+u", *"both", "enter")
        await p.until(lambda: p.workspace.cards.get(face.id).name == "both")


async def test_what_is_no_number_of_cards_and_whom_nobody_knows_is_said_where_it_was_typed(play):
    async with play() as p:
        await p.press("g", "w", "ctrl+u", *"some", "enter")
        await p.sees("is no number of cards")
        await p.press("ctrl+u", "3", "enter")
        await p.sees("Leads: at most 3")
        await p.press("g", "w", "ctrl+u", "enter")
        await p.sees("Leads: no limit")
        await p.press("g", "m", "enter", *"nobody at all", "enter")
        await p.sees("knows nobody called")
        await p.sees("Only who has an account on it can be invited")
        assert p.app.screen.query_one(Input).value == "nobody at all"


def test_every_line_that_is_asked_for_is_dealt_with_before_its_box_closes():
    asked = 0
    for path in Path(tui.app.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "").lstrip("_") == "prompt":
                asked += 1
                given = {word.arg for word in node.keywords}
                # None is ``**how``: what a function of that name was given is passed on.
                assert given & {"attempt", None}, f"{path.name}:{node.lineno}"
    assert asked > 10
