"""A rule is changed by answering the questions again."""

import tomllib

import pytest

from tests.app.screens.test_rules import LABEL, file_of, page
from tui.app.palette.synonyms import rule_synonyms
from tui.rules.actions import ACTIONS
from tui.triggers.catalogue import TRIGGERS

LATER = "Contacted is a referral"


async def test_a_rule_is_changed_step_by_step_and_keeps_what_is_not_changed(play):
    async with play(rules=LABEL) as p:
        await page(p, "1 of 1 on")
        await p.press("c")
        await p.sees("What starts it?")
        await p.press("enter", "enter")
        await p.sees("Coming to which list?")
        await p.press(*"won", "enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press(*"-label:cold", "enter", "enter", "enter", "enter")
        await p.sees("label referral. And then?")
        await p.press("enter")
        await p.sees("What are you told?")
        await p.press("end", *"!", "enter")
        await p.sees("How?")
        await p.press("enter")
        await p.sees("label referral › notify")
        await p.press("enter")
        await p.sees("The rule's name")
        await p.press("enter")
        await p.sees(f"{LATER} is changed")
        assert file_of(p).read_text().startswith("\n# Kept as it is.\n[[rule]]\n")
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        assert rule == {
            "name": LATER,
            "when": {"trigger": "Card Moved", "board": "Pipeline", "to": "Won"},
            "if": "-label:cold",
            "do": [
                {"step": "label", "label": "referral"},
                {"step": "notify", "text": "{card.name} moved to {list.name}!"},
            ],
        }


async def test_a_change_that_is_left_goes_on_and_one_of_a_changed_rule_begins_anew(play):
    async with play(rules=LABEL) as p:
        await page(p, "1 of 1 on")
        await p.press("c", "escape")
        assert "goes on with it" not in p.text()
        await p.press("c", "enter", "enter", *"won", "enter", "escape", "escape", "escape", "escape")
        await p.sees("not changed · c goes on with it")
        assert file_of(p).read_text() == LABEL
        await p.press("c", "enter", "enter")
        await p.sees("Coming to which list?")
        assert p.app.screen.query_one("OptionList").highlighted_option.prompt.plain == "Won"
        await p.press("escape", "escape", "escape", "space")
        await p.sees("is off")
        await p.press("c", "enter", "enter")
        await p.sees("Coming to which list?")
        assert p.app.screen.query_one("OptionList").highlighted_option.prompt.plain == "Contacted"


async def test_a_saved_filter_is_asked_for_where_there_is_one(play):
    async with play(rules="") as p:
        await p.workspace.memory.change_filters(lambda _: {"Hot": "#hot"})
        await page(p, "No rule yet")
        await p.press("n", *"archived", "enter", "enter", "enter")
        await p.sees("And that pass a saved filter?")
        await p.sees("/#hot")
        await p.press(*"hot", "enter", *"archive", "enter", "enter", "enter")
        await p.until(lambda: file_of(p).read_text())
        assert tomllib.loads(file_of(p).read_text())["rule"][0]["filter"] == "Hot"
        await p.press("c", "enter", "enter", "enter")
        await p.sees("And that pass a saved filter?")
        assert p.app.screen.query_one("OptionList").highlighted_option.prompt.plain.startswith("Hot")
        await p.press("up", "enter", "enter", "enter", "enter")
        await p.until(lambda: "filter" not in file_of(p).read_text())


async def test_a_saved_filter_that_is_gone_stays_until_another_is_chosen(play):
    rule = LABEL.replace("when =", 'filter = "Gone"\nwhen =')
    async with play(rules=rule) as p:
        await page(p, "of 1 on")
        await p.press("c", "enter", "enter", "enter", "enter")
        await p.sees("And that pass a saved filter?")
        await p.sees("as it is now")


async def test_lists_and_labels_of_another_board_are_asked_for_anew(play):
    async with play(rules=LABEL.replace('board = "Pipeline"', 'board = "Gone"')) as p:
        await page(p, "0 of 1 on")
        await p.press("c", "enter")
        await p.sees("as it is now")
        await p.press(*"pipeline", "enter")
        await p.sees("Coming to which list?")
        assert "as it is now" not in p.text()


async def test_a_list_of_one_board_is_written_with_it_in_a_rule_for_every_board(play):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n", *"archived", "enter", "enter", "enter", *"move", "enter")
        await p.sees("To a list of which board?")
        await p.press(*"pipeline", "enter")
        await p.sees("Which list?")
        assert "Attic" not in p.text(), "only those of that board"
        await p.press(*"won", "enter")
        await p.sees("move Pipeline, Won. And then?")
        await p.press("enter", "enter")
        await p.until(lambda: file_of(p).read_text())
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        assert rule["when"] == {"trigger": "Card Archived"}
        assert rule["do"] == [{"step": "move", "board": "Pipeline", "list": "Won"}]


async def test_a_rule_that_says_more_than_is_asked_is_left_to_the_file(play):
    async with play(rules=LABEL.replace('to = "Contacted"', 'from = "Contacted"')) as p:
        await page(p, "1 of 1 on")
        await p.press("c")
        await p.sees("says more than the questions ask")


async def test_enter_takes_the_time_that_is_shown_and_nonsense_is_refused(play):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n", *"due date", "enter")
        await p.sees("On which board?")
        await p.press("enter")
        await p.sees("How long before it is due?")
        await p.press("enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press("escape")
        await p.sees("How long before it is due?")
        await p.press("backspace", "backspace", *"soon", "enter")
        await p.sees("'soon' is no time before a date")
        assert "write 0, 30 min, 2h or 1d" in p.words()
        await p.press(*["backspace"] * 4, "enter")
        await p.sees("Write a time, such as 1h.")


async def test_a_name_that_was_only_offered_is_offered_anew_after_a_step_back(play):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n", *"archived", "enter", *"pipeline", "enter", "enter", *"archive", "enter")
        await p.sees("archive. And then?")
        await p.press("enter")
        await p.sees("Card Archived: archive")
        await p.press("escape")
        await p.sees("archive. And then?")
        await p.press(*"archive", "enter")
        await p.sees("archive › archive. And then?")
        await p.press("enter")
        await p.sees("Card Archived: archive › archive")
        await p.press(*"Mine", "enter")
        await p.sees("● Mine")


def shown(p) -> list[str]:
    """The lines of the box."""
    return [str(option.prompt).split("  ")[0] for option in p.app.screen.query_one("OptionList").options]


async def test_triggers_and_steps_are_found_by_the_words_that_find_the_commands(play):
    async with play(rules=LABEL) as p:
        await page(p, "1 of 1 on")
        await p.press("n")
        await p.sees("what starts it?")
        for word, names in (
            ("assign", ["New Member on Card"]),
            ("deadline", ["Card Due Date Reminder"]),
            ("tick", ["Card Updated"]),
        ):
            await p.press(*word)
            assert shown(p) == names
            await p.press("ctrl+u")
        await p.press(*"moved", "enter", "enter", "enter", "enter")
        await p.sees("What is done?")
        for word, names in (
            ("tick", ["tick", "due"]),
            ("assign", ["member"]),
            ("tag", ["label"]),
            ("deadline", ["due"]),
            ("colour", ["label"]),
            ("transfer", ["move"]),
            ("duplicate", ["create card"]),
            ("script", ["run"]),
        ):
            await p.press(*word)
            assert shown(p) == names
            await p.press("ctrl+u")


@pytest.mark.parametrize("name", [*ACTIONS, *(each.name for each in TRIGGERS)])
def test_each_step_and_trigger_has_other_words(name):
    assert rule_synonyms(name).strip()
