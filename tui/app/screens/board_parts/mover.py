"""CardMover: moves cards and lists to a place among those that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tui.app.arrange import arrange, arrange_at
from tui.app.commands.cards import SORTED, SORTED_HINT
from tui.app.commands.writing import Done, report
from tui.app.painting import paint
from tui.app.widgets.kanban import Kanban
from tui.errors import CardscoutError, UsageError
from tui.model import position

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.loader import BoardLoader
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.widgets.card_list import CardList
    from tui.model.card import CardFace
    from tui.model.writes.cards import MoveCard


class CardMover:
    """The writer of card moves, which also shows their result."""

    def __init__(self, view: BoardView, loader: BoardLoader, selection: Selection) -> None:
        self._view, self._page, self._kanban = view, view.page, view.kanban
        self._loader, self._selection = loader, selection

    async def place(
        self, cards: Sequence[CardFace], list_id: str, index: int, *, follow: bool = True
    ) -> Done:
        """Move cards to ``index`` among those shown in a list.

        The cursor follows the first card, unless ``follow`` is false and none is selected: selected cards stay
        selected, and the cursor with them, so that they can be moved on.

        Raises:
            UsageError: The cards are already in that list and it is sorted, so the index has no meaning.
        """
        from tui.model.writes.cards import MoveCard

        board, target = self._view.board, self._kanban.row.card_list(list_id)
        if board is None or target is None or not cards:
            return Done("", "")
        if target.ordered and all(card.list_id == list_id for card in cards):
            raise UsageError(SORTED, hint=SORTED_HINT.format_map(self._page.key_names))
        follow = follow or bool(self._selection.picked)
        moving = {card.id: (card.list_id, card.pos) for card in cards}
        places = self._places(target, moving, index)
        writes = [
            MoveCard(board_id=board.id, card_id=ident, list_id=list_id, pos=pos)
            for ident, pos in places.items()
            if moving.get(ident) != (list_id, pos)
        ]
        done = report(self._page, cards, await self._write(writes, cards, follow=follow))
        self._loader.show([cards[0].id] if follow else [])
        return done

    async def _write(
        self, writes: Sequence[MoveCard], cards: Sequence[CardFace], *, follow: bool
    ) -> list[tuple[str, str]]:
        """Show moves, then write them; return the cards that could not be moved, with the reasons."""
        early = self._show_early({write.card_id: write for write in writes}, cards, follow=follow)
        if early:
            # The writer would compete with it.
            await paint(self._page)
        try:
            left = await self._page.workspace.writes.submit_each(writes)
        except CardscoutError:
            if early:
                self._loader.reread()
                self._loader.show([cards[0].id])
            raise
        if early and left:
            self._loader.reread()
        return left

    def _show_early(self, to: Mapping[str, MoveCard], cards: Sequence[CardFace], *, follow: bool) -> bool:
        """Show cards where they will be, as not sent yet; return whether any is. Carried ones are there already."""
        refused = [
            write for write in to.values() if self._page.workspace.access.read_only_reason(write.board_id)
        ]
        if refused or self._kanban.held is not None:
            return False
        moved = [
            card.replace(list_id=write.list_id, pos=write.pos, pending=card.pending + 1)
            for card in cards
            if (write := to.get(card.id))
        ]
        return self._loader.show_early(moved, follow=follow)

    def _places(
        self, target: CardList, moving: Mapping[str, tuple[str, float]], index: int
    ) -> dict[str, float]:
        """Return the positions of cards that go to ``index``; for the bottom of a long list only its last card is read.

        Args:
            target: The list they go to.
            moving: List and position of each card by its id, in the order they go in.
            index: An index among the shown cards of the list.
        """
        idents = list(moving)
        # The service may not have heard of earlier moves yet.
        unsent = self._page.workspace.cards.unsent_places(target.list_id)
        occupied = [pos for ident, pos in unsent.items() if idents != [ident]]
        if len(idents) > 1:
            occupied += [pos for list_id, pos in moving.values() if list_id == target.list_id]
        if index > target.total and not target.fully_read:
            last = self._page.workspace.cards.ends(target.list_id)[-1:]
            if last and last[0].id not in idents:
                return arrange(last, idents, 1, occupied)
        return arrange_at(target, idents, index, occupied)

    async def take(self, message: Kanban.Placed | Kanban.ListPlaced) -> None:
        """Move the cards or the list that was dropped, by mouse or by key."""
        if isinstance(message, Kanban.ListPlaced):
            await self._take_list(message)
        else:
            await self._take_cards(message)

    async def _take_cards(self, message: Kanban.Placed) -> None:
        # In the board's order, whichever card was under the pointer. Dragged cards were shown, so they are
        # read.
        shown = sorted(
            (column, at, ident)
            for column, cards in enumerate(self._kanban.row.card_lists)
            for ident in message.card_ids
            if (at := cards.index(ident)) is not None
        )
        # The stored cards, not the preview shown while they are carried.
        dropped = [face for *_, ident in shown if (face := self._view.open_face(ident)) is not None]
        if not dropped:
            self._page.tell("that card is gone")
            return
        self._kanban.cursor.acted_ids = frozenset(face.id for face in dropped)
        await self._page.finish(
            self._page.work(partial(self._drop, dropped, message.list_id, message.index), "drop")
        )

    async def _take_list(self, message: Kanban.ListPlaced) -> None:
        from tui.model.writes.lists import UpdateList

        board = self._view.board
        moved = next((each for each in self._kanban.lists if each.id == message.list_id), None)
        if board is None or moved is None:
            return
        others = [each for each in self._kanban.lists if each.id != moved.id]
        pos = position.at([each.pos for each in others], message.index)
        write = UpdateList(board_id=board.id, list_id=moved.id, pos=pos)
        submit = partial(self._page.workspace.writes.submit, write)
        await self._page.finish(self._page.work(submit, "drop-list"))
        self._page.tell(f"moved the list {moved.name}", undo=True)

    async def _drop(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        done = await self.place(cards, list_id, index)
        name = next((each.name for each in self._kanban.lists if each.id == list_id), "")
        moved = "moved" if len(cards) == 1 else f"moved {done.cards}"
        elsewhere = any(card.list_id != list_id for card in cards)
        self._page.tell(f"{moved}{f' to {name}' if elsewhere else ''}{done.left}", undo=True)
