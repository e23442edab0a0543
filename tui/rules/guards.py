"""Guards: the limits that stop rules from triggering themselves endlessly, and limit their rate and spending."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.model.values.scalars import is_local

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.event import Event
    from tui.rules.rule import Rule
    from tui.store.firing_records import Caused, NewFiring
    from tui.store.firings import FiringLog
    from tui.workspace import Workspace

DEEPEST = 5
"""Maximum firings in a row that each caused the next; one more is refused."""

SAME_CARD = 10
"""Maximum firings of one rule on one card within ``SAME_CARD_SPAN``; one more is refused."""

SAME_CARD_SPAN = timedelta(minutes=10)

HOUR = timedelta(hours=1)


def cause(
    workspace: Workspace, log: FiringLog, account: str, event: Event, used: Collection[int]
) -> Caused | None:
    """Return the rule's change that caused ``event``, or None if a person or another program caused it.

    Args:
        workspace: The account in which it happened.
        log: The log of firings.
        account: The account's name.
        event: The event.
        used: Ids of changes whose events were found already.
    """
    card_id = event.ident("card")
    for caused in log.caused(account, event.type) if card_id else ():
        if caused.id in used:
            continue
        held = workspace.cards.face(caused.card_id)
        if (held.id if held is not None else caused.card_id) == card_id:
            return caused
        # The service may report a new card before its answer has returned the card's id.
        if held is not None and is_local(held.id) and held.name == event.part("card").get("name"):
            return caused
    return None


def refusal(log: FiringLog, firing: NewFiring, ahead: int) -> str:
    """Return why a rule must not fire, or ""; ``ahead`` earlier firings on the card are recorded with it."""
    if firing.depth > DEEPEST:
        return f"{DEEPEST} rules in a row caused each other"
    on_card = log.count_on_card(firing.rule, firing.card_id, firing.at - SAME_CARD_SPAN, firing.at)
    if firing.card_id and on_card + ahead >= SAME_CARD:
        return f"it fired {SAME_CARD} times on this card within 10 minutes, so it may trigger itself"
    return ""


def delay(log: FiringLog, rule: Rule, ahead: Sequence[NewFiring], now: datetime) -> float:
    """Return the seconds that a firing has to wait, so that the rule never exceeds its maximum per hour.

    Args:
        log: The log of firings.
        rule: The rule.
        ahead: Its firings that are recorded together with this one, before it.
        now: The current time.
    """
    delays = [one.delay for one in ahead if not one.refused]
    if len(delays) >= rule.most:
        return delays[-rule.most] + HOUR.total_seconds()
    before = log.due_before(rule.name, rule.most - len(delays))
    return 0.0 if before is None else max(0.0, (before + HOUR - now).total_seconds())
