"""CardReader: reads single cards into the store, each with its checklists and comments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.store.outbox.arrivals import Arrival, Arrived, Complete
from tui.sync.reading.frame import arrived_frame

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.model.change import Noun
    from tui.store.store import Store
    from tui.sync.reading.times import ReadingTimes
    from tui.sync.reading.touched import Touched


class CardReader:
    """A reader of cards one by one.

    Args:
        arrive: Brings what was read into the store.
        read_at: Records what was read when.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        arrive: Callable[[Arrived], Awaitable[Arrival]],
        read_at: ReadingTimes,
    ) -> None:
        self._store, self._client, self._arrive, self._read_at = store, client, arrive, read_at

    async def fetch(self, ident: str, *, board: bool = True) -> str | None:
        """Read one card, by id or short link, with its checklists and comments; remove it if it is gone.

        With ``board``, the lists, labels and members of its board, which may never have been read, are read
        too. Returns the card's id, or None if there is no such card.
        """
        mark = self._store.mark()
        try:
            card, checklists = await self._client.cards.whole(ident)
            comments = await self._client.cards.comments(card.id)
        except NotFound:
            await self._arrive(Arrived(gone=(("cards", ident),), since=mark))
            return None
        if board:
            snapshot = await self._client.boards.snapshot(card.id_board)
            await self._arrive(arrived_frame(snapshot, mark, confirmed=False))
            await self._read_at.note_frame(card.id_board)
        all_comments = {} if comments.may_go_on else {card.id: frozenset(comment.id for comment in comments)}
        await self._arrive(
            Arrived(
                cards=(card,),
                checklists=tuple(checklists),
                comments=tuple(comments),
                complete=Complete(card.id_board, comments=all_comments),
                since=mark,
            )
        )
        await self._read_at.note(card.id)
        return card.id

    async def reread(self, board_id: str, touched: Touched, since: int) -> None:
        """Reread changed things; ``since`` is the mark from before the feed was read."""
        gone: list[tuple[Noun, str]] = [("cards", ident) for ident in sorted(touched.gone)]
        gone += [("checklists", ident) for ident in sorted(touched.gone_checklists)]
        gone += [("comments", ident) for ident in sorted(touched.gone_comments)]
        await self._arrive(Arrived(gone=tuple(gone)))
        left: list[tuple[Noun, str]] = [("cards", ident) for ident in sorted(touched.left)]
        await self._arrive(Arrived(gone=tuple(left), gone_from=board_id))
        for card_id in sorted(touched.cards):
            mark = self._store.mark()
            try:
                card = await self._client.cards.get(card_id)
                checklists = (
                    await self._client.cards.checklists(card_id) if card_id in touched.checklists else ()
                )
            except NotFound:
                await self._arrive(Arrived(gone=(("cards", card_id),), since=mark))
                continue
            except Forbidden:
                continue
            await self._arrive(Arrived(cards=(card,), checklists=tuple(checklists), since=mark))
        if touched.comments:
            await self._arrive(Arrived(comments=tuple(touched.comments), since=since))
