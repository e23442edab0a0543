"""The keys of a part are commands like all others: with names, the user's keys, two in a row, and fields on top."""

from textual.app import ComposeResult
from textual.widgets import Input

from tests.app.widgets.conftest import Stage
from tui.app.commands.catalogue import overrides, part_commands, parts
from tui.app.commands.keymap import Keymap
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.app.widgets.part import ScreenPart
from tui.model.checklist import CheckItem, Checklist

LISTS = (
    Checklist(
        id="c", name="Before", pos=1, check_items=(CheckItem(id="i", id_checklist="c", name="Ask", pos=1),)
    ),
)


class Form(ScreenPart):
    """A part with a field that types over its keys."""

    part = "The people form"

    def __init__(self) -> None:
        super().__init__()
        self.done: list[object] = []
        self.on_choice = self.on_search = False

    def compose(self) -> ComposeResult:
        yield Input(id="field")

    def step(self, by: int) -> None:
        self.done.append(by)

    def empty(self) -> None:
        self.done.append("empty")


async def tick(keys: dict[str, str], *pressed: str) -> int:
    """How many writes the checklists ask for when the user has these keys."""
    editor = ChecklistEditor()
    app = Stage(editor, keys)
    async with app.run_test(size=(70, 24), message_hook=app.heard.append) as pilot:
        editor.show("b", "k", LISTS)
        editor.focus()
        editor.rows.move_cursor_to("i")
        await pilot.press(*pressed)
        await pilot.pause()
    return len(app.writes())


async def test_a_key_of_the_users_takes_the_place_of_the_default():
    assert await tick({}, "x") == 1
    assert await tick({"tick-item": "t"}, "x") == 0
    assert await tick({"tick-item": "t"}, "t") == 1


async def test_a_key_can_be_taken_away():
    assert await tick({"tick-item": ""}, "x", "space") == 0


async def test_two_keys_in_a_row_are_one():
    assert await tick({"tick-item": "t t"}, "t") == 0
    assert await tick({"tick-item": "t t"}, "t", "t") == 1


async def test_the_users_key_goes_before_the_lists_own():
    assert await tick({"tick-item": "j"}, "j") == 1


async def test_in_a_field_only_keys_made_for_fields_go_before_its_own():
    form = Form()
    async with Stage(form).run_test() as pilot:
        field = form.query_one(Input)
        field.value = "x"
        field.focus()
        await pilot.press("down", "ctrl+u", "a", "backspace")
        assert form.done == [1, "empty"]
        assert field.value == "x"


def test_presets_reach_the_parts():
    keymap = Keymap.of(part_commands("The checklists"), overrides("vim", {}))
    assert keymap.keys["o"] == "add-item"


def test_no_name_means_two_things():
    commands = {command for commands in parts().values() for command in commands}
    assert len({command.name() for command in commands}) == len(commands)
    assert not [clash for commands in parts().values() for clash in Keymap.of(commands).conflicts]
