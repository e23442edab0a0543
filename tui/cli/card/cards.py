"""``cardscout cards`` and ``cardscout card …``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.lists import find_list
from tui.cli.session import fetch_board, reached_service, run, submit_and_wait
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.position import between
from tui.model.writes.cards import CreateCard, DeleteCard, UpdateCard
from tui.model.writes.comments import AddComment
from tui.presentation.due import EXAMPLES, read_due

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card
    from tui.workspace import Workspace


async def find_card(workspace: Workspace, text: str) -> Card:
    """Find the card that ``text`` names by id, short link or URL, as the service has it now.

    Raises:
        UsageError: There is no such card.
        RemoteError: The service refuses access to it.
    """
    card: Card | None = None

    async def fetch() -> None:
        nonlocal card
        card = await workspace.cards.fetch(text)

    if workspace.trouble is not None or not await reached_service(workspace, fetch):
        card = workspace.cards.find(text)
    if card is None:
        raise UsageError(f"there is no card {text!r}", hint="cardscout cards BOARD lists ids")
    return card


def _cards(workspace: Workspace, board_id: str, list_id: str | None = None) -> Iterator[Card]:
    """Yield the open cards of a board, or of one of its lists, in order."""
    for board_list in workspace.boards.lists(board_id):
        if list_id in {None, board_list.id}:
            for face in workspace.cards.faces(board_list.id):
                if (card := workspace.cards.get(face.id)) is not None:
                    yield card


@click.command()
@click.argument("board")
@click.option("--list", "list_", metavar="LIST", help="Of this list only: name or id.")
@click.option("--archived", is_flag=True, help="The archived ones instead.")
@output.json_option
def cards(board: str, list_: str | None, archived: bool, json_: bool) -> None:
    """List the cards of BOARD: id, list, due, labels, title."""

    async def read(workspace: Workspace) -> list[tuple[Card, str, str]]:
        found = await fetch_board(workspace, board)
        if archived:
            return await _archived_cards(workspace, found.id)
        names = {x.id: x.name for x in workspace.boards.lists(found.id)}
        labels = _label_names(workspace, found.id)
        only = find_list(workspace, found.id, list_).id if list_ else None
        return [
            (card, names[card.id_list], " ".join(labels.get(ident, "") for ident in card.id_labels))
            for card in _cards(workspace, found.id, only)
        ]

    found = run(read)
    if json_:
        output.as_json([card.wire() for card, _, _ in found])
    else:
        output.table(
            ("id", "list", "due", "labels", "title"),
            [
                (card.id, name, output.format_moment(card.due), labels, card.name)
                for card, name, labels in found
            ],
        )


async def _archived_cards(workspace: Workspace, board_id: str) -> list[tuple[Card, str, str]]:
    """Fetch all archived cards of a board, and return each with its list's name."""

    async def fetch() -> None:
        before = await workspace.archive.fetch(board_id)
        while before is not None:
            before = await workspace.archive.fetch(board_id, before)

    await reached_service(workspace, fetch)
    names = {x.id: x.name for x in (*workspace.boards.lists(board_id), *workspace.archive.lists(board_id))}
    faces = workspace.archive.cards(board_id)
    whole = (card for face in faces if (card := workspace.cards.get(face.id)) is not None)
    return [(card, names.get(card.id_list, ""), "") for card in whole]


@click.group()
def card() -> None:
    """Show, make and change cards. A CARD is an id, a short link or a URL."""


@card.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def show(card_: str, json_: bool) -> None:
    """Show a card: labels, members, text, files, checklists, comments."""

    async def read(workspace: Workspace) -> tuple[dict[str, Any], str]:
        found = await find_card(workspace, card_)
        checklists, comments = workspace.cards.checklists(found.id), workspace.cards.comments(found.id)
        names = {x.id: x.name for x in workspace.boards.lists(found.id_board)}
        whole = found.wire() | {
            "checklists": [x.wire() for x in checklists],
            "comments": [x.wire() for x in comments],
            "labels": [x.wire() for x in workspace.boards.labels(found.id_board) if x.id in found.id_labels],
            "members": [
                x.wire() for x in workspace.boards.members(found.id_board) if x.id in found.id_members
            ],
        }
        lines = [
            f"# {found.name}",
            f"{names.get(found.id_list, '')}  {output.format_moment(found.due)}".rstrip(),
            *_detail_lines(workspace, found),
            "",
        ]
        lines += [found.desc, ""] if found.desc else []
        for checklist in checklists:
            lines.append(f"{checklist.name} {checklist.done}/{len(checklist.check_items)}")
            lines += [f"  [{'x' if x.done else ' '}] {x.name}  ({x.id})" for x in checklist.check_items]
        lines += [f"\n{x.author} {x.date:%Y-%m-%d %H:%M}\n{x.text}" for x in comments]
        return whole, "\n".join(lines)

    whole, lines = run(read)
    if json_:
        output.as_json(whole)
    else:
        output.text(lines)


