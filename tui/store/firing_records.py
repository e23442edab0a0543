"""Firings of rules: an event that a rule took up, what its steps did, and what they changed."""

from __future__ import annotations

from typing import Literal

from tui.model.values.fields import field
from tui.model.values.json_values import Json
from tui.model.values.moments import Instant
from tui.model.values.record import Value

FiringState = Literal["waiting", "done", "failed", "refused"]
"""``waiting`` is to be done or tried again; ``failed`` was given up; ``refused`` was stopped by a guard."""


class RuleFiring(Value):
    """One event that a rule took up.

    Attributes:
        id: Its number, which rises.
        account: The account in which it happened.
        key: What tells it from the rule's other firings.
        card_id: The card it is about; "" for none.
        event: What the trigger reported, as ``cardscout watch`` prints it.
        chain: The key of the first firing of its chain.
        depth: How many firings of other rules led to it.
        step: How many steps are done.
        steps: Fingerprint of the steps that are done.
        found: What its steps gave to later ones.
        outcomes: A line for each step that was done, and the last failure.
        tries: How often the next step failed.
        failing_since: When the next step failed first.
        sure: Whether the user had it done again: a request that may have been charged is made once more.
        ended: When it was done, given up or refused.
        credits: What it spent, or may have spent.
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


class NewFiring(Value):
    """A firing that is to be taken up.

    Attributes:
        refused: Why a guard stops it; "" for one that is to be done.
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
    """A change that a step made: its event belongs to the same chain.

    Attributes:
        activity: The type of the action that will tell of it.
    """

    id: int = 0
    account: str
    card_id: str
    activity: str
    chain: str = ""
    depth: int = 0


class StepDone(Value):
    """What a step did."""

    outcome: str
    found: Json = field(default_factory=dict)
