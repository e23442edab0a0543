"""Lists made, named, moved and archived; their limit, and all of their cards at once."""

import pytest

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import screen
from tests.app.screens.test_board import here, lists
from tui.app.commands.lists import (
    ArchiveAllCards,
    ArchiveList,
    ListLimit,
    MoveAllCards,
    MoveListLeft,
    MoveListRight,
    NewList,
    RenameList,
)
from tui.app.widgets.status_bar import StatusBar
from tui.model.board import Board, BoardList
from tui.model.writes.lists import CreateList


async def test_a_list_has_a_limit_and_its_cards_go_together(play):
    async with play() as p:
        lists = {each.name: each.id for each in p.workspace.boards.lists(p.board.id)}
        await p.press("g", "w", *"3", "enter")
        await p.sees("▲ ")
        await p.press("g", "M", *"won", "enter")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(lists["Leads"])) > 1)
        await p.press("g", "A")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))


async def test_a_list_is_added_renamed_moved_and_archived(play):
    async with play() as p:
        await p.press("plus", *"Lost", "enter", "escape")
        await p.until(lambda: "Lost" in lists(p))
        assert list(lists(p))[1] == "Lost"
        assert "added the list Lost · its cards count as done" in p.words(StatusBar)
        await p.until(lambda: len(screen(p).lists) == 6)
        await p.press("g", "2", "r", *"Lost deals", "enter")  # the old name is selected
        await p.until(lambda: "Lost deals" in lists(p))
        assert "its cards no longer count as done" in p.words(StatusBar)
        await p.until(lambda: here(p)[0] == "Lost deals")
        await p.press("ctrl+right")
        await p.until(lambda: list(lists(p))[2] == "Lost deals")
        await p.until(lambda: screen(p).lists[2].name == "Lost deals")
        await p.press("g", "X")
        await p.until(lambda: "Lost deals" not in lists(p))
        await p.press("u")
        await p.until(lambda: "Lost deals" in lists(p))


async def test_a_list_is_copied_with_its_cards_and_the_copy_is_taken_back(play):
    async with play() as p:
        cards = [face.name for face in p.workspace.cards.faces(screen(p).lists[0].id)]
        await p.press("g", "Y")
        await p.sees("Leads copy")
        await p.press("enter")
        await p.until(lambda: list(lists(p))[1] == "Leads copy")
        await p.until(lambda: here(p)[0] == "Leads copy")
        copied = screen(p).lists[1].id
        await p.until(lambda: [face.name for face in p.workspace.cards.faces(copied)] == cards)
        await p.press("u")
        await p.until(lambda: "Leads copy" not in lists(p))


async def test_names_of_lists_typed_in_one_go_are_no_commands(play):
    async with play() as p:
        await p.burst("plus", *"Lost", "enter", *"Paused", "enter", *"xaM", "enter", "escape")
        await p.until(lambda: list(lists(p))[1:4] == ["Lost", "Paused", "xaM"])


async def test_a_new_list_can_be_worked_in_before_the_service_knows_it(play):
    async with play() as p:
        p.wire.plugged = False
        await p.press("plus", *"Later", "enter", "escape")
        await p.until(lambda: len(screen(p).lists) == 6)
        await p.press("g", "2", "n", *"First", "enter", "escape")
        await p.until(lambda: lists(p)["Later"] == ["First"])
        await p.press("n", *"Second", "enter", "escape")
        await p.until(lambda: lists(p)["Later"] == ["First", "Second"])


LISTS = [BoardList(id=name, id_board="b", name=name, pos=pos) for name, pos in (("In", 10.0), ("Out", 20.0))]


def page(*answers, here=0, count=1, limit=None):
    """A page with the cursor in a list of two, and what it writes."""
    sent = []

    async def submit(write):
        sent.append(write)

    async def submit_all(writes, **_):
        sent.extend(writes)
        return 0

    async def moved(*_):
        return count

    workspace = fake(
        writes=fake(submit=submit, submit_all=submit_all, current_id=str),
        boards=fake(lists=lambda _: sorted([*LISTS, *map(_made, sent)], key=lambda each: each.pos)),
        cards=fake(archive_all=moved, move_all=moved, counts=lambda _, ids: dict.fromkeys(ids, count)),
    )
    return fake_page(
        *answers,
        workspace=workspace,
        board=Board(id="b", name="Pipeline"),
        lists=LISTS,
        board_list=None if here is None else LISTS[here].replace(soft_limit=limit),
        # A filter hides all of them.
        cards_of=lambda _: (),
        sent=sent,
    )


