"""Rules: when an event happens and the card matches a condition, steps run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.dataclasses import dataclass

from tui.errors import UsageError
from tui.model.card import CARD_LINK
from tui.model.filter.filter import FilterError, ParsedFilter, parse_filter
from tui.model.values.scalars import OBJECT_ID, is_local
from tui.rules.steps.card import CardStep
from tui.rules.steps.outside import OutsideStep
from tui.rules.steps.people import PeopleStep
from tui.settings.table import validation_error
from tui.triggers.catalogue import TRIGGERS, known_activity, known_property, named

LONGEST_NAME = 80
"""Characters of the longest name of a rule."""


def _as_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Names = Annotated[
    tuple[str, ...], BeforeValidator(_as_tuple), Field(description='"a name", or ["several", "names"]')
]
"""One name, or several."""


def _known_trigger(name: str) -> str:
    try:
        return named(name).name
    except UsageError as error:
        raise validation_error(f" cannot be {name!r}", error.hint) from None


def _each(known: Callable[[str], str]) -> AfterValidator:
    """Return a validator of several names; ``known`` returns a name in its usual spelling, or raises UsageError."""

    def check(names: tuple[str, ...]) -> tuple[str, ...]:
        try:
            return tuple(map(known, names))
        except UsageError as error:
            raise validation_error(f": {error}", error.hint) from None

    return AfterValidator(check)


def _possible_card(text: str) -> str:
    if not (CARD_LINK.fullmatch(text) or OBJECT_ID.fullmatch(text) or is_local(text)):
        raise UsageError(f"{text!r} names no card", hint="name it by its id, short link or URL")
    return text


def _known_filter(text: str) -> str:
    try:
        parse_filter(text)
    except FilterError as error:
        raise validation_error(f": {error}, at character {error.start + 1}", error.hint) from None
    return text


def _usable_name(name: str) -> str:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise validation_error(
            f" cannot be {name!r}", f"write a name of 1 to {LONGEST_NAME} characters in one line"
        )
    return name


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class When:
    """The event that starts a rule.

    Attributes:
        trigger: The trigger's name, such as ``Card Moved``.
        board: Boards it is set on; none means every board of the account.
        list: Lists it is set on: a moved card's new list, or its old one.
        to: New lists of a moved card.
        origin: Former lists of a moved card. ``from`` in the file.
        card: Cards it is set on, by id, short link or URL.
        label: Labels that were added to a card.
        member: Members who joined a card.
        activity: Types of actions, such as ``createList``; [triggers](triggers.md#types-of-actions) lists them.
        property: Properties of a card that changed: ``title``, ``due`` …; [triggers](triggers.md#card-updated) lists them.
        before: How long before a due date, in minutes.
    """

    trigger: Annotated[
        str,
        AfterValidator(_known_trigger),
        Field(description=f"one of {', '.join(trigger.name for trigger in TRIGGERS)}"),
    ]
    board: Names = ()
    list: Names = ()
    to: Names = ()
    origin: Names = ()
    card: Annotated[Names, _each(_possible_card)] = ()
    label: Names = ()
    member: Names = ()
    activity: Annotated[Names, _each(known_activity)] = ()
    property: Annotated[Names, _each(known_property)] = ()
    before: Annotated[int, Field(strict=True, ge=0, le=525_600, description="minutes, a whole number")] = 0


KEYS = {
    "board": "boards",
    "list": "lists",
    "to": "to_lists",
    "origin": "from_lists",
    "card": "cards",
    "label": "labels",
    "member": "members",
    "activity": "activities",
    "property": "properties",
    "before": "before",
}
"""The field of a trigger that a key of ``When`` fills."""


def _fitting(when: When) -> When:
    """Refuse a key that the trigger does not have, and one that needs a board if there is none."""
    kind, given = named(when.trigger), [key for key in KEYS if getattr(when, key)]
    taken = {each.name for each in fields(kind)}
    if unused := [key for key in given if KEYS[key] not in taken]:
        keys = [_shown(key) for key, name in KEYS.items() if name in taken]
        raise validation_error(f": {kind.name} takes no {_shown(unused[0])}", f"it takes {', '.join(keys)}")
    if not when.board and {"list", "to", "origin", "label", "member"}.intersection(given):
        raise validation_error(": on which board?", "list, to, from, label and member need board")
    return when


def _shown(key: str) -> str:
    """Return a key as it is written in the file."""
    return "from" if key == "origin" else key


Step = Annotated[CardStep | PeopleStep | OutsideStep, Field(discriminator="step")]
"""One step of a rule."""


def _some_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    if not steps:
        raise validation_error(" is empty", "write [[rule.do]] below it, with a step")
    return steps


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class Rule:
    """A rule of ``rules.toml``.

    Attributes:
        name: Its name; no other rule has it.
        when: What starts it.
        do: What is done, in this order.
        condition: A filter that the card must pass; "" lets every card pass. ``if`` in the file.
        filter: The name of a saved filter (``g /``) that the card must pass too, as it is when the event comes. A rule follows it to
            a new name.
        account: The account whose boards are watched; "" for the account that is used unless one is named.
        enabled: Whether it does anything.
        most: How many times in an hour it may fire; more wait for their turn.
        credits: Credits that it may spend in a day.
    """

    name: Annotated[str, AfterValidator(_usable_name), Field(description="a name in quotes")]
    when: Annotated[
        When, AfterValidator(_fitting), Field(description='{ trigger = "Card Moved", board = "Pipeline" }')
    ]
    do: Annotated[tuple[Step, ...], AfterValidator(_some_steps)]
    condition: Annotated[
        str, AfterValidator(_known_filter), Field(description='"label:hot -is:archived"')
    ] = ""
    filter: Annotated[str, Field(description='"the name of a saved filter"')] = ""
    account: str = ""
    enabled: Annotated[bool, Field(strict=True, description="true or false")] = True
    most: Annotated[
        int, Field(strict=True, ge=1, le=10_000, description="a whole number from 1 to 10000")
    ] = 600
    credits: Annotated[int, Field(strict=True, ge=0, le=100_000, description="a whole number, 0 or more")] = (
        20
    )

    def fingerprint(self, count: int) -> str:
        """Return a fingerprint of the first ``count`` steps."""
        return sha256(repr(self.do[:count]).encode()).hexdigest()[:16]

    def saved_condition(self, saved: Mapping[str, str]) -> ParsedFilter:
        """Return the saved filter that the rule names.

        Args:
            saved: The saved filters of its account by name.

        Raises:
            UsageError: There is no filter of that name, or it is none any more.
        """
        if self.filter not in saved:
            raise UsageError(
                f"there is no saved filter {self.filter!r}",
                hint=f"there are {', '.join(map(repr, saved)) or 'none'}",
            )
        try:
            return parse_filter(saved[self.filter])
        except FilterError as error:
            raise UsageError(
                f"the saved filter {self.filter!r} is wrong: {error}", hint=error.hint
            ) from error

    @property
    def spends(self) -> bool:
        """Whether one of its steps may cost credits."""
        return any(step.spends for step in self.do)
