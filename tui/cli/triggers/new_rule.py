"""``cardscout rules new`` and ``rules delete``: a rule from the words of a command line, and out of the file again."""

from __future__ import annotations

import shlex
import tomllib
from typing import TYPE_CHECKING, Any, Literal, get_origin, get_type_hints

import click

from tui.cli import output, steps
from tui.cli.account.chosen import CHOSEN
from tui.cli.online.work import fetch_board
from tui.cli.session import run
from tui.cli.triggers.begin import begin_rule
from tui.cli.triggers.names import cannot_work
from tui.cli.triggers.rules import as_json, find_rule, notes
from tui.clock import SystemClock
from tui.errors import StoreError, UsageError
from tui.rules.actions import ACTIONS, split_items
from tui.rules.edit import add
from tui.rules.edit import delete as delete_rule
from tui.rules.file import check_rule, read_rules
from tui.rules.names import CANNOT
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tui.model.board import Board
    from tui.workspace import Workspace


_WHEN = (
    ("board", "BOARD", "On this board; every board unless given."),
    ("list", "LIST", "Only cards of this list."),
    ("to", "LIST", "With Card Moved: only to this list."),
    ("from", "LIST", "With Card Moved: only from this list."),
    ("card", "CARD", "Only this card: id, short link or URL."),
    ("label", "LABEL", "Only this label put on a card."),
    ("member", "WHO", "Only this member put on a card, or me."),
    ("activity", "TYPE", "Only actions of this type."),
    ("property", "NAME", "Only updates of this property."),
)
"""The keys of ``when`` that may have several values, with the metavar and the help of their options."""


