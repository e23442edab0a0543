"""Completion in bash: names with spaces, colons and quotes are completed as they are typed there."""

from __future__ import annotations

import os
import re
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

_SCRIPT = """\
%(complete_func)s() {
    local kind value
    COMPREPLY=()
    while IFS=$'\\t' read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE=$COMP_LINE COMP_POINT=$COMP_POINT COMP_TYPE=$COMP_TYPE COMP_CURRENT=$2 \\
        %(complete_var)s=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

_LIST = "63"
"""The ``COMP_TYPE`` of a list of all candidates, which is only shown."""

_WORD = re.compile(r"""(?:[^\s\\'"]|\\.|\\$|'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|\\?$))+""", re.DOTALL)
_PLAIN = re.compile(r"[\w@%+=:,./-]", re.ASCII)


class QuotingBash(BashComplete):
    """Completion in bash by the line itself: bash splits its words at colons, and quotes nothing."""

    source_template = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the incomplete word at it."""
        if "COMP_LINE" not in os.environ:
            return super().get_completion_args()
        line, word = self._line()
        return split_arg_string(line[: len(line) - len(word)])[1:], "".join(split_arg_string(word))

    def format_completion(self, item: CompletionItem) -> str:
        """Format a candidate as the replacement of the part of the word that bash knows."""
        if "COMP_LINE" not in os.environ:
            return super().format_completion(item)
        _, word = self._line()
        value = _quoted(str(item.value), word[:1] if word[:1] in {"'", '"'} else "")
        current = os.environ.get("COMP_CURRENT", "")
        known = word.removesuffix(current) if word[:1] not in {"'", '"'} else ""
        value = value.removeprefix(known)
        if item.help and os.environ.get("COMP_TYPE") == _LIST:
            value = f"{value}  {item.help}"
        return f"{item.type}\t{value}"

    @staticmethod
    def _line() -> tuple[str, str]:
        """Return the line up to the cursor, and its last word as it was typed."""
        line = os.environ["COMP_LINE"].encode()[: int(os.environ["COMP_POINT"])].decode(errors="ignore")
        words = [found[0] for found in _WORD.finditer(line) if found.end() == len(line)]
        return line, words[0] if words else ""


def _quoted(value: str, within: Any) -> str:
    """Quote ``value`` for bash, outside of quotes or ``within`` the quotes that the user has opened."""
    match within:
        case "'":
            return value.replace("'", "'\\''")
        case '"':
            return re.sub(r'(["\\$`])', r"\\\1", value)
        case _:
            return "".join(char if _PLAIN.match(char) or ord(char) > 127 else f"\\{char}" for char in value)


def install() -> None:
    """Use this completion for bash in place of click's."""
    add_completion_class(QuotingBash)
