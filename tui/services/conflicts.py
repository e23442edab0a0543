"""Conflicts: texts changed differently by two people or two windows, both kept until the user has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.position import at
from tui.model.values.ids import new_local_id
from tui.model.writes.cards import CreateCard
from tui.model.writes.comments import AddComment
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.store.outbox.contested_fields import choose, discard, settle

if TYPE_CHECKING:
    from tui.model.sync import Chosen, Conflict
    from tui.model.writes.base import Write


class Conflicts(WorkspacePart):
    """Conflicts and their resolution: ``workspace.conflicts``."""

    def all(self) -> list[Conflict]:
        """Return all conflicts, unresolved ones first, each kind newest first."""
        return self._store.conflicts.all()

    def open(self) -> int:
        """Return how many conflicts are unresolved."""
        return self._store.conflicts.open()

    def with_markers(self, conflict: Conflict) -> str:
        """Return both texts merged into one, with markers around the lines that differ."""
        from tui.sync.merge import marked

        return marked(conflict.base, conflict.mine, conflict.theirs)

    async def choose(self, ident: int, chosen: Chosen, text: str | None = None) -> bool:
        """Resolve a conflict by mine, theirs or a merged ``text``; the other texts are kept until discarded.

        Returns:
            False if the field was changed again meanwhile; then only the conflict was updated.

        Raises:
            StoreError: The conflict was settled already, or its target is gone.
        """
        done = await until_written(self._store.write(lambda tx: choose(tx, ident, chosen, text)))
        self._engine.push_soon()
        return done

    async def restore_as_new(self, ident: int) -> str:
        """Put a text written for a deleted thing into a new comment on its card, or else into a new card.

        Returns:
            ``comment`` or ``card``, by what was created.

        Raises:
            StoreError: The conflict was settled already, or there is no list to put a card into.
        """
        op = self._new(ident)
        await until_written(self._store.write(lambda tx: settle(tx, ident, op)))
        self._engine.push_soon()
        return "comment" if isinstance(op, AddComment) else "card"

    async def discard(self, ident: int) -> None:
        """Delete a conflict together with the text that was not chosen."""
        await until_written(self._store.write(lambda tx: discard(tx, ident)))

    def _new(self, ident: int) -> Write:
        conflict, op = self._store.conflicts.get(ident), self._store.conflicts.write(ident)
        if conflict is None or op is None:
            raise StoreError("That conflict was settled already.")
        card_id = conflict.card_id or ""
        if op.kind != "update_card" and self._store.cards.get(card_id) is not None:
            return AddComment(
                board_id=op.board_id, card_id=card_id, comment_id=new_local_id(), text=conflict.mine
            )
        name, desc = conflict.thing, conflict.mine
        if op.kind == "update_card":
            name, desc = getattr(op, "name", None) or name, getattr(op, "desc", None) or ""
        title = name or conflict.mine.split("\n")[0] or "(no title)"
        return self._new_card(op.board_id, title, desc)

    def _new_card(self, board_id: str, title: str, desc: str) -> CreateCard:
        """Return the write that creates a card at the end of the board's first list."""
        lists = self._store.lists.of_board(board_id)
        if not lists:
            raise StoreError("There is no list to put a card into.", hint="y copies the text.")
        places = [face.pos for face in self._store.cards.ends(lists[0].id)]
        return CreateCard(
            board_id=board_id,
            card_id=new_local_id(),
            list_id=lists[0].id,
            name=title,
            pos=at(places, len(places)),
            desc=desc,
        )
