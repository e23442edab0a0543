"""Comments: reading, writing with a draft, and changing one's own."""

from datetime import timedelta

import pytest
from textual.widgets import Static

from tui.app.widgets import comments
from tui.app.widgets.comments import Comments
from tui.model.action import Comment
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment

MINE = "mine"


@pytest.fixture
def play(stage, now):
    known = (
        Comment(
            id=MINE,
            id_card="k",
            text="**Yes**\n\n- do it",
            date=now - timedelta(hours=2),
            author="Me",
            mine=True,
        ),
        Comment(
            id="hers", id_card="k", text="First", date=now - timedelta(days=2), author="Ana Reid", edited=now
        ),
    )

    async def act(keys, at=MINE, comments=known, draft="", edit=("", ""), then=None):
        widget = Comments()
        app = stage(widget)
        async with app.run_test(size=(70, 30), message_hook=app.heard.append) as pilot:
            widget.show("b", "k", comments, now, draft=draft, edit=edit)
            widget.focus()
            widget.rows.move_cursor_to(at)
            await pilot.press(*keys)
            if then is not None:
                await then(widget, pilot)
            await pilot.pause()
            app.shown = app.text()
        return app

    return act


async def test_who_when_and_markdown(play):
    shown = (await play([])).shown
    assert "Me · 2 hours ago" in shown
    assert "Ana Reid · 2 days ago · edited" in shown
    assert "• do it" in shown
    assert "**" not in shown
    assert shown.index("Me ·") < shown.index("Ana Reid")


async def test_several_lines_are_sent_with_ctrl_s(play):
    app = await play(["n", *"one", "enter", *"two", "ctrl+s"])
    (write,) = app.writes()
    assert isinstance(write, AddComment)
    assert (write.card_id, write.text) == ("k", "one\ntwo")
    # A draft until it is on the disk; whoever submits it forgets it then.
    assert app.said(Comments.Drafted)[-1].text == "one\ntwo"
    assert "a draft is kept" not in app.shown


async def test_esc_right_behind_ctrl_s_makes_no_draft_of_what_was_sent(play):
    async def then(comments, pilot):
        area = comments.ensure_area()
        area.post_message(area.Saved("sent"))
        area.post_message(area.Left("sent"))
        await pilot.pause()

    app = await play(["n", *"sent"], then=then)
    assert [write.text for write in app.writes()] == ["sent"]
    assert "a draft is kept" not in app.shown


async def test_what_could_not_be_submitted_is_a_draft_again(play):
    async def then(comments, pilot):
        comments.unsent("one")
        await pilot.press("n", *" more", "ctrl+s")

    app = await play(["n", *"one", "ctrl+s"], then=then)
    assert [write.text for write in app.writes()] == ["one", "one more"]


async def test_esc_keeps_the_draft_and_c_goes_on_with_it(play):
    app = await play(["n", *"half", "escape"])
    assert app.writes() == []
    assert app.said(Comments.Drafted)[-1].text == "half"
    assert "a draft is kept" in app.shown
    app = await play(["n", *" more", "ctrl+s"], draft="half")
    assert [write.text for write in app.writes()] == ["half more"]


async def test_nothing_is_not_sent(play):
    app = await play(["n", "space", "ctrl+s"])
    assert app.writes() == []
    assert "nothing to send" in app.shown


async def test_ones_own_is_edited(play):
    app = await play(["enter", *"!", "ctrl+s"])
    assert app.writes() == [
        UpdateComment(board_id="b", card_id="k", comment_id=MINE, text="**Yes**\n\n- do it!")
    ]


async def test_esc_keeps_an_edit_as_a_draft_and_enter_goes_on_with_it(play):
    app = await play(["enter", *"!", "escape"])
    assert app.writes() == []
    last = app.said(Comments.Drafted)[-1]
    assert (last.text, last.base) == ("**Yes**\n\n- do it!", "**Yes**\n\n- do it")
    assert "an edit is kept, enter goes on with it" in app.shown
    app = await play(["enter", *"?", "ctrl+s"], edit=(last.text, last.base))
    assert [write.text for write in app.writes()] == ["**Yes**\n\n- do it!?"]
    [wrote] = app.said(Comments.Wrote)
    assert (wrote.was, dict(wrote.seen)) == (last.base, {"text": last.base})


