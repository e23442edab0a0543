"""The ``cardscout`` command line: its root group, which opens the screens when no command is given."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from tui import __version__
from tui.cli import output
from tui.cli.account.chosen import CHOSEN, LOOKS_UP, PROVIDER, WAIT, WANT
from tui.cli.launch import COMPLETE, screens, use_own_time_zone
from tui.errors import UsageError

_UNDECODED = re.compile("[\udc80-\udcff]")
"""What Python makes of a byte that is no text in the encoding of the locale."""

_COMMANDS = {
    "import": "transfer:import_",
    "export": "transfer:export",
    "boards": "boards:boards",
    "board": "boards:board",
    "lists": "lists:lists",
    "list": "lists:list_",
    "cards": "card.cards:cards",
    "card": "card.group:card",
    "agenda": "card.all_accounts:agenda",
    "activity": "card.activity:activity",
    "labels": "labels:labels",
    "label": "labels:label",
    "checklists": "card.checklists:checklists",
    "checklist": "card.checklists:checklist",
    "comments": "card.comments:comments",
    "comment": "card.comments:comment",
    "members": "members:members",
    "member": "members:member",
    "notifications": "notifications:notifications",
    "notification": "notifications:notification",
    "search": "search:search",
    "recognise": "recognise:recognise_",
    "enrich": "enrich.group:enrich",
    "credits": "enrich.credits:credits_",
    "suppress": "privacy.suppress:suppress",
    "people": "privacy.people:people",
    "providers": "account.providers:providers",
    "accounts": "account.accounts:accounts",
    "directory": "directory.commands:directory",
    "rules": "triggers.group:rules",
    "watch": "triggers.watch:watch",
    "api": "call:api",
    "completion": "completion.command:completion",
    "config": "settings:config",
    "serve": "serve:serve",
    "backup": "keep.backup:backup",
    "restore": "keep.backup:restore",
    "doctor": "keep.doctor:doctor",
}
"""Module and name of each command; the module is imported when the command or the overall help is needed."""

# click 8.1 has no such error: it prints the help of a group itself.
_GROUP_ALONE: tuple[type[Exception], ...] = tuple(
    filter(None, (getattr(click.exceptions, "NoArgsIsHelpError", None),))
)


_TYPED = "cardscout.typed"
"""Key of the first words of the command line, in what click keeps of a call."""

_NO_COMMAND = ("No such command", "Got unexpected extra argument")
"""How click's messages begin where a word is no command."""


def _meant(root: click.Context) -> str:
    """Return the commands that were meant by the words that were typed; "" for none."""
    from tui.cli.completion.meant import meant_by  # only for a mistake, because it imports all commands

    typed = root.meta.get(_TYPED, [])
    return meant_by(typed, cli) if typed else ""


def _check_values(command: click.Command) -> None:
    """Make a command take paths as they are typed, and refuse an empty value, as of a script's unset variable.

    An option that means something by an empty value has a type with ``may_be_empty``.
    """
    for parameter in command.params:
        if isinstance(parameter.type, click.Path):
            parameter.type = _TypedPath(parameter.type)
        # An option whose value may be left out has "" for that.
        empty = getattr(parameter.type, "may_be_empty", False) or getattr(parameter, "flag_value", None) == ""
        parameter.callback = _Given(parameter.callback, may_be_empty=empty)


