"""How each kind of setting is changed, and taken back to its default."""

import pytest

from tests.app.fakes import fake_page
from tui.app.commands.pages.settings import ChangeSetting, UnsetSetting
from tui.settings.known import SETTINGS

KNOWN = {setting.name: setting for setting in SETTINGS}


def page(name, *answers, value=None):
    """The settings page with the cursor on a setting, and what it is told to write."""
    kept = []
    setting = KNOWN.get(name)
    return fake_page(
        *answers,
        setting=setting,
        chosen=name,
        value=value,
        names=lambda held: {"theme": ["light", "nord"], "account": ["local", "team"]}[held.name],
        keep=kept.append,
        kept=kept,
    )


@pytest.mark.parametrize(
    ("name", "value", "after"),
    [("bell", None, True), ("bell", True, False), ("bell", False, True), ("mouse", None, False)],
)
async def test_a_switch_turns_from_what_holds(name, value, after):
    context = page(name, value=value)
    await ChangeSetting().run(context)
    assert context.kept == [after]
    assert context.asked == []


async def test_a_choice_begins_at_its_value():
    context = page("density", "full", value="compact")
    await ChangeSetting().run(context)
    [(title, how)] = context.asked
    assert title == KNOWN["density"].about
    assert how["at"] == "compact"
    assert [one.value for one in how["choices"]] == ["compact", "normal", "full"]
    assert context.kept == ["full"]


async def test_a_theme_is_one_of_those_there_are():
    context = page("theme", "nord")
    await ChangeSetting().run(context)
    assert [one.value for one in context.asked[0][1]["choices"]] == ["light", "nord"]
    assert context.kept == ["nord"]


async def test_an_account_is_one_of_those_there_are():
    context = page("account", "team", value="gone")
    await ChangeSetting().run(context)
    assert [one.value for one in context.asked[0][1]["choices"]] == ["local", "team"]
    assert context.kept == ["team"]


async def test_a_number_is_written_as_one_and_anything_else_refused():
    context = page("ageing", "-3", "soon", "14", value=7)
    await ChangeSetting().run(context)
    assert context.asked[0][1]["offer"] == "7"
    assert context.errors == [f"“{typed}” is not a whole number from 1 to 10,000" for typed in ("-3", "soon")]
    assert context.kept == [14]


@pytest.mark.parametrize("typed", ["", "none", "-"])
async def test_a_number_is_taken_off_by_an_emptied_line_or_a_word(typed):
    context = page("ageing", typed, value=7)
    await ChangeSetting().run(context)
    assert (context.kept, context.asked[0][1]["blank"]) == ([None], True)


async def test_a_text_is_written_as_it_is_and_its_default_is_the_hint():
    context = page("editor", "42")
    await ChangeSetting().run(context)
    assert context.asked[0][1]["offer"] == ""
    assert context.asked[0][1]["placeholder"] == "the environment's"
    assert context.kept == ["42"]


async def test_without_a_setting_nothing_is_written():
    context = page(None)
    await ChangeSetting().run(context)
    assert context.kept == context.asked == []


async def test_only_what_is_set_is_unset():
    assert UnsetSetting().refuse(page("bell")) == "it is not set"
    context = page("bell", value=False)
    assert UnsetSetting().refuse(context) is None
    await UnsetSetting().run(context)
    assert context.kept == [None]
