"""Handlers of comments, which are the only actions that users write and can change, and of reactions to them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.model.values.scalars import creation_instant
from tui.server.board import emoji
from tui.server.events import journal
from tui.server.pipeline.params import Refused, invalid, not_found, unauthorized
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions
from tui.server.wire.display import comment_entities

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params


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
    """Erase the other copies of a deleted comment's text: edits in the activity, and notices."""
    told, notices = db.actions.c, db.notifications.c
    edits = call.connection.execute(
        select(told.id, told.data).where(
            told.id_board == comment.id_board, told.id_card == comment.id_card, told.type == "updateComment"
        )
    )
    about, action = {comment.id}, {"id": comment.id, "text": ""}
    blank: Json = {"text": "", "textData": {"emoji": {}}, "old": {"text": ""}, "action": action}
    for ident, data in edits.all():
        # An imported board has what its file has, which may tell of no comment.
        edited = data.get("action")
        if isinstance(edited, dict) and edited.get("id") == comment.id:
            about.add(ident)
            erased = {**data, "action": action, "old": {"text": ""}}
            call.connection.execute(update(db.actions).where(told.id == ident).values(data=erased))
    copies = call.connection.execute(
        select(notices.id, notices.data).where(notices.id_action.in_(sorted(about)))
    )
    for ident, data in copies.all():
        erased = {**data, **{name: value for name, value in blank.items() if name in data}}
        call.connection.execute(update(db.notifications).where(notices.id == ident).values(data=erased))
    _erase_waiting_events(call, comment, about)
    _erase_kept_answer(call, comment)


def _erase_waiting_events(call: Call, comment: Any, about: set[str]) -> None:
    """Erase the text in webhook events that were not delivered yet, of the comment and of edits of it."""
    events = db.webhook_events
    waiting = select(events.c.id, events.c.action).where(events.c.action["id"].as_string().in_(sorted(about)))
    for ident, action in call.connection.execute(waiting).all():
        data = {**action["data"], "textData": {"emoji": {}}}
        data |= {name: "" for name in ("text",) if name in data}
        data |= {"old": {"text": ""}} if "old" in data else {}
        data |= {"action": {"id": comment.id, "text": ""}} if "action" in data else {}
        bare = {**action, "data": data, "display": {}, "entities": []}
        call.connection.execute(update(events).where(events.c.id == ident).values(action=bare))


def _erase_kept_answer(call: Call, comment: Any) -> None:
    """Erase the text in the answer that is kept for a repetition of the request that made the comment."""
    kept = db.idempotency.c
    of_then = (kept.id_member == comment.id_member_creator) & (kept.date == comment.date)
    for key, reply in call.connection.execute(select(kept.key, kept.reply).where(of_then)).all():
        if isinstance(reply, dict) and reply.get("id") == comment.id:
            bare = {**reply, "data": {**reply["data"], "text": ""}, "display": {}, "entities": []}
            here = update(db.idempotency).where(of_then, kept.key == key)
            call.connection.execute(here.values(reply=bare))


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


_LONGEST = 64
_MOST_DIFFERENT = 17
_MOST = 900


def show_reactions(call: Call) -> list[Json]:
    """Return the reactions to a comment."""
    ident = find.action(call).id
    return actions.reactions_to(call, [ident]).get(ident, [])


def show_reaction(call: Call) -> Json:
    """Return one reaction."""
    row = _reaction(call)
    return next(
        one for one in actions.reactions_to(call, [row.id_action])[row.id_action] if one["id"] == row.id
    )


