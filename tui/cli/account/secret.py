"""Secrets from the user: from a hidden terminal prompt, or from a pipe with one per line, or from a file."""

from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.account.echo import has_terminal, hidden_line
from tui.errors import CredentialError, UsageError
from tui.secret import NOTHING, Secret

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tui.settings.accounts import Keeper

_LONGEST = 10_000
_OTHERS = 0o077


def secret_keeper(*, in_vault: bool, command: str | None) -> Keeper:
    """Return where to store a secret according to --vault and --command; in the keyring without them.

    Raises:
        UsageError: Both options were given.
    """
    if in_vault and command is not None:
        raise UsageError("--vault and --command are two places", hint="give one of them")
    if in_vault:
        return "vault"
    return "keyring" if command is None else "command"


def secret(words: str, *, piped: bool = False) -> Secret:
    """Prompt with ``words`` for a secret, or read the pipe's next line; "" at the pipe's end.

    Args:
        words: The prompt.
        piped: Read from stdin even if it is a terminal.
    """
    if piped or not sys.stdin.isatty():
        return Secret(bare(sys.stdin.readline(_LONGEST)))
    return Secret(hidden_line(words).strip())


def bare(line: str) -> str:
    """Return a secret without white space around it, and without the byte order mark of a file."""
    return line.removeprefix("\ufeff").strip()


def passphrase(words: str, *, new: bool, needed: bool = True) -> Secret:
    """Prompt for a passphrase on the terminal even if stdin is a pipe; without a terminal read the pipe.

    Args:
        words: The prompt.
        new: Whether it is for a new vault: a terminal asks for it twice, if it is long enough.
        needed: Whether a terminal asks again after an empty line.

    Raises:
        CredentialError: The vault exists, but there is neither a terminal nor a line in the pipe; or a new one
            that was typed is too short.
    """
    if not has_terminal():
        line = sys.stdin.readline(_LONGEST)
        if not line and not new:
            raise CredentialError(
                "the passphrase of the vault is needed, and there is no terminal to ask for it on",
                hint="Pipe it in, unless the command reads the pipe for something else, or give what is in the vault:"
                " CARDSCOUT_ENRICH_KEY for a provider, CARDSCOUT_BOARD_TOKEN for an account.",
            )
        return Secret(line.rstrip("\r\n"))
    if not new:
        return Secret(hidden_line(words, needed=needed))
    from tui.settings.vault import checked

    return typed_twice(words, checked)


def typed_twice(words: str, check: Callable[[Secret], object]) -> Secret:
    """Prompt for a new secret until it is typed the same twice; what is wrong with it is told after the first time.

    Args:
        words: The prompt.
        check: Raises an error if the secret cannot be used.
    """
    while True:
        given = Secret(hidden_line(words))
        _ = check(given)
        if hidden_line("The same again") == given.reveal():
            return given
        output.say("The two differ.")


def read_secret_file(path: Path | None, *, public: bool = False) -> Secret:
    """Read a secret, or what others may know, from a file, without surrounding whitespace; "" without a path."""
    if path is None:
        return NOTHING
    try:
        if not public and path.stat().st_mode & _OTHERS and stat.S_ISREG(path.stat().st_mode):
            output.say(f"note: {path} can be read by others on this machine: chmod 600 {path}")
        with path.open(encoding="utf-8", errors="replace") as file:
            return Secret(bare(file.read(_LONGEST)))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
