"""``cardscout checklists`` and ``cardscout checklist …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.find import find_card
from tui.cli.online.work import reached_service, run_read, run_write, submit_and_wait, wait_for_delivery
from tui.errors import UsageError
from tui.model.checklist import COMPLETE, INCOMPLETE, CheckItem, Checklist
from tui.model.values.list_line import ListLine, read_list
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    UpdateCheckItem,
    UpdateChecklist,
)

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.presentation.quick_card import QuickCard
    from tui.workspace import Workspace


@click.command()
@click.argument("card")
@output.json_option
def checklists(card: str, json_: bool) -> None:
    """List the checklists of CARD: id, done, items, name."""

    async def read(workspace: Workspace) -> list[Checklist]:
        return workspace.cards.checklists((await find_card(workspace, card)).id)

    found = run_read(read)
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        rows = [(one.id, one.done, len(one.check_items), one.name) for one in found]
        output.table(("id", "done", "items", "name"), rows)


@click.group()
def checklist() -> None:
    """Make checklists, add items, tick them.

    A CHECKLIST is named by its id alone, or by its name with --card.
    """


_card_option = click.option("--card", metavar="CARD", help="The card it is on, to name it by its name.")


@checklist.command()
@click.argument("card")
@click.argument("name")
@steps.pos_option("the checklists of the card")
@output.json_option
def new(card: str, name: str, pos: steps.Position, json_: bool) -> None:
    """Add a checklist to CARD, and print its id."""

    async def write(workspace: Workspace) -> list[Checklist]:
        found = await find_card(workspace, card)
        (place,) = steps.positions(pos, [x.pos for x in workspace.cards.checklists(found.id)])
        change = CreateChecklist(
            board_id=found.id_board, card_id=found.id, checklist_id=new_local_id(), name=name, pos=place
        )
        await submit_and_wait(workspace, change)
        return _current(workspace, found.id, change.checklist_id)

    run_write(write, json_=json_, made=True)


@checklist.command()
@click.argument("checklist_", metavar="CHECKLIST")
@click.option("--name", help="Its name.")
@steps.pos_option("the checklists of its card", default=None)
@_card_option
@output.json_option
def edit(
    checklist_: str, name: str | None, pos: steps.Position | None, card: str | None, json_: bool
) -> None:
    """Rename or move CHECKLIST."""
    if name is None and pos is None:
        raise UsageError("nothing to change", hint="give --name or --pos")

    async def write(workspace: Workspace) -> list[Checklist]:
        one = await _find(workspace, checklist_, card)
        changes: dict[str, Any] = {} if name is None else {"name": name}
        if pos is not None:
            others = [x.pos for x in workspace.cards.checklists(one.id_card) if x.id != one.id]
            (changes["pos"],) = steps.positions(pos, others)
        await submit_and_wait(workspace, UpdateChecklist(**_place(one), **changes))
        return _current(workspace, one.id_card, one.id)

    run_write(write, json_=json_)


@checklist.command()
@click.argument("checklist_", metavar="CHECKLIST")
@_card_option
@steps.yes_option
@output.json_option
def delete(checklist_: str, card: str | None, yes: bool, json_: bool) -> None:
    """Delete CHECKLIST with its items."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        one = await _find(workspace, checklist_, card)
        steps.confirm_deletion("checklist", one.name, "Its items go with it.", yes=yes)
        await submit_and_wait(workspace, DeleteChecklist(**_place(one)))
        return [steps.deleted(one.id)]

    run_write(write, json_=json_)


@checklist.command(
    epilog=steps.example(
        "list=$(cardscout checklist new aB3dE6gH Steps)",
        'printf "Call\\nWrite\\n" | cardscout checklist add "$list" -',
    )
)
@click.argument("checklist_", metavar="CHECKLIST")
@click.argument("item")
@_card_option
@click.option(
    "--quick",
    is_flag=True,
    help="Read @member and a date at the end of ITEM, as in the checklists of a card.",
)
@click.option("--checked", is_flag=True, help="It is ticked from the start.")
@click.option("--due", metavar="WHEN", help=f"When it is due: {steps.DATES}")
@click.option("--member", metavar="WHO", help="Who does it: a username, name or id of its board, or me.")
@steps.pos_option("the items of the checklist")
@output.json_option
def add(
    checklist_: str,
    item: str,
    card: str | None,
    quick: bool,
    checked: bool,
    due: str | None,
    member: str | None,
    pos: steps.Position,
    json_: bool,
) -> None:
    """Add ITEM to CHECKLIST, and print its id.

    An ITEM of - reads items from stdin, one a line, without the marks of a list; "- [x] eggs" is ticked. With --quick
    the options come before what the line says; docs/quick-add.md has what is understood.
    """
    names, many = steps.read_lines(item)
    items = read_list(names) if many else [ListLine(item)]
    moment = None if due is None else steps.read_moment("--due", due)

    async def write(workspace: Workspace) -> list[CheckItem]:
        to = await _find(workspace, checklist_, card)
        who = None if member is None else workspace.names.member(to.id_board, member, begun=True).id
        read = [_read_line(workspace, to.id_board, one, quick=quick) for one in items]
        places = steps.positions(pos, [x.pos for x in to.check_items], len(items))
        writes = [
            CreateCheckItem(
                **_place(to),
                item_id=new_local_id(),
                name=one.title,
                pos=place,
                state=COMPLETE if checked or one.done else INCOMPLETE,
                due=one.due if due is None else moment,
                member_id=who or next(iter(one.member_ids), None),
            )
            for one, place in zip(read, places, strict=True)
        ]
        if writes:
            await submit_and_wait(workspace, *writes)
        return [one for change in writes for one in _current_item(workspace, to, change.item_id)]

    run_write(write, json_=json_, many=many, made=True)


