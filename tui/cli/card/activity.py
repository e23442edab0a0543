"""``cardscout activity …``: the actions on a board or card."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.card.find import find_card
from tui.cli.online.work import reached_service, run_read, unreached
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.values.scalars import OBJECT_ID
from tui.presentation.activity import action_words, shown_actions

if TYPE_CHECKING:
    from tui.model.action import Action
    from tui.workspace import Workspace


@click.command()
@click.argument("board", required=False)
@click.option("--card", "card_", metavar="CARD", help="Of this card: an id, a short link or a URL.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000), help="Most to list.")
@click.option("--before", metavar="ID", help="Only what was before this action, or this date.")
@output.json_option
def activity(board: str | None, card_: str | None, limit: int, before: str | None, json_: bool) -> None:
    """List what happened on BOARD, or to a card, newest first: id, when, who, what.

    The last id and --before lead on to what was earlier. The service is asked: without it nothing is listed.
    """
    if (board is None) == (card_ is None):
        raise UsageError("of which board, or which card?", hint="name a BOARD, or --card CARD")
    if before is not None and not _is_edge(before):
        raise UsageError(
            f"--before {before}: is neither the id of an action nor a date",
            hint="the ids are in the first column; a date is written as 2026-11-30 or 2026-11-30T17:00Z",
        )

    async def read(workspace: Workspace) -> list[Action]:
        found: list[Action] = []
        of = (
            (workspace.names.board(board).id, "")
            if board is not None
            else ("", (await find_card(workspace, card_ or "")).id)
        )

        async def ask() -> None:
            found.extend(await workspace.activity.page(*of, before=before, limit=limit))

        if not await reached_service(ask):
            raise unreached("What happened is at the service.")
        return found

    found = run_read(read)
    if json_:
        output.as_json([one.wire() for one in found])
        return
    now = SystemClock().now()
    said_of = [(one, action_words(one, now, of_card=card_ is not None)) for one in shown_actions(found)]
    output.table(
        ("id", "when", "who", "what"),
        [
            (one.id, output.format_moment(one.date), said.who, ": ".join(filter(None, (said.did, said.text))))
            for one, said in said_of
        ],
    )


def _is_edge(text: str) -> bool:
    """Return whether a service knows what is before ``text``: the id of an action, or a date."""
    if OBJECT_ID.fullmatch(text.lower()):
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
