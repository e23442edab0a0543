"""``cardscout completion``: the script for a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tui.cli import steps
from tui.cli.completion.bash import install
from tui.cli.launch import COMPLETE


@click.command(
    epilog=steps.example(
        'eval "$(cardscout completion bash)"    # in ~/.bashrc',
        'eval "$(cardscout completion zsh)"     # in ~/.zshrc',
        "cardscout completion fish | source     # in ~/.config/fish/config.fish",
    )
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes commands, options and names in SHELL.

    Names of boards, lists, labels, members and cards are those that were read on this machine.
    """
    install()
    if (kind := get_completion_class(shell)) is not None:
        root = context.find_root()
        click.echo(kind(root.command, {}, "cardscout", COMPLETE).source(), nl=False)
