"""``cardscout api``: call any path of either service as this account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import click

from tui.cli import output
from tui.cli.session import run
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.workspace import Service, Workspace

_METHODS = ("GET", "POST", "PUT", "DELETE")


@click.command()
@click.argument("service", type=click.Choice(["board", "enrich"]))
@click.argument("method", type=click.Choice(_METHODS, case_sensitive=False))
@click.argument("path")
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
def api(service: Service, method: str, path: str, values: tuple[str, ...]) -> None:
    """Call a service as this account and write its answer as JSON.

    PATH is the service's own, such as /1/members/me/boards or /enrich/person. Values go into the query of a
    GET or DELETE and into the body of a POST or PUT.
    """
    parts = urlsplit(path)
    if parts.scheme or parts.netloc or not parts.path.startswith("/"):
        raise UsageError(f"{path!r} is no path of a service", hint="begin it with a slash: /1/members/me")
    sent = dict(parse_qsl(parts.query, keep_blank_values=True)) | dict(map(_value, values))

    async def ask(workspace: Workspace) -> Any:
        return await workspace.sync.call(service, method.upper(), parts.path, sent)

    output.as_json(run(ask))


def _value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise UsageError(f"{text!r} is no value", hint="write NAME=VALUE, for example limit=10")
    return name, value
