"""Held: all that an account's store holds of a person, for the answer to a request for access."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tui.model.enrich.suppression import keys_of, read_entry, suppression_keys
from tui.model.search import fold_text
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.model.enrich.spending import Spend
    from tui.model.enrich.suppression import Kind
    from tui.model.finding import Finding
    from tui.model.person import Person

_MOST = 1000
"""Most cards, and most receipts, that are searched."""


class HeldRecords(WorkspacePart):
    """The search for all that is held of a person: ``workspace.held``."""

    def of(self, text: str) -> dict[str, list[Json]]:
        """Return all that the store holds of the person whom ``text`` names, by sort, as JSON.

        Args:
            text: An e-mail address, a profile, a telephone number, a name, or ``Ana Reid at Kauri``.

        Raises:
            UsageError: The text names nobody.
        """
        keys = {read_entry("", text)}
        findings = [one for one in self._store.findings.every() if self._is_about(one, keys)]
        people = [one.person for one in findings if one.person is not None]
        keys |= {key for person in people for key in _own_keys(person)}
        words = list(dict.fromkeys(filter(None, (text.partition(" at ")[0], *_words(people)))))
        receipts = self._store.ledger.entries(_MOST)
        drafts = self._store.drafts.all().items()
        entry = self._store.suppression.covering(keys)
        return {
            "findings": [one.wire() for one in findings],
            "cards": self._cards(words),
            "comments": self._comments(words),
            "lookups": [_receipt(one) for one in receipts if not keys.isdisjoint(keys_of(one.key))],
            "searches": [
                _receipt(one) for one in receipts if one.key.startswith("search:") and _has(one.key, words)
            ],
            "drafts": [{"key": key, "text": draft} for key, draft in drafts if _has(draft, words)],
            "optOut": []
            if entry is None
            else [{"kind": entry.kind, "value": entry.written, "why": entry.why}],
        }

    def _is_about(self, finding: Finding, keys: set[tuple[Kind, str]]) -> bool:
        if finding.withheld or finding.company is not None:
            return False
        if finding.person is None:
            return not keys.isdisjoint(keys_of(finding.key))
        return not keys.isdisjoint((*suppression_keys(finding.person), *keys_of(finding.key)))

    def _cards(self, words: list[str]) -> list[Json]:
        hits = {
            hit.id: hit
            for word in words
            for hit in self._store.search.everything(word, _MOST)
            if hit.kind == "card"
        }
        return [
            {
                "id": hit.id,
                "name": hit.name,
                "board": hit.board_name,
                "list": hit.list_name,
                "closed": hit.closed,
            }
            for hit in hits.values()
        ]

    def _comments(self, words: list[str]) -> list[Json]:
        found: dict[str, Any] = {one.id: one for word in words for one in self._store.actions.signed(word)}
        return [
            {
                "id": one.id,
                "card": self._store.cards.name(one.id_card),
                "idCard": one.id_card,
                "author": one.author,
                "date": one.date.isoformat(),
                "text": one.text,
            }
            for one in found.values()
        ]


def _receipt(entry: Spend) -> Json:
    return {"at": entry.at.isoformat(), "key": entry.key, "provider": entry.provider, "cost": entry.cost}


def _own_keys(person: Person) -> list[tuple[Kind, str]]:
    return [key for key in suppression_keys(person) if key[0] in {"email", "network_slug", "phone"}]


def _words(people: Iterable[Person]) -> Iterable[str]:
    """Yield the texts by which people are found on cards: names, addresses, profiles."""
    for person in people:
        yield person.full_name
        yield from (email.value for email in person.emails)
        yield person.network_slug


def _has(text: str, words: Iterable[str]) -> bool:
    folded = fold_text(text)
    return any(fold_text(word) in folded for word in words)
