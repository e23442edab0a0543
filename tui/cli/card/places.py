"""Moving and copying a card, to other boards too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.cards import end_position, find_card
from tui.cli.lists import find_list
from tui.cli.session import fetch_board, run, submit_and_wait, wait_for_delivery
from tui.errors import UsageError
from tui.model.writes.cards import MoveCard

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.workspace import Workspace


async def _target(workspace: Workspace, card: Card, list_: str | None, board: str | None) -> BoardList:
    """Find the target list, on the card's own board if no other one is named.

    Raises:
        UsageError: There is no such list or board.
    """
    board_id = card.id_board if board is None else (await fetch_board(workspace, board)).id
    if list_ is not None:
        return find_list(workspace, board_id, list_)
    own = [x for x in workspace.boards.lists(board_id) if x.id == card.id_list]
    found = own or workspace.boards.lists(board_id)
    if not found:
        raise UsageError("that board has no list", hint="make one: cardscout list new BOARD NAME")
    return found[0]


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("list_", metavar="LIST")
@click.option("--board", metavar="BOARD", help="The list is one of this board.")
@click.option("--top", is_flag=True, help="Above the other cards, not below.")
def move(card_: str, list_: str, board: str | None, top: bool) -> None:
    """Move CARD to another LIST, of its board or another one."""

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        to = await _target(workspace, found, list_, board)
        if to.id_board != found.id_board:
            async with wait_for_delivery(workspace):
                await workspace.cards.move([found.id], to.id)
            if not top:
                return
        place = end_position(workspace, to.id, top=top, but=found.id)
        await submit_and_wait(
            workspace, MoveCard(board_id=to.id_board, card_id=found.id, list_id=to.id, pos=place)
        )

    run(write)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("list_", metavar="[LIST]", required=False)
@click.option("--board", metavar="BOARD", help="To this board.")
@click.option("--name", help="What to call the copy.")
@output.json_option
def copy(card_: str, list_: str | None, board: str | None, name: str | None, json_: bool) -> None:
    """Copy CARD with all that is on it: below it, or to the end of LIST."""

    async def write(workspace: Workspace) -> Card | None:
        found = await find_card(workspace, card_)
        to = await _target(workspace, found, list_, board)
        async with wait_for_delivery(workspace):
            made = await workspace.cards.copy(found.id, list_id=to.id, name=name)
        return workspace.cards.get(made)

    made = run(write)
    if json_ and made is not None:
        output.as_json(made.wire())
