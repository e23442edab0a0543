"""The suppression list: people who must not be looked up, shown, attached or exported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.enrich.suppression import KINDS, Suppressed, read_entry
from tui.model.subject import STRENGTH
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.store.enrich.suppression import allow, suppress

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.enrich.suppression import Kind
    from tui.model.person import Person
    from tui.model.subject import Identifier, Subject


_OF_PERSON = frozenset({"email", "network_slug", "network_url"})
"""Kinds of identifiers that may belong to one person only."""

_ADDRESSES = frozenset({"network_url", "website"})
"""Kinds of identifiers that are listed as another kind, which depends on their form."""


class Suppression(WorkspacePart):
    """The list of people and companies that opted out: ``workspace.suppression``."""

    async def add(self, kind: str, value: str, why: str = "") -> Suppressed:
        """Add somebody to the list, and delete stored data about them.

        Args:
            kind: ``email``, ``network_slug``, ``domain``, ``phone``, ``abn`` or ``name``; "" to guess it.
            value: The value as typed; a profile's address is a network_slug, ``Ana Reid at Kauri`` a name.
            why: A note.

        Raises:
            UsageError: The value is not of that kind.
        """
        return (await self.add_all([(kind, value, why)]))[0]

    async def add_all(self, entries: Sequence[tuple[str, str, str]]) -> list[Suppressed]:
        """Add several entries of kind, value and note to the list; none of them if one is invalid.

        Raises:
            UsageError: A value is not of its kind.
        """
        read = [(read_entry(kind, value), value, why) for kind, value, why in entries]
        normalised = [(*entry, why) for entry, _, why in read]
        shown = {entry: self._shown(entry[0], value) for entry, value, _ in read}
        return await until_written(self._store.write(lambda tx: suppress(tx, normalised, shown)))

    def _shown(self, kind: Kind, written: str) -> str:
        """Return the display form of a value whose normal form is not readable; "" for any other."""
        if kind == "phone":
            return _e164(written, self._store.country)
        # The normal form of a name has only its folded words, and at a number only the last digits.
        return " ".join(written.split()) if kind == "name" else ""

    async def remove(self, kind: str, value: str) -> bool:
        """Remove an entry, and return whether it was listed; a value held by another entry is not removed.

        Raises:
            UsageError: The value is not of that kind.
        """
        one, read = read_entry(kind, value)
        return await until_written(self._store.write(lambda tx: allow(tx, one, read)))

    def entry_for(self, kind: str, value: str) -> Suppressed | None:
        """Return the entry that bars ``value``, its own or one that includes it, or None.

        Raises:
            UsageError: The value is not of that kind.
        """
        return self._store.enrichment.suppression.covering([read_entry(kind, value)])

    def entry_of(self, subject: Subject) -> tuple[str, str]:
        """Return kind and value to list a subject by: its best identifier, with the name if others share that."""
        best = subject.strongest
        if best is None:
            return "", subject.text
        if subject.type == "company" or not subject.name:
            return _entry_by(best, subject.name)
        known = self._store.enrichment.suppression.identities()
        for one in sorted(subject.identifiers, key=lambda one: STRENGTH.index(one.kind)):
            # The domain of a person is that of all colleagues.
            if one.kind in _OF_PERSON and not known.is_shared(read_entry(*_entry_by(one))):
                return _entry_by(one)
        return "name", f"{subject.name} at {best.value}"

    def sharers(self, keys: Sequence[tuple[Kind, str]]) -> list[list[str]]:
        """Return for each key the names of the different people who have it in the answers."""
        known = self._store.enrichment.suppression.identities()
        return [known.sharers(key) for key in keys]

    def all(self) -> list[Suppressed]:
        """Everybody on the list, newest first."""
        return self._store.enrichment.suppression.all()

    def covers(self, one: Subject | Person | Company) -> Suppressed | None:
        """Return the entry of the list that bars ``one`` from lookups, or None."""
        return self._store.enrichment.suppression.covers(one)


def _entry_by(one: Identifier, name: str | None = None) -> tuple[str, str]:
    """Return kind and value to list somebody by an identifier, or by ``name`` if its kind is not listed.

    The kind is not guessed, because the end of a profile's address looks like a name.
    """
    if one.kind in KINDS:
        return one.kind, one.value
    return ("name", name) if name and one.kind not in _ADDRESSES else ("", one.value)


def _e164(written: str, country: str) -> str:
    """Format a telephone number in E.164; "" if its country is unknown."""
    from tui.recognise.identifiers.phones import e164

    digits = "".join(char for char in written if char.isdecimal())
    return e164(written.strip(), country) or (f"+{digits}" if written.strip().startswith("+") else "")
