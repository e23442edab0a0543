"""``cardscout suppress …``: the list of people who must not be looked up, shown, attached or exported."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.privacy.all_accounts import (
    Everywhere,
    exit_if_left,
    known_everywhere,
    run_everywhere,
    say_withdrawal,
    withdrawal_json,
)
from tui.cli.privacy.all_accounts import withdraw as opt_out
from tui.cli.session import run
from tui.errors import UsageError
from tui.model.enrich.suppression import KINDS, Suppressed, guess_kind, may_be_shared, read_entry
from tui.presentation.safe_text import safe_line
from tui.presentation.withdrawn import places

if TYPE_CHECKING:
    from tui.model.enrich.suppression import Kind
    from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace

_EVERYBODY = "*"
"""The answer that all who have an address are meant."""


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
@steps.yes_option
@output.json_option
def add(
    values: tuple[str, ...], kind: str | None, why: str, file: str | None, yes: bool, json_: bool
) -> None:
    """Put somebody on the list: e-mail, profile, domain, phone, ABN, or "NAME at COMPANY".

    They are on the list of every account of yours. What is remembered of them is forgotten, and comments with
    findings about them are deleted on every board of every account, which cannot be undone. What people typed about
    them stays, and is listed. An address or a number that several may share, as info@ and every telephone number,
    is taken with a name: "NAME at ADDRESS". You are asked who is meant; a script says it, or --kind for everybody who has it.
    """
    given = [*values, *map(str.strip, steps.read_text(file).splitlines() if file is not None else ())]
    wanted = list(filter(None, given))
    for value in wanted if kind is None else ():
        _require_kind(value)
    if not wanted:
        raise UsageError("there is nobody to put on the list", hint="cardscout suppress add ana@firm.example")
    entries = [(kind or "", value, why) for value in wanted]
    # What is no value is refused before any account is opened.
    _ = [read_entry(*entry[:2]) for entry in entries]
    asks = _can_ask(file)

    async def put(everywhere: Everywhere) -> tuple[dict[str, Withdrawal], dict[str, str], list[Suppressed]]:
        meant = entries if kind is not None else await _meant(everywhere, entries, asks=asks)
        if asks and not yes:
            await _ask_to_delete(everywhere, meant)
        keys = [read_entry(*entry[:2]) for entry in meant]
        return await _with_list(everywhere, lambda all_: opt_out(all_, meant), keys)

    done, failed, held = run_everywhere(put)
    if json_:
        output.as_json({"added": [_as_json(one) for one in held], **withdrawal_json(done, failed)})
    else:
        _say_kept_out(held)
    say_withdrawal(done, failed)
    exit_if_left(done, failed)


@suppress.command()
@output.json_option
def withdraw(json_: bool) -> None:
    """Delete comments with findings about anybody on the list, on every board of every account.

    Undo does not bring them back. What cannot be deleted is named, with the reason; and so is what people typed
    about them, which stays.
    """
    done, failed, _ = run_everywhere(lambda here: _with_list(here, lambda all_: opt_out(all_, ()), ()))
    if json_:
        output.as_json(withdrawal_json(done, failed))
    say_withdrawal(done, failed)
    output.say(
        "note: names are erased with the answers: cardscout people held NAME finds cards that have only a name"
    )
    exit_if_left(done, failed)


def _can_ask(file: str | None) -> bool:
    """Return whether the user is at a terminal that the values are not read from."""
    return file != steps.STDIN and sys.stdin.isatty()


async def _meant(
    everywhere: Everywhere, entries: Sequence[tuple[str, str, str]], *, asks: bool
) -> list[tuple[str, str, str]]:
    """Return the entries with a name for each value that several people may share; only the user knows who is meant.

    Args:
        everywhere: The accounts, whose answers may tell who has a value.
        entries: Kind, value and note of each; the kind is guessed.
        asks: Whether the user can be asked.

    Raises:
        UsageError: A value may be shared, and nobody can be asked.
    """
    keys = [read_entry(kind, value) for kind, value, _ in entries]

    async def find(workspace: Workspace) -> list[list[str]]:
        return workspace.suppression.sharers(keys)

    # Two accounts may spell one name differently: only those of one account are several people.
    told = zip(*(await everywhere.each(find)).values(), strict=True)
    known = [max(each, key=len) for each in told] or [[] for _ in keys]
    meant: list[tuple[str, str, str]] = []
    for (kind, value, why), key, names in zip(entries, keys, known, strict=True):
        if len(names) < 2 and not may_be_shared(key):
            meant.append((kind, value, why))
        elif not asks:
            raise _who_is_meant(key[0], value, [safe_line(name) for name in names])
        else:
            meant.append((*_ask_who(key[0], value, names), why))
    return meant


def _ask_who(kind: Kind, value: str, names: Sequence[str]) -> tuple[str, str]:
    """Ask who of those who have a value is meant; return kind and value of the entry for that."""
    from tui.cli.account.questions import line

    output.say(
        f"{_shared_words(value, [safe_line(name) for name in names])}; {_EVERYBODY} is everybody who has it"
    )

    name = line("Who is meant? NAME", default=names[0] if len(names) == 1 else None)
    return (kind, value) if name == _EVERYBODY else ("name", f"{name} at {value}")


def _who_is_meant(kind: Kind, value: str, names: Sequence[str]) -> UsageError:
    who = names[0] if names else "NAME"
    return UsageError(
        _shared_words(repr(value), names),
        hint=f"say who: cardscout suppress add --kind name {quote(f'{who} at {value}')};"
        f" or everybody who has it: --kind {kind} {quote(value)}",
    )


def _shared_words(value: str, names: Sequence[str]) -> str:
    """Return that several people have a value, or may have it."""
    if len(names) > 1:
        return f"{value} is shared by {', '.join(names[:-1])} and {names[-1]}"
    return f"{value} may be that of several people"


async def _with_list(
    everywhere: Everywhere,
    work: Callable[[Everywhere], Awaitable[dict[str, Withdrawal]]],
    keys: Sequence[tuple[Kind, str]],
) -> tuple[dict[str, Withdrawal], dict[str, str], list[Suppressed]]:
    """Run ``work``; return what was withdrawn, which accounts failed, and the list's entries for ``keys``."""

    async def list_(workspace: Workspace) -> list[Suppressed]:
        return workspace.suppression.all()

    done = await work(everywhere)
    listed = next(iter((await everywhere.each(list_)).values()), [])
    held = {(one.kind, one.value): one for one in listed}
    return done, everywhere.failed, [held[key] for key in dict.fromkeys(keys) if key in held]


