"""Which people have a card in a list already, by what its cards are about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.search import contains, fold_text, name_key, name_words
from tui.sync.subjects import subjects_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tui.model.card import Card
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.store.store import Store

_PROFILE = re.compile(r"/(?:in|pub)/([^/?#\s]+)", re.IGNORECASE)


def people_on_cards(store: Store, list_id: str, people: Sequence[Person]) -> list[tuple[Person, Card]]:
    """Return the people who have a card in a list, each with the first one.

    A card is somebody's if it is first of all about them, by a profile, an address, or the name at the same company. A
    card that only mentions them, as that of their company may, is not.
    """
    cards = [(card, fold_text(f"{card.name}\n{card.desc}")) for card in store.cards.of_list(list_id)]
    about: dict[str, Subject | None] = {}

    def first_subject(card: Card) -> Subject | None:
        if card.id not in about:
            about[card.id] = next(iter(subjects_on(store, card.id)), None)
        return about[card.id]

    found = []
    for person in people:
        hints = list(_hints(person))
        candidates = (card for card, text in cards if any(contains(text, hint) for hint in hints))
        own = next((card for card in candidates if _is_about(first_subject(card), card, person)), None)
        if own is not None:
            found.append((person, own))
    return found


def _hints(person: Person) -> Iterator[str]:
    """Yield folded texts one of which is on each card that is about the person."""
    if words := name_key(person.full_name):
        yield max(words.split(), key=len)
    if person.network_slug:
        yield fold_text(person.network_slug)
    yield from (fold_text(email.value) for email in person.emails)


def _is_about(subject: Subject | None, card: Card, person: Person) -> bool:
    if subject is None or subject.type != "person":
        return False
    # Profiles of a site that the recogniser does not know tell namesakes apart too.
    profiles = subject.values("network_slug") or _PROFILE.findall(card.desc)
    if profiles and person.network_slug:
        return fold_text(person.network_slug) in map(fold_text, profiles)
    addresses = set(map(fold_text, subject.values("email")))
    if any(fold_text(email.value) in addresses for email in person.emails):
        return True
    name = name_key(subject.name or "")
    is_named = name and name == name_key(person.full_name)
    return bool(is_named) and _may_be_one_firm(subject.company or "", person.company.name)


def _may_be_one_firm(one: str, other: str) -> bool:
    """Return whether one of two names of companies is in the other, or is not known."""
    shorter, longer = sorted((f" {name_words(one)} ", f" {name_words(other)} "), key=len)
    return not shorter.strip() or shorter in longer
