"""The label editor: toggling, finding, making, naming, colouring and deleting, all from one line."""

import pytest

from tui.app.widgets.label_editor import LabelEditor
from tui.app.widgets.label_tag import color_name
from tui.app.widgets.rows import RowList
from tui.model.label import COLORS, Label
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel

LABELS = (
    Label(id="hot", name="hot", color="red"),
    Label(id="nz", name="NZ", color="green_dark"),
    Label(id="sky", name="", color="sky_light"),
    Label(id="later", name="later"),
)


@pytest.fixture
async def play(stage):
    async def act(keys, labels=LABELS, on_cards=None, size=(70, 24)):
        editor = LabelEditor()
        app = stage(editor)
        async with app.run_test(size=size, message_hook=app.heard.append) as pilot:
            editor.show("b", labels, on_cards if on_cards is not None else {"k": frozenset({"hot"})})
            editor.focus()
            await pilot.press(*keys)
            await pilot.pause()
            app.shown = app.text()
        return app

    return act


async def test_it_says_which_are_on_and_what_their_colours_are_called(play):
    shown = (await play([])).shown
    assert "1 ☑ ▪hot  red" in shown
    assert "2 ☐ ▪NZ  dark green" in shown
    assert "4 ☐ ▪later  no colour" in shown


async def test_a_digit_puts_a_label_on_and_takes_it_off(play):
    assert (await play(["2"])).writes() == [AddCardLabel(board_id="b", card_id="k", label_id="nz")]
    assert (await play(["1"])).writes() == [RemoveCardLabel(board_id="b", card_id="k", label_id="hot")]
    assert (await play(["9"])).writes() == []


async def test_enter_after_a_digit_ends_and_does_not_take_it_back(play):
    app = await play(["2", "enter"])
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="nz")]
    assert any(isinstance(message, LabelEditor.Done) for message in app.heard)
    app = await play(["2", "down", "enter"])
    assert [write.label_id for write in app.writes()] == ["nz", "sky"], (
        "after the cursor moved it is the other label's"
    )
    assert not any(isinstance(message, LabelEditor.Done) for message in app.heard)


async def test_several_cards_first_all_get_it_then_none_has_it(play):
    on_cards = {"k": frozenset({"hot"}), "m": frozenset()}
    app = await play(["1"], on_cards=on_cards)
    assert "▣" in app.shown
    assert app.writes() == [AddCardLabel(board_id="b", card_id="m", label_id="hot")]
    both = {"k": frozenset({"hot"}), "m": frozenset({"hot"})}
    assert [type(write) for write in (await play(["1"], on_cards=both)).writes()] == [RemoveCardLabel] * 2


async def test_typing_finds_and_enter_takes_it(play):
    app = await play([*"#lat", "enter"])
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="later")]
    app = await play([*"green", "enter"])  # by the colour's name
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="nz")]


async def test_digits_are_text_once_something_is_typed(play):
    app = await play([*"q2"])
    assert app.writes() == []
    assert "“q2”" in app.shown


@pytest.mark.parametrize(
    ("keys", "color"),
    [([*"warm", "enter", *"dark pink", "enter"], "pink_dark"), ([*"#warm", "enter", "escape"], None)],
)
async def test_a_name_nobody_has_becomes_a_label_of_a_colour_or_none_and_goes_on_the_card(play, keys, color):
    app = await play(keys)
    made, put_on = app.writes()
    assert isinstance(made, CreateLabel)
    assert (made.name, made.color) == ("warm", color)
    assert put_on == AddCardLabel(board_id="b", card_id="k", label_id=made.label_id)


async def test_rename(play):
    app = await play(["down", "ctrl+r", *" & AU", "enter"])
    assert app.writes() == [UpdateLabel(board_id="b", label_id="nz", name="NZ & AU", color="green_dark")]


async def test_a_label_needs_a_name_or_a_colour(play):
    app = await play(["down", "down", "down", "ctrl+r", *["backspace"] * 5, "enter"])
    assert app.writes() == []
    assert "needs a name" in app.shown


async def test_all_thirty_colours_and_none_are_offered(stage, play):
    editor = LabelEditor()
    async with stage(editor).run_test(size=(70, 24)) as pilot:
        editor.show("b", LABELS, {"k": frozenset({"hot"})})
        editor.focus()
        await pilot.press("ctrl+t")
        offered = [str(option.prompt).strip("■□ ") for option in editor.query_one(RowList).options]
    assert offered == [color_name(color) for color in (*COLORS, None)]
    assert len(set(offered)) == 31
    assert "dark black" in (await play(["ctrl+t", *"dark black"])).shown


