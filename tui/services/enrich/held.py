"""Held: all that an account's store holds of a person, for the answer to a request for access."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.model.enrich.identities import Identities
from tui.model.enrich.mentions import receipt_mentions
from tui.model.enrich.suppression import keys_of, read_entry, suppression_keys
from tui.model.search import fold_text
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.model.enrich.spending import Spend
    from tui.model.enrich.suppression import Kind
    from tui.model.finding import Finding
    from tui.model.person import Person

_SEARCH = "search:"
"""Beginning of the key of a search's receipt."""

_ALL = 2**31
"""A limit that no board's cards reach."""


class HeldRecords(WorkspacePart):
    """The search for all that is held of a person: ``workspace.held``."""

    def of(self, text: str) -> dict[str, list[Json]]:
        """Return all that the store holds of the person whom ``text`` names, by sort, as JSON.

        Args:
            text: An e-mail address, a profile, a telephone number, a name, or ``Ana Reid at Kauri``.

        Raises:
            UsageError: The text names nobody.
        """
        every = self._store.findings.every()
        keys, _ = Identities(one for one in every if one.person is not None).of([read_entry("", text)])
        findings = [one for one in every if self._is_about(one, keys)]
        people = [one.person for one in findings if one.person is not None]
        keys |= {key for person in people for key in suppression_keys(person) if key[0] == "phone"}
        words = list(dict.fromkeys(filter(None, (text.partition(" at ")[0], *_words(people)))))
        drafts = self._store.drafts.all().items()
        entry = self._store.suppression.covering(keys)
        receipts = [
            one
            for one in self._store.ledger.entries(None)
            if receipt_mentions(one.key, keys) or (one.key.startswith(_SEARCH) and _has(one.key, words))
        ]
        return {
            "findings": [one.wire() for one in findings],
            "cards": self._cards(words),
            "comments": self._comments(words),
            "lookups": [
                *(_receipt(one) for one in receipts if not one.key.startswith(_SEARCH)),
                *(
                    {"at": one.at.isoformat(), "key": one.key, "provider": one.provider, "cost": None}
                    for one in self._store.ledger.reserves()
                    if receipt_mentions(one.key, keys)
                ),
            ],
            "searches": [_receipt(one) for one in receipts if one.key.startswith(_SEARCH)],
            "hits": [
                {"at": at.isoformat(), "key": key, "provider": provider, "name": one.full_name}
                for at, provider, key, page in self._store.findings.pages.every()
                for one in page.people
                if not keys.isdisjoint(suppression_keys(one)) and one.full_name
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
            for board in self._store.boards.every()
            for hit in self._store.search.everything(word, _ALL, board_id=board.id)
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
        found = self._store.actions.matching(lambda text: _has(text, words)) if words else []
        return [
            {
                "id": one.id,
                "card": self._store.cards.name(one.id_card),
                "idCard": one.id_card,
                "author": one.author,
                "date": one.date.isoformat(),
                "text": one.text,
            }
            for one in found
        ]


def _receipt(one: Spend) -> Json:
    return {"at": one.at.isoformat(), "key": one.key, "provider": one.provider, "cost": one.cost}


def _words(people: Iterable[Person]) -> Iterable[str]:
    """Yield the texts by which people are found on cards: names, addresses, profiles."""
    for person in people:
        yield person.full_name
        yield from (email.value for email in person.emails)
        yield person.network_slug


def _has(text: str, words: Iterable[str]) -> bool:
    folded = fold_text(text)
    return any(fold_text(word) in folded for word in words)