def _detail_lines(workspace: Workspace, card: Card) -> Iterator[str]:
    """Yield lines with a card's labels, members and files."""
    labels = _label_names(workspace, card.id_board)
    members = {x.id: x.full_name or x.username for x in workspace.boards.members(card.id_board)}
    # A member who has left the board is still on the card, but has no name here.
    for words, idents, names in (
        ("labels", card.id_labels, labels),
        ("members", card.id_members, members),
    ):
        if idents:
            yield f"{words}: {', '.join(names.get(ident, ident) for ident in idents)}"
    yield from map(_file_line, card.attachments)


def _file_line(one: Attachment) -> str:
    size = "" if one.bytes is None else f", {one.bytes:,} bytes"
    at = f" {one.url}" if one.url and one.url != one.name else ""
    return f"file: {one.name or one.url}{size}{at}  ({one.id})"


def _label_names(workspace: Workspace, board_id: str) -> dict[str, str]:
    return {x.id: x.name or x.color or "" for x in workspace.boards.labels(board_id)}


@card.command()
@click.argument("board")
@click.argument("list_", metavar="LIST")
@click.argument("name")
@click.option("--desc", default="", help="The card's text, in Markdown.")
@click.option("--top", is_flag=True, help="Above the other cards, not below.")
@output.json_option
def new(board: str, list_: str, name: str, desc: str, top: bool, json_: bool) -> None:
    """Add a card to LIST of BOARD, and tell its id."""

    async def write(workspace: Workspace) -> Card | None:
        found = await fetch_board(workspace, board)
        to = find_list(workspace, found.id, list_).id
        op = CreateCard(
            board_id=found.id,
            card_id=new_local_id(),
            list_id=to,
            name=name,
            desc=desc,
            pos=end_position(workspace, to, top=top),
        )
        await submit_and_wait(workspace, op)
        return workspace.cards.get(op.card_id)

    made = run(write)
    if json_:
        output.as_json(made.wire() if made is not None else None)
    elif made is not None:
        output.text(made.id)


@card.command()
@click.argument("card_", metavar="CARD")
@click.option("--name", help="Its title.")
@click.option("--desc", help="Its text, in Markdown.")
@click.option("--due", help="When it is due: fri 17:00, +3d, 24 Nov, 2026-12-01T17:00+13:00; - for never.")
@click.option("--done/--not-done", default=None, help="Whether the due date is met.")
def edit(card_: str, name: str | None, desc: str | None, due: str | None, done: bool | None) -> None:
    """Change fields of CARD; what is not given stays."""
    given = {"name": name, "desc": desc, "due_complete": done}
    changes: dict[str, Any] = {field: value for field, value in given.items() if value is not None}
    if due is not None:
        changes["due"] = parse_moment("--due", due)
    if not changes:
        raise UsageError("nothing to change", hint="give --name, --desc, --due or --done")
    update_card(card_, changes)


@card.command()
@click.argument("card_", metavar="CARD")
def archive(card_: str) -> None:
    """Archive CARD."""
    update_card(card_, {"closed": True})


@card.command()
@click.argument("card_", metavar="CARD")
def restore(card_: str) -> None:
    """Bring CARD back from the archive."""
    update_card(card_, {"closed": False})


@card.command()
@click.argument("card_", metavar="CARD")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(card_: str, yes: bool) -> None:
    """Delete CARD for good."""
    if not yes:
        click.confirm("Deleting cannot be undone. Delete it?", abort=True, err=True)

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        await submit_and_wait(workspace, DeleteCard(board_id=found.id_board, card_id=found.id))

    run(write)


@card.command()
@click.argument("card_", metavar="CARD")
@click.argument("text")
def comment(card_: str, text: str) -> None:
    """Write a comment on CARD; - reads it from stdin."""
    words = sys.stdin.read() if text == "-" else text
    if not words.strip():
        raise UsageError("the comment is empty", hint="write something")

    async def write(workspace: Workspace) -> None:
        found = await find_card(workspace, card_)
        await submit_and_wait(
            workspace,
            AddComment(board_id=found.id_board, card_id=found.id, comment_id=new_local_id(), text=words),
        )

    run(write)


def update_card(text: str, changes: dict[str, Any], *, json_: bool = False) -> None:
    """Change fields of the card that ``text`` names, and print it as JSON if ``json_``.

    Raises:
        UsageError: There is no such card.
        Rejected: The service refused the change.
    """

    async def write(workspace: Workspace) -> Card | None:
        found = await find_card(workspace, text)
        await submit_and_wait(workspace, UpdateCard(board_id=found.id_board, card_id=found.id, **changes))
        return workspace.cards.get(found.id)

    now = run(write)
    if json_ and now is not None:
        output.as_json(now.wire())


def end_position(workspace: Workspace, list_id: str, *, top: bool, but: str | None = None) -> float:
    """Return a position above (``top``) or below a list's cards, ignoring the card ``but``."""
    places = [face.pos for face in workspace.cards.faces(list_id) if face.id != but]
    if top:
        return between(None, min(places, default=None))
    return between(max(places, default=None), None)


def parse_moment(option: str, text: str) -> datetime | None:
    """Parse a human date ``text``, given for ``option``; None for ``-`` or ``none``.

    Raises:
        UsageError: The text is no date.
    """
    try:
        return read_due(text, SystemClock().now())
    except ValueError as error:
        raise UsageError(
            f"{option}: {text!r} is no date", hint=f"write it as 2026-12-01T17:00+13:00, or as {EXAMPLES}"
        ) from error
