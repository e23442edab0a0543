"""``cardscout serve key|keys``: manage keys of the sales-intelligence service, their rates and credits."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from tui.cli import output
from tui.cli.access import print_created, storage
from tui.cli.serve import place_options, serve
from tui.clock import SystemClock

_RATE = click.IntRange(1, 1_000_000)
_SCOPES = ("person", "company", "search")


@serve.command()
@click.argument("account", default="team")
@click.option(
    "--credits",
    "opening",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Of a new account; added to one that is there.",
)
@click.option(
    "--monthly", type=click.IntRange(0), help="Credits at the beginning of each month; what is left is lost."
)
@click.option("--per-second", type=_RATE, help="Requests of the account; see serve --enrich-rate.")
@click.option("--per-minute", type=_RATE, help="Requests of the account, besides.")
@click.option("--key-per-second", type=_RATE, help="Requests of this key, of what the account may.")
@click.option("--key-per-minute", type=_RATE, help="Requests of this key, likewise.")
@click.option(
    "--for",
    "scopes",
    type=click.Choice(_SCOPES),
    multiple=True,
    help="What this key is for; everything unless given.",
)
@click.option("--days", type=click.IntRange(1, 36_500), help="When this key ends; never unless given.")
@click.option(
    "--member", help="User name of the member whose account it is: they see it on their account page."
)
@click.option("--label", default="", help="What this key is for, in your words.")
@place_options
@output.json_option
def key(
    account: str,
    opening: int,
    monthly: int | None,
    per_second: int | None,
    per_minute: int | None,
    key_per_second: int | None,
    key_per_minute: int | None,
    scopes: tuple[str, ...],
    days: int | None,
    member: str | None,
    label: str,
    data: Path | None,
    database: str | None,
    json_: bool,
) -> None:
    """Make a key of the sales-intelligence service, to an ACCOUNT that has a plan and its credits.

    --monthly, --per-second and --per-minute are the account's plan: given with any key, all three are set anew.
    """
    from tui.server.enrich.accounts import KeyGrant, Plan
    from tui.server.importing.rebuild import is_empty
    from tui.server.service.people import give_enrich_key

    given = click.get_current_context().get_parameter_source("opening")
    asked = given is not click.core.ParameterSource.DEFAULT
    clock = SystemClock()
    ends = clock.now() + timedelta(days=days) if days is not None else None
    grant = KeyGrant(key_per_second, key_per_minute, scopes or _SCOPES, ends, label)
    plan = Plan(per_second, per_minute, monthly)
    with storage(data, database) as engine:
        made, left = give_enrich_key(
            engine,
            clock,
            account,
            opening,
            add=asked,
            plan=None if plan == Plan() else plan,
            grant=grant,
            member=member,
        )
        nobody = is_empty(engine)
    if nobody:
        output.say(
            "note: the directory of this server is empty, so a key finds nobody yet: cardscout directory import FILE, "
            "or directory generate for an invented one, with the same --data or --database"
        )
    shown: dict[str, Any] = {"key": made, "account": account, "credits": left}
    print_created(shown, shown, json_=json_)


@serve.command()
@place_options
@output.json_option
def keys(data: Path | None, database: str | None, json_: bool) -> None:
    """List the keys of the sales-intelligence service, with their accounts' plans; keys themselves are kept nowhere.

    serve revoke --id ends the one with this id.

    Columns: id, account, label, made, expires, what it is for, credits, monthly, per second, per minute, last used.
    """
    from tui.server.service.credentials import list_enrich_keys

    with storage(data, database, existing=True) as engine:
        rows = list_enrich_keys(engine)
    if json_:
        output.as_json(rows)
        return
    names = (
        "id",
        "account",
        "label",
        "created",
        "expires",
        "scopes",
        "credits",
        "monthly",
        "per_second",
        "per_minute",
        "used",
    )
    output.table([name.replace("_", " ") for name in names], [[row[name] for name in names] for row in rows])
