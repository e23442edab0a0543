"""Selection: the selected cards and the card in the hand, and the keys that are offered for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.screens.board_parts.head import BoardHead
    from tui.app.screens.board_parts.shown import Shown
    from tui.app.widgets.status_bar import Hint
    from tui.model.card import CardFace

_OFFERS: Mapping[str, tuple[Hint, ...]] = MappingProxyType(
    {
        "new": (("enter", "adds"), ("esc", "ends")),
        "title": (("enter", "keeps it"), ("esc", "leaves it as it was")),
        "filter": (("enter", "stays with these"), ("esc", "shows all again")),
        "carry": (("h j k l", "carry"), ("enter", "drops"), ("esc", "puts back")),
        "": (),
    }
)
"""What the bottom line offers while something special goes on."""


_WITH_PICKED = (
    ("back", "clears"), ("move-card-to", "move"), ("archive-card", "archive"), ("labels", "labels"), ("due", "due"),
    ("members", "members"), ("enrich-many", "enrich"), ("delete-card-for-good", "delete"),
)  # fmt: skip
"""What the bottom line offers for selected cards: names of commands, and words."""


class Selection:
    """What a verb acts on.

    Args:
        shown: The board on the screen.
        head: Knows the keys.
    """

    def __init__(self, shown: Shown, head: BoardHead) -> None:
        self._shown, self._kanban, self._head = shown, shown.kanban, head

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self._kanban.picked

    @property
    def holding(self) -> bool:
        """Whether a card is in the hand."""
        return self._kanban.held is not None

    @property
    def cards(self) -> Sequence[CardFace]:
        """The selected cards that are shown, in the board's order."""
        return [
            face for cards in self._kanban.row.card_lists for face in cards.faces() if face.id in self.picked
        ]

    def pick(self, card_ids: Sequence[str]) -> None:
        """Select exactly these cards."""
        self._kanban.pick(card_ids)
        self.offer()

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        self._kanban.lift()
        self.offer()

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        self._kanban.put_down()
        self.offer()

    def put_back(self) -> bool:
        """Give up what is in the hand, else the selection; whether there was anything."""
        if self._kanban.put_back():
            self.offer()
            self._shown.page.tell("put back")
            return True
        if self.picked:
            self.pick(())
            return True
        return False

    def count(self) -> None:
        """Some of the selected cards may be shown no more, or again."""
        if self.picked:
            self.offer()

    def offer(self) -> None:
        """Show the keys that matter now, and how many cards are selected."""
        kind = self._shown.editor.purpose.partition(":")[0] or ("carry" if self.holding else "")
        count, picked = 0, len(self.picked)
        offers = _OFFERS[kind]
        if picked:
            count = len(self.cards)
            keys = ((self._head.key(name), word) for name, word in _WITH_PICKED)
            offers = offers or tuple((key, word) for key, word in keys if key)
        words = f"{count} selected" + (f", {picked - count} not shown" if picked > count else "")
        bar = self._shown.bar
        bar.selected = words if picked else ""
        bar.mode(offers)
