"""The members of a card, and subscriptions to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.cards import find_card, update_card
from tui.cli.members import find_member
from tui.cli.session import run, submit_and_wait
from tui.model.writes.members import AddCardMember, RemoveCardMember

if TYPE_CHECKING:
    from tui.workspace import Workspace


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who")
def assign(card_: str, who: str) -> None:
    """Put WHO on CARD: a name, username or id of its board, or me."""
    _change(AddCardMember, card_, who)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who")
def unassign(card_: str, who: str) -> None:
    """Take WHO off CARD."""
    _change(RemoveCardMember, card_, who)


def _change(op: type[AddCardMember | RemoveCardMember], card_: str, who: str) -> None:
    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        member = find_member(workspace, found.id_board, who)
        await submit_and_wait(workspace, op(board_id=found.id_board, card_id=found.id, member_id=member.id))

    run(write)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def subscribe(card_: str, json_: bool) -> None:
    """Hear of what happens to CARD."""
    update_card(card_, {"subscribed": True}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def unsubscribe(card_: str, json_: bool) -> None:
    """Hear no more of CARD."""
    update_card(card_, {"subscribed": False}, json_=json_)
