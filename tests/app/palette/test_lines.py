"""The palette lists what is used most first, and finds boards, lists, people and cards by name."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.commands.command import Command, Context
from tui.app.commands.keymap import Keymap
from tui.app.palette.lines import PART, PaletteThings, PaletteUsage, command_lines
from tui.model.search import Hit


class WalkOn(Command[Context]):
    """Walk on."""

    keys = ("j",)
    moves_cursor = True


class NotNow(Command[Context]):
    """Do what cannot be done."""

    keys = ("x",)

    def refuse(self, context: Context) -> str | None:
        """Refuse."""
        return "not now" if context.card is None else None


class OpenIt(Command[Context]):
    """Open the card."""

    keys = ("enter", "o")


class ShowIt(Command[Context]):
    """Show it."""


class TickIt(Command[Context]):
    """Tick the item."""


class HideIt(Command[Context]):
    """Hide the item."""

    def applies(self, context: Context) -> bool:
        """Apply nowhere."""
        return context is None


KEYMAP = Keymap.of([WalkOn, NotNow, OpenIt, ShowIt])


@pytest.fixture
def uses():
    """Uses of a palette that nobody used yet."""
    memory = {}
    return PaletteUsage(fake(memory=fake(get=memory.get, set=memory.__setitem__)))


def test_commands_that_can_run_come_first_then_those_that_cannot_then_motions(uses):
    lines = command_lines(KEYMAP, fake_page(card=None), uses)
    assert [(line.value, line.text, line.note) for line in lines] == [
        ("open-it", "Open the card", "enter · o"),
        ("show-it", "Show it", ""),
        ("not-now", "Do what cannot be done", "x  not now"),
        ("walk-on", "Walk on", "j"),
    ]
    assert lines[0].also.startswith("open it")


def test_what_was_used_comes_first_unless_it_cannot_run(uses):
    uses.note("not-now")
    uses.note("show-it")
    uses.note("not-now")
    refused, able = fake_page(card=None), fake_page(card=fake())
    assert [line.value for line in command_lines(KEYMAP, refused, uses)][:2] == ["show-it", "open-it"]
    assert [line.value for line in command_lines(KEYMAP, able, uses)][:2] == ["not-now", "show-it"]


def test_commands_of_the_focused_part_come_before_those_of_the_page(uses):
    part = (Keymap.of([TickIt, HideIt]), fake())
    values = [line.value for line in command_lines(KEYMAP, fake_page(card=None), uses, part)]
    assert values[0] == f"{PART}tick-it"
    assert f"{PART}hide-it" not in values


def workspace(*hits):
    """A workspace with two boards of one list each, whose search finds ``hits``."""
    ana = fake(id="m1", full_name="Ana Lead", display_name="Ana Lead", username="ana")
    bare = fake(id="m2", full_name="", display_name="leader", username="leader")
    members = {"b1": [ana], "b2": [ana, bare]}
    boards = fake(
        all=lambda: [fake(id="b1", name="Sales"), fake(id="b2", name="Team")],
        lists=lambda board: [fake(id=f"l-{board}", name="Leads, new"), fake(id=f"x-{board}", name="Won")],
        members=members.__getitem__,
    )
    return fake(boards=boards, search=fake(local=lambda _query, most: list(hits)[:most]))


def test_the_open_board_comes_first_and_nobody_twice():
    found = PaletteThings(workspace(), "b2").find("lead")
    assert [(one.value, one.text, one.note) for one in found] == [
        ("list:l-b2", "Leads, new", "list · Team"),
        ("list:l-b1", "Leads, new", "list · Sales"),
        ("member:b2/ana", "Ana Lead", "@ana · cards on Team"),
        ("member:b2/leader", "leader", "@leader · cards on Team"),
    ]
    assert [one.value for one in PaletteThings(workspace(), None).find("lead")][:2] == [
        "list:l-b1",
        "list:l-b2",
    ]


def test_all_words_are_in_a_name_and_no_word_finds_nothing():
    assert [one.value for one in PaletteThings(workspace(), "b1").find("NEW leads")] == [
        "list:l-b1",
        "list:l-b2",
    ]
    assert PaletteThings(workspace(), "b1").find("leads ana") == []
    assert (
        PaletteThings(workspace(Hit(kind="board", id="b1", name="Sales", board_id="b1")), "b1").find("  ")
        == []
    )


def test_boards_come_before_cards_which_say_where_they_are():
    card = Hit(
        kind="card", id="c1", name="Ring", board_id="b1", list_name="Won", board_name="Sales", closed=True
    )
    boards = [Hit(kind="board", id=f"b{n}", name="Ring", board_id=f"b{n}") for n in range(7)]
    found = PaletteThings(workspace(card, *boards), None).find("ring")
    assert [one.value for one in found] == [*(f"board:b{n}" for n in range(5)), "card:c1"]
    assert found[-1].note == "card · Won · Sales · archived"


def test_lists_and_people_are_read_once_for_all_that_is_typed():
    held, asked = workspace(), []
    lists = held.boards.lists

    def counted(board):
        asked.append(board)
        return lists(board)

    held.boards.lists = counted
    typed = PaletteThings(held, "b1")
    assert [len(typed.find("lead"[:end])) for end in range(1, 5)] == [4, 4, 4, 4]
    assert asked == ["b1", "b2"]
