"""``cardscout boards``."""

import click

from tui.cli import output
from tui.cli.session import run
from tui.model.board import Board
from tui.workspace import Workspace


@click.command()
@output.json_option
def boards(json_: bool) -> None:
    """List the open boards: id, name, when something last happened."""

    async def read(workspace: Workspace) -> list[Board]:
        return workspace.boards()

    found = run(read)
    if json_:
        output.as_json([board.wire() for board in found])
    else:
        output.table(
            ("id", "name", "last activity"),
            [(board.id, board.name, output.moment(board.date_last_activity)) for board in found],
        )
