"""``cardscout card due`` and ``card start``."""

from typing import Any

import click

from tui.cli import output, steps
from tui.cli.card.changes import update_cards


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("when")
@click.option("--reminder", type=click.IntRange(min=0), metavar="MINUTES", help="Remind so long before.")
@click.option("--done/--not-done", default=None, help="Whether it is met.")
@output.json_option
def due(card_: str, when: str, reminder: int | None, done: bool | None, json_: bool) -> None:
    """Set when CARD is due.

    WHEN is written as you would say it: fri 17:00, +3d, 24 Nov, or 2026-12-01T17:00+13:00; - is never. A CARD
    of - reads ids from stdin.
    """
    changes: dict[str, Any] = {"due": steps.read_moment("WHEN", when)}
    if reminder is not None:
        changes["due_reminder"] = reminder
    if done is not None:
        changes["due_complete"] = done
    update_cards(card_, changes, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("when")
@output.json_option
def start(card_: str, when: str, json_: bool) -> None:
    """Set when work on CARD starts.

    WHEN is written as you would say it: fri 17:00, +3d, 24 Nov, or 2026-12-01T17:00+13:00; - is never. A CARD
    of - reads ids from stdin.
    """
    update_cards(card_, {"start": steps.read_moment("WHEN", when)}, json_=json_)
