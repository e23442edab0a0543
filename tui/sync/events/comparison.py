"""Comparison: two states of a board, and the events that explain their differences. Pure.

The hosted service reports labels, checklist items, edited comments and a few more only to webhooks, in no
feed (docs/reference/board.md, 7.1). Without a webhook, two states of the board are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tui.model.event import Event
from tui.model.values.scalars import Json, format_instant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.model.action import Comment
    from tui.model.card import Card
    from tui.model.checklist import Checklist
    from tui.model.label import Label
    from tui.model.member import Membership

Held = dict[tuple[str, str], Json]
"""Things of a board: by noun and id, the fields that are compared and named in events."""

FOUND = frozenset(
    {
        "addLabelToCard",
        "copyChecklist",
        "createCheckItem",
        "createLabel",
        "deleteCheckItem",
        "deleteComment",
        "deleteLabel",
        "removeLabelFromCard",
        "removeMemberFromBoard",
        "updateCheckItem",
        "updateComment",
        "updateLabel",
    }
)
"""Types of events that no feed reports, and that a comparison finds."""


def held_labels(labels: Iterable[Label]) -> Held:
    """Return labels in the form for comparison."""
    return {("labels", label.id): {"name": label.name, "color": label.color} for label in labels}


def held_cards(cards: Iterable[Card]) -> Held:
    """Return cards in the form for comparison."""
    return {
        ("cards", card.id): {
            "name": card.name,
            "idShort": card.id_short,
            "shortLink": card.short_link,
            "idList": card.id_list,
            "idLabels": sorted(card.id_labels),
        }
        for card in cards
    }


def held_dues(cards: Iterable[Card]) -> Held:
    """Cards that are due some time, as a reminder names them."""
    return {
        ("dues", card.id): {
            "name": card.name,
            "idShort": card.id_short,
            "shortLink": card.short_link,
            "idList": card.id_list,
            "due": format_instant(card.due),
        }
        for card in cards
        if card.due is not None and not card.due_complete and not card.closed and not card.is_template
    }


def held_checklists(checklists: Iterable[Checklist]) -> Held:
    """Return checklists and their items in the form for comparison."""
    held: Held = {}
    for checklist in checklists:
        held["checklists", checklist.id] = {"name": checklist.name, "idCard": checklist.id_card}
        for item in checklist.check_items:
            held["items", item.id] = {
                "name": item.name,
                "state": item.state,
                "idChecklist": checklist.id,
                "due": None if item.due is None else format_instant(item.due),
                "idMember": item.id_member,
            }
    return held


def held_comments(comments: Iterable[Comment]) -> Held:
    """Return comments in the form for comparison."""
    return {("comments", one.id): {"text": one.text, "idCard": one.id_card} for one in comments}


def held_members(memberships: Iterable[Membership]) -> Held:
    """Return the members of the board in the form for comparison."""
    return {("members", one.id_member): {} for one in memberships}


def changes(before: Held, after: Held) -> dict[tuple[str, str], Json | None]:
    """Return the things that differ in ``after``; None for a thing that is gone."""
    changed: dict[tuple[str, str], Json | None] = {
        key: held for key, held in after.items() if before.get(key) != held
    }
    return changed | {key: None for key in before if key not in after}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states of a board.

    Attributes:
        board: The board as events name it: ``id``, ``name``, ``shortLink``.
        after: The later state, with all things of the nouns that were read.
        since: The time of the earlier state.
        explained: Ids of checklists that the feed has already reported.
        created: Ids of cards created since, with or without labels; a copied or moved card brings its labels
            along, which the service does not report.
    """

    board: Json
    before: Held
    after: Held
    since: datetime
    at: datetime
    explained: frozenset[str] = frozenset()
    created: frozenset[str] = frozenset()

    def events(self) -> Iterator[Event]:
        """Yield the events between the two states that are not in the feed."""
        for noun, find in _FINDERS.items():
            for ident in sorted({ident for kind, ident in (*self.before, *self.after) if kind == noun}):
                old, new = self.before.get((noun, ident)), self.after.get((noun, ident))
                if old != new:
                    yield from find(self, ident, old, new)

    def event(self, kind: str, told: Json, key: str) -> Event:
        """Return an event of type ``kind``, with the same id on every machine that finds the same change."""
        data = {"board": dict(self.board), **told}
        return Event(id=f"{kind}:{key}", type=kind, at=self.at, since=self.since, data=data)

    def card(self, ident: str) -> Json:
        """Return a card, as events name it."""
        held = self.after.get(("cards", ident)) or self.before.get(("cards", ident)) or {}
        return {
            "id": ident,
            **{name: held[name] for name in ("name", "idShort", "shortLink") if name in held},
        }

    def on_card(self, ident: str) -> Json:
        """Return the card and its list, as events name them."""
        held = self.after.get(("cards", ident)) or {}
        place = {"list": {"id": held["idList"]}} if held.get("idList") else {}
        return {"card": self.card(ident), **place}

    def thing(self, noun: str, ident: str) -> Json:
        """Return a label or checklist, as events name it; its name is the last that is known."""
        held = self.after.get((noun, ident)) or self.before.get((noun, ident)) or {}
        named = {"id": ident, "name": held.get("name", "")}
        return named | ({"color": held["color"]} if held.get("color") else {})

    def stamp(self) -> str:
        """Return when the board was read, for ids of events that can happen again."""
        return format_instant(self.at)