def create_reaction(call: Call) -> Json:
    """Add the caller's reaction to a comment; repeating the same emoji adds nothing.

    Raises:
        Refused: 400, the action is no comment, or the emoji is missing; 403, too many reactions.
    """
    action = find.action(call, need=find.COMMENT)
    if action.type != COMMENT:
        raise invalid("idAction")
    meant = _emoji(call.params)
    table = db.reactions
    existing = call.connection.execute(select(table).where(table.c.id_action == action.id)).all()
    if not any((row.id_member, row.unified) == (call.me, meant["unified"]) for row in existing):
        different = {row.unified for row in existing} | {meant["unified"]}
        if len(different) > _MOST_DIFFERENT or len(existing) >= _MOST:
            raise Refused(
                HTTPStatus.FORBIDDEN, {"message": "Too many reactions", "error": "REACTION_LIMIT_EXCEEDED"}
            )
        row = {"id": call.new_id(), "id_action": action.id, "id_member": call.me}
        call.connection.execute(insert(table).values(**row, unified=meant["unified"], emoji=meant))
    found = actions.reactions_to(call, [action.id])[action.id]
    mine = (call.me, meant["unified"])
    return next(one for one in found if (one["idMember"], one["idEmoji"]) == mine)


def remove_reaction(call: Call) -> Json:
    """Delete the caller's own reaction."""
    row = _reaction(call)
    if row.id_member != call.me:
        raise unauthorized()
    call.connection.execute(delete(db.reactions).where(db.reactions.c.id == row.id))
    return {"_value": None}


def summary(call: Call) -> list[Json]:
    """Count the reactions to a comment by emoji."""
    ident = find.action(call).id
    counted: dict[str, Json] = {}
    for one in actions.reactions_to(call, [ident]).get(ident, []):
        name = one["emoji"]["unified"]
        entry = counted.setdefault(
            name,
            {"id": f"{ident}-{name}", "idModel": ident, "idEmoji": name, "emoji": one["emoji"], "count": 0},
        )
        entry["count"] += 1
        # Reactions are sorted oldest first.
        entry.setdefault("firstReacted", creation_instant(one["id"]))
    return list(counted.values())


def _emoji(params: Params) -> Json:
    """Return the emoji that the parameters describe."""
    native, unified, short = _parse_emoji(params)
    # An unknown emoji may be of a newer Unicode version, so it is stored as sent.
    as_sent = {"unified": unified or short, "native": native, "name": short or unified, "shortName": ""}
    found = (emoji.emoji_by_code().get(unified) if unified else emoji.by_name().get(short)) or as_sent
    return {
        "unified": found["unified"],
        "native": found["native"],
        "name": found["name"],
        "skinVariation": _text_param(params, "skinVariation") or None,
        "shortName": short or found["shortName"],
    }


def _parse_emoji(params: Params) -> tuple[str, str, str]:
    """Parse an emoji into character, code points and short name, each "" if unknown."""
    native, unified, short = (_text_param(params, name) for name in ("native", "unified", "shortName"))
    if unified:
        native = native or _from_points(unified)
    elif native:
        unified = "-".join(f"{ord(letter):04X}" for letter in native)
    elif not short:
        raise invalid("emoji")
    return native, unified, short


def _text_param(params: Params, name: str) -> str:
    return params.text(name, longest=_LONGEST) if params.given(name) else ""


def _from_points(unified: str) -> str:
    try:
        return "".join(chr(int(point, 16)) for point in unified.split("-")).encode("utf-8").decode()
    except (ValueError, OverflowError) as error:
        raise invalid("unified") from error


def _reaction(call: Call) -> Any:
    table = db.reactions.c
    here = find.action(call, need=find.COMMENT if call.writes else None).id
    return find.found_row(
        call, select(db.reactions).where(table.id_action == here, table.id == call.path["reaction"])
    )


ROUTES = (
    Route("POST", "cards/{card}/actions/comments", create),
    Route("PUT", "cards/{card}/actions/{action}/comments", change),
    Route("DELETE", "cards/{card}/actions/{action}/comments", remove),
    Route("PUT", "actions/{action}", change),
    Route("PUT", "actions/{action}/text", change),
    Route("DELETE", "actions/{action}", remove),
    Route("GET", "actions/{action}/reactions", show_reactions),
    Route("POST", "actions/{action}/reactions", create_reaction),
    Route("GET", "actions/{action}/reactions/{reaction}", show_reaction),
    Route("DELETE", "actions/{action}/reactions/{reaction}", remove_reaction),
    Route("GET", "actions/{action}/reactionsSummary", summary),
)
