"""Running a command from the palette or the help, and opening things found in the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.palette.lines import PART, PaletteThings, PaletteUsage, command_lines
from tui.app.palette.menu import menu_lines
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.palette import PaletteScreen
from tui.app.screens.help import HelpScreen

if TYPE_CHECKING:
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.widgets.part import ScreenPart


def open_palette(app: Host, screen: WorkspaceScreen) -> None:
    """Open the palette over ``screen``."""
    part, uses = screen.keys_read.part, PaletteUsage(screen.workspace)
    of_part = None if part is None else (screen.keys_read.keymap_of(part), part)

    async def run(chosen: str | None) -> None:
        if chosen is None:
            return
        uses.note(chosen)
        if ":" in chosen:
            _go_to(app, screen, chosen)
        else:
            await run_command(screen, part, chosen)

    things = PaletteThings(screen.workspace, app.open_board_id)
    _ = app.push_screen(PaletteScreen(command_lines(screen.keymap, screen, uses, of_part), things.find), run)


def open_menu(app: Host, screen: WorkspaceScreen, *, card: bool) -> None:
    """Open the menu of the card, or of the list, over ``screen``."""
    title, commands = menu_lines(screen.keymap, screen, card=card)

    async def run(chosen: str | None) -> None:
        if chosen is not None:
            await run_command(screen, None, chosen)

    if commands:
        _ = app.push_screen(ChooseScreen(title, commands), run)
    else:
        app.say("nothing can be done here")


def open_help(app: Host, screen: WorkspaceScreen) -> None:
    """Open the help over ``screen``."""
    part = screen.keys_read.part
    first = None if part is None else screen.keys_read.keymap_of(part)

    async def run(chosen: str | None) -> None:
        if chosen is not None:
            await run_command(screen, part, chosen)

    _ = app.push_screen(HelpScreen(screen.keymap, first), run)


async def run_command(screen: WorkspaceScreen, part: ScreenPart | None, chosen: str) -> None:
    """Run a command of the screen, or of the part of it that had the focus."""
    if part is not None and chosen.startswith(PART):
        command = screen.keys_read.keymap_of(part).commands[chosen.removeprefix(PART)]
        await command.run(part)
    else:
        await screen.ask(screen.keymap.commands[chosen])


def _go_to(app: Host, screen: WorkspaceScreen, thing: str) -> None:
    """Go to a board, a list, a card, or to the cards of a person."""
    kind, _, ident = thing.partition(":")
    if kind == "card":
        screen.go(f"found:{ident}")
    elif kind == "board":
        screen.go(f"board:{ident}")
    elif kind == "list":
        _show_list(app, ident)
    else:
        _show_cards_of(app, *ident.split("/", 1))


def _show_board(app: Host, board_id: str) -> None:
    if app.open_board_id == board_id:
        app.back_to_board()
    else:
        app.open_board(board_id)


def _show_list(app: Host, list_id: str) -> None:
    found = app.workspace.boards.get_list(list_id)
    if found is None:
        app.say("that list is not there any more")
        return
    _show_board(app, found.id_board)
    if app.board_screen is not None:
        app.board_screen.show_list(found.id)


def _show_cards_of(app: Host, board_id: str, username: str) -> None:
    _show_board(app, board_id)
    if (board := app.board_screen) is not None:
        board.filter.narrow(f"@{username}")
        board.tell(f"the cards of @{username} · {board.key_names['back']} shows all")
