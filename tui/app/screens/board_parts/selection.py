"""Selection: the selected cards, the card being carried, and the key hints for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.header import BoardHeader
    from tui.app.widgets.status_bar import Hint
    from tui.model.card import CardFace

_MODE_HINTS: Mapping[str, tuple[Hint, ...]] = MappingProxyType(
    {
        "new": (("enter", "add"), ("tab", "complete"), ("ctrl+l", "as typed"), ("esc", "end")),
        "title": (("enter", "save"), ("esc", "leave")),
        "filter": (("enter", "keep"), ("tab", "complete"), ("esc", "show all")),
        "carry": (("h j k l", "carry"), ("enter", "drop"), ("esc", "put back")),
        "": (),
    }
)
"""Key hints of the bottom line, by the mode that the board is in."""


_SELECTION_HINTS = (
    ("back", "clear"), ("move-card-to", "move"), ("archive-card", "archive"), ("labels", "labels"), ("due", "due"),
    ("members", "members"), ("enrich-many", "enrich"), ("delete-card-for-good", "delete"),
)  # fmt: skip
"""Key hints of the bottom line for selected cards: names of commands, and words."""


class Selection:
    """The cards that a command acts on.

    Attributes:
        whole_list: Id of the list if all its cards were selected at once; "" otherwise.
    """

    def __init__(self, view: BoardView, head: BoardHeader) -> None:
        self._view, self._kanban, self._head = view, view.kanban, head
        self.whole_list = ""

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self._kanban.picked

    @property
    def holding(self) -> bool:
        """Whether a card is being carried."""
        return self._kanban.held is not None

    @property
    def cards(self) -> Sequence[CardFace]:
        """The selected cards that are shown, in the board's order."""
        picked, lists = self.picked, self._kanban.row.card_lists
        if not picked:
            return ()
        if len(shown := self._shown(picked)) < len(picked):
            known = {face.id for cards in lists for face in cards.known_faces}
            self._read_as_far_as(picked - known)
            shown = self._shown(picked)
        return shown

    def _shown(self, picked: frozenset[str]) -> list[CardFace]:
        lists = self._kanban.row.card_lists
        return [face for cards in lists for face in cards.shown_faces if face.id in picked]

    @property
    def first_index(self) -> int | None:
        """Index of the first selected card in the list with the cursor; None if none of them is there."""
        here = self._kanban.row.card_list(self._kanban.list_id or "")
        first = next((card for card in self.cards if here is not None and card.list_id == here.list_id), None)
        return None if here is None or first is None else here.index(first.id)

    def _read_as_far_as(self, card_ids: Iterable[str]) -> None:
        """Read each list as far as these cards, which are few: a list of thousands was read to be selected."""
        lists = {cards.list_id: cards for cards in self._kanban.row.card_lists}
        for ident in card_ids:
            face = self._view.open_face(ident)
            if face is not None and face.list_id in lists:
                lists[face.list_id].find(ident)

    def pick(self, card_ids: Sequence[str], *, whole_list: str = "") -> None:
        """Select exactly these cards; ``whole_list`` is their list if all its cards are selected at once."""
        self.whole_list = whole_list
        self._kanban.pick(card_ids)
        self.offer()

    def pick_failed(self, card_ids: Sequence[str]) -> None:
        """Select exactly the cards that a command could not act on, if they are still there."""
        self.pick([ident for ident in card_ids if self._view.open_face(ident) is not None])

    def lift(self) -> None:
        """Start carrying the card with the cursor."""
        self._kanban.lift()
        # A message about an earlier card, and that u undoes it, would stand beside the keys for this one.
        self._view.page.tell("")
        self.offer()

    def drop(self) -> None:
        """Drop the carried card where it is."""
        self._kanban.put_down()
        self.offer()

    def put_back(self) -> bool:
        """Cancel carrying, else clear the selection; return whether either was possible."""
        if self._kanban.put_back():
            self.offer()
            self._view.page.tell("put back")
            return True
        if self.picked:
            self.pick(())
            return True
        return False

    def count(self) -> None:
        """Update the number of selected cards, as some may have been hidden or shown."""
        if self.picked:
            self.offer()

    def offer(self) -> None:
        """Update the key hints and the number of selected cards in the status bar."""
        purpose = self._view.editor.purpose
        kind = purpose.partition(":")[0] or ("carry" if self.holding else "")
        count, picked = 0, len(self.picked)
        offers = _MODE_HINTS[kind]
        if picked:
            count = len(self.cards)
            keys = ((self._head.key(name), word) for name, word in _SELECTION_HINTS)
            offers = offers or tuple((key, word) for key, word in keys if key)
        words = f"{count} selected" + (f", {picked - count} not shown" if picked > count else "")
        bar = self._view.bar
        bar.selected = words if picked else ""
        bar.in_field = bool(purpose)
        bar.mode(offers)
