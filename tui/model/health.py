"""Health: what ``cardscout doctor`` looks at, and what it found. ``--json`` writes a Report."""

from typing import Literal

from tui.model.base import Value

State = Literal["ok", "note", "broken"]
"""``note``: it works, and could be better; ``broken``: something cannot be used, or would be lost."""


class Check(Value):
    """One thing that was looked at.

    Attributes:
        name: What it is, for a program: ``terminal``, ``store local``, ``account work``; it does not change.
        state: How it is.
        what: What was found, in a line. No secret is ever in it.
        do: What to do about it; "" where nothing is to be done.
    """

    name: str
    state: State
    what: str
    do: str = ""


class Report(Value):
    """Everything that was looked at.

    Attributes:
        version: Of Cardscout.
        checks: In the order they were made.
        broken: How many are broken; the exit code is 1 when there is one.
        notes: How many could be better.
    """

    version: str
    checks: tuple[Check, ...]
    broken: int
    notes: int

    @classmethod
    def of(cls, version: str, checks: tuple[Check, ...]) -> "Report":
        """The report of these checks."""
        states = [check.state for check in checks]
        return cls(version=version, checks=checks, broken=states.count("broken"), notes=states.count("note"))