class _TypedPath(click.Path):
    """The type of a path, which may begin with ``~`` in quotes or after ``=`` too, where no shell expands it."""

    def __init__(self, declared: click.Path) -> None:
        vars(self).update(vars(declared))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that was typed."""
        from tui.typed_path import typed_path  # few commands take a path

        path = typed_path(value) if value else ""
        # What needs no home stays as it is: ./- is a file, and a slash at the end means a folder.
        if value.startswith("~"):
            value = f"{path}{os.sep if value.endswith(os.sep) else ''}"
        return super().convert(value, param, ctx)


class _Given:
    """The callback of a parameter, which refuses what no parameter may be."""

    def __init__(
        self, then: Callable[[click.Context, click.Parameter, Any], Any] | None, *, may_be_empty: bool
    ) -> None:
        self._then, self._may_be_empty = then, may_be_empty

    def __call__(self, ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
        """Return the value, or what the parameter's own callback makes of it.

        Raises:
            UsageError: It was given, and is empty, or is a text with bytes that are none in the locale's encoding.
        """
        values = value if isinstance(value, tuple) else (value,)
        texts = (
            [] if isinstance(parameter.type, click.Path) else [one for one in values if isinstance(one, str)]
        )
        if wrong := next(filter(_UNDECODED.search, texts), None):
            readable = _UNDECODED.sub("\ufffd", wrong)
            raise UsageError(f"{readable!r} is no text in UTF-8", hint="convert it first: iconv -t UTF-8")
        given = ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        # Of "" a path is made that is the current folder, and each of these is of a file.
        if (
            not self._may_be_empty
            and given
            and any(one == Path() or (isinstance(one, str) and not one.strip()) for one in values)
        ):
            option = parameter.param_type_name == "option"
            name = parameter.opts[-1] if option else parameter.human_readable_name.strip("[].")
            hint = f"write a value{' or leave it out' if option else ''}: {ctx.command_path} --help"
            raise UsageError(f"{name} {'names no file' if Path() in values else 'is empty'}", hint=hint)
        return value if self._then is None else self._then(ctx, parameter, value)


@cache
def _load(name: str) -> click.Command:
    """Import a command of the root group."""
    module, _, function = _COMMANDS[name].partition(":")
    command: click.Command = getattr(import_module(f"tui.cli.{module}"), function)
    for one in _with_below(command):
        _check_values(one)
    return command


def _with_below(command: click.Command) -> Iterator[click.Command]:
    """Yield a command, and those of its group."""
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                yield from _with_below(below)


class _Commands(click.Group):
    """The root group: imports commands lazily, and turns errors into messages and exit codes."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; a wrong name is refused with the commands that it resembles."""
        ctx.meta[_TYPED] = [word for word in args[:2] if not word.startswith("-")]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # only for a mistake, not at each start

            # click compares only with commands that are imported already: here there are none.
            if near := get_close_matches(args[0], _COMMANDS):
                meant = f"{error.message} Did you mean {' or '.join(map(repr, near))}?"
                raise click.UsageError(meant, ctx) from error
            raise

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = _load(cmd_name)
        if COMPLETE in os.environ:
            from tui.cli.completion.names import complete_names

            complete_names(command, cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        # click itself would exit with 1 on a broken pipe, as if something had failed.
        with output.errors_as_messages():
            try:
                return super().invoke(ctx)
            except UsageError as error:
                # cardscout cards new: a verb was taken for the name of a board.
                typed = ctx.meta.get(_TYPED, [])
                taken = (f"there is no {what} {typed[-1]!r}" for what in ("board", "card"))
                if len(typed) == 2 and str(error).startswith(tuple(taken)) and (hint := _meant(ctx)):
                    error.hint = f"did you mean {hint}? {error.hint}"
                raise

    def main(self, *args: Any, **kwargs: Any) -> Any:
        if COMPLETE in os.environ:
            from tui.cli.completion.bash import install
            from tui.cli.completion.names import NameType

            install()
            next(one for one in self.params if one.name == "account").type = NameType("accounts")
            next(one for one in self.params if one.name == "board").type = NameType("boards")
        use_own_time_zone()
        with output.errors_as_messages(), _report_usage_errors():
            code = super().main(*args, **kwargs | {"standalone_mode": False})
        sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _report_usage_errors() -> Iterator[None]:
    """Turn click's usage errors into a message and an exit code."""
    try:
        yield
    except click.ClickException as error:
        if isinstance(error, _GROUP_ALONE):
            # The help answers whoever named a group without a command: it is no error, and no line of it is cut.
            output.say(error.format_message())
            raise SystemExit(error.exit_code) from error
        output.say(f"error: {output.shorten(error.format_message())}")
        context = getattr(error, "ctx", None)
        help_ = f"{context.command_path if context else 'cardscout'} --help"
        wrong = context is not None and error.format_message().startswith(_NO_COMMAND)
        meant = _meant(context.find_root()) if context is not None and wrong else ""
        output.say(f"hint: {meant or help_}")
        raise SystemExit(error.exit_code) from error
    except click.Abort as error:
        raise SystemExit(output.INTERRUPTED) from error


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("--board", metavar="BOARD", help="Open this board: name, id, short link or URL.")
@click.option("--account", metavar="NAME", help="Of this account; see cardscout accounts.")
@click.option("--wait", is_flag=True, help="Wait where the service asks for a pause, until it goes on.")
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
@click.version_option(__version__, prog_name="cardscout")
@click.pass_context
def cli(context: click.Context, board: str | None, account: str | None, wait: bool, no_mouse: bool) -> None:
    """Boards in the terminal, with the people and companies on the cards looked up as you work.

    Without a command it opens the screens.
    """
    CHOSEN.set(account)
    PROVIDER.set(None)
    LOOKS_UP.set(False)
    WANT.set(None)
    WAIT.set(wait)
    if context.invoked_subcommand is not None:
        if board is not None or no_mouse:
            raise click.UsageError("--board and --no-mouse go with no command", context)
        return
    context.exit(screens(board, mouse=not no_mouse))


_check_values(cli)
