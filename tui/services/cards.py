"""Cards: reading them, and the operations that consist of several writes.

The cards of a list are archived and moved one by one, although the service has calls for a whole list. So
cards that were never shown here are not affected, and each card can be restored to its own place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tui.errors import NotFound, StoreError
from tui.model.card import CARD_LINK
from tui.model.filter.finished import is_finished_list
from tui.model.position import between
from tui.model.values.scalars import OBJECT_ID, is_local, new_local_id
from tui.model.writes.attachments import AddLink
from tui.model.writes.cards import CopyCard, CreateCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.labels import AddCardLabel, RemoveCardLabel
from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.services.part import CardMakingPart
from tui.store.outbox.arrivals import Arrived

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.action import Comment
    from tui.model.board import BoardList
    from tui.model.card import Card, CardFace
    from tui.model.checklist import Checklist
    from tui.model.writes.base import Write
    from tui.sync.session import SyncSession

PAGE = 100
"""Cards per transaction."""


class Cards(CardMakingPart):
    """Queries and writes on cards: ``workspace.cards``."""

    def get(self, card_id: str) -> Card | None:
        """Return the whole card, or None if it is gone."""
        return self._store.cards.get(card_id)

    def due_between(self, after: datetime, until: datetime) -> list[str]:
        """Return the titles of unfinished cards and items of this account that became due between two moments.

        These are the cards of the account's member and those without members, and the open checklist items of
        the member, or items without a member on such a card.
        """
        me = self._store.members.me()
        mine = "" if me is None else me.id
        cards = [
            (face, face.name)
            for face in self._store.cards.due_between(after, until)
            if not is_finished_list(self._store.lists.name(face.list_id))
        ]
        items = [(one.face, one.title) for one in self._store.checklists.due_between(after, until)]
        concern = [
            (face.due or "", title)
            for face, title in (*cards, *items)
            if not face.member_ids or mine in face.member_ids
        ]
        return [title for _, title in sorted(concern)]

    def any_due_between(self, after: datetime, until: datetime) -> bool:
        """Return whether an unfinished card or item of anybody is due after a moment, until another."""
        tables = (self._store.cards, self._store.checklists)
        return any(table.due_between(after, until) for table in tables)

    def find(self, text: str) -> Card | None:
        """Find the card that ``text`` names, by id, short link or URL, in the store."""
        if (card := self._store.cards.get(text)) is not None:
            return card
        link = CARD_LINK.fullmatch(text)
        return None if link is None else self._store.cards.by_short_link(link[1])

    async def fetch(self, text: str) -> Card | None:
        """Fetch the card that ``text`` names, by id, short link or URL, in its current state.

        It always takes three requests: the card, its comments, and its board's lists, labels and members.

        Returns:
            The card; None if ``text`` names no card.

        Raises:
            RemoteError: The service did not answer, or does not let the account see the card.
        """
        if (stored := self.find(text)) is not None:
            return stored if is_local(stored.id) else await self._fetch_stored(stored.id)
        link = CARD_LINK.fullmatch(text)
        ident = text if link is None else link[1]
        if link is None and OBJECT_ID.fullmatch(ident) is None:
            return None
        fetched = await self._at_service(lambda session: session.puller.cards.fetch(ident))
        return None if fetched is None else self._store.cards.get(fetched)

    async def _fetch_stored(self, ident: str) -> Card | None:
        async def ask(session: SyncSession) -> bool:
            return await session.puller.cards.fetch(ident) is not None

        await asyncio.wrap_future(self._engine.read(f"whole {ident}", ask))
        return self._store.cards.get(ident)

    async def fetch_faces(self, list_id: str) -> None:
        """Fetch the cards of a list, so that its first and last position are known.

        Raises:
            RemoteError: The service did not deliver them.
        """
        ident = self._list(list_id).id
        if is_local(ident):
            return
        mark = self._store.mark()

        async def read(session: SyncSession) -> None:
            cards = [card async for page in session.client.lists.every_card(ident) for card in page]
            for start in range(0, len(cards), PAGE):
                await session.puller.arrive(Arrived(cards=tuple(cards[start : start + PAGE]), since=mark))

        await self._at_service(read)

    def face(self, card_id: str) -> CardFace | None:
        """Return one card as a list shows it, or None if it is gone."""
        return self._store.cards.face(card_id)

    def faces(self, list_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return the list's open cards in order, with only the fields that a list shows."""
        return self._store.cards.faces(list_id, offset, limit)

    def next_faces(self, list_id: str, after: CardFace | None, limit: int) -> list[CardFace]:
        """Return the next ``limit`` of the list's open cards in order: those after a card, or the first ones."""
        return self._store.cards.next_faces(list_id, after, limit)

    def ends(self, list_id: str) -> list[CardFace]:
        """Return the list's first and last open card, which may be the same one; none of an empty list."""
        return self._store.cards.ends(list_id)

    def unsent_places(self, list_id: str) -> dict[str, float]:
        """Return the positions at the service, as far as known, of cards of the list whose moves wait to be sent; by id."""
        return self._store.outbox.unsent_places(list_id)

    def index_in_list(self, list_id: str, card_id: str) -> int | None:
        """Return the index of an open card in its list; None if it is not an open card of the list."""
        return self._store.cards.index_in_list(list_id, card_id)

    def counts(self, board_id: str, list_ids: Collection[str] | None = None) -> dict[str, int]:
        """Return the number of open cards by list id, for all or some lists of a board."""
        return self._store.cards.counts(board_id, list_ids)

    def templates(self) -> list[Card]:
        """Return the open cards of all boards that are templates, by name."""
        return self._store.cards.templates()

    def checklists(self, card_id: str) -> list[Checklist]:
        """Return the card's checklists, with their items in order."""
        return self._store.checklists.of_card(card_id)

    def checklist(self, checklist_id: str) -> Checklist | None:
        """Return one checklist, or None if it is not in the store."""
        return self._store.checklists.get(checklist_id)

    async def fetch_checklist(self, checklist_id: str) -> Checklist | None:
        """Fetch a checklist by its id, and the card it is on; return None if it does not exist.

        Raises:
            RemoteError: The service did not answer, or does not let the account see the card.
        """
        if is_local(checklist_id):
            return self.checklist(checklist_id)
        if OBJECT_ID.fullmatch(checklist_id) is None:
            return None
        try:
            found = await self._at_service(lambda session: session.client.checklists.get(checklist_id))
        except NotFound:
            return None
        await self.fetch(found.id_card)
        return self.checklist(found.id)

    def comments(self, card_id: str) -> list[Comment]:
        """Return the card's comments, newest first."""
        return self._store.actions.comments(card_id)

    async def copy(
        self,
        card_id: str,
        *,
        list_id: str | None = None,
        name: str | None = None,
        pos: float | None = None,
        comments: bool = True,
    ) -> str:
        """Copy a card with all its parts, to just below it or to the end of another list, on any board.

        Args:
            card_id: The card.
            list_id: The list; None for the card's own.
            name: Title of the copy; None for the card's.
            pos: Position in the list; None for below the card or the end of the list.
            comments: Whether its comments are copied.

        Returns:
            The copy's id, a local one.

        Raises:
            StoreError: The card or the list is gone.
        """
        write = self._copied(self._card(card_id), list_id)
        given = {"name": name, "pos": pos, "comments": comments}
        write = write.replace(**{field: value for field, value in given.items() if value is not None})
        await self._submit([write])
        return write.card_id

    async def copy_all(self, card_ids: Iterable[str]) -> None:
        """Copy cards with all their parts, each to just below it, as one batch."""
        await self._submit_some([self._copied(self._card(each)) for each in card_ids])

    def _copied(self, card: Card, list_id: str | None = None) -> CopyCard:
        target = self._list(list_id or card.id_list)
        same_board = target.id_board == card.id_board
        return CopyCard(
            board_id=target.id_board,
            card_id=new_local_id(),
            source_id=card.id,
            list_id=target.id,
            name=card.name,
            pos=self._place(card, target),
            desc=card.desc,
            due=card.due,
            start=card.start,
            due_complete=card.due_complete,
            label_ids=card.id_labels if same_board else self._matching_labels(card, target.id_board),
            member_ids=card.id_members if same_board else self._shared_members(card, target.id_board),
        )

    async def create_from_item(self, card_id: str, checklist_id: str, item_id: str) -> str:
        """Create a card from a checklist item, below the item's card, with its date and member; the item stays.

        The card has the labels that the settings give to new cards of the list. It is linked to the item's
        card, unless that card is not sent yet and so has no address.

        Returns:
            The new card's id, a local one.

        Raises:
            StoreError: The card or the item is gone.
        """
        card, checklist = self._card(card_id), self.checklist(checklist_id)
        item = None if checklist is None else checklist.item(self._store.current_id(item_id))
        if item is None:
            raise StoreError("That item is not there any more.", hint="Look for it in the checklists.")
        at = {"board_id": card.id_board, "card_id": new_local_id()}
        made = CreateCard(
            **at,
            list_id=card.id_list,
            name=item.name,
            pos=self._place(card, self._list(card.id_list)),
            due=item.due,
            label_ids=self._default_labels(card.id_list),
            member_ids=() if item.id_member is None else (item.id_member,),
        )
        address = card.short_url or card.url
        links = [AddLink(**at, attachment_id=new_local_id(), url=address, name=card.name)] if address else []
        await self._submit([made, *links])
        return made.card_id

    async def move(self, card_ids: Sequence[str], list_id: str) -> list[tuple[str, str]]:
        """Move cards in the given order to the end of a list, which may be on another board.

        Returns:
            The ids of the cards that could not be moved, each with the reason.

        Raises:
            StoreError: The list is gone, or all of the cards are.
        """
        target, last = self._list(list_id), self._last(list_id)
        writes: list[Write] = []
        left: list[tuple[str, str]] = []
        for ident in card_ids:
            try:
                card = self._card(ident)
            except StoreError as error:
                if len(left) + 1 == len(card_ids):
                    raise
                left.append((ident, str(error)))
                continue
            last = between(last, None)
            writes.append(self._to_list(card, target, last))
        await self._submit_some(writes)
        return left

    async def edit(
        self,
        card_id: str,
        changes: Mapping[str, Any],
        *,
        list_id: str | None = None,
        pos: float | None = None,
        label_ids: Collection[str] | None = None,
        member_ids: Collection[str] | None = None,
    ) -> None:
        """Change a card's fields, place, labels and members as one batch, which is undone together.

        Args:
            card_id: The card.
            changes: Fields of ``UpdateCard`` with their values.
            list_id: The target list, on any board; None to keep the list.
            pos: The position; None for the end of another list, or to keep it.
            label_ids: The new labels, of the target board; None to keep them.
            member_ids: The new members; None to keep them.

        Raises:
            StoreError: The card or the list is gone.
        """
        card = self._card(card_id)
        writes: list[Write] = []
        if (move := self._move_to(card, list_id, pos)) is not None:
            writes.append(move)
            card = writes[0].apply(card)
        at = {"board_id": card.id_board, "card_id": card.id}
        if changes:
            writes.append(UpdateCard(**at, **changes))
        if label_ids is not None:
            more, fewer = _changes(card.id_labels, label_ids)
            writes += [AddCardLabel(**at, label_id=one) for one in more]
            writes += [RemoveCardLabel(**at, label_id=one) for one in fewer]
        if member_ids is not None:
            more, fewer = _changes(card.id_members, member_ids)
            writes += [AddCardMember(**at, member_id=one) for one in more]
            writes += [RemoveCardMember(**at, member_id=one) for one in fewer]
        await self._submit_some(writes)

    def _move_to(
        self, card: Card, list_id: str | None, pos: float | None
    ) -> MoveCard | MoveCardToBoard | None:
        """Return the write that moves a card to ``pos`` of a list, or to its end; None if it does not move."""
        if list_id is None and pos is None:
            return None
        target = self._list(list_id or card.id_list)
        if pos is None:
            if target.id == card.id_list:
                return None
            pos = between(self._last(target.id), None)
        return self._to_list(card, target, pos)

    async def archive_all(self, list_id: str) -> int:
        """Archive every stored card of a list, and return their number.

        Raises:
            StoreError: The list is gone.
        """
        board_id = self._list(list_id).id_board
        faces = self._store.cards.faces(list_id)
        await self._submit_some([UpdateCard(board_id=board_id, card_id=one.id, closed=True) for one in faces])
        return len(faces)

    async def move_all(self, list_id: str, to_list_id: str) -> int:
        """Move every stored card of a list to the end of another list, and return their number.

        Raises:
            StoreError: One of the lists is gone.
        """
        self._list(list_id)
        faces = self._store.cards.faces(list_id)
        await self.move([one.id for one in faces], to_list_id)
        return len(faces)

    async def _submit_some(self, writes: Sequence[Write]) -> None:
        if writes:
            await self._submit(writes)

    def _to_list(self, card: Card, target: BoardList, pos: float) -> MoveCard | MoveCardToBoard:
        """Return the write that moves a card to a position in a list, of its own board or another one."""
        ids = {"board_id": target.id_board, "card_id": card.id, "list_id": target.id}
        if card.id_board == target.id_board:
            return MoveCard(**ids, pos=pos)
        return MoveCardToBoard(
            **ids,
            pos=pos,
            from_board_id=card.id_board,
            label_ids=self._matching_labels(card, target.id_board),
            member_ids=self._shared_members(card, target.id_board),
        )

    def _list(self, list_id: str) -> BoardList:
        if (found := self._store.lists.get(list_id)) is None:
            raise StoreError("That list is not there any more.", hint="Look for it on the board.")
        return found

    def _last(self, list_id: str) -> float | None:
        return max((face.pos for face in self._store.cards.ends(list_id)), default=None)

    def _place(self, card: Card, to: BoardList) -> float:
        if to.closed:  # what is put there is shown nowhere, neither on the board nor in the archive
            raise StoreError(f"The list “{to.name}” is archived.", hint="Restore it first.")
        if to.id != card.id_list or card.closed:
            return between(self._last(to.id), None)
        return between(card.pos, self._store.cards.next_pos(to.id, card.pos))

    def _matching_labels(self, card: Card, board_id: str) -> tuple[str, ...]:
        """Return the labels of a card after a move to another board: those with the same name and colour."""
        own = {
            (x.name, x.color) for x in self._store.labels.of_board(card.id_board) if x.id in card.id_labels
        }
        matching: dict[tuple[str, str | None], str] = {}
        for label in sorted(self._store.labels.of_board(board_id), key=lambda label: label.id):
            if (label.name, label.color) in own:
                matching.setdefault((label.name, label.color), label.id)
        return tuple(matching.values())

    def _shared_members(self, card: Card, board_id: str) -> tuple[str, ...]:
        """Return the members of a card who are also members of another board."""
        on_board = {member.id for member in self._store.members.of_board(board_id)}
        return tuple(ident for ident in card.id_members if ident in on_board)


def _changes(now: Collection[str], wanted: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the ids to add to ``now``, and those to remove, to get ``wanted``."""
    return [one for one in wanted if one not in now], [one for one in now if one not in wanted]
