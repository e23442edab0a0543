"""Health checks: the results of ``cardscout doctor``. ``--json`` writes a Report."""

from typing import Literal

from tui.model.values.record import Value

State = Literal["ok", "note", "broken"]
"""``note``: works, but could be better; ``broken``: something cannot be used, or would be lost."""


class Check(Value):
    """The result of one health check.

    Attributes:
        name: Stable name for programs: ``terminal``, ``store local``, ``account work``.
        what: The finding, in a line; it never contains a secret.
        do: What the user should do about it; "" for nothing.
    """

    name: str
    state: State
    what: str
    do: str = ""


class Report(Value):
    """The results of all health checks.

    Attributes:
        broken: Number of broken checks; the exit code is 1 when there are any.
    """

    version: str
    checks: tuple[Check, ...]
    broken: int
    notes: int

    @classmethod
    def of(cls, version: str, checks: tuple[Check, ...]) -> "Report":
        """Make the report of ``checks``."""
        states = [check.state for check in checks]
        return cls(version=version, checks=checks, broken=states.count("broken"), notes=states.count("note"))
