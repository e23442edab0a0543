"""What the pages of cards say of a card in each field of its row. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tui.app.widgets.card_face import due_badge, label_name
from tui.presentation.safe_text import safe_line
from tui.presentation.when import age

if TYPE_CHECKING:
    from tui.app.widgets.card_face import CardStyle, Piece
    from tui.app.widgets.views.card_table import Cells
    from tui.model.card import CardFace, PlacedCard


def cells_of(card: PlacedCard, style: CardStyle, places: Mapping[str, str]) -> Cells:
    """Return the cells of a card's row.

    Args:
        card: The card.
        style: Knows the labels and the members, and the time.
        places: What is said of where the card is, by field.
    """
    face = card.face
    due = [due_badge(face.due, done=card.finished, now=style.now)] if face.due else []
    cells: dict[str, list[Piece]] = {
        "due": due,
        "title": [*_signs(face), (safe_line(face.name), "ink")],
        "labels": [(f"▪{label_name(style.labels.get(ident))}", f"label:{ident}") for ident in face.label_ids],
        "members": [(_short(style, ident), "ink-quiet") for ident in face.member_ids],
        "age": [(age(face.id, style.now), "ink-quiet")],
    }
    return cells | {name: [(safe_line(text), "ink-quiet")] for name, text in places.items()}


def _signs(face: CardFace) -> Iterator[Piece]:
    if face.refused:
        yield "!", "late"
    if face.pending:
        yield "⟳", "ink-quiet"


def _short(style: CardStyle, ident: str) -> str:
    member = style.members.get(ident)
    return "?" if member is None else safe_line(member.short)