async def _ask_to_delete(everywhere: Everywhere, entries: Sequence[tuple[str, str, str]]) -> None:
    """Ask on a terminal before comments are deleted.

    Raises:
        Abort: The answer is no; nothing was done.
    """
    known = await known_everywhere(everywhere, entries)
    keys = [read_entry(kind, value) for kind, value, _ in entries]

    async def find(workspace: Workspace) -> list[WithdrawnNote]:
        return workspace.withdrawals.notes(keys, known)

    if where := places(await everywhere.each(find)):
        output.confirm(f"Delete {where}?")


@suppress.command()
@click.argument("values", nargs=-1, required=True, metavar="VALUE...")
@_kind_option
def remove(values: tuple[str, ...], kind: str | None) -> None:
    """Take somebody off the list of every account."""

    async def take(everywhere: Everywhere) -> tuple[list[str | UsageError], dict[str, str]]:
        async def one(workspace: Workspace) -> list[str | UsageError]:
            return [await _remove(workspace, kind or "", value) for value in values]

        # An account that was added later may lack the entry, so the most complete answer counts.
        answers = await everywhere.each(one)
        told = max(answers.values(), key=lambda told: sum(isinstance(x, str) for x in told), default=[])
        return told, everywhere.failed

    told, failed = run_everywhere(take, online=False)
    say_withdrawal({}, failed)
    for text in told:
        if isinstance(text, str):
            output.say(f"taken off the list: {text}")
    missing = [one for one in told if isinstance(one, UsageError)]
    for one in missing[1:]:
        output.print_error(one)
    if missing:
        raise missing[0]
    exit_if_left({}, failed)


async def _remove(workspace: Workspace, kind: str, value: str) -> str | UsageError:
    """Remove one entry from an account's list and return its text, or the error why it cannot be removed."""
    held = workspace.suppression.entry_for(kind, value)
    if held is None:
        return UsageError(f"not on the list: {value}", hint="cardscout suppress list shows it")
    if await workspace.suppression.remove(kind, value):
        return held.text
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
    value = one.shown or one.value
    return {"kind": one.kind, "value": value, "why": one.why, "at": one.at}


def _require_kind(value: str) -> None:
    """Refuse an ambiguous value: half of an e-mail address, or a single name that many people have."""
    from tui.recognise.identifiers.hosts import registrable

    kind, read = guess_kind(value)
    lone = kind == "name" and len(value.split()) < 2  # a name and a surname
    if lone or (kind == "domain" and registrable(read) is None):
        raise UsageError(
            f"{value!r} could be a name, a profile, a domain or half of an e-mail address",
            hint=f"say which: cardscout suppress add --kind name {quote(value)}, or network_slug, or domain",
        )


def _say_kept_out(held: Sequence[Suppressed]) -> None:
    for one in held:
        everybody = one.kind == "name" and one.value.endswith("|")
        output.say(f"kept out: {one.text}{', whoever is called so' if everybody else ''}")