async def test_an_edit_without_a_change_is_no_draft(play):
    app = await play(["enter", "escape"])
    assert [said.text for said in app.said(Comments.Drafted)] == [""]
    assert "is kept" not in app.shown


async def test_the_saved_text_is_taken_back_and_the_edit_forgotten(play):
    async def then(comments, pilot):
        comments.discard_draft()
        await pilot.press("ctrl+s")

    app = await play(["enter"], edit=("no", "**Yes**\n\n- do it"), then=then)
    assert app.writes() == []
    assert {said.text for said in app.said(Comments.Drafted)} == {""}
    assert "is kept" not in app.shown


async def test_an_edit_that_was_left_is_not_replaced_by_that_of_another_comment(play, now):
    both = [Comment(id=one, id_card="k", text=one, date=now, author="Me", mine=True) for one in (MINE, "b")]
    app = await play(["enter", *"!"], comments=both, edit=("better", "b"))
    assert app.writes() == app.said(Comments.Drafted) == []
    assert "was changed and not saved" in app.shown
    # Its comment was changed meanwhile, so any comment goes on with it.
    app = await play(["enter", *"!", "ctrl+s"], comments=both, edit=("better", "gone"))
    assert [write.text for write in app.writes()] == ["better!"]


async def test_an_edit_that_could_not_be_submitted_is_no_draft_of_a_new_comment(play):
    async def then(comments, pilot):
        comments.unsent("**Yes**!", "**Yes**\n\n- do it")
        await pilot.press("n", *" more", "ctrl+s")

    app = await play([], draft="half", then=then)
    assert [write.text for write in app.writes()] == ["half more"]


async def test_somebody_elses_is_not(play):
    app = await play(["enter"], at="hers")
    assert app.writes() == []
    assert "Only Ana Reid can edit" in app.shown
    assert "Only Ana Reid can delete" in (await play(["delete"], at="hers")).shown


async def test_delete_asks_nothing_because_it_can_be_undone(play):
    assert (await play(["delete"])).writes() == [DeleteComment(board_id="b", card_id="k", comment_id=MINE)]


async def test_a_comment_deleted_elsewhere_while_it_is_edited_is_written_anew_once_that_was_told(play, now):
    def vanish(*also):
        async def then(widget, pilot):
            widget.show("b", "k", (), now)
            await pilot.press(*"!", "ctrl+s", *also)

        return then

    told = await play(["enter"], then=vanish())
    assert told.writes() == []
    assert "Deleted meanwhile · ctrl+s again adds it anew" in told.shown
    kept = await play(["enter"], then=vanish("escape"))
    assert kept.writes() == []
    app = await play(["enter"], then=vanish("ctrl+s"))
    (write,) = app.writes()
    assert isinstance(write, AddComment)
    assert write.text.endswith("do it!")


async def test_a_live_change_leaves_what_is_typed(play, now):
    async def arrive(widget, pilot):
        widget.show("b", "k", (Comment(id="x", id_card="k", text="new", date=now, author="Bo"),), now)
        await pilot.press(*" on", "ctrl+s")

    app = await play(["n", *"going"], then=arrive)
    assert [write.text for write in app.writes()] == ["going on"]


async def test_no_comments_says_how_to_write_one(play):
    assert "No comments yet. C writes one." in (await play([], comments=())).shown


async def test_comments_that_are_not_here_yet_are_said_to_be_read_after_a_moment(stage, now, monkeypatch):
    monkeypatch.setattr(comments, "READING", 0.01)
    widget = Comments()
    app = stage(widget)
    async with app.run_test(size=(70, 30)) as pilot:
        widget.show("b", "k", [], now, awaited=3)
        assert "⟳" not in str(widget.query_one("#comment-hint", Static).content), "they usually come at once"
        for _ in range(500):
            if "⟳ reading 3 comments …" in app.text():
                break
            await pilot.pause(0.01)
        assert "⟳ reading 3 comments …" in app.text()
        assert "No comments" not in app.text()
        widget.show("b", "k", [Comment(id=MINE, id_card="k", text="Yes", date=now, author="Me")], now)
        await pilot.pause()
        assert "⟳" not in app.text()
        assert "Yes" in app.text()
