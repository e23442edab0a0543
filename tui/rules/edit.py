"""Edits of ``rules.toml``: switching a rule on and off, adding and deleting one; comments and order are kept."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tui.errors import UsageError
from tui.rules.file import parse_rules
from tui.settings.config import edit_document, edit_text
from tui.toml_lines import TomlLines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_HEADER = re.compile(r"\s*\[\[\s*rule\s*\]\]")
"""The line at which a rule begins."""

_ABOVE = re.compile(r"\s*(#.*)?$")
"""A line that is blank, or has only a comment."""


def switch(path: Path, name: str, *, on: bool) -> None:
    """Switch a rule on or off.

    Raises:
        UsageError: There is no such rule, or the file cannot be read or written.
    """

    def put(document: Any) -> None:
        tables = _tables(path, document)
        table = next((one for one in tables if one.get("name") == name), None)
        if table is None:
            names = ", ".join(repr(str(one.get("name"))) for one in tables)
            raise UsageError(f"there is no rule {name!r}", hint=f"there are {names or 'none'}")
        if on:
            table.pop("enabled", None)
        else:
            table["enabled"] = False

    edit_document(path, put)


def add(path: Path, rule: Mapping[str, Any]) -> None:
    """Add a rule at the end of the file, which is created if it is missing.

    Raises:
        UsageError: The rule is invalid, or the file cannot be read or written.
    """
    import tomlkit
    from tomlkit.items import AoT

    def put(document: Any) -> None:
        before = _mistakes(document)
        _tables(path, document)
        tables = document.setdefault("rule", tomlkit.aot())
        if not isinstance(tables, AoT):
            raise UsageError(
                f"{path} has its rules in one list", hint="write each below a [[rule]] of its own"
            )
        tables.append(_as_table(rule))
        # A mistake in another rule was there before, and is reported elsewhere with its line.
        # A key that does not exist explains one that is missing: text, where txt is written.
        new = sorted(_mistakes(document) - before, key=lambda each: ("no such key" not in each[0], each))
        for what, hint in new[:1]:
            raise UsageError(f"the rule cannot be added: {what}", hint=hint)

    edit_document(path, put)


def delete(path: Path, name: str) -> None:
    """Delete a rule, with the comment directly above it, and below the last; the rest of the file stays as it is.

    Raises:
        UsageError: There is no such rule, or the file cannot be read or written.
    """

    def cut(text: str) -> str:
        found = parse_rules(text)
        if name not in found.lines:
            names = ", ".join(repr(rule.name) for rule in found.rules)
            raise UsageError(f"there is no rule {name!r}", hint=f"there are {names or 'none'}")
        lines = text.splitlines(keepends=True)
        begin = found.lines[name] - 1
        if _HEADER.match(lines[begin]) is None:
            raise UsageError(f"{path} has its rules in one list", hint="delete it there, in your editor")
        end = _end(lines, begin)
        while begin and lines[begin - 1].startswith("#"):
            begin -= 1
        if (
            end < len(lines)
            and not lines[end].strip()
            and not "".join(lines[max(0, begin - 1) : begin]).strip()
        ):
            end += 1
        left = "".join([*lines[:begin], *lines[end:]])
        if [rule.name for rule in parse_rules(left).rules] != [
            rule.name for rule in found.rules if rule.name != name
        ]:
            raise UsageError(
                f"{name!r} cannot be told from the rest of {path}", hint="delete it in your editor"
            )
        return left

    edit_text(path, cut)


def _end(lines: Sequence[str], begin: int) -> int:
    """Return the line after the rule that begins at ``begin``, counted as in ``lines``."""
    later = (number for number in range(begin + 1, len(lines)) if _HEADER.match(lines[number]))
    below = end = next(later, len(lines))
    while end - 1 > begin and _ABOVE.match(lines[end - 1]):
        end -= 1
    if below < len(lines):
        # What stands above the next rule is about that one.
        return end
    # Only a comment directly below the last belongs to it: one that stands apart may be a rule that is parked.
    while end < len(lines) and lines[end].strip():
        end += 1
    return end if "".join(lines[end:]).strip() else len(lines)


def _as_table(rule: Mapping[str, Any]) -> Any:
    import tomlkit

    table = tomlkit.table()
    for key, value in rule.items():
        if key == "when":
            inline = tomlkit.inline_table()
            inline.update(value)
            table.add(key, inline)
        elif key != "do":
            table.add(key, value)
    steps = tomlkit.aot()
    for step in rule["do"]:
        one = tomlkit.table()
        one.update(step)
        steps.append(one)
    table.add("do", steps)
    return table


def _mistakes(document: Any) -> Counter[tuple[str, str]]:
    """Count the mistakes in a document by problem and fix."""
    return Counter((one.what, one.hint) for one in parse_rules(document.as_string()).problems)


def _tables(path: Path, document: Any) -> Sequence[Any]:
    """Return the tables of the rules in a document."""
    tables = document.get("rule", [])
    if isinstance(tables, list) and all(isinstance(one, dict) for one in tables):
        return tables
    line = TomlLines(document.as_string()).line(("rule",))
    raise UsageError(f"{path}, line {line}: rule must be a list of tables", hint="write [[rule]], not [rule]")
