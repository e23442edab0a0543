"""The command line: parse, and hand over. Without a command it opens the screens."""

import gc
import os
import sys
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from tui import __version__
from tui.cli import output
from tui.errors import CardscoutError, UsageError

_COMMANDS = {
    "import": "transfer:import_",
    "export": "transfer:export",
    "boards": "boards:boards",
    "lists": "lists:lists",
    "list": "lists:list_",
    "cards": "cards:cards",
    "card": "cards:card",
    "labels": "labels:labels",
    "label": "labels:label",
    "checklist": "checklists:checklist",
    "recognise": "recognise:recognise_",
    "enrich": "enrich:enrich",
    "credits": "enrich:credits_",
    "api": "call:api",
}
"""Where each command is; its module is imported when it is asked for, or when help lists them all."""


class _Commands(click.Group):
    """Commands that are imported late, and errors that become words in one place."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"tui.cli.{module}"), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        # click would end a broken pipe with 1, as if something had failed.
        with output.guarded():
            return super().invoke(ctx)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        with output.guarded():
            code = super().main(*args, **kwargs | {"standalone_mode": False})
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("--board", metavar="BOARD", help="Open this board: name, id, short link or URL.")
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
@click.version_option(__version__, prog_name="cardscout")
@click.pass_context
def cli(context: click.Context, board: str | None, no_mouse: bool) -> None:
    """Boards in the terminal, with the people and companies on the cards looked up as you work.

    Without a command it opens the screens.
    """
    if context.invoked_subcommand is not None:
        if board is not None or no_mouse:
            raise click.UsageError("--board and --no-mouse go with no command", context)
        return
    _refuse_no_terminal()
    context.exit(_screens(board, mouse=not no_mouse))


def main() -> None:
    """The program ``cardscout``."""
    sys.excepthook = _crashed
    cli(prog_name="cardscout")


def _crashed(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Say in a line what no code of ours expected, and leave the rest in the crash file."""
    from tui.settings.logs import write_crash
    from tui.settings.paths import Paths

    output.say(f"error: Cardscout failed on {kind.__name__}; this is a fault of ours")
    try:
        path = Paths.open().crash_file
        write_crash(path, error, about=f"cardscout {__version__}, Python {sys.version}, {sys.platform}")
    except CardscoutError as failure:
        output.complain(failure)
    else:
        output.say(f"hint: the details are in {path}")


def _refuse_no_terminal() -> None:
    """See that there is a terminal to draw on, before anything is imported or drawn."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError(
            "the screens need a terminal, and this is a pipe or a file",
            hint="cardscout boards, cards, export … write plain text and JSON; see cardscout --help",
        )
    if os.environ.get("TERM", "") in {"", "dumb", "unknown"}:
        raise UsageError(
            f"the terminal (TERM={os.environ.get('TERM', '')!r}) cannot place a cursor",
            hint="set TERM, for example to xterm-256color, or use cardscout boards, cards, export …",
        )


def _screens(board: str | None, *, mouse: bool) -> int:
    """Open the screens; returns the exit code.

    The collector is off while the toolkit's modules come in: they are never garbage, and looking at them
    again and again takes a twentieth of the start.
    """
    gc.disable()
    # Looking for plug-ins of the value library reads the metadata of every package here: 6 ms, and there are none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if "SSH_CONNECTION" not in os.environ:
        # Twice the toolkit's frames: halves the wait of a key that comes close after another.
        os.environ.setdefault("TEXTUAL_FPS", "120")
    from tui.cli.screens import open_screens

    return open_screens(board, mouse=mouse)
