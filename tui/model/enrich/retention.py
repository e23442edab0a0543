"""Forgotten: how many lookup results were erased because of their age."""

from tui.model.values.fields import Frozen


class Forgotten(Frozen):
    """Numbers of erased results, or of those that would be erased.

    Attributes:
        findings: Stored answers with a person or a company.
        misses: Stored answers without a match.
        receipts: Receipts whose subject was erased.
        runs: Finished bulk runs, with their subjects.
        changes: Stored answers whose previous field values were erased.
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
