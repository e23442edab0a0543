"""The members of a card, and subscriptions to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.changes import update_cards
from tui.cli.card.find import change_cards

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.workspace import Workspace


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who", nargs=-1, required=True)
@output.json_option
def assign(card_: str, who: tuple[str, ...], json_: bool) -> None:
    """Put members on CARD.

    WHO is a name, a username or an id of its board, or me; several may be given. A CARD of - reads ids from
    stdin.
    """

    async def change(workspace: Workspace, cards: list[Card]) -> None:
        wanted = [[workspace.names.member(card.id_board, one).id for one in who] for card in cards]
        for card, more in zip(cards, wanted, strict=True):
            now = dict.fromkeys((*card.id_members, *more))
            await workspace.cards.edit(card.id, {}, member_ids=list(now))

    change_cards(card_, change, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who", nargs=-1, required=True)
@output.json_option
def unassign(card_: str, who: tuple[str, ...], json_: bool) -> None:
    """Take members off CARD.

    WHO is a name, a username or an id of its board, or me; several may be given. A CARD of - reads ids from
    stdin.
    """

    async def change(workspace: Workspace, cards: list[Card]) -> None:
        gone = [
            # A member who has left the board can still be named by id.
            {one if one in card.id_members else workspace.names.member(card.id_board, one).id for one in who}
            for card in cards
        ]
        for card, off in zip(cards, gone, strict=True):
            left = [one for one in card.id_members if one not in off]
            await workspace.cards.edit(card.id, {}, member_ids=left)

    change_cards(card_, change, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def subscribe(card_: str, json_: bool) -> None:
    """Hear of what happens to CARD; - reads stdin."""
    update_cards(card_, {"subscribed": True}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def unsubscribe(card_: str, json_: bool) -> None:
    """Hear no more of CARD; - reads stdin."""
    update_cards(card_, {"subscribed": False}, json_=json_)
