"""``cardscout credits …``: the balance, the spending, and its caps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.enrich.provider import ask_services, provider_option
from tui.cli.session import run
from tui.errors import NoKey, RemoteError, Unreachable
from tui.model.enrich.spending import Caps, Spend

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace


@click.group("credits", invoke_without_command=True)
@provider_option
@output.json_option
@click.pass_context
def credits_(context: click.Context, json_: bool) -> None:
    """Tell the balance of the enrichment account, and what was spent of it."""
    ask_services(asked=context.invoked_subcommand is None)  # the others read what is here
    if context.invoked_subcommand is None:
        _balance(json_=json_)


def _balance(*, json_: bool) -> None:
    async def read(workspace: Workspace) -> Json:
        try:
            left = await workspace.spending.refresh_credits()
        except Unreachable as error:
            output.say(f"note: {error} Showing what was last heard.")
            left = workspace.spending.credits()
        caps = workspace.spending.caps()
        return {
            "credits": left,
            "month": workspace.spending.month(),
            "spent": workspace.spending.spent(),
            "maybe": workspace.spending.unsettled(),
            "open": [
                {"at": one.at, "provider": one.provider, "key": one.key, "most": one.high}
                for one in workspace.spending.reserves()
            ],
            "caps": {"run": caps.run, "month": caps.month},
        }

    balance = run(read)
    if json_:
        output.as_json(balance)
        return
    output.text("the service does not tell" if balance["credits"] is None else str(balance["credits"]))
    cap = balance["caps"]["month"]
    of = "" if cap is None else f" of {cap}"
    output.say(f"{balance['month']}{of} spent this month, {balance['spent'] + balance['maybe']} in all")
    if balance["maybe"]:
        output.say(f"{balance['maybe']} of it may have been spent: no answer came to what was asked")
        for one in balance["open"]:
            asked = f"{one['key']} at {one['provider']}" if one["provider"] else one["key"]
            output.say(
                f"  {output.format_moment(one['at'])}  {asked}: {output.plural(one['most'], 'credits')} at most"
            )


async def ensure_balance(workspace: Workspace) -> NoKey | None:
    """Fetch the balance if none is known or left, so that it can be shown beside a price.

    Returns:
        Why nothing can be looked up, if there is no key to any service.
    """
    if not workspace.spending.credits():  # it may have been topped up
        try:
            await workspace.spending.refresh_credits()
        except NoKey as error:
            return error if workspace.lookups.lacks_key() else None
        except RemoteError:
            return None  # a price is told without it; a lookup says what is wrong
    return None


@credits_.command()
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 100_000))
@output.json_option
def ledger(limit: int, json_: bool) -> None:
    """List what was asked for and what it cost, newest first.

    Columns: when, cost, what, source, request.
    """

    async def read(workspace: Workspace) -> list[Spend]:
        return workspace.spending.entries(limit)

    found = run(read)
    if json_:
        output.as_json(
            [
                {
                    "at": one.at,
                    "key": one.key,
                    "cost": one.cost,
                    "provider": one.provider,
                    "requestId": one.request_id,
                    "run": one.run,
                }
                for one in found
            ]
        )
        return
    output.table(
        ("at", "cost", "what", "source", "request"),
        [(output.format_moment(one.at), one.cost, one.key, one.provider, one.request_id) for one in found],
    )


@credits_.command()
@click.option(
    "--run", "of_run", metavar="N|none", help="Credits of one run over many cards, or of one lookup."
)
@click.option("--month", metavar="N|none", help="Credits of a calendar month.")
@output.json_option
def cap(of_run: str | None, month: str | None, json_: bool) -> None:
    """Say how much may be spent, or tell it. What could cost more is refused before anything is asked."""
    from tui.presentation.typed_number import read_most

    async def read(workspace: Workspace) -> Caps:
        caps = workspace.spending.caps()
        if of_run is not None or month is not None:
            caps = Caps(
                caps.run if of_run is None else read_most(of_run, "credits", example=100),
                caps.month if month is None else read_most(month, "credits", example=100),
            )
            await workspace.spending.set_caps(caps)
        return caps

    caps = run(read)
    if json_:
        output.as_json({"run": caps.run, "month": caps.month})
        return
    rows = [("run", caps.run), ("month", caps.month)]
    output.table(("of", "credits"), [(name, "none" if value is None else value) for name, value in rows])
