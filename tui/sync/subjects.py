"""Subjects: the people and companies that cards name, read on demand and marked in the background."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, TypedDict

from tui.model.values.vcards import read_aloud
from tui.store.db import until_written
from tui.sync.note import is_note

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.card import Card
    from tui.model.subject import Subject
    from tui.store.store import Store

BATCH = 100
"""Cards marked in one transaction, and published in one Change."""

BREATH = 5
"""Cards read between two pauses for key events; a long text takes a millisecond."""

PAUSE = 0.002


class Texts(TypedDict):
    """The texts on a card besides its title and its description."""

    checklists: list[str]
    comments: list[str]
    attachments: list[str]
    files: list[str]


def subjects_on(store: Store, card_id: str) -> list[Subject]:
    """Find the people and companies that the card names in its title, text, checklists and comments."""
    from tui.recognise.subject import recognise

    card = store.cards.get(card_id)
    if card is None:
        return []
    return recognise(card.name, read_aloud(card.desc), country=store.country, **_texts(store, card))


def _texts(store: Store, card: Card) -> Texts:
    checklists, comments = store.checklists.of_card(card.id), store.actions.comments(card.id)
    # The address of a file is the service's own.
    files = [one for one in card.attachments if one.is_upload]
    links = [one for one in card.attachments if not one.is_upload]
    return {
        "checklists": [text for c in checklists for text in (c.name, *(item.name for item in c.check_items))],
        # The comments that we attached name nobody new.
        "comments": [read_aloud(comment.text) for comment in comments if not is_note(comment.text)],
        "attachments": [*chain.from_iterable((one.name, one.url) for one in links)],
        "files": [one.name for one in files],
    }


def _names_anybody(store: Store, card_id: str) -> bool:
    from tui.recognise.subject import names_anybody

    card = store.cards.get(card_id)
    return card is not None and names_anybody(card.name, read_aloud(card.desc), **_texts(store, card))


async def mark(store: Store, card_ids: Iterable[str], clock: Clock) -> bool:
    """Search a batch of not yet searched cards for subjects; return whether there were any such cards."""
    found = dict[str, bool]()
    for number, card_id in enumerate(store.cards.unread(card_ids)[:BATCH]):
        found[card_id] = _names_anybody(store, card_id)
        if number % BREATH == 0:
            await clock.sleep(PAUSE)
    if found:
        await until_written(store.note_subjects(found))
    return bool(found)
