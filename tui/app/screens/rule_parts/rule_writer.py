"""RuleWriter: asks for new and changed rules, and keeps the answers of those that were left unfinished."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.app.screens.rule_parts.rule_dialog import RuleDialog
from tui.app.screens.rule_parts.rule_draft import RuleDraft
from tui.errors import UsageError
from tui.rules.edit import table_of

if TYPE_CHECKING:
    from pathlib import Path

    from tui.app.screens.boxes.boxes import Boxes
    from tui.workspace import Workspace


class RuleWriter:
    """The questions for rules of one file.

    Args:
        path: The rules file; it may be missing.
    """

    def __init__(self, boxes: Boxes, workspace: Workspace, path: Path) -> None:
        self._boxes, self._workspace, self._path = boxes, workspace, path
        # By the name of the rule that is changed; "" is a new one.
        self._unfinished: dict[str, RuleDraft] = {}

    def has_unfinished(self, name: str) -> bool:
        """Return whether there are answers for a change of the rule ``name``; for a new rule with ""."""
        return name in self._unfinished

    async def new(self, account: str) -> str | None:
        """Ask for a new rule of ``account`` and write it; return its name, or None on cancel."""
        return await self._ask("", self._unfinished.get("") or RuleDraft(account))

    async def change(self, name: str) -> str | None:
        """Ask for a rule anew, beginning with its present answers; return its new name, or None on cancel.

        Raises:
            UsageError: There is no such rule, or it says more than is asked.
        """
        table = await asyncio.to_thread(table_of, self._path, name)
        draft = self._unfinished.get(name)
        if draft is None or draft.written != table:
            draft = RuleDraft.of(table)
        if draft is None:
            raise UsageError(f"{name!r} says more than the questions ask", hint="change it in the file")
        return await self._ask(name, draft)

    async def _ask(self, key: str, draft: RuleDraft) -> str | None:
        before = dict(draft.answers)
        name = await RuleDialog(self._boxes, self._workspace, self._path, draft).ask()
        if name is None and draft.answers != before:
            self._unfinished[key] = draft
        elif name is not None:
            self._unfinished.pop(key, None)
        return name
