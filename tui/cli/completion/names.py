"""Completion of the names of accounts, providers, boards, lists, labels, members and cards.

Only the settings and the account's store are read: no service is asked, and nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, cast

import click
from click.shell_completion import CompletionItem

from tui.cli.account.chosen import ACCOUNT
from tui.errors import CardscoutError
from tui.presentation.safe_text import sanitize
from tui.settings.config import read_document
from tui.settings.paths import config_file, store_file
from tui.store_names import NamedNoun, StoredName, board_of, read_names

if TYPE_CHECKING:
    from pathlib import Path

Named = Literal["accounts", "providers", "closed boards", "archived lists", "archived cards"] | NamedNoun

_BY_PARAMETER: dict[str, Named] = {
    "account": "accounts", "accounts": "accounts", "attachment": "attachments", "board": "boards",
    "board_": "boards", "boards": "boards", "card": "cards", "card_": "cards", "checklist_": "checklists",
    "item": "items", "label_": "labels", "labels": "labels", "labels_": "labels", "list_": "lists", "members": "members",
    "old": "lists", "to": "lists", "to_board": "boards", "who": "members",
}  # fmt: skip
"""The kind of thing that a parameter names, by the parameter's name."""

_BY_COMMAND: dict[tuple[str, str], Named | None] = {
    ("accounts check", "name"): "accounts",
    ("accounts login", "name"): "accounts",
    ("accounts remove", "name"): "accounts",
    ("accounts rename", "name"): "accounts",
    ("accounts use", "name"): "accounts",
    ("board open", "board_"): "closed boards",
    ("card restore", "card_"): "archived cards",
    ("checklist add", "item"): None,
    ("checklist add", "member"): "members",
    ("enrich cards", "cards"): "cards",
    ("list archive", "name"): "lists",
    ("list archive-cards", "name"): "lists",
    ("list limit", "name"): "lists",
    ("list move", "name"): "lists",
    ("list move-cards", "name"): "lists",
    ("list restore", "name"): "archived lists",
    ("providers check", "name"): "providers",
    ("providers remove", "name"): "providers",
    ("providers use", "names"): "providers",
    ("serve key", "account"): None,
    ("watch", "cards"): "cards",
    ("watch", "lists"): "lists",
}
"""The kind of thing that a parameter of a command names, if its name alone is ambiguous."""


class NameType(click.types.StringParamType):
    """A parameter that names a stored thing, and is completed from the store."""

    name = "text"

    def __init__(self, named: Named) -> None:
        self._named = named

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so, in any case; of cards the ids, also by a part of the title."""
        with suppress(CardscoutError):
            return list(_items(self._named, ctx, param, incomplete))
        return []


def complete_names(command: click.Command, path: str) -> None:
    """Add completion of names to the parameters of a command and its sub-commands.

    Args:
        command: The command.
        path: Its words: ``card move``.
    """
    _forget_open_option(command)
    for param in command.params:
        called = (path, param.name or "")
        named = _BY_COMMAND.get(called, _BY_PARAMETER.get(param.name or ""))
        # A path that has such a name is none, unless the command says so.
        if named is not None and (param.type is click.STRING or called in _BY_COMMAND):
            param.type = NameType(named)
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            complete_names(below, f"{path} {name}".strip())


def _forget_open_option(command: click.Command) -> None:
    """Make ``command`` parse the words before an option whose value is being typed; click would parse none."""
    parse = command.parse_args
    options = {
        name
        for one in command.params
        if isinstance(one, click.Option) and not one.is_flag
        for name in one.opts
    }

    def parse_args(ctx: click.Context, args: list[str]) -> list[str]:
        return parse(ctx, args[:-1] if args and args[-1] in options else args)

    command.parse_args = parse_args  # type: ignore[method-assign]  # for this completion alone


def _items(named: Named, ctx: click.Context, param: click.Parameter, typed: str) -> Iterator[CompletionItem]:
    wanted = typed.casefold()
    for thing in _things(named, ctx, param, typed):
        if named in {"cards", "archived cards"}:
            if not thing.id.startswith("-"):
                yield CompletionItem(thing.id, help=sanitize(thing.name))
        elif thing.name.casefold().startswith(wanted) and _is_typable(thing.name):
            yield CompletionItem(thing.name, help=sanitize(thing.more) or None)


def _is_typable(name: str) -> bool:
    """Return whether a name can be typed as an argument, and shown in a terminal."""
    return bool(name) and not name.startswith("-") and sanitize(name) == name


def _things(named: Named, ctx: click.Context, param: click.Parameter, typed: str) -> list[StoredName]:
    if named in {"accounts", "providers"}:
        names = [*read_document(config_file()).get(named, {})]
        return [StoredName(id=name, name=name) for name in ([ACCOUNT] if named == "accounts" else []) + names]
    closed, noun = " " in named, cast("NamedNoun", named.rpartition(" ")[2])
    path = store_file(_account(ctx))
    return read_names(path, noun, _of(path, noun, ctx, param), typed=typed, closed=closed)


def _of(path: Path, noun: NamedNoun, ctx: click.Context, param: click.Parameter) -> str:
    """Return the board, or for parts of a card the card, that the line names already."""
    card = _given(ctx, "card_", "card")
    if noun in {"checklists", "items", "attachments"}:
        return card
    if noun == "boards" or (noun == "members" and ctx.command_path.endswith("member add")):
        return ""
    target = _given(ctx, "to_board") if param.name == "to" else ""
    return target or _given(ctx, "board", "board_", "boards") or (board_of(path, card) if card else "")


def _given(ctx: click.Context, *names: str) -> str:
    """Return the first value on the line of one of some parameters; "" for none."""
    values = [
        value[0] if isinstance(value, tuple) else value for name in names if (value := ctx.params.get(name))
    ]
    return str(values[0]) if values else ""


def _account(ctx: click.Context) -> str:
    """Return the name of the account that the line refers to."""
    named: Any = ctx.find_root().params.get("account") or os.environ.get("CARDSCOUT_ACCOUNT")
    if named is None and "CARDSCOUT_BOARD_URL" in os.environ:
        from tui.settings.environment_account import from_environment

        account = from_environment()
        return ACCOUNT if account is None else account.name
    return str(named or read_document(config_file()).get("account") or ACCOUNT)
