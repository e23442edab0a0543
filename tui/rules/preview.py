"""Preview: what a rule would have done for past events; nothing is changed."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tui.errors import Forbidden, NotFound
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json
from tui.rules.matching import set_rule
from tui.rules.template import FIELDS, event_fields, render
from tui.triggers.firing import Firing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tui.rules.rule import Rule, Step
    from tui.workspace import Workspace


_LATER = {part: {name: f"{{{part}.{name}}}" for name in FIELDS[part]} for part in ("found", "made")}
"""The fields for results of earlier steps, which a preview does not know and so leaves unreplaced."""


class Preview(Value):
    """One event that the rule's trigger reports.

    Attributes:
        passes: Whether the card matches the rule's condition, in its current state.
        steps: A line for each step, with the event's fields filled in.
    """

    at: Instant
    event: Json
    passes: bool
    steps: tuple[str, ...]


async def preview(
    workspace: Workspace, account: str, rule: Rule, since: datetime, now: datetime
) -> list[Preview]:
    """Return what ``rule`` would have done for the account's events since a moment, oldest first.

    Raises:
        UsageError: The rule names something that does not exist.
        RemoteError: The service does not answer.
    """
    known = await set_rule(workspace, rule)
    found, seen = list[Preview](), set[str]()
    history = await workspace.events.history([known.trigger], since)
    undone = workspace.events.reversals(history)
    for event in history:
        key = known.trigger.key(event)
        if not known.trigger.matches(event) or key in seen or event.id in undone:
            continue
        seen.add(key)
        card = None
        if ident := event.ident("card"):
            with suppress(NotFound, Forbidden):
                card = workspace.cards.get(ident) or await workspace.cards.fetch(ident)
        told = Firing.of(
            known.trigger, event, account=account, card=None if card is None else card.wire()
        ).wire()
        fields = event_fields(told, rule.name, _LATER)
        found.append(
            Preview(
                at=event.at,
                event=told,
                passes=known.passes(workspace, card, now),
                steps=tuple(
                    " · ".join(filter(None, (describe(step, fields), step.forecast(workspace, card))))
                    for step in rule.do
                ),
            )
        )
    return found


def subject(event: Json) -> str:
    """Return the subject of an event: the card's name, or what happened if there is no card."""
    return str((event.get("card") or {}).get("name") or event.get("activity", ""))


def _texts(values: Sequence[object], fields: dict[str, Any] | None) -> list[str]:
    """Return the values as text; templates are filled in if ``fields`` are given."""
    if fields is None:
        return list(map(str, values))
    return [render(each, fields) if isinstance(each, str) else str(each) for each in values]


def describe(step: Step, fields: dict[str, Any] | None = None) -> str:
    """Return a step in one line: ``move · list: Done``; its templates are filled in if ``fields`` are given."""
    said: list[str] = [step.step]
    for one in dataclasses.fields(step):
        value = getattr(step, one.name)
        if one.name == "step" or value in {one.default, "", ()}:
            continue
        if isinstance(value, bool):
            said.append(one.name if value else f"{one.name}: no")
            continue
        texts = _texts(value if isinstance(value, tuple) else (value,), fields)
        # As it would be typed: with commas, one item that has a comma would look like two.
        between = " " if one.name == "command" else "; "
        shown = step.shown.get(one.name, str)
        said.append(f"{one.name}: {between.join(map(shown, texts))}")
    return " · ".join(said)
