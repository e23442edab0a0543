"""The files and links of a card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.find import find_card
from tui.cli.online.work import run_read, run_write, wait_for_delivery
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card
    from tui.workspace import Workspace


def find_attachment(workspace: Workspace, card: Card, text: str) -> Attachment:
    """Find the attachment of a card that ``text`` names by id or name.

    Raises:
        UsageError: No attachment matches, or several do.
    """
    return workspace.names.one(
        "attachment", text, card.attachments, lambda one: one.name, spelled=lambda one: repr(one.name)
    )


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def attachments(card_: str, json_: bool) -> None:
    """List the files and links of CARD: id, size, name, address."""

    async def read(workspace: Workspace) -> Card:
        return await find_card(workspace, card_)

    found = run_read(read).attachments
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        output.table(("id", "bytes", "name", "url"), [(x.id, x.bytes, x.name, x.url) for x in found])


@click.command(epilog=steps.example('cardscout card attach aB3dE6gH prices.pdf --name "Prices 2031"'))
@click.argument("card_", metavar="CARD")
@click.argument("what")
@click.option("--name", default="", help="What to call it.")
@output.json_option
def attach(card_: str, what: str, name: str, json_: bool) -> None:
    """Attach a file or a web address to CARD.

    WHAT is a path, or begins with https://, http:// or www.; - reads the file from stdin, and --name says what it is
    called. The attachment's id is printed.
    """
    if what == "-" and not name:
        raise UsageError(
            "what is to be attached has no name", hint="cardscout card attach CARD - --name notes.txt"
        )
    # An address of another kind is refused as what it is, and not looked for as a file.
    address = what if "://" in what else f"https://{what}" if _is_host(what) else ""

    async def write(workspace: Workspace) -> list[Attachment]:
        found = await find_card(workspace, card_)
        async with wait_for_delivery(workspace):
            if address:
                made = await workspace.files.link(found.id, address, name)
            else:
                with steps.path_of(what, name) as path:
                    made = await workspace.files.attach(found.id, path, name)
        # The address of a file is known once the service has it.
        now, ident = await find_card(workspace, found.id), workspace.writes.current_id(made)
        return [one for one in now.attachments if one.id == ident]

    run_write(write, json_=json_, made=True)


def _is_host(what: str) -> bool:
    """Return whether an address without its scheme is meant; firm.example may be the name of a missing file."""
    return what.casefold().startswith("www.") and not Path(what).exists()


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("attachment")
@output.json_option
def detach(card_: str, attachment: str, json_: bool) -> None:
    """Take ATTACHMENT, named by id or name, off CARD."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await find_card(workspace, card_)
        one = find_attachment(workspace, found, attachment)
        async with wait_for_delivery(workspace):
            await workspace.files.remove(found.id, one.id)
        return [steps.deleted(one.id)]

    run_write(write, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("attachment")
@click.option(
    "--to", type=click.Path(), default=".", metavar="PATH", help="The directory to write to, or the file."
)
@output.json_option
def download(card_: str, attachment: str, to: str, json_: bool) -> None:
    """Read an attachment of CARD into a file.

    ATTACHMENT is an id or a name. The file's path is printed; nothing is written over: beside a file of that name
    it gets a number.
    """
    path = Path(to)
    # A path that ends in "/" is meant to be a directory, even if it is missing.
    folder, name = (path, "") if path.is_dir() or to.endswith(os.sep) else (path.parent, path.name)

    async def read(workspace: Workspace) -> Path:
        found = await find_card(workspace, card_)
        return await workspace.files.download(
            found.id, find_attachment(workspace, found, attachment).id, folder, name
        )

    written = run_read(read)
    if json_:
        output.as_json({"path": str(written), "bytes": written.stat().st_size})
    else:
        output.text(str(written))
