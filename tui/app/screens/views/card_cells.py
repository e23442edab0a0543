"""The cells of a card's row on the pages of cards. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tui.app.drawing.due_badge import due_badge, item_badge, time_of
from tui.app.widgets.card_face import label_name
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import age

if TYPE_CHECKING:
    from datetime import datetime

    from tui.app.widgets.card_face import CardStyle, Piece
    from tui.app.widgets.views.card_table import Cells
    from tui.model.card import CardFace, PlacedCard

_DUE_CELLS, _YEAR_CELLS, _TIME_CELLS = 10, 3, 6
"""Cells of a due date such as ``◷ tomorrow``, and the additional cells of a year and of a time of day."""


def cells_of(card: PlacedCard, style: CardStyle, places: Mapping[str, str], *, item_due: str = "") -> Cells:
    """Return the cells of a card's row.

    Args:
        card: The card.
        style: Knows the labels and the members, and the time.
        places: The texts for the card's place, by field.
        item_due: The due date of a checklist item, if it is shown instead of the card's own.
    """
    face = card.face
    due = [due_badge(face.due, done=card.finished, now=style.now, timed=True)] if face.due else []
    if item_due:
        due = [item_badge(item_due, now=style.now, timed=True)]
    cells: dict[str, list[Piece]] = {
        "due": due,
        "title": [*([] if card.item else _signs(face)), (safe_line(card.title), "ink")],
        "labels": [(f"▪{label_name(style.labels.get(ident))}", f"label:{ident}") for ident in face.label_ids],
        "who": [(_short(style, ident), "ink-quiet") for ident in face.member_ids],
        "age": [(age(face.id, style.now), "ink-quiet")],
    }
    return cells | {name: [(safe_line(text), "ink-quiet")] for name, text in places.items()}


def due_cells(dates: Iterable[str | None], now: datetime, *, items: Iterable[str] = ()) -> int:
    """Return the width that due dates need, which is larger if one has a time of day or is in another year."""
    year = str(now.astimezone().year)
    # Many cards are due at the same moment.
    of_items = set(filter(None, items))
    known = {*filter(None, dates), *of_items}
    return (
        _DUE_CELLS
        + bool(of_items)
        + _YEAR_CELLS * any(due[:4] != year for due in known)
        + _TIME_CELLS * any(map(time_of, known))
    )


def field_cells(cards: Sequence[PlacedCard], style: CardStyle) -> dict[str, int]:
    """Return the width that lists, labels and members of ``cards`` need, by field; long ones get less."""
    lists = {(card.list_name,) for card in cards}
    labels = {card.face.label_ids for card in cards}
    members = {card.face.member_ids for card in cards}
    return {
        "list": _widest(lists, 6, 14),
        "labels": _widest(
            ((f"▪{label_name(style.labels.get(one))}" for one in ids) for ids in labels), 8, 14
        ),
        "who": _widest(((_short(style, one) for one in ids) for ids in members), 3, 8),
    }


def _widest(cells: Iterable[Iterable[str]], least: int, most: int) -> int:
    """Return the width of the widest of ``cells``, each the texts joined by blanks, within these bounds."""
    lengths = (sum(cell_len(text) + 1 for text in cell) - 1 for cell in cells)
    return min(max((least, *lengths)), most)


def _signs(face: CardFace) -> Iterator[Piece]:
    if face.refused:
        yield "!", "late"
    if face.pending:
        yield "⟳", "ink-quiet"


def _short(style: CardStyle, ident: str) -> str:
    member = style.members.get(ident)
    return "?" if member is None else safe_line(member.short)
