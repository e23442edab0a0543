"""Conflicts: texts changed differently by two people or two windows, both kept until the user has chosen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.position import at
from tui.model.values.scalars import creation_instant, is_local, new_local_id
from tui.model.writes.base import LONGEST_TEXT
from tui.model.writes.cards import CreateCard
from tui.model.writes.comments import AddComment
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.store.lost_drafts import discard_draft, home_of, settle_draft
from tui.store.outbox.contested_fields import choose, discard, settle

if TYPE_CHECKING:
    from tui.model.sync import Chosen, Conflict, LostThing
    from tui.model.writes.base import Write
    from tui.store.db import Transaction


class Conflicts(WorkspacePart):
    """Conflicts and their resolution: ``workspace.conflicts``."""

    def all(self, limit: int | None = None) -> list[Conflict]:
        """Return the conflicts, unresolved ones first, each kind newest first.

        Args:
            limit: The most to return; None for all.
        """
        return self._store.conflicts.all(limit)

    def of_changes(self, after: int, limit: int | None = None) -> list[Conflict]:
        """Return the conflicts of changes that were made here, without what the service has lost, in the same order.

        Args:
            after: The highest id of a conflict that is left out.
            limit: The most to return; None for all.
        """
        return self._store.conflicts.of_changes(after, limit)

    def newest(self) -> int:
        """Return the id of the newest conflict; 0 if there is none."""
        return self._store.conflicts.newest()

    def side_here(self, conflict: Conflict) -> Chosen:
        """Return which side of a conflict was written in this window; "" for neither."""
        return self._store.conflicts.side_of(self._store.window, conflict.id)

    def losses(self, after: int = 0) -> list[LostThing]:
        """Return what the service has lost, newest first.

        Args:
            after: The highest id of a conflict that is left out.
        """
        return self._store.conflicts.losses(after)

    def lost_drafts(self) -> list[Conflict]:
        """Return texts that were never saved and whose card, list or board is gone, newest first."""
        return self._store.lost_drafts.all()

    def open(self) -> int:
        """Return how many conflicts are unresolved, with the lost drafts."""
        return self._store.conflicts.open() + self._store.lost_drafts.count()

    def with_markers(self, conflict: Conflict) -> str:
        """Return both texts merged into one, with markers around the lines that differ."""
        from tui.sync.merge import marked

        return marked(conflict.base, conflict.mine, conflict.theirs)

    async def choose(self, conflict: Conflict, chosen: Chosen, text: str | None = None) -> bool:
        """Resolve a conflict by mine, theirs or a merged ``text``; the other texts are kept until discarded.

        Returns:
            False if the field was changed again meanwhile; then only the conflict was updated.

        Raises:
            StoreError: The conflict was settled already, or its target is gone.
        """
        done = await until_written(
            self._store.write(lambda tx: choose(tx, conflict.id, chosen, text, conflict.theirs))
        )
        self._engine.push_soon()
        return done

    async def restore_as_new(self, conflict: Conflict) -> str:
        """Put a text written for a deleted thing into a new comment on its card, or else into a new card.

        Returns:
            ``comment`` or ``card``, by what was created.

        Raises:
            StoreError: The conflict was settled already, the board has such a card again, or there is no list for one.
        """
        if conflict.draft:
            await until_written(self._store.write(lambda tx: self._settle_draft(tx, conflict)))
            self._engine.push_soon()
            return "card"
        first, *rest = self._new(conflict.id)
        await until_written(self._store.write(lambda tx: settle(tx, conflict.id, first, *rest)))
        self._engine.push_soon()
        return "comment" if isinstance(first, AddComment) else "card"

    async def discard(self, conflict: Conflict) -> None:
        """Delete a conflict together with the text that was not chosen."""
        work = (
            partial(discard_draft, conflict=conflict)
            if conflict.draft
            else partial(discard, ident=conflict.id)
        )
        await until_written(self._store.write(work))

    def _settle_draft(self, tx: Transaction, conflict: Conflict) -> None:
        board_id, thing = home_of(tx, conflict)
        is_title = conflict.field in {"title", "new card"}
        name = conflict.mine if is_title else thing or conflict.mine.split("\n")[0]
        write = self._new_card(board_id, name.strip(), "" if is_title else conflict.mine)
        settle_draft(tx, conflict, write)

    def _new(self, ident: int) -> list[Write]:
        conflict, write = self._store.conflicts.get(ident), self._store.conflicts.write(ident)
        if conflict is None or write is None:
            raise StoreError("That conflict was settled already.")
        card_id = conflict.card_id or ""
        if isinstance(write, CreateCard) and conflict.why == "lost":
            return self._again(write)
        if write.kind != "update_card" and self._store.cards.get(card_id) is not None:
            at_card = partial(AddComment, board_id=write.board_id, card_id=card_id)
            return [at_card(comment_id=new_local_id(), text=text) for text in _pieces(conflict.mine)]
        name, desc = conflict.thing, conflict.mine
        if write.kind == "update_card":
            name, desc = getattr(write, "name", None) or name, getattr(write, "desc", None) or ""
        title = name or conflict.mine.split("\n")[0] or "(no title)"
        return [self._new_card(write.board_id, title, desc)]

    def _again(self, lost: CreateCard) -> list[Write]:
        """Return what makes a lost card again, with those of its labels and members that are still there.

        The text that is too long for its description comes in comments.
        """
        if self._is_made_by_others(lost):
            raise StoreError(
                "Somebody else has made this card again: the board has one with the same title and text.",
                hint="This one can be discarded.",
            )
        here = self._store.lists.get(lost.list_id)
        new = self._new_card(lost.board_id, lost.name, lost.desc)
        board_id, list_id = (new.board_id, new.list_id) if here is None else (here.id_board, here.id)
        labels = {one.id for one in self._store.labels.of_board(board_id)}
        members = {one.id for one in self._store.members.of_board(board_id)}
        desc, *more = _pieces(lost.desc)
        card = lost.replace(
            board_id=board_id,
            list_id=list_id,
            card_id=new.card_id,
            desc=desc,
            pos=new.pos if here is None else lost.pos,
            label_ids=tuple(one for one in lost.label_ids if one in labels),
            member_ids=tuple(one for one in lost.member_ids if one in members),
        )
        at_card = partial(AddComment, board_id=board_id, card_id=new.card_id)
        return [card, *(at_card(comment_id=new_local_id(), text=text) for text in more)]

    def _is_made_by_others(self, lost: CreateCard) -> bool:
        """Return whether another member has made a card like the lost one since the service has lost it, with all its text."""
        cards, since = self._store.cards, creation_instant(lost.card_id) or ""
        like = [
            face.id
            for each in self._store.lists.of_board(lost.board_id)
            for face in cards.faces(each.id)
            if face.name == lost.name and (creation_instant(face.id) or "") > since
        ]
        others = set(like) - self._store.outbox.named(like)
        found = (cards.get(ident) for ident in others if not is_local(ident))
        return any(card is not None and lost.desc in card.desc for card in found)

    def _new_card(self, board_id: str, title: str, desc: str) -> CreateCard:
        """Return the write that creates a card at the end of the board's first list.

        For a board that is gone or unknown, the card is put on the one that was opened last.
        """
        boards = [board_id, *(board.id for board in self._store.boards.recent(1))]
        lists = next(filter(None, map(self._store.lists.of_board, boards)), None)
        if not lists:
            raise StoreError("There is no list to put a card into.", hint="y copies the text.")
        places = [face.pos for face in self._store.cards.ends(lists[0].id)]
        return CreateCard(
            board_id=lists[0].id_board,
            card_id=new_local_id(),
            list_id=lists[0].id,
            name=title,
            pos=at(places, len(places)),
            desc=desc,
        )


def _pieces(text: str) -> list[str]:
    """Return a text in pieces that the service accepts, cut between lines where possible."""
    pieces: list[str] = []
    while len(text) > LONGEST_TEXT:
        end = text.rfind("\n", 1, LONGEST_TEXT)
        end = LONGEST_TEXT if end < 0 else end
        pieces.append(text[:end])
        text = text[end:].removeprefix("\n")
    return [*pieces, text]
