"""Losses: what arrived data would take away that nobody is known to have changed or deleted.

A service that was put back to an older state sends older texts, and lacks what is newer. That looks like a change by
somebody; only what the service tells of its changes distinguishes the two. So all that was read is compared here, in
the transaction in which it is stored. What is lost is kept among the conflicts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tui.model.values.scalars import local_time, new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.comments import AddComment
from tui.model.writes.contested import json_value, values_equal
from tui.store.outbox.arrivals import Arrival, Arrived, Unexplained, take_in
from tui.store.outbox.contested_fields import ContestedField, record_conflict, record_older_text
from tui.store.tables import rows
from tui.store.tables.catalogue import TABLES

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.model.change import Noun
    from tui.store.db import Transaction

Typed = Mapping[tuple[str, str], str]
"""What users typed, by (id of the thing, name of the field)."""

_TYPED: Mapping[str, tuple[str, ...]] = {
    "cards": ("name", "desc", "due", "start"),
    "comments": ("text",),
    "checklists": ("name",),
}
_PARTS: tuple[Noun, ...] = ("checklists", "comments")


def take_in_comparing(tx: Transaction, arrived: Arrived) -> Arrival:
    """Merge arrived data into the store; what boards have lost that were put back becomes conflicts, with all its text.

    Raises:
        Unexplained: Something typed would be taken away, and it is not known by whom; the transaction must end.
    """
    losses = Losses(tx, arrived)
    arrival = take_in(tx, arrived, compare=losses.compare)
    if losses.unexplained:
        raise Unexplained(losses.unexplained)
    losses.keep()
    return arrival


class Losses:
    """The losses by one arrival.

    Attributes:
        unexplained: The boards of which something would be taken away without an explanation.
    """

    def __init__(self, tx: Transaction, arrived: Arrived) -> None:
        self._tx, self._arrived = tx, arrived
        self._cards: list[tuple[Card, CreateCard]] = []
        self._texts: list[tuple[str, str, Any]] = []
        self._parts: dict[str, list[tuple[Noun, Any]]] = {}
        self.unexplained: set[str] = set()

    def compare(self, noun: Noun, old: str, new: Any) -> None:
        """Compare what the service told of a thing with what replaces it; None if it is gone."""
        if noun not in _TYPED:
            return
        was = json.loads(old)
        if noun == "cards" and new is not None and _has_same_texts(was, new):
            return
        typed, left = _typed(noun, was), {} if new is None else _typed(noun, json.loads(rows.text_of(new)))
        missing = {key: text for key, text in typed.items() if not values_equal(left.get(key), text)}
        if not missing:
            return
        board = was.get("idBoard") or self._board_of(was["idCard"])
        older = self._arrived.older.get(board)
        told = self._arrived.told if older is None else older
        if told is None or (new is None and told.explains_absence(was)):
            return
        missing = {key: text for key, text in missing.items() if not told.explains(key, text, left)}
        if not missing:
            return
        if older is None:
            self.unexplained.add(board)
        else:
            self._note(noun, old, missing, gone=new is None)

    def _board_of(self, card_id: str) -> str:
        return self._tx.text("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id) or ""

    def _note(self, noun: Noun, old: str, missing: Typed, *, gone: bool) -> None:
        thing = rows.read(TABLES[noun].model, old)
        if noun == "cards" and gone:
            # At once: its checklists and comments go with it.
            self._cards.append((thing, _creation(self._tx, thing)))
        elif noun == "cards":
            self._texts += [(ident, field, text) for (ident, field), text in missing.items()]
        else:
            if noun == "checklists":
                items = (one for one in thing.check_items if (one.id, "name") in missing)
                thing = thing.replace(check_items=tuple(items))
            self._parts.setdefault(thing.id_card, []).append((noun, thing))

    def keep(self) -> None:
        """Record the losses as conflicts."""
        for was, creation in self._cards:
            record_conflict(self._tx, "lost", creation, ContestedField("desc", "", ""))
            self._tx.run("UPDATE conflicts SET thing = ? WHERE id = last_insert_rowid()", was.name)
        for ident, field, text in self._texts:
            if (card := rows.base(self._tx, TABLES["cards"], ident)) is not None:
                _keep_text(self._tx, card, field, text)
        for card_id, parts in self._parts.items():
            card, text = rows.base(self._tx, TABLES["cards"], card_id), _in_words(parts)
            if card is not None and text:
                comment = AddComment(
                    board_id=card.id_board, card_id=card_id, comment_id=new_local_id(), text=text
                )
                record_conflict(self._tx, "parts", comment, ContestedField("text", "", ""))


def _in_words(parts: list[tuple[Noun, Any]]) -> str:
    noun, only = parts[0]
    if len(parts) == 1 and noun == "comments" and only.mine:
        return str(only.below_note)
    return "\n\n".join(filter(None, (_words(noun, thing) for noun, thing in parts)))


def _typed(noun: str, doc: Mapping[str, Any]) -> Typed:
    found = {(doc["id"], field): doc.get(field) for field in _TYPED[noun]}
    if noun == "checklists":
        found |= {(item["id"], "name"): item.get("name") for item in doc.get("checkItems", ())}
    return {key: text for key, text in found.items() if isinstance(text, str) and text.strip()}


def _has_same_texts(was: Mapping[str, Any], card: Card) -> bool:
    """Return whether all that was typed on a card is the same; quicker than what differs, as most changes are moves."""
    return all(was.get(field) == json_value(getattr(card, field)) for field in _TYPED["cards"])


def _keep_text(tx: Transaction, card: Card, field: str, text: str) -> None:
    change = UpdateCard.parse(
        {"kind": "update_card", "board_id": card.id_board, "card_id": card.id, field: text}
    )
    older = _typed("cards", json.loads(rows.text_of(card))).get((card.id, field), "")
    record_older_text(tx, change, field, older)


def _creation(tx: Transaction, card: Card) -> CreateCard:
    """Return the write that makes a card again, with its checklists and comments in its description."""
    parts = ((noun, text) for noun in _PARTS for text in _stored(tx, noun, card.id))
    texts = (_words(noun, rows.read(TABLES[noun].model, text)) for noun, text in parts)
    return CreateCard(
        board_id=card.id_board,
        card_id=card.id,
        list_id=card.id_list,
        name=card.name,
        pos=card.pos,
        desc="\n\n".join(filter(None, (card.desc, *texts))),
        due=card.due,
        start=card.start,
        due_complete=card.due_complete,
        label_ids=card.id_labels,
        member_ids=card.id_members,
    )


def _stored(tx: Transaction, noun: Noun, card_id: str) -> list[str]:
    found = tx.rows(
        "SELECT base FROM docs WHERE noun = ? AND parent_id = ? AND base IS NOT NULL ORDER BY id",
        noun,
        card_id,
    )
    return [text for (text,) in found]


def _words(noun: Noun, part: Any) -> str:
    """Return a comment or a checklist as text; "" for a comment that has only what a service told of somebody.

    What it told is not kept here: where it stays is searched when they opt out.
    """
    if noun == "checklists":
        items = (f"- [{'x' if item.done else ' '}] {item.name}" for item in part.check_items)
        return "\n".join((f"**{part.name}**", "", *items))
    if not (own := part.below_note):
        return ""
    said = "\n".join(f"> {line}" for line in own.split("\n"))
    return f"{part.author}, {local_time(part.date):%Y-%m-%d}:\n{said}"
