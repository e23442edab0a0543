"""Labels of a card: add one, remove one, replace the set."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select

from tui.server.events import journal
from tui.server.pipeline.params import Refused, invalid, not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.json_values import Json
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
    for ident in before:
        if ident not in idents:
            _take_off(call, card, known[ident])
    for ident in idents:
        if ident not in before:
            _put_on(call, card, known[ident])
    _record_set(call, card, before)


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
    _put_on(call, card, label)
    _record_set(call, card, before)
    return on_card(call, card.id)


def remove(call: Call) -> Json:
    """Remove a label from a card."""
    card = find.card(call)
    ident = call.path["label"]
    before = on_card(call, card.id)
    if ident not in before:
        raise not_found()
    _take_off(call, card, _of_board(call, card.id_board, [ident])[ident])
    _record_set(call, card, before)
    return {"_value": None}


def add_new_label(call: Call, card: Any, label: Any) -> None:
    """Add a newly created label of the board to ``card``."""
    before = on_card(call, card.id)
    _put_on(call, card, label)
    _record_set(call, card, before)


def _of_board(call: Call, id_board: str, idents: list[str]) -> dict[str, Any]:
    if not idents:
        return {}
    query = select(db.labels).where(db.labels.c.id_board == id_board, db.labels.c.id.in_(idents))
    return {row.id: row for row in call.connection.execute(query)}


def _put_on(call: Call, card: Any, label: Any) -> None:
    on = db.card_labels
    last = call.connection.scalar(select(func.max(on.c.rank)).where(on.c.id_card == card.id))
    row = {"id_card": card.id, "id_label": label.id, "rank": 0 if last is None else last + 1}
    call.connection.execute(insert(on).values(row))
    journal.record_on_card(call, "addLabelToCard", card, _action_data(label))


def _take_off(call: Call, card: Any, label: Any) -> None:
    on = db.card_labels
    call.connection.execute(delete(on).where(on.c.id_card == card.id, on.c.id_label == label.id))
    journal.record_on_card(call, "removeLabelFromCard", card, _action_data(label))


def _record_set(call: Call, card: Any, before: list[str]) -> None:
    """Log the second, webhook-only action of a label change, which has the whole set of labels."""
    after = on_card(call, card.id)
    if after != before:
        row = find.board_list(call, card.id_list)
        data = {"old": {"idLabels": before}, "list": journal.list_copy(row)}
        journal.record_on_card(call, "updateCard", card, data, idLabels=after)


def _action_data(label: Any) -> Json:
    colour = {} if label.color is None else {"value": label.color}
    return {"label": journal.label_copy(label), "text": label.name, **colour}


ROUTES = (
    Route("POST", "cards/{card}/idLabels", add),
    Route("DELETE", "cards/{card}/idLabels/{label}", remove),
)
