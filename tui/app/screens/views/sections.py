"""Sections of cards on a page, laid out as the lines of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tui.app.screens.views.card_cells import bounds_of, cells_of
from tui.app.screens.views.page_cards import AccountCard

if TYPE_CHECKING:
    from tui.app.widgets.card_face import CardStyle
    from tui.app.widgets.views.card_table import Cells


class CardSection(NamedTuple):
    """Rows of a page below a heading.

    Attributes:
        title: The heading; "" for none.
        total: The total number of cards, if there are more than in ``rows``.
    """

    title: str
    rows: Sequence[AccountCard]
    total: int = 0


class SectionLines:
    """The lines of a table with sections: headings and cards.

    Args:
        sections: The sections; one without cards has no heading.
        places: Returns the text for a card's place.
        narrowed: Whether a filter hides some cards.
        timed: Whether times of day are shown with the dates; else they are beside the titles.

    Attributes:
        keys: The ids of the lines, "" for a heading.
    """

    def __init__(
        self,
        sections: Iterable[CardSection],
        places: Callable[[AccountCard], Mapping[str, str]],
        *,
        narrowed: bool,
        timed: bool = True,
    ) -> None:
        self._places, self._narrowed, self._timed = places, narrowed, timed
        self._lines: list[AccountCard | CardSection] = []
        for section in sections:
            self._lines += [section] if section.title and section.rows else []
            self._lines += section.rows
        self.keys = [line.key if isinstance(line, AccountCard) else "" for line in self._lines]

    def cells(self, index: int, style: CardStyle) -> Cells:
        """Return the texts of a line, as of the time that ``style`` knows."""
        line = self._lines[index]
        if isinstance(line, AccountCard):
            place = self._places(line)
            return cells_of(line.card, style, place, item_due=line.item_due, timed=self._timed)
        return {"": [(line.title, "cursor"), (self._count(line), "ink-quiet")]}

    def _count(self, section: CardSection) -> str:
        shown = len(section.rows)
        if section.total <= shown:
            return f"{shown:,}"
        if self._narrowed:
            return f"{shown:,} of {section.total:,}"
        return f"{section.total:,} · {shown:,} shown"


def place_bounds(places: Iterable[Sequence[str]]) -> tuple[int, int]:
    """Return the minimum and maximum width of the field for these places, each the names that are joined there."""
    return bounds_of(([" · ".join(each)] for each in set(map(tuple, places))), 6, 16)
