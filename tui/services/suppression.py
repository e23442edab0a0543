"""Who must not be looked up, shown, attached or exported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.enrich.suppression import Kind, Suppressed, guess, normal
from tui.model.writes.comments import DeleteComment
from tui.services.part import WritingPart
from tui.store.db import written
from tui.store.enrich.suppression import allow, forget_comments, suppress
from tui.sync.note import SIGNATURE, whom

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.model.subject import Subject


class Suppression(WritingPart):
    """``workspace.suppression``."""

    async def add(self, kind: str, value: str, why: str = "") -> Suppressed:
        """Put somebody on the list, and forget what is remembered of them.

        Args:
            kind: ``email``, ``network_slug``, ``domain``, ``phone``, ``abn`` or ``name``; "" to tell by the value.
            value: As it is written; a profile's address is a network_slug, ``Ana Reid at Kauri`` a name.
            why: A note.

        Raises:
            UsageError: The value is none of that kind.
        """
        return (await self.add_all([(kind, value, why)]))[0]

    async def add_all(self, entries: Sequence[tuple[str, str, str]]) -> list[Suppressed]:
        """Put several on the list, by kind, value and note; all of them, or none where one is wrong.

        Raises:
            UsageError: A value is none of its kind.
        """
        read = [(_read(kind, value), value, why) for kind, value, why in entries]
        known = [(*entry, why) for entry, _, why in read]
        shown = {entry: _e164(value, self._store.country) for entry, value, _ in read if entry[0] == "phone"}
        return await written(self._store.write(lambda tx: suppress(tx, known, shown)))

    def told(self) -> list[Comment]:
        """Our comments on cards that tell of somebody on the list, as far as they are here."""
        covering = self._store.suppression.covering
        return [one for one in self._store.actions.signed(SIGNATURE) if covering(whom(one.text)) is not None]

    async def withdraw(self, comments: Sequence[Comment]) -> int:
        """Delete comments that tell of somebody who opted out, in one write of several; undo does not bring them back.

        Returns:
            How many there were still.

        Raises:
            StoreError: It could not be written.
        """
        ops = [
            DeleteComment(board_id=card.id_board, card_id=card.id, comment_id=one.id)
            for one in comments
            if (card := self._store.cards.get(one.id_card)) is not None
        ]
        if ops:
            await self._submit(ops)
            idents = [op.comment_id for op in ops]
            await written(self._store.write(lambda tx: forget_comments(tx, idents)))
        return len(ops)

    async def remove(self, kind: str, value: str) -> bool:
        """Take an entry off the list. Whether it was on it; what is kept out with another entry is not.

        Raises:
            UsageError: The value is none of that kind.
        """
        one, read = _read(kind, value)
        return await written(self._store.write(lambda tx: allow(tx, one, read)))

    def holding(self, kind: str, value: str) -> Suppressed | None:
        """The entry of the list by which ``value`` is kept out, its own or the one it is kept out with; or None.

        Raises:
            UsageError: The value is none of that kind.
        """
        return self._store.suppression.covering([_read(kind, value)])

    def all(self) -> list[Suppressed]:
        """Everybody on the list, newest first."""
        return self._store.suppression.all()

    def covers(self, one: Subject | Person | Company) -> Suppressed | None:
        """The entry of the list that keeps ``one`` out, or None."""
        return self._store.suppression.covers(one)


def _read(kind: str, value: str) -> tuple[Kind, str]:
    return normal(kind, value) if kind else guess(value)


def _e164(written: str, country: str) -> str:
    """A telephone number for a reader; "" where its country is not told."""
    from tui.recognise.identifiers.phones import e164

    digits = "".join(char for char in written if char.isdecimal())
    return e164(written.strip(), country) or (f"+{digits}" if written.strip().startswith("+") else "")
