"""What a transaction changes of what is shown, it tells: of every transaction that a test of the store makes."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tui.model.change import Change
from tui.store.db import Transaction

_WRITES = re.compile(r"(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (\w+)(?: SET (\w+))?")

_TELLS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "cards": frozenset({"cards"}),
        "boards": frozenset({"boards"}),
        "members": frozenset({"members"}),
        "notifications": frozenset({"notifications"}),
        "conflicts": frozenset({"conflicts"}),
        "findings": frozenset({"findings"}),
        "suppressed": frozenset({"findings"}),
        "outbox": frozenset({"outbox"}),
        "unreadable": frozenset({"outbox"}),
        "events": frozenset({"events"}),
        "bulk_runs": frozenset({"bulk"}),
        "firings": frozenset({"rules"}),
        # Whoever hears of a card or of a board reads anew what it has.
        "lists": frozenset({"lists", "cards"}),
        "labels": frozenset({"labels", "cards"}),
        "checklists": frozenset({"checklists", "cards"}),
        "comments": frozenset({"comments", "cards"}),
        "memberships": frozenset({"members", "cards"}),
    }
)
"""The nouns one of which is told when rows of a table change."""

_NOT_SHOWN = frozenset(
    {
        ("boards", "opened"),
        ("bulk_runs", "until"),
        ("events", "event"),
        ("events", "told_by"),
        ("outbox", "undone"),
        ("outbox", "op"),
        ("outbox", "inverse"),
        ("outbox", "base"),
        ("outbox", "late_until"),
    }
)
"""What no screen shows, or shows only with what else is told."""


class Telling(Transaction):
    """A transaction that fails if it keeps to itself what it changed."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._written: dict[str, str] = {}

    def run(self, sql: str, *args: Any) -> int:
        """Note the table, if there are rows that changed."""
        count = super().run(sql, *args)
        if count > 0 and (match := _WRITES.match(sql)) and match.groups() not in _NOT_SHOWN:
            self._written[match[1]] = sql
        return count

    @property
    def change(self) -> Change:
        """What is told."""
        told = super().change
        for table, sql in self._written.items():
            tells = _TELLS.get(table)
            assert tells is None or tells & told.nouns, f"nobody is told of: {sql}"
        return told