def _when_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of ``_WHEN`` to a command, which gets them by their key."""
    for key, metavar, help_ in reversed(_WHEN):
        add_option = click.option(f"--{key}", key, multiple=True, metavar=metavar, help=help_)
        command = add_option(command)
    return command


@click.command(
    epilog=steps.example(
        'cardscout rules new "Won is told" --when "Card Moved" --board Pipeline \\',
        "  --to Won --do 'comment text=\"{card.name} is won\"' --do 'label label=new'",
    )
)
@click.argument("name")
@click.option(
    "--when", "trigger", metavar="TRIGGER", required=True, help="Its trigger, such as Card Moved or New Card."
)
@_when_options
@click.option(
    "--before", type=click.IntRange(0), metavar="MINUTES", help="With a reminder: before the due date."
)
@click.option("--if", "condition", default="", metavar="FILTER", help="Only for cards that pass this filter.")
@click.option("--filter", "saved", metavar="NAME", help="Only for cards that pass this saved filter.")
@click.option(
    "--do",
    "actions",
    metavar="STEP",
    multiple=True,
    required=True,
    help="What is done: a step and its values, key=value; may be repeated, in order.",
)
@click.option("--off", is_flag=True, help="Make it, and leave it off.")
@output.json_option
def new(
    name: str,
    trigger: str,
    before: int | None,
    condition: str,
    saved: str | None,
    actions: tuple[str, ...],
    off: bool,
    json_: bool,
    **chosen: tuple[str, ...],
) -> None:
    """Add the rule NAME at the end of rules.toml, and print its name.

    docs/rules.md has the triggers, the steps and their values. A list of several is divided by ; or written ["a", "b"];
    the command of run is divided as in a shell.
    Nothing is written if the rule is wrong, or names what no board has; --off writes such a rule for later.
    """
    path = Paths.open().rules_file
    account = CHOSEN.get()
    if boards := chosen["board"]:
        run(lambda workspace: _check_names(workspace, boards, chosen["to"]))
    table = _given(
        name=name,
        enabled=False if off else None,
        account=account or None,
        when=_given(
            trigger=trigger, **{key: _one_or_all(names) for key, names in chosen.items()}, before=before
        ),
        **{"if": condition or None, "filter": saved},
        do=[_step(text) for text in actions],
    )
    if any(rule.name == name for rule in read_rules(path).rules):
        raise UsageError(f"there is a rule {name!r} already", hint="take another name, or delete that one")
    wrong = _wrong_names(table)
    if wrong and not off:
        raise UsageError(f"the rule {CANNOT}: {wrong}", hint="make it first, or write the rule with --off")
    since = SystemClock().now()
    add(path, table)
    rule_file = read_rules(path)
    rule = find_rule(rule_file, name)
    if rule.enabled:
        try:
            begin_rule(rule, since, anew=True)
        except StoreError:
            delete_rule(path, name)
            raise
    if json_:
        output.as_json(as_json(rule, rule_file.lines[name], None))
    else:
        output.text(name)
    cannot = [f"it {CANNOT} yet: {wrong}"] if wrong else []
    for note in (*notes(rule), *cannot, "the screens do it while they are open, or cardscout watch --rules"):
        output.say(f"note: {note}")


@click.command()
@click.argument("name")
@steps.yes_option
@output.json_option
def delete(name: str, yes: bool, json_: bool) -> None:
    """Delete the rule NAME from rules.toml; what it did stays done.

    rules off NAME keeps it for later.
    """
    path = Paths.open().rules_file
    find_rule(read_rules(path), name)
    steps.confirm_deletion("rule", name, "What it did stays done.", yes=yes)
    delete_rule(path, name)
    if json_:
        output.as_json(steps.deleted(name))


def _given(**values: Any) -> dict[str, Any]:
    """Return the values of a table that are not None, as the file has no others."""
    return {key: value for key, value in values.items() if value is not None}


def _one_or_all(names: Sequence[str]) -> str | list[str] | None:
    """Return names as they are written in the file: one alone, several as a list, None for none."""
    return list(names) if len(names) > 1 else next(iter(names), None)


async def _check_names(workspace: Workspace, boards: Sequence[str], lists: Sequence[str]) -> None:
    """Check that the boards are there, and the lists on them.

    Raises:
        UsageError: One of them is not; the hint says what there is.
    """
    for board in boards:
        found: Board = await fetch_board(workspace, board, cards=False)
        for name in lists if len(boards) == 1 else ():
            workspace.names.list(found.id, name)


def _wrong_names(table: Mapping[str, Any]) -> str:
    """Return why a rule cannot work, as far as the boards are known here; "" if it can, or is no rule at all."""
    try:
        rule = check_rule(table)
    except UsageError:
        # Told when it is written, which is refused.
        return ""
    return cannot_work(Paths.open(), [rule]).get(rule.name, "")


def _step(text: str) -> dict[str, Any]:
    """Return a step as it is written in the file, from ``create card board=Team list=Doing name="{card.name}"``.

    Raises:
        UsageError: A quote is not closed, or a value has no key.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--do {text!r}: {error}", hint="close the quote") from error
    at = next((place for place, word in enumerate(words) if "=" in word), len(words))
    step: dict[str, Any] = {"step": " ".join(words[:at])}
    for word in words[at:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise UsageError(
                f"--do: {word!r} belongs to no key", hint="write key=value, and quote a value that has blanks"
            )
        if key in step:
            raise UsageError(f"--do: {key} is given twice", hint="write one --do for each")
        step[key] = _value(step["step"], key, value)
    return step


def _value(step: str, key: str, text: str) -> Any:
    """Return a value as the file has it: a text where the step takes one, else a number, a list or a truth."""
    if step not in ACTIONS:
        return text
    form = ACTIONS[step]
    wanted = get_type_hints(form.step).get(key, str)
    is_list = get_origin(wanted) is tuple
    if wanted is str or get_origin(wanted) is Literal:
        return text
    if not is_list and text in {"yes", "no"}:
        return text == "yes"
    if not is_list or text.startswith("["):
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            if not is_list:
                return text
    reads = (field.read for field in form.fields if field.key == key and field.kind == "text")
    return next(reads, split_items)(text)
