"""Edits of ``rules.toml``: switching a rule on and off, adding, changing and deleting one; comments and order are kept."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tui.errors import UsageError
from tui.rules.file import parse_rules
from tui.settings.config import edit_document, edit_text, read_document
from tui.toml_lines import TomlLines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_HEADER = re.compile(r"\s*\[\[\s*rule\s*\]\]")
"""The line at which a rule begins."""

_ABOVE = re.compile(r"\s*(#.*)?$")
"""A line that is blank, or has only a comment."""


def switch(path: Path, name: str, *, on: bool) -> bool:
    """Switch a rule on or off, and return whether it was the other.

    Raises:
        UsageError: There is no such rule, or the file cannot be read or written.
    """
    was = False

    def put(document: Any) -> None:
        nonlocal was
        table = _find(_tables(path, document), name)
        was = table.get("enabled", True) is not on
        if on:
            table.pop("enabled", None)
        else:
            table["enabled"] = False

    edit_document(path, put)
    return was


def add(path: Path, rule: Mapping[str, Any]) -> None:
    """Add a rule at the end of the file, which is created if it is missing.

    Raises:
        UsageError: The rule is invalid, or the file cannot be read or written.
    """
    import tomlkit
    from tomlkit.items import AoT

    def put(document: Any) -> None:
        text = document.as_string()
        before = _mistakes(text)
        _tables(path, document)
        tables = document.setdefault("rule", tomlkit.aot())
        if not isinstance(tables, AoT):
            raise UsageError(
                f"{path} has its rules in one list", hint="write each below a [[rule]] of its own"
            )
        table = _as_table(rule)
        if text and not text.endswith("\n\n"):
            table.trivia.indent = "\n"
        tables.append(table)
        _refuse_new_mistakes(document.as_string(), before, "the rule cannot be added")

    edit_document(path, put)


def table_of(path: Path, name: str) -> dict[str, Any]:
    """Return the table of a rule as it is written in the file.

    Raises:
        UsageError: There is no such rule, or the file cannot be read.
    """
    found: dict[str, Any] = _find(read_document(path).get("rule", []), name)
    return found


def replace(path: Path, was: Mapping[str, Any], rule: Mapping[str, Any]) -> None:
    """Write ``rule`` in place of ``was``; keys with the same value keep their form and their comments.

    Raises:
        UsageError: The rule is no longer as it ``was``, the new one is invalid, or the file cannot be read or written.
    """
    import tomlkit

    def put(text: str) -> str:
        lines = text.splitlines(keepends=True)
        begin = _begin(path, text, lines, was["name"])
        end = _end(lines, begin)
        # By itself, as the toolkit takes a comment above the next rule for a part of this one's last step.
        own = tomlkit.parse("".join(lines[begin:end]))
        (table,) = _tables(path, own)
        if table.unwrap() != was:
            raise UsageError(
                f"{was['name']!r} was changed in the file meanwhile", hint="esc leaves, and change it anew"
            )
        new = _as_table(rule)
        for key in was.keys() - rule.keys():
            del table[key]
        for key in rule:
            if key not in was or was[key] != rule[key]:
                table[key] = new[key]
        changed = "".join([*lines[:begin], tomlkit.dumps(own), *lines[end:]])
        _refuse_new_mistakes(changed, _mistakes(text), "the rule cannot be changed")
        return changed

    edit_text(path, put)


def delete(path: Path, name: str) -> None:
    """Delete a rule, with the comment directly above it, and below the last; the rest of the file stays as it is.

    Raises:
        UsageError: There is no such rule, or the file cannot be read or written.
    """

    def cut(text: str) -> str:
        lines = text.splitlines(keepends=True)
        begin = _begin(path, text, lines, name)
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
            rule.name for rule in parse_rules(text).rules if rule.name != name
        ]:
            raise UsageError(
                f"{name!r} cannot be told from the rest of {path}", hint="delete it in your editor"
            )
        return left

    edit_text(path, cut)


def _begin(path: Path, text: str, lines: Sequence[str], name: str) -> int:
    """Return the line at which a rule begins, counted as in ``lines``.

    Raises:
        UsageError: There is no such rule, or it has no lines of its own.
    """
    found = parse_rules(text)
    if name not in found.lines:
        names = ", ".join(repr(rule.name) for rule in found.rules)
        raise UsageError(f"there is no rule {name!r}", hint=f"there are {names or 'none'}")
    begin = found.lines[name] - 1
    if _HEADER.match(lines[begin]) is None:
        raise UsageError(f"{path} has its rules in one list", hint="change it there, in your editor")
    return begin


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


def _find(tables: Sequence[Any], name: str) -> Any:
    """Return the table of a rule.

    Raises:
        UsageError: There is no such rule.
    """
    for table in tables:
        if table.get("name") == name:
            return table
    names = ", ".join(repr(str(one.get("name"))) for one in tables)
    raise UsageError(f"there is no rule {name!r}", hint=f"there are {names or 'none'}")


def _refuse_new_mistakes(text: str, before: Counter[tuple[str, str]], refusal: str) -> None:
    """Raise a UsageError for the first mistake that was not there ``before``: others are reported with their lines."""
    # A key that does not exist explains one that is missing: text, where txt is written.
    new = sorted(_mistakes(text) - before, key=lambda each: ("no such key" not in each[0], each))
    for what, hint in new[:1]:
        raise UsageError(f"{refusal}: {what}", hint=hint)


def _mistakes(text: str) -> Counter[tuple[str, str]]:
    """Count the mistakes in a file's text by problem and fix."""
    return Counter((one.what, one.hint) for one in parse_rules(text).problems)


def _tables(path: Path, document: Any) -> Sequence[Any]:
    """Return the tables of the rules in a document."""
    tables = document.get("rule", [])
    if isinstance(tables, list) and all(isinstance(one, dict) for one in tables):
        return tables
    line = TomlLines(document.as_string()).line(("rule",))
    raise UsageError(f"{path}, line {line}: rule must be a list of tables", hint="write [[rule]], not [rule]")
