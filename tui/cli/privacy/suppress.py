"""``cardscout suppress …``: the list of people who must not be looked up, shown, attached or exported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.online.work import wait_for_delivery
from tui.cli.session import run
from tui.errors import UsageError
from tui.model.enrich.suppression import KINDS, Suppressed, guess_kind

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.workspace import Workspace


@click.group()
def suppress() -> None:
    """Keep people and companies who opted out from being looked up."""


def _kind_option(command: Callable[..., Any]) -> Callable[..., Any]:
    kinds = click.Choice(KINDS)
    return click.option("--kind", type=kinds, help="What the value is; told by its look unless given.")(
        command
    )


@suppress.command()
@click.argument("values", nargs=-1, metavar="[VALUE]...")
@_kind_option
@click.option("--why", default="", help="A note.")
@click.option("--from", "file", metavar="FILE", help="Take the values from a file, one a line; - is stdin.")
@click.option(
    "--withdraw", "takes_back", is_flag=True, help="Delete our comments on cards that tell of them."
)
@output.json_option
def add(
    values: tuple[str, ...], kind: str | None, why: str, file: str | None, takes_back: bool, json_: bool
) -> None:
    """Put somebody on the list: e-mail, profile, domain, phone, ABN, or "NAME at COMPANY".

    What is remembered of them is forgotten. Comments on cards that tell of them are counted, and with --withdraw deleted.
    """
    wanted = [*values, *(_lines(file) if file is not None else ())]
    for value in wanted if kind is None else ():
        _require_kind(value)
    if not wanted:
        raise UsageError("there is nobody to put on the list", hint="cardscout suppress add ana@firm.example")

    async def put(workspace: Workspace) -> list[Suppressed]:
        made = await workspace.suppression.add_all([(kind or "", value, why) for value in wanted])
        await _report_comments(workspace, takes_back=takes_back)
        return made

    made = run(put)
    if json_:
        output.as_json([_as_json(one) for one in made])
    else:
        for one in made:
            output.say(f"kept out: {one.text}")


@suppress.command()
def withdraw() -> None:
    """Delete our comments on cards that tell of anybody on the list; undo does not bring them back."""
    run(lambda workspace: _report_comments(workspace, takes_back=True))


async def _report_comments(workspace: Workspace, *, takes_back: bool) -> None:
    """Count the comments about people on the list and print the number, or delete the comments."""
    found = workspace.suppression.comments_about()
    if not takes_back:
        if found:
            cards = output.plural(len({one.id_card for one in found}), "cards")
            output.say(f"{output.plural(len(found), 'comments')} on {cards} still tell of them")
            output.say("hint: cardscout suppress withdraw deletes them")
        return
    async with wait_for_delivery(workspace):
        done = await workspace.suppression.delete_comments(found)
    output.say(f"{output.plural(done, 'comments')} withdrawn")


@suppress.command()
@click.argument("values", nargs=-1, required=True, metavar="VALUE...")
@_kind_option
def remove(values: tuple[str, ...], kind: str | None) -> None:
    """Take somebody off the list."""

    async def take(workspace: Workspace) -> list[UsageError]:
        return [
            wrong for value in values if (wrong := await _remove(workspace, kind or "", value)) is not None
        ]

    missing = run(take)
    for one in missing[1:]:
        output.print_error(one)
    if missing:
        raise missing[0]


async def _remove(workspace: Workspace, kind: str, value: str) -> UsageError | None:
    """Remove one entry from the list and print that, or return the error why it cannot be removed."""
    held = workspace.suppression.entry_for(kind, value)
    if held is None:
        return UsageError(f"not on the list: {value}", hint="cardscout suppress list shows it")
    if await workspace.suppression.remove(kind, value):
        output.say(f"taken off the list: {held.text}")
        return None
    return UsageError(f"{value} is on the list with {held.text}, not by itself", hint=held.remove)


@suppress.command("list")
@output.json_option
def list_(json_: bool) -> None:
    """List who is kept out: kind, value, since when, why."""

    async def read(workspace: Workspace) -> list[Suppressed]:
        return workspace.suppression.all()

    found = run(read)
    if json_:
        output.as_json([_as_json(one) for one in found])
        return
    rows = [(one.kind, one.written, output.format_moment(one.at), one.why) for one in found]
    output.table(("kind", "value", "since", "why"), rows)


def _as_json(one: Suppressed) -> Json:
    at = None if one.at is None else one.at.isoformat()
    value = one.shown or one.value
    return {"kind": one.kind, "value": value, "why": one.why, "at": at}


def _require_kind(value: str) -> None:
    """Refuse an ambiguous value: half of an e-mail address, or a single name that many people have.

    Raises:
        UsageError: The value is a single word; only the user knows its kind.
    """
    from tui.recognise.identifiers.hosts import registrable

    kind, read = guess_kind(value)
    lone = kind == "name" and len(value.split()) < 2  # a name and a surname
    if lone or (kind == "domain" and registrable(read) is None):
        raise UsageError(
            f"{value!r} could be a name, a profile, a domain or half of an e-mail address",
            hint=f"say which: cardscout suppress add --kind name {quote(value)}, or network_slug, or domain",
        )


def _lines(file: str) -> Iterator[str]:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = raw.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {file}: {error}", hint="name a text file in UTF-8, or -") from error
    return (line.strip() for line in text.splitlines() if line.strip())
