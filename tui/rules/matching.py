"""Matching: which rules an event fires; names in a rule become ids of the account's boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tui.errors import UsageError
from tui.model.filter.filter import parse_filter
from tui.rules.conditions import card_facts
from tui.rules.targets import find_board, find_on
from tui.triggers.catalogue import named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.model.filter.filter import ParsedFilter
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.rules.rule import Rule, When
    from tui.triggers.trigger import Trigger
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SetRule:
    """A rule whose names have been looked up.

    Attributes:
        condition: The condition on the card.
    """

    rule: Rule
    trigger: Trigger
    condition: ParsedFilter

    def passes(self, workspace: Workspace, card: Card | None, now: datetime) -> bool:
        """Return whether the card matches the conditions; an event without a card matches only if there is none.

        Raises:
            UsageError: The saved filter is gone.
        """
        conditions = [self.condition]
        if self.rule.filter:
            conditions.append(self.rule.saved_condition(workspace.memory.saved_filters()))
        if not any(one.clauses for one in conditions):
            return True
        return card is not None and all(one.passes(card_facts(workspace, card), now) for one in conditions)


async def set_rule(workspace: Workspace, rule: Rule) -> SetRule:
    """Look up the names in a rule.

    Raises:
        UsageError: A name is unknown.
        Unreachable: A board was never read, and the service does not answer.
    """
    options = await _options(workspace, rule.when)
    if rule.filter:
        _ = rule.saved_condition(workspace.memory.saved_filters())
    return SetRule(rule, named(rule.when.trigger)(**options), parse_filter(rule.condition))


async def _options(workspace: Workspace, when: When) -> dict[str, Any]:
    boards, names = [await find_board(workspace, text) for text in when.board], workspace.names

    async def ids(texts: Sequence[str], find: Callable[[str, str], BoardList | Label | Member]) -> set[str]:
        return {(await find_on(workspace, board, find, text)).id for text in texts for board in boards}

    found: dict[str, Any] = {
        "boards": {board.id for board in boards},
        "lists": await ids(when.list, names.list),
        "to_lists": await ids(when.to, names.list),
        "from_lists": await ids(when.origin, names.list),
        "labels": await ids(when.label, names.label),
        "members": await ids(when.member, names.member),
        "cards": {await _card_id(workspace, text) for text in when.card},
        "activities": set(when.activity),
        "properties": set(when.property),
    }
    options: dict[str, Any] = {name: frozenset(value) for name, value in found.items() if value}
    return options | ({"before": when.before} if when.before else {})


async def _card_id(workspace: Workspace, text: str) -> str:
    card = workspace.cards.find(text) or await workspace.cards.fetch(text)
    if card is None:
        raise UsageError(f"there is no card {text!r}", hint="name it by its id, short link or URL")
    return card.id
