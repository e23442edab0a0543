"""The files and links of a card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.cards import find_card
from tui.cli.named import find_by_name
from tui.cli.session import run, wait_for_delivery

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card
    from tui.workspace import Workspace


def find_attachment(card: Card, text: str) -> Attachment:
    """Find the attachment of a card that ``text`` names by id or name.

    Raises:
        UsageError: No attachment matches, or several do.
    """
    held = card.attachments
    return find_by_name("attachment", text, held, lambda one: one.name, spelled=lambda one: repr(one.name))


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def attachments(card_: str, json_: bool) -> None:
    """List the files and links of CARD: id, size, name, address."""

    async def read(workspace: Workspace) -> Card:
        return await find_card(workspace, card_)

    found = run(read).attachments
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        output.table(("id", "bytes", "name", "url"), [(x.id, x.bytes, x.name, x.url) for x in found])


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("what")
@click.option("--name", default="", help="What to call it.")
def attach(card_: str, what: str, name: str) -> None:
    """Attach WHAT to CARD: a file of yours, or a web address."""
    web = what.lower().startswith(("http://", "https://"))

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        async with wait_for_delivery(workspace):
            if web:
                await workspace.files.link(found.id, what, name)
            else:
                await workspace.files.attach(found.id, Path(what), name)

    run(write)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("attachment")
def detach(card_: str, attachment: str) -> None:
    """Take ATTACHMENT, an id or a name, off CARD."""

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        async with wait_for_delivery(workspace):
            await workspace.files.remove(found.id, find_attachment(found, attachment).id)

    run(write)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("attachment")
@click.option(
    "--to", "folder", default=".", type=click.Path(path_type=Path), help="The directory to write to."
)
@output.json_option
def download(card_: str, attachment: str, folder: Path, json_: bool) -> None:
    """Read ATTACHMENT of CARD, an id or a name, into a file; nothing is written over."""

    async def read(workspace: Workspace) -> Path:
        found = await find_card(workspace, card_)
        return await workspace.files.download(found.id, find_attachment(found, attachment).id, folder)

    path = run(read)
    if json_:
        output.as_json({"path": str(path), "bytes": path.stat().st_size})
    else:
        output.text(str(path))
