"""Who must not be looked up, shown, attached or exported."""

from collections.abc import Sequence

from tui.model.company import Company
from tui.model.enrich.suppression import Suppressed, guess, normal
from tui.model.person import Person
from tui.model.subject import Subject
from tui.rooms.room import Room
from tui.store.db import written
from tui.store.enrich.suppression import allow, suppress


class Suppression(Room):
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
        known = [(*(normal(kind, value) if kind else guess(value)), why) for kind, value, why in entries]
        return await written(self._store.write(lambda tx: suppress(tx, known)))

    async def remove(self, kind: str, value: str) -> bool:
        """Take somebody off the list. Whether they were on it.

        Raises:
            UsageError: The value is none of that kind.
        """
        one, read = normal(kind, value) if kind else guess(value)
        return await written(self._store.write(lambda tx: allow(tx, one, read)))

    def all(self) -> list[Suppressed]:
        """Everybody on the list, newest first."""
        return self._store.suppression.all()

    def covers(self, one: Subject | Person | Company) -> Suppressed | None:
        """The entry that keeps ``one`` out, or None."""
        return self._store.suppression.covers(one)
