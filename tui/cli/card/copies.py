"""``cardscout card copy``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output, steps
from tui.cli.card.changes import find_target
from tui.cli.card.fields import positions_in
from tui.cli.card.find import find_card
from tui.cli.online.work import run_write, wait_for_delivery

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.workspace import Workspace


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("list_", metavar="[LIST]", required=False)
@click.option("--board", metavar="BOARD", help="To this board.")
@click.option("--name", help="What to call the copy.")
@steps.pos_option("the cards of the list; below CARD unless given", default=None)
@output.json_option
def copy(
    card_: str,
    list_: str | None,
    board: str | None,
    name: str | None,
    pos: steps.Position | None,
    json_: bool,
) -> None:
    """Copy CARD with all that is on it.

    The copy stands below CARD, or at the end of LIST, and its id is printed. A CARD of - reads ids from stdin.
    """
    idents, many = steps.read_idents(card_)

    async def write(workspace: Workspace) -> list[Card]:
        cards = [await find_card(workspace, one) for one in idents]
        targets = [await find_target(workspace, card, list_, board) for card in cards]
        made = []
        async with wait_for_delivery(workspace):
            for card, to in zip(cards, targets, strict=True):
                end = (await positions_in(workspace, to, pos or "bottom"))[0]
                at = None if pos is None and to.id == card.id_list else end
                made.append(await workspace.cards.copy(card.id, list_id=to.id, name=name, pos=at))
        return [now for one in made if (now := workspace.cards.get(one)) is not None]

    run_write(write, json_=json_, many=many, made=True)