def _made(write):
    return BoardList(id=write.list_id, name=write.name, pos=write.pos)


def told(context):
    return [done[1] for done in context.done if done[0] == "tell"]


@pytest.mark.parametrize(("here", "between"), [(0, (10, 20)), (1, (20, 10**9)), (None, (20, 10**9))])
async def test_a_new_list_stands_behind_the_one_with_the_cursor_or_at_the_end(here, between):
    context = page("Later", None, here=here)
    await NewList().run(context)
    (made,) = context.sent
    assert (type(made), made.name) == (CreateList, "Later")
    assert between[0] < made.pos < between[1]
    assert ("show_list", made.list_id) in context.done


async def test_lists_are_named_one_after_another_until_there_is_no_name():
    context = page("One", "Two", "Three", None, here=0)
    await NewList().run(context)
    assert [write.name for write in context.sent] == ["One", "Two", "Three"]
    assert 10 < context.sent[0].pos < context.sent[1].pos < context.sent[2].pos < 20
    assert [title for title, _ in context.asked] == ["New list", "Next list", "Next list", "Next list"]
    assert context.asked[1][1]["note"] == "added One · esc when that was all"


async def test_a_list_is_moved_as_far_as_there_is_one_on_that_side():
    context = page(here=0)
    await MoveListLeft().run(context)
    assert (context.sent, told(context)) == ([], ["there is no list on that side"])
    await MoveListRight().run(context)
    assert context.sent[0].pos > 20


async def test_the_same_name_again_is_no_change():
    context = page("In")
    await RenameList().run(context)
    assert (context.sent, context.done) == ([], [])


async def test_a_limit_is_a_number():
    context = page("many", "100000", "5")
    await ListLimit().run(context)
    assert context.errors == [f"“{text}” is no number of cards" for text in ("many", "100000")]
    assert (context.sent[0].soft_limit, told(context)) == (5, ["In: at most 5"])
    for none in ("0", "none", "-", "Off", ""):
        context = page(none)
        context.board_list = context.board_list.replace(soft_limit=5)
        await ListLimit().run(context)
        assert (context.sent[0].soft_limit, told(context)) == (None, ["In: no limit"]), none
    assert context.asked[0][1]["blank"], "an emptied line takes it off"
    context = page(None)
    await ListLimit().run(context)
    assert not context.asked[0][1]["blank"], "there is nothing to take off"


@pytest.mark.parametrize(
    ("now", "text", "words"), [(5, "5", "In: at most 5, as before"), (None, "0", "In: no limit, as before")]
)
async def test_the_same_limit_again_is_no_change(now, text, words):
    context = page(text, limit=now)
    await ListLimit().run(context)
    assert (context.sent, told(context)) == ([], [words])


@pytest.mark.parametrize(("count", "words"), [(1, "1 card"), (7, "7 cards")])
async def test_cards_are_counted_in_words_that_fit_their_number(count, words):
    for command, answers, said in (
        (ArchiveList, (), f"archived the list In and its {words}"),
        (ArchiveAllCards, (), f"archived {words}"),
        (MoveAllCards, ("Out",), f"moved {words}"),
    ):
        context = page(*answers, count=count)
        await command().run(context)
        assert told(context) == [said]


async def test_of_an_empty_list_no_cards_are_counted():
    for command, answers, said in (
        (ArchiveList, (), "archived the list In"),
        (ArchiveAllCards, (), "no card is in In"),
        (MoveAllCards, ("Out",), "no card is in In"),
    ):
        context = page(*answers, count=0)
        await command().run(context)
        assert told(context) == [said]


def test_where_there_is_no_list_the_key_for_one_is_named():
    for command in (RenameList, MoveListLeft, ArchiveList, ListLimit, ArchiveAllCards, MoveAllCards):
        assert command().refuse(page(here=None)) == "this board has no lists yet: + adds one"
        assert command().refuse(page()) is None
