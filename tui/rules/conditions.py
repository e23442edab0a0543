"""Conditions: the facts of a card, as the service reports it, that a rule's filter is tested against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.filter.facts import NamedThing, StoredFacts, moments
from tui.model.values.scalars import created_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.model.card import Card
    from tui.workspace import Workspace


def card_facts(workspace: Workspace, card: Card) -> StoredFacts:
    """Return the facts of ``card``; names of lists, labels and members come from its stored board."""
    boards = workspace.boards
    labels = [
        NamedThing(id=one.id, name=one.name, other=one.color or "") for one in boards.labels(card.id_board)
    ]
    members = [
        NamedThing(id=one.id, name=one.full_name, other=one.username, short=one.short)
        for one in boards.members(card.id_board)
    ]
    home, me = boards.get_list(card.id_list), workspace.access.me()
    face = workspace.cards.face(card.id)
    return StoredFacts(
        name=card.name,
        desc=card.desc,
        list_name=home.name if home is not None else "",
        labels=_named(card.id_labels, labels),
        members=_named(card.id_members, members),
        mine=me is not None and me.id in card.id_members,
        due=None if card.is_template else card.due,
        due_complete=card.due_complete,
        item_dues=() if face is None else moments(face.item_dues),
        created=created_at(card.id),
        edited=card.date_last_activity,
        closed=card.closed,
        is_template=card.is_template,
        items=card.badges.check_items,
        items_done=card.badges.check_items_checked,
        comments=card.badges.comments,
        attachments=card.badges.attachments,
        has_subject=bool(face is not None and face.subject),
    )


def _named(idents: Iterable[str], known: Iterable[NamedThing]) -> tuple[NamedThing, ...]:
    """Return the things with these ids; one that is not stored here has only its id."""
    by_id = {one.id: one for one in known}
    return tuple(by_id.get(ident) or NamedThing(id=ident) for ident in idents)
