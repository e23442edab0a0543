"""Held: all data in an account's store about a person, for the answer to a request for access."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from tui.model.enrich.identities import Identities, Key
from tui.model.enrich.mentions import receipt_mentions
from tui.model.enrich.namings import Who
from tui.model.enrich.suppression import keys_of, read_entry, suppression_keys
from tui.model.enrich.withdrawal import Known, join_known
from tui.model.search import contains, fold_text
from tui.model.values.scalars import Json, format_instant
from tui.services.enrich.known import unshared_phones
from tui.services.enrich.namings import namings, texts_of
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.enrich.spending import Spend
    from tui.model.finding import Finding
    from tui.model.person import Person

_SEARCH = "search:"
"""Beginning of the key of a search's receipt."""

_WRITTEN = frozenset({"email", "network_slug"})
"""Kinds of keys that occur in texts in their normal form."""

_NOTHING = Known()


class HeldRecords(WorkspacePart):
    """The search for all that is held of a person: ``workspace.held``."""

    def of(self, text: str, known: Known = _NOTHING) -> dict[str, list[Json]]:
        """Return all stored data about the person whom ``text`` names, by category, as JSON.

        Args:
            text: An e-mail address, a profile, a telephone number, a name, or ``Ana Reid at Kauri``.
            known: The facts that other accounts have about the person.

        Raises:
            UsageError: The text names nobody.
        """
        every = self._store.enrichment.findings.every()
        identities = Identities(one for one in every if one.person is not None)
        asked = read_entry("", text)
        keys, _ = identities.of([asked, *join_known([known], identities.is_shared).keys])
        findings = [one for one in every if self._is_about(one, keys)]
        people = [one.person for one in findings if one.person is not None]
        numbers = unshared_phones(people, identities) | known.phones
        shared = identities.is_shared(asked)
        if shared and asked[0] == "phone":
            numbers |= {asked}
        who = Who(
            keys - numbers if shared else keys,
            () if shared else (*known.names, *(one.whole_name for one in people)),
            numbers,
        )
        keys |= numbers
        named = (
            set[Key]()
            if shared
            else {key for one in people for key in suppression_keys(one) if _is_placed(key)}
        )
        words = _words(text, who)

        def tells(typed: str) -> bool:
            return _has(typed, words) or who.is_named_in(typed)

        return {
            "findings": [one.wire() for one in findings],
            **self._on_cards(who),
            **self._asked_for(keys | named, tells, {one.key for one in findings}),
            "directorOf": self._director_of(every, who),
            "hits": self._hits(keys, named, people),
            "drafts": self._drafts(tells),
            "conflicts": self._conflicts(tells),
            "optOut": self._opt_out(keys),
        }

    def _is_about(self, finding: Finding, keys: set[Key]) -> bool:
        if finding.withheld or finding.company is not None:
            return False
        if finding.person is None:
            return not keys.isdisjoint(keys_of(finding.key))
        return not keys.isdisjoint((*suppression_keys(finding.person), *keys_of(finding.key)))

    @staticmethod
    def _director_of(every: Iterable[Finding], who: Who) -> list[Json]:
        """Return the answers about companies that name somebody among the directors; a namesake may be meant."""
        return [
            {
                "at": format_instant(one.fetched_at),
                "key": one.key,
                "provider": one.provider,
                "name": one.company.name,
            }
            for one in every
            if one.company is not None
            and any(map(who.is_named_in, one.company.registers.get("directors", "").split(", ")))
        ]

    def _asked_for(
        self, keys: set[Key], tells: Callable[[str], bool], answered: Collection[str]
    ) -> dict[str, list[Json]]:
        """Return the receipts of lookups and searches for somebody, and the reservations for lookups.

        Args:
            keys: Their keys, with the name at the company, by which they may have been looked up.
            tells: Whether a text names them, as the receipt of a search may.
            answered: The keys of the answers about them.
        """
        found: dict[str, list[Json]] = {"lookups": [], "searches": []}
        for one in self._store.enrichment.ledger.entries(None):
            is_search = one.key.startswith(_SEARCH)
            about = one.key in answered or receipt_mentions(one.key, keys)
            if about or (is_search and tells(one.key)):
                found["searches" if is_search else "lookups"].append(_receipt(one))
        found["lookups"] += [
            {"at": format_instant(one.at), "key": one.key, "provider": one.provider, "cost": None}
            for one in self._store.enrichment.ledger.reserves()
            if one.key in answered or receipt_mentions(one.key, keys)
        ]
        return found

    def _drafts(self, tells: Callable[[str], bool]) -> list[Json]:
        """Return the unsent typed texts that name somebody."""
        drafts = self._store.drafts.all().items()
        return [{"key": key, "text": draft} for key, draft in drafts if tells(draft)]

    def _conflicts(self, tells: Callable[[str], bool]) -> list[Json]:
        """Return the texts in conflicts, also settled ones, that name somebody; each text once."""
        return [
            {
                "at": format_instant(one.at),
                "board": one.board,
                "name": one.thing,
                "field": one.field,
                "text": text,
            }
            for one in self._store.conflicts.all()
            for text in dict.fromkeys((one.mine, one.theirs, one.base))
            if tells(text)
        ]

    def _opt_out(self, keys: set[Key]) -> list[Json]:
        """Return the opt-out that covers somebody, if there is one."""
        entry = self._store.enrichment.suppression.covering(keys)
        return [] if entry is None else [{"kind": entry.kind, "value": entry.written, "why": entry.why}]

    def _hits(self, keys: set[Key], named: set[Key], people: Sequence[Person]) -> list[Json]:
        """Return the entries about somebody in the stored pages of a search; a hit with another profile is a namesake."""

        def is_about(hit: Person) -> bool:
            known = suppression_keys(hit)
            if not keys.isdisjoint(known):
                return True
            return not named.isdisjoint(known) and not any(map(hit.has_other_profile, people))

        return [
            {"at": format_instant(at), "key": key, "provider": provider, "name": one.full_name}
            for at, provider, key, page in self._store.enrichment.findings.pages.every()
            for one in page.people
            if one.full_name and is_about(one)
        ]

    def _texts(self, idents: Iterable[str]) -> list[Json]:
        """Return the texts of the cards with these ids, without titles and comments."""
        return [
            {"idCard": ident, "card": self._store.cards.name(ident), "part": part, "text": text}
            for ident in idents
            for part, text in texts_of(self._store, ident)
            if text and part != "title"
        ]

    def _cards(self, idents: Iterable[str]) -> list[Json]:
        """Return the cards with these ids, and their places."""
        return [
            {
                "id": card.id,
                "name": card.name,
                "board": self._store.boards.name(card.id_board),
                "list": self._store.lists.name(card.id_list),
                "closed": card.closed,
            }
            for ident in idents
            if (card := self._store.cards.get(ident)) is not None
        ]

    def _comments(self, cards: Iterable[str]) -> list[Json]:
        """Return the comments on these cards."""
        return [
            {
                "id": one.id,
                "card": self._store.cards.name(ident),
                "idCard": ident,
                "author": one.author,
                "date": format_instant(one.date),
                "text": one.text,
            }
            for ident in cards
            for one in self._store.actions.comments(ident)
        ]

    def _on_cards(self, who: Who) -> dict[str, list[Json]]:
        """Return the cards that surely name somebody, with all their texts; separately, those possibly about another."""
        found = namings(self._store, who)
        sure = dict.fromkeys(one.card_id for one in found if one.sure)
        return {
            "cards": self._cards(sure),
            "texts": self._texts(sure),
            "comments": self._comments(sure),
            "onlyTheName": [
                {
                    "idCard": one.card_id,
                    "card": one.card,
                    "board": one.board,
                    "part": one.part,
                    "by": one.by,
                    "text": one.text,
                }
                for one in found
                if one.card_id not in sure
            ],
        }


def _is_placed(key: Key) -> bool:
    """Return whether a key is a name with a company, an address or a number: few others have both."""
    return key[0] == "name" and not key[1].endswith("|")


def _receipt(one: Spend) -> Json:
    return {"at": format_instant(one.at), "key": one.key, "provider": one.provider, "cost": one.cost}


def _words(text: str, who: Who) -> list[str]:
    """Return the words to search in texts: the query, the names, and keys that occur in their normal form."""
    return [text.partition(" at ")[0], *who.names, *(value for kind, value in who.keys if kind in _WRITTEN)]


def _has(text: str, words: Iterable[str]) -> bool:
    folded = fold_text(text)
    return any(contains(folded, fold_text(word)) for word in words if word)
