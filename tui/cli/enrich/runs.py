"""``cardscout enrich runs``: list the bulk lookups and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.enrich.cards import run_json
from tui.cli.session import run

if TYPE_CHECKING:
    from tui.model.enrich.bulk import BulkRun
    from tui.workspace import Workspace


@click.command()
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000))
@output.json_option
def runs(limit: int, json_: bool) -> None:
    """List the runs over many cards, newest first: id, when, state, done, credits."""

    async def read(workspace: Workspace) -> list[BulkRun]:
        return workspace.bulk.recent(limit)

    found = run(read)
    if json_:
        output.as_json([{k: v for k, v in run_json(one, []).items() if k != "items"} for one in found])
        return
    rows = [
        (
            one.id,
            output.format_moment(one.made_at),
            one.state,
            f"{one.settled}/{one.total}",
            one.spent,
            one.why,
        )
        for one in found
    ]
    output.table(("run", "made", "state", "done", "credits", "why"), rows)
