"""The cells of a card's row on the pages of cards. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tui.app.drawing.due_badge import DONE_BADGE, due_badge, item_badge, time_of
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


def cells_of(
    card: PlacedCard, style: CardStyle, places: Mapping[str, str], *, item_due: str = "", timed: bool = True
) -> Cells:
    """Return the cells of a card's row.

    Args:
        card: The card.
        style: Knows the labels and the members, and the time.
        places: The texts for the card's place, by field.
        item_due: The due date of a checklist item, if it is shown instead of the card's own.
        timed: Whether a time of day is shown in the field of the date; else it is beside the title.
    """
    face = card.face
    due = [DONE_BADGE] if face.due_complete else []
    if face.due:
        due = [due_badge(face.due, done=card.finished, now=style.now, timed=timed)]
    if item_due:
        due = [item_badge(item_due, now=style.now, timed=timed)]
    # Today's time is the date already.
    clock = "" if timed else time_of(item_due or face.due or "")
    clock = "" if any(clock in text for text, _ in due) else clock
    cells: dict[str, list[Piece]] = {
        "due": due,
        "beside title": [(clock, "ink-quiet")] if clock else [],
        "title": [*([] if card.item else _signs(face)), (safe_line(card.title), "ink")],
        "labels": style.label_pieces(face),
        "who": [(_short(style, ident), "ink-quiet") for ident in face.member_ids],
        "age": [(age(face.id, style.now), "ink-quiet")],
    }
    return cells | {name: [(safe_line(text), "ink-quiet")] for name, text in places.items()}


def due_cells(
    dates: Iterable[str | None], now: datetime, *, items: Iterable[str] = (), timed: bool = True
) -> int:
    """Return the width that due dates need, which is larger if one has a time of day or is in another year.

    Args:
        dates: Due dates of cards.
        now: Current time in UTC.
        items: Due dates of checklist items.
        timed: Whether times of day are shown in the field.
    """
    year = str(now.astimezone().year)
    # Many cards are due at the same moment.
    of_items = set(filter(None, items))
    known = {*filter(None, dates), *of_items}
    elsewhen = {due for due in known if due[:4] != year}
    cells = _DUE_CELLS + _TIME_CELLS * (timed and any(map(time_of, known - elsewhen)))
    if elsewhen:
        with_year = _DUE_CELLS + _YEAR_CELLS + _TIME_CELLS * (timed and any(map(time_of, elsewhen)))
        cells = max(cells, with_year)
    return cells + bool(of_items)


def field_cells(cards: Sequence[PlacedCard], style: CardStyle) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum width of lists, labels and members of ``cards``, by field."""
    lists = {(card.list_name,) for card in cards}
    labels = {card.face.label_ids for card in cards}
    members = {card.face.member_ids for card in cards}
    return {
        "list": bounds_of(lists, 6, 14),
        "labels": bounds_of(
            ((f"▪{label_name(style.labels.get(one))}" for one in ids) for ids in labels), 8, 14
        ),
        "who": bounds_of(((_short(style, one) for one in ids) for ids in members), 3, 8),
    }


def bounds_of(cells: Iterable[Iterable[str]], least: int, enough: int) -> tuple[int, int]:
    """Return the minimum and maximum width for ``cells``, each the texts joined by blanks: the widest is the maximum.

    Args:
        cells: The texts.
        least: The minimum if all are narrow.
        enough: The minimum if one is wide.
    """
    lengths = (sum(cell_len(text) + 1 for text in cell) - 1 for cell in cells)
    widest = max((least, *lengths))
    return min(widest, enough), widest


def _signs(face: CardFace) -> Iterator[Piece]:
    if face.refused:
        yield "!", "late"
    if face.pending:
        yield "⟳", "ink-quiet"


def _short(style: CardStyle, ident: str) -> str:
    member = style.members.get(ident)
    return "?" if member is None else safe_line(member.short)
