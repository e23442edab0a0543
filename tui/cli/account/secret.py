"""A secret from the user: typed unseen on a terminal, or read from a pipe, a line each."""

import sys
from pathlib import Path

import click

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
    return Secret(str(click.prompt(words, hide_input=True, err=True)).strip())


def passphrase(words: str, *, new: bool) -> Secret:
    """A passphrase: asked on the terminal even where stdin is a pipe; without a terminal it is the pipe's next line.

    Args:
        words: What is asked for.
        new: Whether a terminal asks for it twice.
    """
    if not has_terminal():
        return Secret(sys.stdin.readline(_LONGEST).rstrip("\r\n"))
    return Secret(str(click.prompt(words, hide_input=True, confirmation_prompt=new, err=True)))


def has_terminal() -> bool:
    """Whether somebody can be asked, also where stdin is a pipe."""
    if sys.stdin.isatty():
        return True
    try:
        with Path("/dev/tty").open("rb+", buffering=0):
            return True
    except OSError:
        return False
