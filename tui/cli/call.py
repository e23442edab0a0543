"""``cardscout api``: call any path of either service as this account."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from tui.cli import output
from tui.cli.account.chosen import CHOSEN, choose_account
from tui.cli.account.secret import read_secret_file
from tui.cli.session import run
from tui.errors import UsageError
from tui.model.account.call import ApiCall, CallMethod, group_pairs, parse_body, split_address, split_pair
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.workspace import Service, Workspace

_READS = ("GET", "DELETE")
_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("service", type=click.Choice(["board", "enrich"]))
@click.argument("method", type=click.Choice(get_args(CallMethod), case_sensitive=False))
@click.argument("path")
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
@click.option(
    "-q", "--query", multiple=True, metavar="NAME=VALUE", help="A parameter of the query; may be repeated."
)
@click.option(
    "-f", "--field", "fields", multiple=True, metavar="NAME=VALUE", help="A field of the JSON body."
)
@click.option("--data", metavar="JSON", help="The JSON body: the text itself, @FILE, or - for stdin.")
@click.option("--paginate", is_flag=True, help="Ask for all pages, and write one JSON array.")
@click.option("--lines", is_flag=True, help="With --paginate: a line of JSON for each thing, as it comes.")
@click.option("--url", help="Call the service at this address, with --key-file and --token-file.")
@click.option("--key-file", type=_FILE, help="Read the application's (or the directory's) key from a file.")
@click.option("--token-file", type=_FILE, help="Read the token from a file.")
def api(
    service: Service, method: str, path: str, values: tuple[str, ...], query: tuple[str, ...], fields: tuple[str, ...],
    data: str | None, paginate: bool, lines: bool, url: str | None, key_file: Path | None, token_file: Path | None,
) -> None:  # fmt: skip
    """Call a service as this account and write its answer as JSON.

    PATH is the service's own, such as /1/members/me/boards or /enrich/person. Values go into the query of a
    GET or DELETE and into the body of a POST or PUT; -q and -f say where.
    """
    method = method.upper()
    path, asked = split_address(path)
    asked += map(split_pair, query)
    plain = [split_pair(text) for text in values]
    body = _body([*([] if method in _READS else plain), *map(split_pair, fields)], data)
    if method in _READS and body is not None:
        raise UsageError(f"a {method} has no body", hint="give its values with -q NAME=VALUE")
    if lines and not paginate:
        raise UsageError("--lines goes with --paginate", hint="add --paginate")
    _use_files(service, url, key_file, token_file)
    reads = group_pairs(asked + (plain if method in _READS else []))
    call = ApiCall(service=service, method=cast("CallMethod", method), path=path, query=reads, body=body)
    if paginate:
        _print_pages(call, lines=lines)
    else:
        output.as_json(run(lambda workspace: workspace.sync.call(call)))


def _print_pages(call: ApiCall, *, lines: bool) -> None:
    """Print the entries of all pages, as one array or as a line for each entry."""

    async def ask(workspace: Workspace) -> list[Any]:
        found: list[Any] = []
        async for page in workspace.sync.pages(call):
            for one in page if lines else ():
                output.as_line(one)
            found += () if lines else page
        return found

    found = run(ask)
    if not lines:
        output.as_json(found)


def _body(fields: Sequence[tuple[str, str]], data: str | None) -> Any:
    """Return the JSON body from the fields or the data; None if there are neither."""
    if data is None:
        return group_pairs(fields) or None
    if fields:
        raise UsageError("--data is the whole body", hint="leave out the fields, or write them into it")
    if data == "-" or data.startswith("@"):
        from tui.cli import steps

        file = data.removeprefix("@")
        steps.check_given("the FILE of --data", file)
        data = steps.read_text(file)
    return parse_body(data)


def _use_files(service: Service, url: str | None, key_file: Path | None, token_file: Path | None) -> None:
    """Use the key and the token of files for this call, in place of the account's."""
    given = {
        name for name, value in (("url", url), ("key", key_file), ("token", token_file)) if value is not None
    }
    if not given:
        return
    if service == "board":
        _use_board_files(url, key_file, token_file)
        return
    if given != {"key"}:
        raise UsageError(
            "this service takes a key alone: --key-file",
            hint="its address is that of the account, or of a provider: cardscout providers add",
        )
    os.environ["CARDSCOUT_ENRICH_KEY"] = read_secret_file(key_file).reveal()


def _use_board_files(url: str | None, key_file: Path | None, token_file: Path | None) -> None:
    address, key = url, read_secret_file(key_file).reveal()
    token = read_secret_file(token_file).reveal()
    if address is None:
        # Of the account the key may be used too; a key for another address is never guessed.
        account = choose_account(None, Paths.open())
        if account is not None:
            address, key = account.url, key or account.key
    if not (address and key and token):
        raise UsageError(
            "a call with files needs an address, a key and a token",
            hint="--url URL --key-file FILE --token-file FILE",
        )
    CHOSEN.set(None)
    os.environ.pop("CARDSCOUT_ACCOUNT", None)
    os.environ |= {"CARDSCOUT_BOARD_URL": address, "CARDSCOUT_BOARD_KEY": key, "CARDSCOUT_BOARD_TOKEN": token}
