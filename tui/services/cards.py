"""Cards: reading them, and the writes that are made of several.

The cards of a list are archived and moved one by one, although the service has calls that take all of them:
so nobody's card is put away that was not seen here, and each can be brought back to where it was.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.base import OBJECT_ID, is_local, new_local_id
from tui.model.position import between
from tui.model.writes.cards import CopyCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.services.part import WritingPart

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.board import BoardList
    from tui.model.card import Card, CardFace
    from tui.model.checklist import Checklist
    from tui.model.writes.base import Write

_LINK = re.compile(r"(?:.*/c/)?([0-9A-Za-z]{8})(?:[/?#].*)?")


class Cards(WritingPart):
    """``workspace.cards``."""

    def get(self, card_id: str) -> Card | None:
        """The whole card, or None when it is gone."""
        return self._store.cards.get(card_id)

    def find(self, text: str) -> Card | None:
        """The card that ``text`` names, by id, short link or URL, as far as it is here."""
        if (card := self._store.cards.get(text)) is not None:
            return card
        link = _LINK.fullmatch(text)
        return None if link is None else self._store.cards.by_short_link(link[1])

    async def fetch(self, text: str) -> Card | None:
        """The card that ``text`` names, by id, short link or URL, as the service has it now.

        It costs three requests, however many boards there are: the card, its comments, and its board's lists,
        labels and members.

        Returns:
            The card; None where none is named so.

        Raises:
            RemoteError: The service did not answer, or does not let the account see the card.
        """
        held = self._store.cards.get(text)
        if held is not None and is_local(held.id):
            return held
        link = _LINK.fullmatch(text)
        ident = held.id if held is not None else link[1] if link is not None else text
        if link is None and OBJECT_ID.fullmatch(ident) is None:
            return None
        fetched = await asyncio.wrap_future(self._engine.work(lambda session: session.puller.fetch(ident)))
        return None if fetched is None else self._store.cards.get(fetched)

    def face(self, card_id: str) -> CardFace | None:
        """One card's face, or None when it is gone."""
        return self._store.cards.face(card_id)

    def faces(self, list_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """The list's open cards in order, as much of them as a column draws."""
        return self._store.cards.faces(list_id, offset, limit)

    def counts(self, board_id: str) -> dict[str, int]:
        """Open cards of a board by list id."""
        return self._store.cards.counts(board_id)

    def checklists(self, card_id: str) -> list[Checklist]:
        """The card's checklists, items in order."""
        return self._store.checklists.of_card(card_id)

    def comments(self, card_id: str) -> list[Comment]:
        """The card's comments, newest first."""
        return self._store.actions.comments(card_id)

    async def copy(
        self, card_id: str, *, list_id: str | None = None, name: str | None = None, pos: float | None = None
    ) -> str:
        """Copy a card with all that is on it, below it or to the end of another list, of another board too.

        Returns:
            The copy's id, a local one.

        Raises:
            StoreError: The card or the list is gone.
        """
        card = self._card(card_id)
        to = self._list(list_id or card.id_list)
        same = to.id_board == card.id_board
        op = CopyCard(
            board_id=to.id_board,
            card_id=new_local_id(),
            source_id=card.id,
            list_id=to.id,
            name=card.name if name is None else name,
            pos=self._place(card, to, pos),
            desc=card.desc,
            due=card.due,
            start=card.start,
            due_complete=card.due_complete,
            label_ids=card.id_labels if same else self._twins(card, to.id_board),
            member_ids=card.id_members if same else self._both(card, to.id_board),
        )
        await self._submit([op])
        return op.card_id

    async def move(self, card_ids: Sequence[str], list_id: str) -> None:
        """Move cards to the end of a list, which may be another board's, in the order given.

        Raises:
            StoreError: A card or the list is gone.
        """
        to, last = self._list(list_id), self._last(list_id)
        ops: list[Write] = []
        for card in [self._card(ident) for ident in card_ids]:
            last = between(last, None)
            at = {"board_id": to.id_board, "card_id": card.id, "list_id": to.id}
            if card.id_board == to.id_board:
                ops.append(MoveCard(**at, pos=last))
            else:
                ops.append(
                    MoveCardToBoard(
                        **at,
                        pos=last,
                        from_board_id=card.id_board,
                        label_ids=self._twins(card, to.id_board),
                        member_ids=self._both(card, to.id_board),
                    )
                )
        await self._submit_some(ops)

    async def archive_all(self, list_id: str) -> int:
        """Archive every card of a list that is shown here; how many that were.

        Raises:
            StoreError: The list is gone.
        """
        board_id = self._list(list_id).id_board
        faces = self._store.cards.faces(list_id)
        await self._submit_some([UpdateCard(board_id=board_id, card_id=one.id, closed=True) for one in faces])
        return len(faces)

    async def move_all(self, list_id: str, to_list_id: str) -> int:
        """Move every card of a list that is shown here behind those of another; how many that were.

        Raises:
            StoreError: One of the lists is gone.
        """
        self._list(list_id)
        faces = self._store.cards.faces(list_id)
        await self.move([one.id for one in faces], to_list_id)
        return len(faces)

    async def _submit_some(self, ops: Sequence[Write]) -> None:
        if ops:
            await self._submit(ops)

    def _list(self, list_id: str) -> BoardList:
        found = self._store.lists.get(list_id)
        if found is None:
            raise StoreError("That list is not there any more.", hint="Look for it on the board.")
        return found

    def _last(self, list_id: str) -> float | None:
        return max((face.pos for face in self._store.cards.faces(list_id)), default=None)

    def _place(self, card: Card, to: BoardList, pos: float | None) -> float:
        if pos is not None:
            return pos
        if to.id != card.id_list or card.closed:
            return between(self._last(to.id), None)
        below = [face.pos for face in self._store.cards.faces(to.id) if face.pos > card.pos]
        return between(card.pos, min(below, default=None))

    def _twins(self, card: Card, board_id: str) -> tuple[str, ...]:
        """The labels a card gets on another board: those of the same name and colour as its own."""
        mine = {
            (x.name, x.color) for x in self._store.labels.of_board(card.id_board) if x.id in card.id_labels
        }
        there: dict[tuple[str, str | None], str] = {}
        for label in sorted(self._store.labels.of_board(board_id), key=lambda label: label.id):
            if (label.name, label.color) in mine:
                there.setdefault((label.name, label.color), label.id)
        return tuple(there.values())

    def _both(self, card: Card, board_id: str) -> tuple[str, ...]:
        """The members of a card who are on another board too."""
        there = {member.id for member in self._store.members.of_board(board_id)}
        return tuple(ident for ident in card.id_members if ident in there)
