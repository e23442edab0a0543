"""The checklist editor: every verb asks for the right writes, and nothing typed is lost."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.app.widgets.rows import RowList
from tui.model.checklist import CheckItem, Checklist
from tui.model.filter.facts import NamedThing
from tui.model.member import Member
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    UpdateCheckItem,
    UpdateChecklist,
)

LISTS = (
    Checklist(
        id="c1",
        name="Before",
        pos=1,
        check_items=(
            CheckItem(id="i1", id_checklist="c1", name="Read", state="complete", pos=1),
            CheckItem(id="i2", id_checklist="c1", name="Ask", pos=2),
        ),
    ),
    Checklist(
        id="c2",
        name="After",
        pos=2,
        check_items=(CheckItem(id="i3", id_checklist="c2", name="Write", pos=1),),
    ),
)


@pytest.fixture
def opened(stage):
    """Shows LISTS (or others) in an editor with the focus: ``async with opened() as (app, editor, pilot)``."""

    @asynccontextmanager
    async def shown(lists=LISTS, size=(70, 24), **more):
        editor = ChecklistEditor()
        app = stage(editor)
        async with app.run_test(size=size, message_hook=app.heard.append) as pilot:
            editor.show("b", "k", lists, **more)
            editor.focus()
            yield app, editor, pilot

    return shown


@pytest.fixture
def play(opened):
    """Presses keys with the cursor on a row."""

    async def act(keys, at="c1", lists=LISTS):
        async with opened(lists) as (app, editor, pilot):
            editor.rows.move_cursor_to(at)
            await pilot.press(*keys)
            await pilot.pause()
            app.at, app.lists = editor.rows.current, editor._checklists
            app.shown, app.walked = app.text(), isinstance(app.focused, RowList)
        return app

    return act


async def test_x_and_space_tick_and_untick(play):
    app = await play(["x"], at="i2")
    assert app.writes() == [
        UpdateCheckItem(board_id="b", card_id="k", checklist_id="c1", item_id="i2", state="complete")
    ]
    app = await play(["space"], at="i1")
    assert [write.state for write in app.writes()] == ["incomplete"]


async def test_a_checklist_shows_its_progress(play):
    app = await play([])
    assert "Before  1/2" in app.shown
    assert "☑ Read" in app.shown
    assert "☐ Ask" in app.shown


async def test_n_keeps_adding_until_esc(play):
    app = await play([*"n", *"one", "enter", *"two", "enter", "escape"], at="i2")
    writes = app.writes()
    assert [(type(write), write.name, write.checklist_id) for write in writes] == [
        (CreateCheckItem, "one", "c1"),
        (CreateCheckItem, "two", "c1"),
    ]
    assert all(write.pos > 2 for write in writes)
    assert app.walked


async def test_what_was_typed_and_left_is_there_again(play):
    app = await play([*"n", *"half", "escape", "n", *" way", "enter"])
    assert [write.name for write in app.writes()] == ["half way"]


async def test_a_pasted_list_becomes_items_in_order(opened):
    async with opened() as (app, _editor, pilot):
        await pilot.press("n")
        from textual.events import Paste

        app.post_message(Paste("milk\n\n  eggs\nbread"))
        await pilot.pause()
    assert [write.name for write in app.writes()] == ["milk", "eggs", "bread"]
    assert [write.pos for write in app.writes()] == sorted(write.pos for write in app.writes())


async def test_the_marks_of_a_pasted_list_are_no_part_of_its_items(opened):
    async with opened() as (app, _editor, pilot):
        await pilot.press("n")
        from textual.events import Paste

        app.post_message(Paste("- [ ] milk\n- [x] eggs\n* bread\n1. flour"))
        await pilot.pause()
        await pilot.press(*"- [x] salt", "enter")
        await pilot.pause()
    assert [(write.name, write.state) for write in app.writes()] == [
        ("milk", "incomplete"),
        ("eggs", "complete"),
        ("bread", "incomplete"),
        ("flour", "incomplete"),
        ("salt", "complete"),
    ]


async def test_plus_makes_a_checklist_then_its_items(play):
    app = await play(["plus", *"New", "enter", *"item", "enter"])
    made, item = app.writes()
    assert isinstance(made, CreateChecklist)
    assert made.name == "New"
    assert made.pos > 2
    assert isinstance(item, CreateCheckItem)
    assert item.checklist_id == made.checklist_id


@pytest.mark.parametrize("bound", [False, True])
async def test_what_was_read_before_a_new_checklist_was_stored_takes_no_item_of_it(opened, bound):
    async with opened() as (app, editor, pilot):
        await pilot.press("plus", *"New", "enter", *"item")
        (made,) = app.writes()
        editor.show("b", "k", LISTS)
        assert "New  0/0" in app.text()
        await pilot.press("enter")
        await pilot.pause()
        assert [(write.name, write.checklist_id) for write in app.writes()[1:]] == [
            ("item", made.checklist_id)
        ]
        there = Checklist(id="s9" if bound else made.checklist_id, name="New", pos=3)
        editor.show("b", "k", (*LISTS, there), {made.checklist_id: "s9"} if bound else {})
        assert app.text().count("New  0/0") == 1
        editor.show("b", "k", LISTS)
        assert "New  0/0" not in app.text(), "it was undone"


@pytest.mark.parametrize("why", ["refused", "another card"])
async def test_a_new_checklist_that_could_not_be_stored_or_is_of_another_card_is_not_shown(opened, why):
    async with opened() as (app, editor, pilot):
        await pilot.press("plus", *"New", "enter")
        if why == "refused":
            editor.unsent()
        editor.show("b", "k" if why == "refused" else "k2", LISTS)
        assert "New  0/0" not in app.text()


async def test_n_without_a_checklist_makes_one(play):
    app = await play(["n", *"First", "enter"], lists=())
    assert isinstance(app.writes()[0], CreateChecklist)
    assert "No checklist yet" in (await play([], lists=())).shown


async def test_r_renames_an_item_and_a_checklist(play):
    app = await play(["r", *"!", "enter"], at="i2")
    assert [write.name for write in app.writes()] == ["Ask!"]
    app = await play(["r", *"!", "enter"], at="c2")
    assert app.writes() == [UpdateChecklist(board_id="b", card_id="k", checklist_id="c2", name="After!")]


async def test_an_unchanged_name_writes_nothing(play):
    assert (await play(["r", "enter"], at="i2")).writes() == []


async def test_j_and_k_move_an_item(play):
    app = await play(["J"], at="i1")
    assert [(write.item_id, write.pos > 2) for write in app.writes()] == [("i1", True)]
    app = await play(["K"], at="i2")
    assert [(write.item_id, write.pos < 1) for write in app.writes()] == [("i2", True)]


async def test_an_item_moves_on_into_the_next_checklist_with_its_tick(play):
    made = await play(["J", "J"], at="i1")  # not shown again in between
    assert [type(write) for write in made.writes()] == [UpdateCheckItem, CreateCheckItem, DeleteCheckItem]
    app = await play(["J"], at="i2")
    create, delete = app.writes()
    assert isinstance(create, CreateCheckItem)
    assert (create.checklist_id, create.name, create.state) == ("c2", "Ask", "incomplete")
    assert create.pos < 1
    assert delete == DeleteCheckItem(board_id="b", card_id="k", checklist_id="c1", item_id="i2")


async def test_a_checklist_moves(play):
    app = await play(["K"], at="c2")
    assert [(write.checklist_id, write.pos) for write in app.writes()] == [("c2", 0.5)]
    assert (await play(["K"], at="c1")).writes() == []


async def test_items_and_checklists_are_deleted_at_once_because_it_can_be_undone(play):
    assert [type(write) for write in (await play(["delete"], at="i1")).writes()] == [DeleteCheckItem]
    assert [type(write) for write in (await play(["delete"], at="c1")).writes()] == [DeleteChecklist]


async def test_the_cursor_follows_an_item_the_service_has_named(opened):
    async with opened() as (_app, editor, pilot):
        editor.rows.move_cursor_to("i2")
        named = LISTS[0].replace(
            check_items=(LISTS[0].check_items[1].replace(id="srv"), LISTS[0].check_items[0])
        )
        editor.show("b", "k", (named, LISTS[1]), {"i2": "srv"})
        await pilot.pause()
        assert editor.rows.current == "srv"


async def test_a_hundred_items_are_all_reached(play):
    many = Checklist(
        id="c",
        name="Many",
        pos=1,
        check_items=tuple(CheckItem(id=f"i{n}", name=f"item {n}", pos=n + 1) for n in range(100)),
    )
    app = await play(["G"], at="c", lists=(many,))
    assert "item 99" in app.shown


async def test_the_cursor_begins_on_what_is_still_open_and_follows_what_is_added(opened):
    async with opened() as (app, editor, pilot):
        assert editor.rows.current == "i2"
        await pilot.press("n", *"Send", "enter")
        (write,) = app.writes()
        made = CheckItem(id=write.item_id, id_checklist="c1", name="Send", pos=3)
        first = LISTS[0].replace(check_items=(*LISTS[0].check_items, made))
        editor.show("b", "k", (first, LISTS[1]))
        assert editor.rows.current == write.item_id


async def test_the_cursor_follows_an_item_into_the_checklist_before(play):
    # In one burst, with nothing shown anew between the keys: down within its own, on into the next, back into the first.
    app = await play(["K", "K", "K"], at="i3")
    created = [write for write in app.writes() if isinstance(write, CreateCheckItem)]
    assert len(created) == 1, "it was carried over more than once"
    assert [item.name for item in app.lists[0].check_items] == ["Write", "Read", "Ask"]
    assert app.at == created[0].item_id


async def test_an_item_that_could_not_be_kept_is_in_the_line_again(opened):
    async with opened() as (app, editor, pilot):
        await pilot.press("n", *"Sign", "enter")
        editor.unsent()
        assert editor.ensure_entry().value == "Sign"
        await pilot.press("enter")
        assert [write.name for write in app.writes() if isinstance(write, CreateCheckItem)] == [
            "Sign",
            "Sign",
        ]


async def test_a_new_item_has_the_date_and_the_member_of_its_line(opened):
    now = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
    async with opened(
        size=(90, 24), names=(NamedThing(id="m1", name="Ada Baker", other="ada"),), now=now
    ) as (app, _editor, pilot):
        await pilot.press("n", *"Ring ", "at")
        await pilot.pause()
        assert "@ada" in app.text()
        await pilot.press(*"ada 9am 28/11")
        await pilot.pause()
        assert "member ada · due Sat 28 Nov 09:00" in app.text()
        await pilot.press("enter", *"Ask @bob", "enter")
        await pilot.pause()
    first, second = app.writes()
    assert (first.name, first.member_id, first.due) == (
        "Ring",
        "m1",
        datetime(2026, 11, 28, 9, 0, tzinfo=UTC),
    )
    assert (second.name, second.member_id, second.due) == ("Ask @bob", None, None)


async def test_an_item_tells_its_date_and_member_also_once_it_is_done(opened):
    ring = CheckItem(
        id="i1",
        id_checklist="c1",
        name="Ring",
        pos=1,
        due=datetime(2026, 11, 20, 17, 0, tzinfo=UTC),
        id_member="m1",
    )
    items = (ring, ring.replace(id="i2", name="Ask", state="complete", pos=2))
    lists = (Checklist(id="c1", name="Before", pos=1, check_items=items),)
    now = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
    async with opened(
        lists, size=(90, 24), people=(Member(id="m1", username="ada", initials="AB"),), now=now
    ) as (app, _editor, pilot):
        await pilot.pause()
        assert "☐ Ring  ▲ late, Fri 20 Nov 17:00  AB" in app.text()
        assert "☑ Ask  due Fri 20 Nov 17:00  AB" in app.text()


@pytest.mark.parametrize(
    ("key", "at", "typed", "written"),
    [
        ("n", "~c", "Book", [CreateCheckItem]),
        ("r", "~c", " it", [UpdateChecklist]),
        ("r", "~i", " it", [UpdateCheckItem]),
    ],
)
async def test_a_line_typed_while_the_service_names_what_it_is_about_is_entered(
    opened, key, at, typed, written
):
    made = Checklist(
        id="~c", name="Made", pos=1, check_items=(CheckItem(id="~i", id_checklist="~c", name="Ask", pos=1),)
    )
    named = Checklist(
        id="c9", name="Made", pos=1, check_items=(CheckItem(id="i9", id_checklist="c9", name="Ask", pos=1),)
    )
    async with opened((made,)) as (app, editor, pilot):
        editor.rows.move_cursor_to(at)
        await pilot.press(key, *typed)
        editor.show("b", "k", (named,))  # the ids that these have replaced are told with the next change
        await pilot.press("enter")
        await pilot.pause()
        assert [type(write) for write in app.writes()] == written
        (write,) = app.writes()
        assert write.checklist_id == "~c"
