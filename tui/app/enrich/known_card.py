"""What is known of a card from its list, for the panel while the card's text is still read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.drawing.due_badge import due_badge
from tui.app.widgets.label_tag import tag
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tui.model.card import CardFace
    from tui.model.label import Label

READING = 0.3
"""Seconds until a card that is still read is said to be; most are read before, and the panel must not flicker."""


def known_words(
    face: CardFace, labels: Iterable[Label], now: datetime, *, dark: bool, done: bool = False
) -> Content:
    """Return the title, the date and the labels of a card, and that its text is read."""
    tags = [tag(label, dark=dark) for label in labels if label.id in face.label_ids]
    if face.due:
        words, token = due_badge(face.due, done=done, now=now, timed=True)
        tags.insert(0, Content.styled(words, f"${token}"))
    lines = [
        Content.styled(safe_line(face.name), "bold"),
        *([Content("  ").join(tags)] if tags else []),
        Content.styled("⟳ reading its text …", "$ink-quiet"),
    ]
    return Content("\n").join(lines)
