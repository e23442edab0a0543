"""``cardscout card new``: from a list and a title, or from one line with everything in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.fields import CardFields, card_options, positions_in
from tui.cli.card.find import find_open_list, made_cards
from tui.cli.online.work import fetch_board, run_write, submit_and_wait
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.values.scalars import new_local_id
from tui.presentation.quick_card import LEFT, QuickCard, read_quick

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


@click.command(
    epilog=steps.example(
        'cardscout card new Pipeline Leads "Ring Ana" --due "fri 17:00" \\',
        "  --label hot --member me --desc-file notes.md",
        'cardscout card new Pipeline "Ring Ana #hot @me ^Leads fri 17:00 !1d" --quick',
    )
)
@click.argument("board")
@click.argument("list_", metavar="LIST")
@click.argument("name", required=False)
@click.option(
    "--quick",
    is_flag=True,
    help="Read #label, @member, ^list, a date at the end and !reminder in NAME, as with n on the board.",
)
@card_options
@steps.pos_option("the cards of the list")
@output.json_option
def new(board: str, list_: str, name: str | None, quick: bool, fields: CardFields, json_: bool) -> None:
    """Add a card to LIST of BOARD, and print its id.

    A NAME of - reads titles from stdin, and makes a card of each line. With --quick, LIST may be left out: a card
    goes into the ^list that its NAME says, or else into the first. docs/quick-add.md has what is understood.
    """
    if name is None and not quick:
        raise UsageError("the NAME of the card is missing", hint="give BOARD, LIST and NAME, or --quick")
    named_list, line = (list_, name) if name is not None else (None, list_)
    lines, many = steps.read_lines(line)

    async def write(workspace: Workspace) -> list[Card]:
        found = await fetch_board(workspace, board, cards=False)
        home = find_open_list(workspace, found.id, named_list)
        read = [_read_line(workspace, found.id, one, quick=quick) for one in lines]
        lists = [
            home if one.list_id is None else workspace.boards.get_list(one.list_id) or home for one in read
        ]
        places = await new_places(workspace, lists, fields.pos or "bottom")
        writes: list[Write] = []
        for card, to, place in zip(read, lists, places, strict=True):
            create, *more = card.writes(board_id=found.id, card_id=new_local_id(), list_id=to.id, pos=place)
            writes += [create.replace(**_given(workspace, to, card, fields)), *more]
        if writes:
            await submit_and_wait(workspace, *writes)
        return made_cards(workspace, writes)

    run_write(write, json_=json_, many=many, made=True)


def _read_line(workspace: Workspace, board_id: str, line: str, *, quick: bool) -> QuickCard:
    """Return the card that a line describes; print on stderr what is not understood."""
    if not quick:
        return QuickCard(title=line)
    card = read_quick(line, workspace.names.signed(board_id), SystemClock().now())
    for kind, words in card.parts:
        if kind == LEFT:
            output.say(f"note: {kind}: {words}")
    for problem in card.problems:
        output.say(f"note: {problem} (what is not understood stays in the title)")
    return card


def _given(workspace: Workspace, to: BoardList, card: QuickCard, fields: CardFields) -> dict[str, Any]:
    """Return the new card with the values of the options: fields override the line, labels and members are added.

    Labels that the settings give to new cards of the list are added too, unless the options ask for no label.
    """
    given = fields.label_ids(workspace, to.id_board)
    labels = (
        *card.label_ids,
        *(workspace.names.default_labels(to.id) if given != () else ()),
        *(given or ()),
    )
    members = (*card.member_ids, *(fields.member_ids(workspace, to.id_board) or ()))
    return fields.changes | {
        "label_ids": tuple(dict.fromkeys(labels)),
        "member_ids": tuple(dict.fromkeys(members)),
    }


async def new_places(workspace: Workspace, lists: list[BoardList], pos: steps.Position) -> list[float]:
    """Return a position for a new card in each of ``lists``, where those of one list keep their order."""
    places: dict[str, list[float]] = {}
    for to in {one.id: one for one in lists}.values():
        count = sum(one.id == to.id for one in lists)
        places[to.id] = await positions_in(workspace, to, pos, count)
    return [places[one.id].pop(0) for one in lists]
