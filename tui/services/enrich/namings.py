"""Texts of cards that name a person: titles, descriptions, checklists, attachments and comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tui.model.action import NOTE_SIGNATURE
from tui.model.enrich.namings import Naming, Who
from tui.model.enrich.suppression import may_be_shared, suppression_keys
from tui.sync.note import identifiers_in, is_unaltered
from tui.sync.subjects import subjects_on

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.enrich.namings import Part
    from tui.store.store import Store

_READ = 50
"""Maximum cards that are read to find the owner's name of an identifier."""


_OF_ONE = frozenset({"network_slug", "email"})
"""Kinds of identifiers that belong to one person."""


def namings(store: Store, who: Who) -> list[Naming]:
    """Return the texts that name somebody, on all cards including archived ones and those of closed boards.

    A name beside one of their identifiers is also searched on other cards.
    """
    found = _namings(store, who)
    names = set(_names_beside(store, who, found)) - who.names
    return _namings(store, Who(who.keys, (*who.names, *names), who.numbers)) if names else found


def _namings(store: Store, who: Who) -> list[Naming]:
    return [one for ident in store.search.cards_where(who.may_be_in) for one in _on_card(store, ident, who)]


def _names_beside(store: Store, who: Who, found: list[Naming]) -> Iterator[str]:
    """Yield the names of the people on cards with an identifier, as far as the recogniser can assign it."""
    cards = dict.fromkeys(one.card_id for one in found if one.sure)
    own = {key for key in who.keys if key[0] in _OF_ONE and not may_be_shared(key)}
    for ident in list(cards)[:_READ] if own else ():
        for subject in subjects_on(store, ident):
            if subject.type == "person" and subject.name and not own.isdisjoint(suppression_keys(subject)):
                yield subject.name


def _on_card(store: Store, ident: str, who: Who) -> Iterator[Naming]:
    card = store.cards.get(ident)
    board_id = "" if card is None else card.id_board
    make = partial(
        Naming,
        card_id=ident,
        board_id=board_id,
        board=store.boards.name(board_id),
        card="" if card is None else card.name,
    )
    texts, comments = list(texts_of(store, ident)), store.actions.comments(ident)
    # A number that others may have is theirs where the card has their name.
    named = bool(who.numbers) and any(
        map(who.is_named_in, [*(text for _, text in texts), *(one.text for one in comments)])
    )
    for part, text in texts:
        numbered = who.has_number_in(text)
        sure = who.is_identified_in(text) or (numbered and named)
        if sure or numbered or who.is_named_in(text):
            yield make(part=part, text=text, sure=sure)
    for one in comments:
        numbered = who.has_number_in(one.text)
        sure = _is_about(one, who) or (numbered and named)
        if sure or numbered or who.is_named_in(one.text):
            mixed = f"\n{NOTE_SIGNATURE}" in f"\n{one.text}" and not is_unaltered(one.text)
            yield make(
                part="comment", text=one.text, sure=sure, by=one.author, holds_finding=mixed, ident=one.id
            )


def _is_about(comment: Comment, who: Who) -> bool:
    """Return whether a comment has an identifier of somebody, or is a finding about them."""
    if who.is_identified_in(comment.text):
        return True
    return is_unaltered(comment.text) and not who.keys.isdisjoint(identifiers_in(comment.text))


def texts_of(store: Store, ident: str) -> Iterator[tuple[Part, str]]:
    """Yield the texts of a card, but not its comments; of attachments the name, and the address of a link."""
    if (card := store.cards.get(ident)) is None:
        return
    yield "title", card.name
    yield "description", card.desc
    for checklist in store.checklists.of_card(ident):
        yield "checklist", checklist.name
        yield from (("checklist item", item.name) for item in checklist.check_items)
    for one in card.attachments:
        yield "attachment", one.name if one.is_upload else f"{one.name} {one.url}"
