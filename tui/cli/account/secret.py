"""A secret from the user: typed unseen on a terminal, or read from a pipe, a line each."""

import sys

from tui.cli import output
from tui.cli.account.echo import has_terminal, hidden_line
from tui.secret import Secret

_LONGEST = 10_000


def secret(words: str, *, piped: bool = False) -> Secret:
    """What the user gives for ``words``; "" when a pipe has no more.

    Args:
        words: What is asked for.
        piped: Read it from stdin although that is a terminal.
    """
    if piped or not sys.stdin.isatty():
        return Secret(sys.stdin.readline(_LONGEST).strip())
    return Secret(hidden_line(words).strip())


def passphrase(words: str, *, new: bool, needed: bool = True) -> Secret:
    """A passphrase: asked on the terminal even where stdin is a pipe; without a terminal it is the pipe's next line.

    Args:
        words: What is asked for.
        new: Whether a terminal asks for it twice.
        needed: Whether a terminal asks again after an empty line.
    """
    if not has_terminal():
        return Secret(sys.stdin.readline(_LONGEST).rstrip("\r\n"))
    while True:
        given = Secret(hidden_line(words, needed=needed))
        if not new or hidden_line("The same again") == given.reveal():
            return given
        output.say("The two differ.")
