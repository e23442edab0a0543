"""``cardscout people …``: all data about a person, and its erasure by age."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.directory.records import records_of
from tui.cli.privacy.all_accounts import Everywhere, known_everywhere, run_everywhere
from tui.cli.session import Session
from tui.errors import StoreError, UsageError
from tui.presentation.held import boards_not_read, held_rows
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace

_AGE = re.compile(r"(\d{1,5})\s*(d|w|m|y)?", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_SPELLED = {
    "findings": "answers",
    "misses": "misses",
    "receipts": "receipts",
    "runs": "runs",
    "searches": "searches",
    "earlierValues": "earlier values",
}
"""What is erased by age, for the user, by its key in the JSON."""

_HEAD = ("account", "what", "where", "text")


@click.group()
def people() -> None:
    """See what is held of a person on this machine, and erase what is old.

    Searches for people are: cardscout search people. Who opted out is kept by: cardscout suppress.
    """


@people.command()
@click.argument("who", metavar="NAME|EMAIL")
@output.json_option
def held(who: str, json_: bool) -> None:
    """Show all that is held of a person, in every account: answers of lookups, comments, cards, searches.

    The answer to somebody who asks what you have of them. Nothing is asked for at a service. Name them by an e-mail
    address, a profile, a telephone number, a name, or "NAME at COMPANY". Cards with an identifier of the person are
    listed with all their texts, which may also be about others; what is in attached files is left out. What is
    "perhaps named" has the name alone, or a telephone number that others may have: somebody else may be meant.
    Boards of another service that were never opened on this machine are counted, not read.

    Columns: account, what, where, text.
    """
    from tui.model.enrich.suppression import read_entry

    # What names nobody is refused once, not told as a fault of each account.
    _ = read_entry("", who)

    async def read(
        everywhere: Everywhere,
    ) -> tuple[dict[str, dict[str, list[Json]]], dict[str, int], dict[str, str]]:
        # The facts that one account knows about them are also searched in the others.
        known = await known_everywhere(everywhere, [("", who, "")])

        async def one(workspace: Workspace) -> dict[str, list[Json]]:
            return workspace.held.of(who, known)

        async def count(workspace: Workspace) -> int:
            return len(workspace.boards.never_opened())

        counts = (await everywhere.each(count)).items()
        return (
            await everywhere.each(one),
            {name: number for name, number in counts if number},
            everywhere.failed,
        )

    found, unread, failed = run_everywhere(read, online=False)
    directory = records_of(who, Paths.open().data)
    if json_:
        output.as_json(
            {"accounts": found, "localDirectory": directory, "boardsNotRead": unread, "notReached": failed}
        )
    else:
        output.table(_HEAD, [*(row[:4] for row in held_rows(found)), *_directory_rows(directory)])
    if left_out := ", ".join(boards_not_read(unread)):
        output.say(
            f"not read, as never opened here: {left_out}; cardscout --account NAME cards BOARD reads one"
        )
    _require_all(failed)


def _require_all(failed: dict[str, str]) -> None:
    """Check that no account was left out of what was told.

    Raises:
        StoreError: One failed, for the reason in ``failed``.
    """
    if failed:
        reasons = "; ".join(f"{account} ({why})" for account, why in failed.items())
        raise StoreError(f"not reached: {reasons}", hint="cardscout doctor tells what is wrong there")


def _directory_rows(records: list[Json]) -> list[tuple[str, str, str, str]]:
    return [("local", "directory", str(one["company_name"]), str(one["name"])) for one in records]


@people.command()
@click.option("--older-than", "age", metavar="AGE", required=True, help="An age: 90d, 12w, 6m or 2y.")
@click.option("--yes", is_flag=True, help="Erase it; without this, only say what would be erased.")
@output.json_option
def forget(age: str, yes: bool, json_: bool) -> None:
    """Say what lookups left that is older than an age, in every account, and with --yes erase it.

    Answers, also those without a match, hits of searches, what a field said before, lookups of many cards that ended, and whom
    receipts are about; dates and prices stay. Comments on cards stay: they belong to the board. To erase at every start and daily, write
    forget_after_days = 90 under [privacy] in config.toml.

    Columns: account, what, how many.
    """
    from tui.cli.privacy.retention import forget_in_all

    days, session = _days(age), Session()
    try:
        before = session.clock.now() - timedelta(days=days)
        gone, failed = forget_in_all(session.paths, before, session.clock, dry_run=not yes)
    finally:
        session.close()
    counted: dict[str, Any] = {
        name: {
            "findings": each.findings,
            "misses": each.misses,
            "receipts": each.receipts,
            "runs": each.runs,
            "searches": each.pages,
            "earlierValues": each.changes,
        }
        for name, each in gone.items()
    }
    if json_:
        output.as_json({"olderThanDays": days, "erased": yes, "accounts": counted, "notReached": failed})
    else:
        output.table(
            ("account", "what", "how many"),
            [
                (name, _SPELLED[what], number)
                for name, each in counted.items()
                for what, number in each.items()
            ],
        )
    if not yes:
        output.say("nothing was erased: --yes does it")
    _require_all(failed)


def _days(age: str) -> int:
    """Parse an age such as ``90d`` or ``2y`` to days."""
    match = _AGE.fullmatch(age.strip())
    days = int(match[1]) * _DAYS[(match[2] or "d").lower()] if match else 0
    if not 1 <= days <= 36_500:
        raise UsageError(f"--older-than: {age!r} is no age", hint="write it as 90d, 12w, 6m or 2y")
    return days
