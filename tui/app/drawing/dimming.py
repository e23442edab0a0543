"""Dimming of cards that were not changed for long, by their age."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.card import Card

_STEPS = ((4, 0.6), (2, 0.45), (1, 0.3))
"""The share of a card's colour that its background takes, by the multiple of the setting's days that have passed."""


def age_of(days: int, read: Callable[[str], Card | None], clock: Clock) -> Callable[[str], float]:
    """Return the function from a card's id to the amount of its dimming.

    Args:
        days: Days after which a card is dimmed.
        read: Returns a card with all its fields, or None.
        clock: Time.
    """
    return partial(_age, days, read, clock.now)


def _age(days: int, read: Callable[[str], Card | None], now: Callable[[], datetime], card_id: str) -> float:
    card = read(card_id)
    if card is None or card.date_last_activity is None:
        return 0.0
    times = (now() - card.date_last_activity).days // days
    return next((amount for step, amount in _STEPS if times >= step), 0.0)


def dimmed(row: Strip, amount: float) -> Strip:
    """Return a row of a card with its text mixed with its background."""
    return Strip([Segment(text, style and _dimmed(style, amount)) for text, style, _ in row], row.cell_length)


@lru_cache(512)
def _dimmed(style: Style, amount: float) -> Style:
    color, under = style.color, style.bgcolor
    if color is None or under is None or color.triplet is None or under.triplet is None:
        return style
    return style + Style(color=Color.from_triplet(blend_rgb(color.triplet, under.triplet, amount)))
