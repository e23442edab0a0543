"""``cardscout notifications`` and ``cardscout notification …``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.online.work import run_read, run_write, wait_for_delivery
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.notification import Notification
    from tui.workspace import Workspace

_EVERY = 1_000_000
"""More notifications than anybody has stored here."""


@click.command()
@click.option("--unread", is_flag=True, help="Only those that have not been read.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@output.json_option
def notifications(unread: bool, limit: int, json_: bool) -> None:
    """List the newest notifications.

    A line has id, unread, when, type, board, card and text.
    """

    async def read(workspace: Workspace) -> list[Notification]:
        return workspace.inbox.all(unread_only=unread, limit=limit)

    found = run_read(read)
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        output.table(("id", "unread", "when", "type", "board", "card", "text"), [_row(one) for one in found])


def _row(one: Notification) -> tuple[object, ...]:
    mark = "unread" if one.unread else ""
    return one.id, mark, output.format_moment(one.date), one.type, one.board_name, one.card_name, one.text


@click.group()
def notification() -> None:
    """Mark notifications read or unread."""


@notification.command()
@click.argument("ident", metavar="[ID]", required=False)
@click.option("--all", "all_", is_flag=True, help="All of them.")
@output.json_option
def read(ident: str | None, all_: bool, json_: bool) -> None:
    """Mark the notification ID read, or all."""
    if (ident is None) != all_:
        raise UsageError("which one?", hint="give an ID, or --all")

    async def write(workspace: Workspace) -> list[Notification]:
        unread_ones = workspace.inbox.all(unread_only=True, limit=_EVERY)
        named = [one.id for one in unread_ones] if ident is None else [ident]
        async with wait_for_delivery(workspace):
            if ident is None:
                await workspace.inbox.read_all()
            else:
                await _mark(workspace, ident, unread=False)
        return _current(workspace, named)

    run_write(write, json_=json_, many=all_)


@notification.command()
@click.argument("ident", metavar="ID")
@output.json_option
def unread(ident: str, json_: bool) -> None:
    """Mark the notification ID unread again."""

    async def write(workspace: Workspace) -> list[Notification]:
        async with wait_for_delivery(workspace):
            await _mark(workspace, ident, unread=True)
        return _current(workspace, [ident])

    run_write(write, json_=json_)


async def _mark(workspace: Workspace, ident: str, *, unread: bool) -> None:
    """Mark a notification that is here.

    Raises:
        UsageError: There is none of that id.
    """
    if not _current(workspace, [ident]):
        raise UsageError(
            f"there is no notification {ident!r}",
            hint="cardscout notifications lists those that were read here",
        )
    await workspace.inbox.mark(ident, unread=unread)


def _current(workspace: Workspace, idents: list[str]) -> list[Notification]:
    """Return the current state of notifications."""
    wanted = frozenset(idents)
    return [one for one in workspace.inbox.all(limit=_EVERY) if one.id in wanted]
