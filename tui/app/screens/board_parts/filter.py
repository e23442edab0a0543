"""CardFilter: shows only the cards that contain some words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tui.app.matching import fold

if TYPE_CHECKING:
    from tui.app.screens.board_parts.head import BoardHead
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.screens.board_parts.shown import Shown
    from tui.app.widgets.card_face import CardStyle
    from tui.model.card import CardFace


class CardFilter:
    """The filter that limits the board to matching cards.

    Args:
        shown: The board on the screen.
        head: Shows how many cards match.
        selection: Shows how many of the selected cards match.
    """

    def __init__(self, shown: Shown, head: BoardHead, selection: Selection) -> None:
        self._shown, self._kanban, self._head, self._selection = shown, shown.kanban, head, selection
        self._card_before: CardFace | None = None  # the card that had the cursor when the filter began

    def narrow(self, words: str) -> None:
        """Show only the cards that contain all of ``words``; "" shows all.

        If the list with the cursor has no match, the cursor goes to the nearest list that has one.
        """
        if not self._shown.words:
            self._card_before = self._kanban.card
        self._shown.words = words.strip()
        wanted = (
            _matcher(fold(self._shown.words).split(), self._kanban.row.card_style)
            if self._shown.words
            else None
        )
        for cards in self._kanban.row.card_lists:
            cards.set_filter(wanted)
        self._kanban.changed([each.id for each in self._kanban.lists])
        if self._shown.words:
            self._go_where_matches_are()
        self._head.show_title()
        self._selection.count()

    def _go_where_matches_are(self) -> None:
        found = [
            at for at, each in enumerate(self._kanban.lists) if len(self._kanban.row.card_list(each.id) or ())
        ]
        here = self._kanban.row.focused_index
        if found and here not in found:
            self._kanban.go_to_list(min(found, key=lambda at: (abs(at - here), at < here)))

    def clear(self) -> bool:
        """Show all cards, and return whether some were hidden."""
        narrowed = bool(self._shown.words)
        if narrowed:
            self.narrow("")
        return narrowed

    def leave(self) -> None:
        """Show all cards, and put the cursor where it was before the filter."""
        self.narrow("")
        if self._card_before is not None:
            self._kanban.cursor.reveal(self._card_before.id, self._card_before.list_id)


def _matcher(words: Sequence[str], card_style: CardStyle) -> Callable[[CardFace], bool]:
    """Build a predicate: whether a card has all of ``words`` in its title, labels and members."""
    labels = {ident: fold(label.name) for ident, label in card_style.labels.items()}
    members = {ident: fold(f"{m.full_name} {m.username}") for ident, m in card_style.members.items()}

    def wanted(face: CardFace) -> bool:
        parts = [fold(face.name)]
        parts += [labels.get(ident, "") for ident in face.label_ids]
        parts += [members.get(ident, "") for ident in face.member_ids]
        text = " ".join(parts)
        return all(word in text for word in words)

    return wanted
