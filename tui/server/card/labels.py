"""Labels of a card: add one, remove one, replace the set."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from itertools import count
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select

from tui.server.events import journal
from tui.server.pipeline.params import Refused, invalid, not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def on_card(call: Call, id_card: str) -> list[str]:
    """Return the ids of a card's labels, in order."""
    on = db.card_labels.c
    query = select(on.id_label).where(on.id_card == id_card).order_by(on.rank, on.id_label)
    return list(call.connection.scalars(query))


def replace_labels(call: Call, card: Any, idents: list[str]) -> None:
    """Replace a card's labels by ``idents``, and log an action per added or removed label.

    Raises:
        Refused: 400, one of them is not a label of the board.
    """
    before = on_card(call, card.id)
    known = _of_board(call, card.id_board, [*idents, *before])
    if not known.keys() >= set(idents):
        raise invalid("idLabels")
    off = [known[ident] for ident in before if ident not in idents]
    on = [known[ident] for ident in dict.fromkeys(idents) if ident not in before]
    _change(call, card, before, off=off, on=on)


def add(call: Call) -> list[str]:
    """Add the label ``value`` to a card and return the ids of all its labels."""
    card = find.card(call)
    ident = call.params.ident("value")
    label = _of_board(call, card.id_board, [ident]).get(ident)
    if label is None:
        raise invalid("value")
    before = on_card(call, card.id)
    if ident in before:
        raise Refused(HTTPStatus.BAD_REQUEST, "that label is already on the card")
    return _change(call, card, before, on=[label])


def remove(call: Call) -> Json:
    """Remove a label from a card."""
    card = find.card(call)
    ident = call.path["label"]
    before = on_card(call, card.id)
    if ident not in before:
        raise not_found()
    _change(call, card, before, off=[_of_board(call, card.id_board, [ident])[ident]])
    return {"_value": None}


def add_new_label(call: Call, card: Any, label: Any) -> None:
    """Add a newly created label of the board to ``card``."""
    _change(call, card, on_card(call, card.id), on=[label])


def _of_board(call: Call, id_board: str, idents: list[str]) -> dict[str, Any]:
    if not idents:
        return {}
    query = select(db.labels).where(db.labels.c.id_board == id_board, db.labels.c.id.in_(idents))
    return {row.id: row for row in call.connection.execute(query)}


def _change(
    call: Call, card: Any, before: list[str], *, off: Sequence[Any] = (), on: Sequence[Any] = ()
) -> list[str]:
    """Take labels off a card that has ``before``, put others on, and log it; return the ids of all it has then.

    An action for each label is followed by one for webhooks only, which has the whole set.
    """
    table, gone = db.card_labels, {label.id for label in off}
    mine = table.c.id_card == card.id
    if off:
        call.connection.execute(delete(table).where(mine, table.c.id_label.in_(gone)))
    if on:
        last = call.connection.scalar(select(func.max(table.c.rank)).where(mine))
        ranks = count(0 if last is None else last + 1)
        rows = [{"id_card": card.id, "id_label": label.id, "rank": next(ranks)} for label in on]
        call.connection.execute(insert(table), rows)
    after = [ident for ident in before if ident not in gone] + [label.id for label in on]
    if after != before:
        each = [("removeLabelFromCard", label) for label in off] + [("addLabelToCard", label) for label in on]
        entries = [journal.card_entry(kind, card, _action_data(label)) for kind, label in each]
        whole = {"old": {"idLabels": before}, "list": journal.list_copy(find.board_list(call, card.id_list))}
        entries.append(journal.card_entry("updateCard", card, whole, idLabels=after))
        journal.record_all(call, entries)
    return after


def _action_data(label: Any) -> Json:
    colour = {} if label.color is None else {"value": label.color}
    return {"label": journal.label_copy(label), "text": label.name, **colour}


ROUTES = (
    Route("POST", "cards/{card}/idLabels", add),
    Route("DELETE", "cards/{card}/idLabels/{label}", remove),
)
