"""What is chosen in the palette, the menu and the help is run, or gone to."""

from unittest.mock import MagicMock

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.commands.command import Command, Context
from tui.app.commands.keymap import Keymap
from tui.app.dialogs.run import open_help, open_menu, open_palette, run_command
from tui.app.palette.lines import PART, PaletteUsage
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.palette import PaletteScreen
from tui.app.screens.help import HelpScreen


class MoveIt(Command[Context]):
    """Move the card."""

    keys = ("L",)
    group = "Card"


class TickIt(Command[Context]):
    """Tick the item."""

    async def run(self, context: Context) -> None:
        """Say so."""
        context.tell("ticked")


class House:
    """An app with a board and a page over it, which keep what they are asked to do."""

    def __init__(self, *, part: object = None, cards: tuple[object, ...] = (), board: bool = True) -> None:
        self.did = []
        self.memory = {}
        found = {"l1": fake(id="l1", id_board="b1"), "l2": fake(id="l2", id_board="b2")}
        self.workspace = MagicMock()
        self.workspace.memory = fake(get=self.memory.get, set=self.memory.__setitem__)
        self.workspace.boards.get_list = found.get
        self.workspace.access.read_only_reason = lambda _board: ""
        self.screen = fake_page(
            workspace=self.workspace,
            keymap=Keymap.of([MoveIt]),
            keys_read=fake(part=part, keymap_of=lambda _part: Keymap.of([TickIt])),
            cards=cards,
            card=None,
            board=None,
            board_list=None,
            ask=self.ask,
        )
        self.board = fake_page(filter=fake(narrow=lambda text: self.did.append(("narrow", text))))
        self.app = fake(
            workspace=self.workspace,
            board_screen=self.board if board else None,
            open_board_id="b1",
            push_screen=self.push,
            say=lambda words: self.did.append(("say", words)),
            back_to_board=lambda: self.did.append(("back",)),
            open_board=lambda ident: self.did.append(("open", ident)),
        )

    async def ask(self, command):
        """Keep the command."""
        self.did.append(("ask", command.name()))

    def push(self, screen, answered):
        """Keep the box and who gets its answer."""
        self.box, self.answered = screen, answered


async def test_a_command_of_the_palette_is_run_and_counted():
    house = House()
    open_palette(house.app, house.screen)
    assert isinstance(house.box, PaletteScreen)
    await house.answered("move-it")
    assert house.did == [("ask", "move-it")]
    assert PaletteUsage(house.workspace).weight("move-it") == 1


@pytest.mark.parametrize("way", [open_palette, open_help])
async def test_who_gives_up_runs_nothing(way):
    house = House()
    way(house.app, house.screen)
    await house.answered(None)
    assert house.did == house.screen.done == []
    assert house.memory == {}


@pytest.mark.parametrize(
    ("chosen", "went", "did"),
    [
        ("card:c1", [("go", "found:c1")], []),
        ("board:b2", [("go", "board:b2")], []),
        ("list:l1", [], [("back",), ("show_list", "l1")]),
        ("list:l2", [], [("open", "b2"), ("show_list", "l2")]),
        ("list:l3", [], [("say", "that list is not there any more")]),
        ("member:b1/ana", [], [("back",), ("narrow", "@ana"), ("tell", "the cards of @ana · esc shows all")]),
        (
            "member:b2/ana",
            [],
            [("open", "b2"), ("narrow", "@ana"), ("tell", "the cards of @ana · esc shows all")],
        ),
    ],
)
async def test_what_the_palette_finds_is_gone_to(chosen, went, did):
    house = House()
    open_palette(house.app, house.screen)
    await house.answered(chosen)
    assert house.screen.done == went
    assert [*house.did, *house.board.done] == did


async def test_without_a_board_on_the_screen_it_is_opened_and_no_more():
    house = House(board=False)
    open_palette(house.app, house.screen)
    await house.answered("list:l2")
    await house.answered("member:b2/ana")
    assert house.did == [("open", "b2"), ("open", "b2")]


async def test_a_command_of_the_focused_part_runs_there():
    part = fake_page()
    house = House(part=part)
    for way in (open_palette, open_help):
        way(house.app, house.screen)
        await house.answered(f"{PART}tick-it")
    assert part.done == [("tell", "ticked")] * 2
    assert house.did == []


async def test_a_command_of_the_page_runs_there_though_a_part_has_the_focus():
    house = House(part=fake_page())
    await run_command(house.screen, house.screen.keys_read.part, "move-it")
    assert house.did == [("ask", "move-it")]


async def test_the_help_runs_what_is_chosen():
    house = House()
    open_help(house.app, house.screen)
    assert isinstance(house.box, HelpScreen)
    await house.answered("move-it")
    assert house.did == [("ask", "move-it")]


async def test_the_menu_runs_what_is_chosen():
    house = House(cards=(fake(id="c1", name="Ring Ana"),))
    open_menu(house.app, house.screen, card=True)
    assert isinstance(house.box, ChooseScreen)
    await house.answered(None)
    assert house.did == []
    await house.answered("move-it")
    assert house.did == [("ask", "move-it")]


def test_where_nothing_can_be_done_there_is_no_menu():
    house = House()
    open_menu(house.app, house.screen, card=True)
    assert house.did == [("say", "nothing can be done here")]
    assert not hasattr(house, "box")
