"""``cardscout labels`` and ``cardscout label …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.find import as_it_is_now, change_cards
from tui.cli.online.work import fetch_board, run_read, run_write, submit_and_wait
from tui.errors import UsageError
from tui.model.label import BASE_COLORS, COLORS, Label
from tui.model.values.scalars import new_local_id
from tui.model.writes.labels import CreateLabel, DeleteLabel, UpdateLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.card import Card
    from tui.workspace import Workspace

NO_COLOR = "none"
"""The value of ``--color`` for a label without a colour."""


@click.command()
@click.argument("board")
@output.json_option
def labels(board: str, json_: bool) -> None:
    """List the labels of BOARD: id, colour, name."""

    async def read(workspace: Workspace) -> list[Label]:
        return workspace.boards.labels((await fetch_board(workspace, board, cards=False)).id)

    found = run_read(read)
    if json_:
        output.as_json([x.wire() for x in found])
    else:
        output.table(("id", "color", "name"), [(x.id, x.color, x.name) for x in found])


@click.group()
def label() -> None:
    """Make labels, put them on cards and take them off."""


_color_option = click.option(
    "--color",
    type=click.Choice((NO_COLOR, *COLORS)),
    metavar="COLOUR",
    help=f"{', '.join(BASE_COLORS)}, each also with _dark or _light; or {NO_COLOR}.",
)


@label.command()
@click.argument("board")
@click.argument("name", type=steps.MAY_BE_EMPTY)
@_color_option
@click.option("--force", is_flag=True, help="Make it though there is one of the same name and colour.")
@output.json_option
def new(board: str, name: str, color: str | None, force: bool, json_: bool) -> None:
    """Add a label to BOARD, and print its id.

    A second one of the same name and colour could not be told from the first, so it is not made.
    """

    async def write(workspace: Workspace) -> list[Label]:
        found = await fetch_board(workspace, board, cards=False)
        if not force:
            _refuse_second(workspace.boards.labels(found.id), name.strip(), _color(color))
        change = CreateLabel(board_id=found.id, label_id=new_local_id(), name=name, color=_color(color))
        await submit_and_wait(workspace, change)
        return _current(workspace, found.id, change.label_id)

    run_write(write, json_=json_, made=True)


def _refuse_second(labels_: Sequence[Label], name: str, color: str | None) -> None:
    """Refuse a label that is there already.

    Raises:
        UsageError: One of the board's labels has this name and this colour.
    """
    same = next((one for one in labels_ if (one.name, one.color) == (name, color)), None)
    if same is not None:
        called = f"{name!r} in {color or NO_COLOR}" if name else f"without a name in {color or NO_COLOR}"
        raise UsageError(
            f"there is a label {called} already: {same.id}",
            hint="use that one, take another name or --color, or make a second with --force",
        )


@label.command()
@click.argument("board")
@click.argument("label_", metavar="LABEL")
@click.option("--name", type=steps.MAY_BE_EMPTY, help="Its name; an empty one leaves only the colour.")
@_color_option
@output.json_option
def edit(board: str, label_: str, name: str | None, color: str | None, json_: bool) -> None:
    """Rename or recolour LABEL of BOARD.

    It is named by its name, colour or id.
    """
    if name is None and color is None:
        raise UsageError("nothing to change", hint="give --name or --color")

    async def write(workspace: Workspace) -> list[Label]:
        found = await fetch_board(workspace, board, cards=False)
        one = workspace.names.label(found.id, label_)
        change = UpdateLabel(
            board_id=found.id,
            label_id=one.id,
            name=one.name if name is None else name,
            color=one.color if color is None else _color(color),
        )
        await submit_and_wait(workspace, change)
        return _current(workspace, found.id, one.id)

    run_write(write, json_=json_)


@label.command()
@click.argument("board")
@click.argument("label_", metavar="LABEL")
@steps.yes_option
@output.json_option
def delete(board: str, label_: str, yes: bool, json_: bool) -> None:
    """Delete LABEL of BOARD, and take it off every card.

    It is named by its name, colour or id.
    """

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await fetch_board(workspace, board, cards=False)
        one = workspace.names.label(found.id, label_)
        steps.confirm_deletion(
            "label", one.name or one.color or "", "It leaves every card that has it.", yes=yes
        )
        await submit_and_wait(workspace, DeleteLabel(board_id=found.id, label_id=one.id))
        return [steps.deleted(one.id)]

    run_write(write, json_=json_)


@label.command(epilog=steps.example("cardscout cards Pipeline | grep Ana | cardscout label add - hot"))
@click.argument("card")
@click.argument("labels_", metavar="LABEL...", nargs=-1, required=True)
@output.json_option
def add(card: str, labels_: tuple[str, ...], json_: bool) -> None:
    """Put LABELs on CARD.

    They are names, colours or ids. A CARD of - reads ids from stdin.
    """
    _put(card, labels_, on=True, json_=json_)


@label.command()
@click.argument("card")
@click.argument("labels_", metavar="LABEL...", nargs=-1, required=True)
@output.json_option
def remove(card: str, labels_: tuple[str, ...], json_: bool) -> None:
    """Take LABELs off CARD.

    They are names, colours or ids. A CARD of - reads ids from stdin.
    """
    _put(card, labels_, on=False, json_=json_)


def _put(argument: str, texts: tuple[str, ...], *, on: bool, json_: bool) -> None:
    async def change(workspace: Workspace, cards: list[Card]) -> None:
        named = [[workspace.names.label(card.id_board, text).id for text in texts] for card in cards]
        for card, idents in zip(cards, named, strict=True):
            held = as_it_is_now(workspace, card).id_labels
            now = [*held, *idents] if on else [one for one in held if one not in idents]
            await workspace.cards.edit(card.id, {}, label_ids=list(dict.fromkeys(now)))

    change_cards(argument, change, json_=json_)


def _color(text: str | None) -> str | None:
    return None if text == NO_COLOR else text


def _current(workspace: Workspace, board_id: str, label_id: str) -> list[Label]:
    """Return the current state of a label; nothing if it is gone."""
    ident = workspace.writes.current_id(label_id)
    return [one for one in workspace.boards.labels(board_id) if one.id == ident]
