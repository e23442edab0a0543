"""What two people, or two windows, changed differently: both texts, until one is chosen and the other discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.position import at
from tui.model.writes.cards import CreateCard
from tui.model.writes.comments import AddComment
from tui.services.part import WorkspacePart
from tui.store.db import written
from tui.store.outbox.contest import choose, discard, settle

if TYPE_CHECKING:
    from tui.model.sync import Chosen, Conflict
    from tui.model.writes.base import Write


class Conflicts(WorkspacePart):
    """``workspace.conflicts``."""

    def all(self) -> list[Conflict]:
        """Those nobody has chosen in first, each kind newest first."""
        return self._store.conflicts.all()

    def open(self) -> int:
        """How many wait for somebody to choose."""
        return self._store.conflicts.open()

    def marked(self, conflict: Conflict) -> str:
        """Both texts as one, the lines that differ between marks."""
        from tui.sync.merge import marked

        return marked(conflict.base, conflict.mine, conflict.theirs)

    async def choose(self, ident: int, chosen: Chosen, text: str | None = None) -> bool:
        """Let mine or theirs stand, or a ``text`` merged of both; the others are kept until discarded.

        Returns:
            False when it was changed once more meanwhile: then nothing was done but to show that.

        Raises:
            StoreError: It was settled already, or what it is about is gone.
        """
        done = await written(self._store.write(lambda tx: choose(tx, ident, chosen, text)))
        self._engine.push_soon()
        return done

    async def renew(self, ident: int) -> str:
        """Put what was written for a deleted thing into something new: a comment on its card, else a card.

        Returns:
            What that is, in a word.

        Raises:
            StoreError: It was settled already, or there is no list to put a card into.
        """
        op = self._new(ident)
        await written(self._store.write(lambda tx: settle(tx, ident, op)))
        self._engine.push_soon()
        return "comment" if isinstance(op, AddComment) else "card"

    async def discard(self, ident: int) -> None:
        """Forget a conflict, and the text that was not chosen with it."""
        await written(self._store.write(lambda tx: discard(tx, ident)))

    def _new(self, ident: int) -> Write:
        held, op = self._store.conflicts.get(ident), self._store.conflicts.write(ident)
        if held is None or op is None:
            raise StoreError("That conflict was settled already.")
        card_id = held.card_id or ""
        if op.kind != "update_card" and self._store.cards.get(card_id) is not None:
            return AddComment(
                board_id=op.board_id, card_id=card_id, comment_id=new_local_id(), text=held.mine
            )
        lists = self._store.lists.of_board(op.board_id)
        if not lists:
            raise StoreError("There is no list to put a card into.", hint="y copies the text.")
        name, desc = getattr(op, "name", None) or held.thing, getattr(op, "desc", None)
        if op.kind != "update_card":
            name, desc = held.thing, held.mine
        title = name or held.mine.split("\n")[0] or "(no title)"
        places = [face.pos for face in self._store.cards.faces(lists[0].id)]
        return CreateCard(
            board_id=op.board_id,
            card_id=new_local_id(),
            list_id=lists[0].id,
            name=title,
            pos=at(places, len(places)),
            desc=desc or "",
        )
