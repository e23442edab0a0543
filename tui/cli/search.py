"""``cardscout search …``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.enrich.people import people
from tui.cli.online.work import reached_service, run_read
from tui.errors import RemoteError
from tui.model.filter.complete import mistake

if TYPE_CHECKING:
    from tui.model.search import Hit
    from tui.workspace import Workspace


class _Search(click.Group):
    """A group with the default command ``boards``: ``cardscout search TEXT`` searches the boards."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["boards", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Options of the omitted ``boards`` must not be parsed as options of the group.
        if args and args[0] not in self.commands and args[0] not in {"-h", "--help"}:
            args = ["boards", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Search)
def search() -> None:
    """Search boards and cards: cardscout search TEXT. Or people of the directory: cardscout search people."""


search.add_command(people)


@search.command("boards")
@click.argument("text", nargs=-1, required=True)
@click.option("--board", metavar="BOARD", help="Cards of this board only.")
@click.option("--here", is_flag=True, help="Do not ask the service.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@output.json_option
def boards(text: tuple[str, ...], board: str | None, here: bool, limit: int, json_: bool) -> None:
    """Find boards and cards that have all words of TEXT; starred boards come first."""
    words = " ".join(text)

    async def read(workspace: Workspace) -> list[Hit]:
        if board is not None:
            return workspace.search.local(words, limit, board_id=workspace.names.board(board).id)
        return workspace.search.local(words, limit) if here else await _everywhere(workspace, words, limit)

    found = run_read(read)
    if not found and (why := mistake(words)):
        output.say(f"note: nothing has these words: {why}")
    if json_:
        output.as_json([_as_json(hit) for hit in found])
    else:
        output.table(
            ("id", "kind", "board", "list", "name"),
            [(x.id, x.kind, x.board_name, x.list_name, x.name) for x in found],
        )


async def _everywhere(workspace: Workspace, words: str, limit: int) -> list[Hit]:
    """Search the service too; if it fails, print a note and search only the store."""
    found: list[Hit] = []

    async def ask() -> None:
        found.extend(await workspace.search.local_and_remote(words, limit))

    try:
        return found if await reached_service(ask) else workspace.search.local(words, limit)
    except RemoteError as error:
        output.say(f"note: {error} Showing what is here.")
        return workspace.search.local(words, limit)


def _as_json(hit: Hit) -> dict[str, object]:
    return {
        "kind": hit.kind,
        "id": hit.id,
        "name": hit.name,
        "idBoard": hit.board_id,
        "board": hit.board_name,
        "list": hit.list_name,
        "starred": hit.starred,
        "closed": hit.closed,
        "here": hit.here,
    }
