"""The names of all boards that a rule for every board is offered."""

import tomllib
from types import SimpleNamespace

import pytest

from tests.app.screens.test_rules import file_of, page
from tui.app.screens.rule_parts.known_names import known_names


def test_a_name_of_several_boards_is_offered_once_with_its_boards_first():
    lists = {"A": ["Doing", "Done"], "B": ["done"], "C": ["Done"], "D": ["Done"], "E": ["Done", "Later"]}
    boards = SimpleNamespace(
        all=lambda: [SimpleNamespace(id=name, name=name) for name in lists],
        lists=lambda board: [SimpleNamespace(name=name) for name in lists[board]],
    )
    choices = known_names(SimpleNamespace(boards=boards), "list")  # type: ignore[arg-type] # what of it is asked
    told = [(one.value, one.note) for one in choices]
    assert told == [("Done", "A · B · C and 2 more"), ("Doing", "A"), ("Later", "E")]
    assert known_names(SimpleNamespace(boards=boards), "text") == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "keys", "shown", "step"),
    [
        ("move", (*"proposal", "enter"), "Proposal", {"step": "move", "list": "Proposal"}),
        ("tag", (*"money", "enter", "enter"), "money", {"step": "label", "label": "money"}),
        (
            "assign",
            (*"mere", "enter", "enter"),
            "Mere Tamihana",
            {"step": "member", "member": "meretamihana"},
        ),
        ("move", (*"Not  yet", "enter"), "no board has it now", {"step": "move", "list": "Not yet"}),
    ],
    ids=["list", "label", "member", "typed"],
)
async def test_a_rule_for_every_board_is_offered_the_names_of_all_boards(play, action, keys, shown, step):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n")
        await p.sees("what starts it?")
        await p.press(*"new card", "enter")
        await p.sees("On which board?")
        await p.press("enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press("enter")
        await p.sees("What is done?")
        await p.press(*action, "enter")
        await p.until(lambda: "What is done?" not in p.words())
        if action == "move":
            await p.sees("To a list of which board?")
            await p.press("enter")
        typed, after = keys[: keys.index("enter")], keys[keys.index("enter") :]
        await p.press(*typed)
        await p.sees(shown)
        await p.press(*after)
        await p.sees("And then?")
        await p.press("enter")
        await p.sees("The rule's name")
        await p.press("enter")
        await p.until(lambda: file_of(p).read_text())
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        (done,) = rule["do"]
        assert {key: done[key] for key in step} == step
