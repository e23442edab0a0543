"""Handlers of comments, which are the only actions that users write and can change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.server.events import journal
from tui.server.pipeline.params import invalid, not_found, unauthorized
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions
from tui.server.wire.display import comment_entities

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


def create(call: Call) -> Json:
    """Add a comment to a card."""
    card = find.card(call, need=find.COMMENT)
    text = call.params.unstripped_text("text", shortest=1)
    data = {
        "text": text,
        "textData": {"emoji": {}},
        "list": journal.list_copy(find.board_list(call, card.id_list, need=find.COMMENT)),
    }
    made = _shown(call, journal.record_on_card(call, COMMENT, card, data))
    return {**made, "entities": comment_entities(made)}


def change(call: Call) -> Json:
    """Change the text of the caller's own comment; the same text changes nothing."""
    comment = _find_comment(call)
    if comment.id_member_creator != call.me:
        raise unauthorized()
    name = "value" if "value" in call.params and "text" not in call.params else "text"
    text = call.params.unstripped_text(name, shortest=1)
    old = comment.data.get("text")
    if text != old:
        data = {**comment.data, "text": text, "dateLastEdited": call.stamp}
        call.connection.execute(update(db.actions).where(db.actions.c.id == comment.id).values(data=data))
        details = {"action": {"id": comment.id, "text": text}, "old": {"text": old}}
        _record(call, "updateComment", comment, details)
    return _shown(call, comment.id)


def remove(call: Call) -> Json:
    """Delete a comment: the caller's own, or anyone's as an admin of the board."""
    comment = _find_comment(call)
    if comment.id_member_creator != call.me and comment.member_type != "admin":
        raise unauthorized()
    call.connection.execute(delete(db.actions).where(db.actions.c.id == comment.id))
    _erase_text(call, comment)
    _record(call, "deleteComment", comment, {"action": {"id": comment.id}})
    return {"_value": None}


def _erase_text(call: Call, comment: Any) -> None:
    """Erase the text of a deleted comment from what else has a copy: edits in the activity, and notices."""
    told, notices = db.actions.c, db.notifications.c
    edits = call.connection.execute(
        select(told.id, told.data).where(
            told.id_board == comment.id_board, told.id_card == comment.id_card, told.type == "updateComment"
        )
    )
    about, action = {comment.id}, {"id": comment.id, "text": ""}
    blank: Json = {"text": "", "textData": {"emoji": {}}, "old": {"text": ""}, "action": action}
    for ident, data in edits.all():
        if data["action"]["id"] == comment.id:
            about.add(ident)
            erased = {**data, "action": action, "old": {"text": ""}}
            call.connection.execute(update(db.actions).where(told.id == ident).values(data=erased))
    copies = call.connection.execute(
        select(notices.id, notices.data).where(notices.id_action.in_(sorted(about)))
    )
    for ident, data in copies.all():
        erased = {**data, **{name: value for name, value in blank.items() if name in data}}
        call.connection.execute(update(db.notifications).where(notices.id == ident).values(data=erased))


def _find_comment(call: Call) -> Any:
    """Find the comment in the path.

    Raises:
        Refused: 404, the action is on another card; 400, it is not a comment.
    """
    found = find.action(call, need=find.COMMENT)
    if "card" in call.path and find.card(call, need=find.SEE).id != found.id_card:
        raise not_found()
    if found.type not in {COMMENT, COPIED_COMMENT}:
        raise invalid("id")
    return found


def _record(call: Call, kind: str, comment: Any, details: Json) -> None:
    # A comment of an imported board may be about a card that was not in the file.
    if comment.id_card is not None and _exists(call, comment.id_card):
        journal.record_on_card(call, kind, find.card(call, comment.id_card, need=find.SEE), details)
    else:
        data = {"board": journal.board_copy(comment), **details}
        journal.record(call, kind, data, id_board=comment.id_board, id_list=comment.id_list)


def _exists(call: Call, id_card: str) -> bool:
    return call.connection.scalar(select(db.cards.c.id).where(db.cards.c.id == id_card)) is not None


def _shown(call: Call, ident: str) -> Json:
    return actions.with_display(call, find.action(call, ident, need=find.SEE))


ROUTES = (
    Route("POST", "cards/{card}/actions/comments", create),
    Route("PUT", "cards/{card}/actions/{action}/comments", change),
    Route("DELETE", "cards/{card}/actions/{action}/comments", remove),
    Route("PUT", "actions/{action}", change),
    Route("PUT", "actions/{action}/text", change),
    Route("DELETE", "actions/{action}", remove),
)
