"""``cardscout labels`` and ``cardscout label …``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.cards import find_card
from tui.cli.named import find_by_name
from tui.cli.session import fetch_board, run, submit_and_wait
from tui.model.base import new_local_id
from tui.model.label import COLORS, Label
from tui.model.writes.labels import AddCardLabel, CreateLabel, RemoveCardLabel

if TYPE_CHECKING:
    from tui.workspace import Workspace


def find_label(workspace: Workspace, board_id: str, text: str) -> Label:
    """Find the label of a board that ``text`` names: by id, by name in any case, or by colour.

    Raises:
        UsageError: No label matches, or several do.
    """
    return find_by_name(
        "label",
        text,
        workspace.boards.labels(board_id),
        lambda one: one.name,
        lambda one: one.color or one.name,
        spelled=lambda one: one.name or one.color or "",
    )


@click.command()
@click.argument("board")
@output.json_option
def labels(board: str, json_: bool) -> None:
    """List the labels of BOARD: id, colour, name."""

    async def read(workspace: Workspace) -> list[Label]:
        return workspace.boards.labels((await fetch_board(workspace, board)).id)

    found = run(read)
    if json_:
        output.as_json([x.wire() for x in found])
    else:
        output.table(("id", "color", "name"), [(x.id, x.color, x.name) for x in found])


@click.group()
def label() -> None:
    """Make labels, put them on cards and take them off."""


@label.command()
@click.argument("board")
@click.argument("name")
@click.option("--color", type=click.Choice(COLORS), help="One of the service's thirty; none when left out.")
def new(board: str, name: str, color: str | None) -> None:
    """Add a label to BOARD."""

    async def write(workspace: Workspace) -> None:
        found = await fetch_board(workspace, board)
        await submit_and_wait(
            workspace, CreateLabel(board_id=found.id, label_id=new_local_id(), name=name, color=color)
        )

    run(write)


@label.command()
@click.argument("card")
@click.argument("label_", metavar="LABEL")
def add(card: str, label_: str) -> None:
    """Put LABEL (name, colour or id) on CARD."""
    _put(card, label_, AddCardLabel)


@label.command()
@click.argument("card")
@click.argument("label_", metavar="LABEL")
def remove(card: str, label_: str) -> None:
    """Take LABEL (name, colour or id) off CARD."""
    _put(card, label_, RemoveCardLabel)


def _put(card: str, text: str, kind: type[AddCardLabel | RemoveCardLabel]) -> None:
    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card)
        on = find_label(workspace, found.id_board, text)
        if (on.id in found.id_labels) != (kind is AddCardLabel):
            await submit_and_wait(workspace, kind(board_id=found.id_board, card_id=found.id, label_id=on.id))

    run(write)