def _read_line(workspace: Workspace, board_id: str, line: ListLine, *, quick: bool) -> QuickCard:
    """Return the item that a line describes; print on stderr what is not understood."""
    from tui.clock import SystemClock
    from tui.presentation.quick_card import QuickCard, read_item

    if not quick:
        return QuickCard(title=line.text, done=line.done)
    item = read_item(line.text, workspace.names.people(board_id), SystemClock().now())
    for problem in item.problems:
        output.say(f"note: {problem} (what is not understood stays in the text)")
    return item.replace(done=line.done)


@checklist.command()
@click.argument("card")
@click.argument("item")
@click.option("--undo", is_flag=True, help="Untick it.")
@output.json_option
def tick(card: str, item: str, undo: bool, json_: bool) -> None:
    """Tick ITEM (text or id) on CARD."""

    async def write(workspace: Workspace) -> list[CheckItem]:
        of, one = await _find_item(workspace, card, item)
        state = INCOMPLETE if undo else COMPLETE
        await submit_and_wait(workspace, UpdateCheckItem(**_place(of), item_id=one.id, state=state))
        return _current_item(workspace, of, one.id)

    run_write(write, json_=json_)


@checklist.command()
@click.argument("card")
@click.argument("item")
@click.option("--name", help="Its text.")
@click.option("--due", metavar="WHEN", help=f"When it is due: {steps.DATES}")
@click.option(
    "--member", metavar="WHO", help="Who does it: a username, name or id of its board, or me; - for nobody."
)
@output.json_option
def change(card: str, item: str, name: str | None, due: str | None, member: str | None, json_: bool) -> None:
    """Change the text, date or member of ITEM on CARD."""
    given: dict[str, Any] = {} if name is None else {"name": name}
    if due is not None:
        given["due"] = steps.read_moment("--due", due)
    if not given and member is None:
        raise UsageError("nothing to change", hint="give --name, --due or --member")

    async def write(workspace: Workspace) -> list[CheckItem]:
        of, one = await _find_item(workspace, card, item)
        if member is not None:
            given["member_id"] = (
                None if member == "-" else workspace.names.member(of.id_board, member, begun=True).id
            )
        await submit_and_wait(workspace, UpdateCheckItem(**_place(of), item_id=one.id, **given))
        return _current_item(workspace, of, one.id)

    run_write(write, json_=json_)


@checklist.command("card")
@click.argument("card_", metavar="CARD")
@click.argument("item")
@output.json_option
def card_of_item(card_: str, item: str, json_: bool) -> None:
    """Make a card of ITEM (text or id) on CARD, and print its id.

    It stands below CARD, with the date and the member of ITEM and a link to CARD; ITEM stays.
    """

    async def write(workspace: Workspace) -> list[Card]:
        of, one = await _find_item(workspace, card_, item)
        async with wait_for_delivery(workspace):
            made = await workspace.cards.create_from_item(of.id_card, of.id, one.id)
        return [now for now in [workspace.cards.get(made)] if now is not None]

    run_write(write, json_=json_, made=True)


@checklist.command()
@click.argument("card")
@click.argument("item")
@output.json_option
def remove(card: str, item: str, json_: bool) -> None:
    """Take ITEM (text or id) off CARD."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        of, one = await _find_item(workspace, card, item)
        await submit_and_wait(workspace, DeleteCheckItem(**_place(of), item_id=one.id))
        return [steps.deleted(one.id)]

    run_write(write, json_=json_)


async def _find(workspace: Workspace, text: str, card: str | None) -> Checklist:
    """Find the checklist that ``text`` names by its id, or by its name on a card."""
    if card is not None:
        held = workspace.cards.checklists((await find_card(workspace, card)).id)
        return workspace.names.one(
            "checklist", text, held, lambda one: one.name, spelled=lambda one: one.name
        )
    found: Checklist | None = None

    async def fetch() -> None:
        nonlocal found
        found = await workspace.cards.fetch_checklist(text)

    if not await reached_service(fetch):
        found = workspace.cards.checklist(text)
    if found is None:
        raise UsageError(
            f"there is no checklist {text!r}", hint="give its id, or name the card it is on: --card CARD"
        )
    return found


async def _find_item(workspace: Workspace, card: str, text: str) -> tuple[Checklist, CheckItem]:
    """Find the item of a card that ``text`` names, and its checklist.

    Raises:
        UsageError: There is no such card or item.
    """
    held = workspace.cards.checklists((await find_card(workspace, card)).id)
    items = [x for each in held for x in each.check_items]
    one = workspace.names.one("item", text, items, lambda one: one.name, spelled=lambda one: one.name)
    return next(each for each in held if each.item(one.id) is not None), one


def _place(of: Checklist) -> dict[str, str]:
    return {"board_id": of.id_board, "card_id": of.id_card, "checklist_id": of.id}


def _current(workspace: Workspace, card_id: str, checklist_id: str) -> list[Checklist]:
    """Return the current state of a checklist; nothing if it is gone."""
    ident = workspace.writes.current_id(checklist_id)
    return [one for one in workspace.cards.checklists(card_id) if one.id == ident]


def _current_item(workspace: Workspace, of: Checklist, item_id: str) -> list[CheckItem]:
    """Return the current state of an item; nothing if it is gone."""
    ident = workspace.writes.current_id(item_id)
    held = (each.item(ident) for each in _current(workspace, of.id_card, of.id))
    return [one for one in held if one is not None]
