"""Triggers about cards, event by event."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tui.model.event import CARD_DUE, Event
from tui.triggers.cards import (
    PROPERTIES,
    CardArchivedTrigger,
    CardDueReminderTrigger,
    CardMovedTrigger,
    CardUpdatedTrigger,
    NewCardTrigger,
)

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
BOARD, CARD = {"id": "b"}, {"id": "c"}


def event(kind: str = "updateCard", **data: Any) -> Event:
    return Event(id="e", type=kind, at=NOW, data={"board": BOARD, "card": CARD} | data)


def changed(**old: Any) -> Event:
    return event(old=old)


def moved(left: str = "l", reached: str = "m") -> Event:
    return event(old={"idList": left}, listBefore={"id": left}, listAfter={"id": reached})


@pytest.mark.parametrize("kind", sorted(NewCardTrigger.types))
def test_a_card_that_comes_to_a_board_is_new_there(kind: str) -> None:
    assert NewCardTrigger().matches(event(kind))
    assert not NewCardTrigger(boards=frozenset({"other"})).matches(event(kind))
    assert not NewCardTrigger().matches(event("updateCard"))


@pytest.mark.parametrize(
    ("told", "properties", "fires"),
    [
        (changed(name="x"), (), True), (changed(name="x"), ("title",), True), (changed(name="x"), ("description",), False),
        (changed(name="x", desc="y"), ("description", "due"), True), (changed(dueReminder=5), ("due",), True), (changed(start=None), ("due",), True),
        (changed(idAttachmentCover="x"), ("cover",), True), (changed(futureField=1), (), True), (changed(futureField=1), tuple(PROPERTIES), False),
        (changed(idLabels=[]), (), False), (changed(idLabels=[], name="x"), ("title",), True), (event(), (), False),
        (event("addLabelToCard"), ("labels",), True), (event("addLabelToCard"), ("title",), False), (event("deleteAttachmentFromCard"), ("attachments",), True),
        (event("commentCard"), (), False),
    ],
)  # fmt: skip
def test_a_change_of_a_property(told: Event, properties: tuple[str, ...], *, fires: bool) -> None:
    assert CardUpdatedTrigger(properties=frozenset(properties)).matches(told) is fires


@pytest.mark.parametrize(
    ("told", "to", "left", "fires"),
    [
        (moved(), (), (), True), (moved(), ("m",), (), True), (moved(), ("l",), (), False), (moved(), (), ("l",), True), (moved(), (), ("m",), False),
        (moved(), ("m",), ("l",), True), (moved("l", "l"), (), (), False), (moved("", "m"), (), (), False), (changed(pos=1), (), (), False),
        (event("moveCardToBoard", list={"id": "m"}), (), (), True), (event("moveCardToBoard", list={"id": "m"}), ("m",), (), True),
        (event("moveCardToBoard", list={"id": "m"}), (), ("l",), False),
    ],
)  # fmt: skip
def test_a_move_between_lists(
    told: Event, to: tuple[str, ...], left: tuple[str, ...], *, fires: bool
) -> None:
    assert CardMovedTrigger(to_lists=frozenset(to), from_lists=frozenset(left)).matches(told) is fires


@pytest.mark.parametrize(
    ("before", "after", "fires"),
    [(False, True, True), (True, False, False), (True, True, False), (None, True, False)],
)
def test_a_card_that_is_archived(before: bool | None, *, after: bool, fires: bool) -> None:
    told = event(old={"closed": before}, card=CARD | {"closed": after})
    assert CardArchivedTrigger().matches(told) is fires
    assert not CardArchivedTrigger().matches(changed(name="x"))


@pytest.mark.parametrize(("before", "fires"), [(60, True), (15, False), (0, False)])
def test_a_reminder_is_that_of_its_minutes(before: int, *, fires: bool) -> None:
    assert CardDueReminderTrigger(before=before).matches(event(CARD_DUE, before=60)) is fires
    assert not CardDueReminderTrigger(before=before).matches(event(before=60))
