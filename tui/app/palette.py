"""The command palette: the commands of a screen as lines to choose from."""

from collections.abc import Sequence

from tui.app.commands.command import Choice, Context, Keymap, show_key


def lines(keymap: Keymap, context: Context) -> Sequence[Choice]:
    """List the commands of ``keymap``: first those that can run, then the others, each with the reason."""
    able: list[Choice] = []
    unable: list[Choice] = []
    for name, command in keymap.commands.items():
        keys = "  ".join(show_key(key) for key in keymap.keys_of(name))
        if (reason := command.refuse(context)) is None:
            able.append(Choice(name, command.label(), keys))
        else:
            unable.append(Choice(name, command.label(), f"{keys} · {reason}"))
    return [*able, *unable]
