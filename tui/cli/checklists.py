"""``cardscout checklist …``. ``cardscout card show`` lists a card's checklists with the ids of their items."""

import click

from tui.cli.card.cards import named_card
from tui.cli.session import carry_out, run
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.checklist import COMPLETE, INCOMPLETE, Checklist
from tui.model.position import between
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
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
        found = await named_card(workspace, card)
        last = max((x.pos for x in workspace.cards.checklists(found.id)), default=None)
        await carry_out(
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
        found = await named_card(workspace, card)
        to = _named(workspace.cards.checklists(found.id), checklist_)
        last = max((x.pos for x in to.check_items), default=None)
        await carry_out(
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
        found = await named_card(workspace, card)
        items = [x for each in workspace.cards.checklists(found.id) for x in each.check_items]
        fits = [x for x in items if x.id == item] or [
            x for x in items if x.name.casefold() == item.casefold()
        ]
        if len(fits) != 1:
            said = f"{len(fits)} items are called" if fits else "there is no item"
            raise UsageError(f"{said} {item!r}", hint="cardscout card show CARD lists them with their ids")
        state = INCOMPLETE if undo else COMPLETE
        await carry_out(
            workspace,
            UpdateCheckItem(
                board_id=found.id_board,
                card_id=found.id,
                checklist_id=fits[0].id_checklist,
                item_id=fits[0].id,
                state=state,
            ),
        )

    run(write)


def _named(checklists: list[Checklist], text: str) -> Checklist:
    fits = [x for x in checklists if x.id == text] or [
        x for x in checklists if x.name.casefold() == text.casefold()
    ]
    if len(fits) == 1:
        return fits[0]
    said = f"{len(fits)} checklists are called" if fits else "there is no checklist"
    names = ", ".join(f"{x.name} ({x.id})" for x in checklists)
    raise UsageError(f"{said} {text!r}", hint=f"there are {names or 'none'}")