async def test_recolour_to_another_and_to_none(play):
    app = await play(["ctrl+t", *"light blue", "enter"])
    assert app.writes() == [UpdateLabel(board_id="b", label_id="hot", name="hot", color="blue_light")]
    app = await play(["ctrl+t", *"no colour", "enter"])
    assert app.writes() == [UpdateLabel(board_id="b", label_id="hot", name="hot", color=None)]


async def test_the_colour_that_is_called_as_was_typed_is_taken(play):
    # The cursor begins on the colour that the label has, below the one that is meant.
    app = await play(["2", "ctrl+t", *"red", "enter"])
    assert [write.color for write in app.writes() if isinstance(write, UpdateLabel)] == ["red"]
    app = await play(["4", "ctrl+t", "down", *"RED", "enter"])
    assert [write.color for write in app.writes() if isinstance(write, UpdateLabel)] == ["red"]
    app = await play(["1", "ctrl+t", *["down"] * 20, *"ligh", "enter"])
    first = next(color for color in COLORS if color_name(color).startswith("light"))
    assert [write.color for write in app.writes() if isinstance(write, UpdateLabel)] == [first]


async def test_the_label_that_is_called_as_was_typed_is_toggled(play):
    labels = (Label(id="a", name="hotter", color="red"), Label(id="b", name="hot", color="blue"))
    app = await play(["down", "down", *"hot", "enter"], labels=labels, on_cards={"k": frozenset()})
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="b")]


async def test_delete_asks_nothing_because_it_can_be_undone(play):
    app = await play(["ctrl+d"])
    assert app.writes() == [DeleteLabel(board_id="b", label_id="hot")]


async def test_esc_goes_back_a_step_and_then_says_it_is_done(play):
    app = await play(["ctrl+t", "escape"])
    assert app.said(LabelEditor.Done) == []
    app = await play(["ctrl+t", "escape", *"x", "escape", "escape"])
    assert len(app.said(LabelEditor.Done)) == 1


async def test_a_click_toggles(stage):
    editor = LabelEditor()
    app = stage(editor)
    async with app.run_test(size=(70, 24), message_hook=app.heard.append) as pilot:
        editor.show("b", LABELS, {"k": frozenset()})
        await pilot.pause()
        await pilot.click("#label-rows", offset=(6, 1))
        await pilot.pause()
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="nz")]


async def test_many_labels_scroll(play):
    many = [Label(id=f"l{n}", name=f"label {n}", color="red") for n in range(200)]
    assert "label 0 " in (await play([], labels=many)).shown
    assert "label 25" in (await play(["down"] * 25, labels=many)).shown


async def test_a_board_without_labels_says_how_to_make_one(play):
    assert "type a name to make one" in (await play([], labels=())).shown


async def test_a_colour_of_a_newer_service_is_drawn_plain(play):
    assert "ultraviolet" in (await play([], labels=[Label(id="x", name="n", color="ultraviolet")])).shown


async def test_the_keys_stay_with_the_line(play):
    app = await play(["tab", *"lat", "enter"])
    assert app.writes() == [AddCardLabel(board_id="b", card_id="k", label_id="later")]


async def test_a_name_may_begin_with_a_digit(play):
    app = await play(["space", *"2026 plan", "enter", *"blue", "enter"])
    made, _put_on = app.writes()
    assert made.name == "2026 plan"


async def test_the_cursor_is_on_the_label_just_made(stage):
    editor = LabelEditor()
    app = stage(editor)
    async with app.run_test(size=(70, 24), message_hook=app.heard.append) as pilot:
        editor.show("b", LABELS, {"k": frozenset()})
        editor.focus()
        await pilot.press(*"urgent", "down", "enter", *"orange", "enter")
        made = app.writes()[0]
        assert isinstance(made, CreateLabel)
        editor.show(
            "b", (*LABELS, Label(id=made.label_id, name="urgent", color="orange")), {"k": frozenset()}
        )
        await pilot.press("ctrl+r", *"!", "enter")
        assert [write.label_id for write in app.writes() if isinstance(write, UpdateLabel)] == [made.label_id]


async def test_a_name_that_could_not_be_kept_is_in_the_line_again(stage):
    editor = LabelEditor()
    app = stage(editor)
    async with app.run_test(size=(70, 24), message_hook=app.heard.append) as pilot:
        editor.show("b", LABELS, {"k": frozenset()})
        editor.focus()
        await pilot.press("ctrl+r", *"ter", "enter")
        editor.unsent()
        await pilot.pause()
        assert "hotter" in app.text()
