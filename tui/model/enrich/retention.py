"""Forgotten: how much of what lookups left was erased because of its age."""

from tui.model.values.fields import Frozen


class Forgotten(Frozen):
    """Numbers of what is erased, or would be.

    Attributes:
        findings: Remembered answers with a person or a company.
        misses: Remembered answers without a match.
        receipts: Receipts that no longer say whom they are about.
        runs: Lookups of many cards that ended, with whom they were about.
        changes: Remembered answers that no longer say what a field said before.
    """

    findings: int = 0
    misses: int = 0
    receipts: int = 0
    runs: int = 0
    pages: int = 0
    changes: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.findings + self.misses + self.receipts + self.runs + self.pages + self.changes
