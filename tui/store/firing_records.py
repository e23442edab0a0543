"""Firings of rules: an event that a rule handles, the results of its steps, and the changes they made."""

from __future__ import annotations

from typing import Literal

from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json

FiringState = Literal["waiting", "done", "failed", "refused"]
"""``waiting``: to be done or retried; ``failed``: not retried; ``refused``: by a guard."""


class RuleFiring(Value):
    """One event that a rule handles.

    Attributes:
        id: Its number, in ascending order.
        account: The account of the event.
        key: Unique among the rule's firings.
        card_id: The card of the event; "" for none.
        event: The trigger's report, as ``cardscout watch`` prints it.
        chain: The key of the first firing of its chain.
        depth: How many firings of other rules led to it.
        step: How many steps are done.
        steps: Fingerprint of the steps that are done.
        found: The results of its steps for later ones.
        outcomes: A line for each step that was done, and the last failure.
        tries: How often the next step failed.
        failing_since: When the next step failed first.
        sure: Whether the user had it retried, so that a request that may have been charged is repeated.
        ended: When it was done, failed or was refused.
        credits: Credits that it spent, or may have spent.
    """

    id: int
    rule: str
    account: str
    key: str
    card_id: str
    event: Json
    at: Instant
    heard: Instant
    chain: str
    depth: int
    state: str
    step: int
    steps: str
    found: Json
    outcomes: tuple[str, ...]
    tries: int
    due: Instant
    failing_since: Instant | None
    sure: bool
    ended: Instant | None
    credits: int

    @property
    def steps_done(self) -> tuple[str, ...]:
        """A line for each step that was done, without that of a failure."""
        return self.outcomes[: self.step]


class NewFiring(Value):
    """A firing to be recorded.

    Attributes:
        refused: Why a guard stops it; "" if it is to be done.
        delay: Seconds until it is done.
    """

    rule: str
    account: str
    key: str
    event: Json
    at: Instant
    card_id: str = ""
    chain: str = ""
    depth: int = 0
    refused: str = ""
    delay: float = 0.0


class Caused(Value):
    """A change that a step made; its event belongs to the same chain.

    Attributes:
        activity: The type of the action that will report it.
    """

    id: int = 0
    account: str
    card_id: str
    activity: str
    chain: str = ""
    depth: int = 0


class StepDone(Value):
    """The result of a step."""

    outcome: str
    found: Json = field(default_factory=dict)
