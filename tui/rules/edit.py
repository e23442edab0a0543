"""Edits of ``rules.toml``: switching a rule on and off, and adding one; comments and order are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.errors import UsageError
from tui.rules.file import parse_rules
from tui.settings.config import edit_document

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def switch(path: Path, name: str, *, on: bool) -> None:
    """Switch a rule on or off.

    Raises:
        UsageError: There is no such rule, or the file cannot be read or written.
    """

    def put(document: Any) -> None:
        tables = document.get("rule", [])
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
    """Add a rule at the end of the file, which is created when it is missing.

    Args:
        path: The file.
        rule: The rule's table, as the file has it.

    Raises:
        UsageError: The rule cannot be, or the file cannot be read or written.
    """
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

    def put(document: Any) -> None:
        tables = document.get("rule")
        if tables is None:
            tables = tomlkit.aot()
            document["rule"] = tables
        tables.append(table)
        if problems := parse_rules(tomlkit.dumps(document)).problems:
            raise UsageError(f"the rule cannot be added: {problems[0].what}", hint=problems[0].hint)

    edit_document(path, put)
