"""Deeds of several writes: each is taken on as one, works offline, and is undone as one.

The cards of a list are archived and moved one by one, although the service has calls that take all of them:
so nobody's card is put away that was not seen here, and each can be brought back to where it was.
"""

from collections.abc import Sequence

from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.board import BoardList
from tui.model.card import Card
from tui.model.op import (
    CopyCard,
    CreateBoard,
    CreateList,
    MoveCard,
    MoveCardToBoard,
    Op,
    UpdateCard,
)
from tui.model.position import STEP, between
from tui.rooms.room import Room

LISTS = ("To Do", "Doing", "Done")
"""What a new board begins with."""


class Deeds(Room):
    """``workspace.deeds``."""

    async def make_board(
        self, name: str, *, desc: str = "", lists: Sequence[str] = LISTS, background: str | None = None
    ) -> str:
        """Make a board with lists.

        Returns:
            Its id; a local one until the service has named it, and understood for ever after.
        """
        board_id = new_local_id()
        columns = [
            CreateList(board_id=board_id, list_id=new_local_id(), name=one, pos=STEP * (place + 1))
            for place, one in enumerate(lists)
        ]
        board = CreateBoard(board_id=board_id, name=name, desc=desc, background=background)
        await self._submit([board, *columns])
        return board_id

    async def copy_card(
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

    async def move_to_board(self, card_ids: Sequence[str], list_id: str) -> None:
        """Move cards to the end of a list, which may be another board's, in the order given.

        Raises:
            StoreError: A card or the list is gone.
        """
        to, last = self._list(list_id), self._last(list_id)
        ops: list[Op] = []
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
        await self.move_to_board([one.id for one in faces], to_list_id)
        return len(faces)

    async def _submit_some(self, ops: Sequence[Op]) -> None:
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
