"""The words in the heading of the calendar, for wide and for narrow windows. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.app.drawing.wrapping import fit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

_NAME_CELLS = (24, 16, 8)
"""Cells of a board's name where it has to be shortened."""


class DueOnDay(NamedTuple):
    """What is due on the day with the cursor.

    Attributes:
        cards: The number of cards.
        day: The day in words.
        ahead: The next day with cards, in words; "" if there is none.
    """

    cards: int
    day: str
    ahead: str

    def words(self, *, ahead: bool) -> str:
        """Return how many cards are due, or that none is; with ``ahead``, also when the next are."""
        after = f", next {self.ahead}" if ahead and self.ahead and not self.cards else ""
        return f"{self.cards or 'nothing'} due on {self.day}{after}"


def calendar_heading(name: str, day: date, due: DueOnDay, reading: str = "") -> Sequence[str]:
    """Return the forms of the heading, longest first; the day stays to the end.

    First the month is shortened, then the board's name, and then the next day is left out.

    Args:
        name: The board's name.
        day: The day with the cursor.
        due: What is due on it.
        reading: What is shown instead while the cards are being read, or "".
    """
    month, whole, short = f"{day:%b %Y}", reading or due.words(ahead=True), reading or due.words(ahead=False)
    names = [fit(name, cells) for cells in _NAME_CELLS]
    return (
        f"{name} · {day:%B %Y} · {whole}",
        *(f"{each} · {month} · {whole}" for each in (name, *names)),
        *(f"{each} · {month} · {short}" for each in names[1:]),
        f"{month} · {short}",
        short,
    )
