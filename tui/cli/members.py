"""``cardscout members`` and ``cardscout member …``: list and change the members of a board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.online.work import fetch_board, never_read, reached_service, run_read, run_write, submit_and_wait
from tui.errors import NotFound, UsageError
from tui.model.writes.members import RemoveBoardMember, SetBoardMember

if TYPE_CHECKING:
    from tui.model.member import Member
    from tui.workspace import Workspace

ROLES = ("admin", "normal", "observer")


@click.command()
@click.argument("board")
@output.json_option
def members(board: str, json_: bool) -> None:
    """List who is on BOARD: id, role, username, name."""

    async def read(workspace: Workspace) -> list[tuple[Member, str]]:
        found = await fetch_board(workspace, board, cards=False)
        roles = {role.id_member: role.member_type for role in workspace.boards.roles(found.id)}
        return [(one, roles.get(one.id, "")) for one in workspace.boards.members(found.id)]

    found = run_read(read)
    if json_:
        output.as_json([one.wire() | {"memberType": role} for one, role in found])
    else:
        output.table(
            ("id", "role", "username", "name"), [(x.id, role, x.username, x.full_name) for x, role in found]
        )


@click.group()
def member() -> None:
    """Find people, and put them on boards."""


@member.command()
@click.argument("text")
@click.option("--board", metavar="BOARD", help="Of this board only.")
@output.json_option
def find(text: str, board: str | None, json_: bool) -> None:
    """Find people of the service by name, username or e-mail address."""

    async def read(workspace: Workspace) -> list[Member]:
        board_id = None if board is None else workspace.names.board(board).id
        found: list[Member] = []

        async def ask() -> None:
            found.extend(await workspace.search.people(text, board_id=board_id))

        return found if await reached_service(ask) else workspace.search.people_here(text, board_id=board_id)

    found = run_read(read)
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        output.table(("id", "username", "name"), [(x.id, x.username, x.full_name) for x in found])


@member.command()
@click.argument("board")
@click.argument("who")
@click.option("--role", type=click.Choice(ROLES), default="normal", show_default=True)
@output.json_option
def add(board: str, who: str, role: str, json_: bool) -> None:
    """Put WHO on BOARD, or give them another role there.

    WHO is a username or an id, or the whole name of somebody who is on the board, or whom only one is called.
    """

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await fetch_board(workspace, board, cards=False)
        one = await _find_invited(workspace, found.id, who)
        await submit_and_wait(
            workspace,
            SetBoardMember(
                board_id=found.id,
                member_id=one.id,
                role=role,
                username=one.username,
                full_name=one.full_name,
            ),
        )
        return [one.wire() | {"memberType": role}]

    run_write(write, json_=json_)


@member.command()
@click.argument("board")
@click.argument("who")
@output.json_option
def remove(board: str, who: str, json_: bool) -> None:
    """Take WHO, named in full, off BOARD."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await fetch_board(workspace, board, cards=False)
        one = workspace.names.member(found.id, who)
        await submit_and_wait(workspace, RemoveBoardMember(board_id=found.id, member_id=one.id))
        return [steps.deleted(one.id)]

    run_write(write, json_=json_)


async def _find_invited(workspace: Workspace, board_id: str, text: str) -> Member:
    """Find who is put on a board: a member of it, by any name, or one of the service.

    Raises:
        UsageError: No member matches, or several do.
        Unreachable: As in ``_find_on_service``.
    """
    try:
        return workspace.names.member(board_id, text)
    except UsageError:
        if not re.search(r"\s", text):
            return await _find_on_service(workspace, text)
    # A username has no blank: it is a name.
    found: list[Member] = []

    async def ask() -> None:
        found.extend(await workspace.search.people(text))

    if not await reached_service(ask):
        found += workspace.search.people_here(text)
    same = [one for one in found if one.full_name.casefold() == text.casefold()]
    if len(same) == 1:
        return same[0]
    wrong = f"{len(same)} members are called {text!r}" if same else f"there is no member {text!r}"
    listed = ", ".join(f"{one.full_name} @{one.username}" for one in same or found)
    raise UsageError(
        wrong, hint=f"name one by username: {listed}" if listed else "cardscout member find looks by name"
    )


async def _find_on_service(workspace: Workspace, text: str) -> Member:
    """Find the member of the service that ``text`` names by id or username; offline, one of a stored board.

    Raises:
        UsageError: No member matches.
        Unreachable: The service cannot be asked, and no stored member matches.
    """
    wanted = text.removeprefix("@")
    found: list[Member] = []

    async def ask() -> None:
        found.append(await workspace.search.person(wanted))

    try:
        reached = await reached_service(ask)
    except NotFound as error:
        raise UsageError(
            f"there is no member {text!r}", hint="cardscout member find looks by name"
        ) from error
    if not reached:
        here = workspace.search.people_here(wanted)
        found += [one for one in here if wanted.casefold() in {one.id, one.username.casefold()}]
    if not found:
        raise never_read(f"The member {text!r}")
    return found[0]
