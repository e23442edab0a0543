"""The description: read as Markdown, edited in place, and never lost."""

import pytest

from tui.app.widgets.description import Description
from tui.model.writes.base import LONGEST_TEXT


@pytest.fixture
def play(stage):
    async def act(keys, text="Old", draft="", edit=True, then=None, own=None, reads_only=False):
        widget = Description()
        widget.reads_only = reads_only
        app = stage(widget, own)
        async with app.run_test(size=(70, 30), message_hook=app.heard.append) as pilot:
            widget.show("k", text, draft)
            widget.focus()
            if edit:
                widget.edit()
            await pilot.press(*keys)
            if then is not None:
                await then(widget, pilot)
            await pilot.pause()
            app.shown, app.editing = app.text(), widget.editing
        return app

    return act


async def test_ctrl_s_saves(play):
    app = await play([*" and new", "ctrl+s"])
    (wrote,) = app.said(Description.Wrote)
    assert (wrote.card_id, wrote.text) == ("k", "Old and new")
    assert not app.editing
    # A draft until it is on the disk; whoever submits it forgets it then.
    assert app.said(Description.Drafted)[-1].text == "Old and new"


async def test_an_unchanged_text_is_not_written(play):
    app = await play(["ctrl+s"])
    assert app.said(Description.Wrote) == []
    assert not app.editing


async def test_esc_leaves_an_unchanged_text_at_once(play):
    assert not (await play(["escape"])).editing


async def test_esc_asks_when_changed_and_the_second_keeps_a_draft(play):
    app = await play([*"!", "escape"])
    assert app.editing
    assert "Not saved yet" in app.shown
    app = await play([*"!", "escape", "escape"])
    assert not app.editing
    assert app.said(Description.Drafted)[-1].text == "Old!"
    assert "A draft is kept" in app.shown


async def test_typing_is_given_out_to_be_kept(play):
    async def rest(widget, pilot):
        await pilot.pause(0.6)

    app = await play([*"abc"], then=rest)
    assert app.said(Description.Drafted)[-1].text == "Oldabc"


async def test_what_was_typed_before_the_end_is_given_out(stage):
    widget = Description()
    app = stage(widget)
    async with app.run_test(message_hook=app.heard.append) as pilot:
        widget.show("k", "Old")
        widget.edit()
        await pilot.press(*"x")
        assert widget.typed == "Oldx"


async def test_a_draft_is_gone_on_with_and_can_be_taken_back(play):
    app = await play([], draft="Old but begun", edit=False)
    assert "A draft is kept" in app.shown
    app = await play(["ctrl+s"], draft="Old but begun")
    assert app.said(Description.Wrote)[0].text == "Old but begun"
    app = await play(["ctrl+r", "ctrl+s"], draft="Old but begun")
    assert app.said(Description.Wrote) == []


async def test_a_change_made_elsewhere_meanwhile_is_told_and_saving_says_what_was_there_before(play):
    async def change(widget, pilot):
        widget.show("k", "Theirs")
        await pilot.pause()

    app = await play([*" mine"], then=change)
    assert app.said(Description.Wrote) == []
    assert "Somebody changed it meanwhile" in app.shown

    async def save(widget, pilot):
        await change(widget, pilot)
        await pilot.press("ctrl+s")

    (wrote,) = (await play([*" mine"], then=save)).said(Description.Wrote)
    assert (wrote.text, wrote.was) == ("Old mine", "Old")

    async def leave(widget, pilot):
        await change(widget, pilot)
        await pilot.press("escape")

    # Nothing was typed: theirs is shown, and neither asked about nor written over.
    for app in (await play([], then=save), await play([], then=leave)):
        assert app.said(Description.Wrote) == []
        assert not app.editing


async def test_a_text_the_service_would_not_take_stays_a_draft(play):
    async def paste(widget, pilot):
        widget.ensure_area().insert("x" * (LONGEST_TEXT + 1))
        await pilot.press("ctrl+s")

    app = await play([], then=paste)
    assert app.said(Description.Wrote) == []
    assert "the service takes 16,384" in app.shown
    assert len(app.said(Description.Drafted)[-1].text) > LONGEST_TEXT


async def test_an_empty_one_says_what_to_press(play):
    assert "No description yet. d writes one here" in (await play([], text="", edit=False)).shown


async def test_what_is_said_to_be_pressed_is_the_users_key(play):
    own = {"edit-description": "f7", "save-text": "f8"}
    assert "f7 writes one here" in (await play([], text="", edit=False, own=own)).shown
    assert "f8 saves" in (await play([], own=own)).shown


async def test_one_that_may_only_be_read_offers_no_change(play):
    assert "No description." in (await play([], text="", edit=False, reads_only=True)).shown
    shown = (await play([], edit=False, reads_only=True)).shown
    assert "o links" in shown
    assert "edit" not in shown
