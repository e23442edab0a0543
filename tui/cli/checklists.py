"""``cardscout checklist …``. ``cardscout card show`` lists a card's checklists with the ids of their items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli.card.cards import find_card
from tui.cli.named import find_by_name
from tui.cli.session import run, submit_and_wait
from tui.model.base import new_local_id
from tui.model.checklist import COMPLETE, INCOMPLETE
from tui.model.position import between
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem

if TYPE_CHECKING:
    from tui.workspace import Workspace


@click.group()
def checklist() -> None:
    """Make checklists, add items, tick them."""


@checklist.command()
@click.argument("card")
@click.argument("name")
def new(card: str, name: str) -> None:
    """Add a checklist to CARD."""

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card)
        last = max((x.pos for x in workspace.cards.checklists(found.id)), default=None)
        await submit_and_wait(
            workspace,
            CreateChecklist(
                board_id=found.id_board,
                card_id=found.id,
                checklist_id=new_local_id(),
                name=name,
                pos=between(last, None),
            ),
        )

    run(write)


@checklist.command()
@click.argument("card")
@click.argument("checklist_", metavar="CHECKLIST")
@click.argument("item")
def add(card: str, checklist_: str, item: str) -> None:
    """Add ITEM to CHECKLIST (name or id) of CARD."""

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card)
        held = workspace.cards.checklists(found.id)
        to = find_by_name("checklist", checklist_, held, lambda one: one.name, spelled=lambda one: one.name)
        last = max((x.pos for x in to.check_items), default=None)
        await submit_and_wait(
            workspace,
            CreateCheckItem(
                board_id=found.id_board,
                card_id=found.id,
                checklist_id=to.id,
                item_id=new_local_id(),
                name=item,
                pos=between(last, None),
            ),
        )

    run(write)


@checklist.command()
@click.argument("card")
@click.argument("item")
@click.option("--undo", is_flag=True, help="Untick it.")
def tick(card: str, item: str, undo: bool) -> None:
    """Tick ITEM (text or id) on CARD."""

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card)
        items = [x for each in workspace.cards.checklists(found.id) for x in each.check_items]
        one = find_by_name("item", item, items, lambda one: one.name, spelled=lambda one: one.name)
        await submit_and_wait(
            workspace,
            UpdateCheckItem(
                board_id=found.id_board,
                card_id=found.id,
                checklist_id=one.id_checklist,
                item_id=one.id,
                state=INCOMPLETE if undo else COMPLETE,
            ),
        )

    run(write)