Found = Iterator[Event]


def _labels(compared: Comparison, ident: str, old: Json | None, new: Json | None) -> Found:
    label = compared.thing("labels", ident)
    if old is None:
        yield compared.event("createLabel", {"label": label}, ident)
    elif new is None:
        yield compared.event("deleteLabel", {"label": {"id": ident}}, ident)
    else:
        was = {name: value for name, value in old.items() if new.get(name) != value}
        yield compared.event("updateLabel", {"label": label, "old": was}, f"{ident}:{compared.stamp()}")


def _cards(compared: Comparison, ident: str, old: Json | None, new: Json | None) -> Found:
    if new is None or (old is None and ident not in compared.created):
        return
    before, after = set((old or {}).get("idLabels", ())), set(new.get("idLabels", ()))
    for kind, labels in (("removeLabelFromCard", before - after), ("addLabelToCard", after - before)):
        for label in sorted(labels):
            if kind == "removeLabelFromCard" and ("labels", label) not in compared.after:
                # The label itself was deleted; the service reports only that.
                continue
            told = {**compared.on_card(ident), "label": compared.thing("labels", label)}
            yield compared.event(kind, told, f"{ident}:{label}:{compared.stamp()}")


def _checklists(compared: Comparison, ident: str, old: Json | None, new: Json | None) -> Found:
    if old is None and new is not None and ident not in compared.explained:
        told = {**compared.on_card(new["idCard"]), "checklist": compared.thing("checklists", ident)}
        yield compared.event("copyChecklist", told, ident)


def _items(compared: Comparison, ident: str, old: Json | None, new: Json | None) -> Found:
    held = new or old or {}
    of = held.get("idChecklist", "")
    checklist = compared.after.get(("checklists", of))
    if checklist is None or (old is None and ("checklists", of) not in compared.before):
        # Items are created and deleted with their checklist.
        return
    item = {"id": ident, "name": held.get("name", ""), "state": held.get("state", "")}
    told = {
        **compared.on_card(checklist["idCard"]),
        "checklist": compared.thing("checklists", of),
        "checkItem": item,
    }
    if old is None:
        yield compared.event("createCheckItem", told, ident)
    elif new is None:
        yield compared.event("deleteCheckItem", told, ident)
    else:
        # Ticking an item is in the feed.
        was = {name: value for name, value in old.items() if name != "state" and new.get(name) != value}
        if was:
            yield compared.event("updateCheckItem", {**told, "old": was}, f"{ident}:{compared.stamp()}")


def _comments(compared: Comparison, ident: str, old: Json | None, new: Json | None) -> Found:
    if old is None or ("cards", old["idCard"]) not in compared.after:
        # New comments are in the feed; those of a deleted card were deleted with it.
        return
    card = compared.on_card(old["idCard"])
    if new is None:
        yield compared.event("deleteComment", {**card, "action": {"id": ident}}, ident)
    elif new["text"] != old["text"]:
        told = {**card, "action": {"id": ident, "text": new["text"]}, "old": {"text": old["text"]}}
        yield compared.event("updateComment", told, f"{ident}:{compared.stamp()}")


def _members(compared: Comparison, ident: str, _old: Json | None, new: Json | None) -> Found:
    if new is None:
        told = {"idMember": ident, "member": {"id": ident}}
        yield compared.event(
            "removeMemberFromBoard", told, f"{compared.board['id']}:{ident}:{compared.stamp()}"
        )


_FINDERS: Mapping[str, Callable[[Comparison, str, Any, Any], Found]] = {
    "labels": _labels,
    "cards": _cards,
    "checklists": _checklists,
    "items": _items,
    "comments": _comments,
    "members": _members,
}
