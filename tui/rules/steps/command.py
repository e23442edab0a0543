"""Commands of rules: checks that no text of a card can be run as a program, or read as an option."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.rules.template import fields_in
from tui.settings.table import validation_error

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERPRETERS = frozenset(
    {
        "sh", "ash", "bash", "dash", "rbash", "ksh", "mksh", "yash", "zsh", "csh", "tcsh", "fish",
        "pwsh", "powershell", "python", "pypy", "ipython", "perl", "ruby", "irb", "node", "nodejs",
        "deno", "bun", "php", "lua", "luajit", "awk", "gawk", "mawk", "nawk", "sed", "tclsh", "wish",
        "expect", "osascript", "rscript", "julia", "elixir", "groovy", "guile",
    }
)  # fmt: skip
"""Shells and other programs that run a script; a version after the name (``python3.12``) is the same program."""

STARTERS = frozenset(
    {
        "busybox", "bunx", "chroot", "chrt", "doas", "env", "eval", "exec", "flock", "ionice", "nice",
        "nohup", "npx", "nsenter", "parallel", "pnpx", "runuser", "script", "setpriv", "setsid", "ssh",
        "stdbuf", "strace", "su", "sudo", "systemd-run", "taskset", "time", "timeout", "unshare", "uvx",
        "watch", "xargs",
    }
)  # fmt: skip
"""Programs that start another program named in their arguments, or pass their arguments to a shell."""

_SUBCOMMANDS = frozenset({"deno", "bun"})
"""Interpreters whose script comes after a word such as ``run``."""

_VERSION = re.compile(r"[-.\d]*$")

_BEFORE_SCRIPT = re.compile(r"--|-[A-NP-Za-np-z]*[cefmnpux]")
"""Options that are followed only by the script; after any other option there may be a value (``-o pipefail``,
``-F ,``)."""

_PERL_FILES = re.compile(r"-[A-Za-z0-9]*[np]")
"""Options with which perl opens its arguments as files, and runs one that ends in a bar."""

_STDIN = re.compile(r"-|/dev/(stdin|fd/0)")
_SHELL_STDIN = re.compile(r"-[abd-zA-Z]*s[abd-zA-Z]*")

_OWN_ARGUMENT = 'put the script or its file before it: ["sh", "-c", "echo \\"$1\\"", "sh", "{card.name}"]'
_READ_IT = "or leave it out: the event is the program's standard input"


def checked_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``command`` unchanged if no text of an event can be run by it, or become an option.

    Raises:
        PydanticCustomError: A field stands where it would, or an interpreter would run the event.
    """
    for program in command[:1]:
        _check_program(program)
    for place, word in enumerate(command[1:], 1):
        for name in fields_in(word)[:1]:
            _check_field(f"{{{name}}}", command, place)
    _check_input(command)
    return command


def check_arguments(command: Sequence[str], arguments: Sequence[str]) -> None:
    """Check the arguments of a command after the fields are filled in.

    Raises:
        UsageError: A field's value makes an argument begin with a dash.
    """
    scripted = any(_is_interpreter(word) for word in command)
    for place, (written, argument) in enumerate(zip(command[1:], arguments, strict=True), 1):
        ended = "--" in command[1:place] and not scripted
        if argument.startswith("-") and not written.startswith("-") and not ended:
            word = 'begin the argument with a word, such as "card {card.name}"'
            dashes = "" if scripted else ', or write "--" before it where the program knows that'
            raise UsageError(f"{argument[:40]!r} would be an option", hint=word + dashes)


def _check_program(program: str) -> None:
    for name in fields_in(program):
        raise validation_error(
            f": {{{name}}} would choose the program", "write the program itself first, and fields after it"
        )


def _check_input(command: Sequence[str]) -> None:
    """Refuse an interpreter without a script, because it would run the event on its standard input."""
    for place, word in enumerate(command):
        if _is_interpreter(word):
            if not _words(word, command[place + 1 :]):
                raise validation_error(
                    f": {_name(word)} is given no script, and would run the event",
                    'name the script\'s file, or write the script after -c: ["sh", "-c", "cat >> log"]',
                )
            return
        # ``sudo -u ada``, ``timeout 5s``, ``env A=1`` start the following word; after any other word it is an
        # argument.
        is_value = place > 0 and (command[place - 1].startswith("-") or word[:1].isdigit() or "=" in word)
        if not (_is_starter(word) or word.startswith("-") or is_value):
            return


def _check_field(field: str, command: Sequence[str], place: int) -> None:
    word, before = command[place], command[place - 1]
    if _is_starter(command[0]):
        raise validation_error(
            f": {_name(command[0])} would start what {field} says, or hand it to a shell",
            f"start the program itself, {_READ_IT}",
        )
    if re.match(r"-+\{[^{]", word):
        raise validation_error(
            f": {field} would choose the option", 'write the option: "--title={card.name}"'
        )
    for at in range(place):
        if not _is_interpreter(command[at]):
            continue
        between = command[at + 1 : place]
        scripts = sum(sure for _, sure in _words(command[at], between))
        if (
            scripts < (2 if _plain(command[at]) in _SUBCOMMANDS else 1)
            or word.startswith(("-", "+"))
            or before.startswith(("-", "+"))
            or (_plain(command[at]) == "perl" and any(map(_PERL_FILES.match, between)))
        ):
            raise validation_error(
                f": {field} stands where {_name(command[at])} reads a script or an option",
                f"{_OWN_ARGUMENT}, {_READ_IT}",
            )


def _words(program: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the words after an interpreter that are no options, and whether each surely is no option's value.

    The first of these is the script, or its file. There are none if the script is read from standard input.
    """
    found, before = list[tuple[str, bool]](), ""
    for word in words:
        reads = _STDIN.fullmatch(word) or (_plain(program).endswith("sh") and _SHELL_STDIN.fullmatch(word))
        if reads and not found:
            return []
        if not word.startswith(("-", "+")) and not fields_in(word):
            is_after_option = before.startswith(("-", "+"))
            found.append((word, not is_after_option or _BEFORE_SCRIPT.fullmatch(before) is not None))
        before = word
    return found


def _is_interpreter(word: str) -> bool:
    return _plain(word) in INTERPRETERS


def _is_starter(word: str) -> bool:
    return _plain(word) in STARTERS


def _name(word: str) -> str:
    return word.rpartition("/")[2]


def _plain(word: str) -> str:
    """Return a program's name without its folder and its version."""
    return _VERSION.sub("", _name(word).casefold().removesuffix(".exe"))
