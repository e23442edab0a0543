"""Handlers of reactions to comments."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select

from tui.model.action import COMMENT
from tui.model.base import Json, created_at, format_instant
from tui.server.board import emoji
from tui.server.pipeline.params import Refused, invalid, unauthorized
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import reactions

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_LONGEST = 64
_MOST_DIFFERENT = 17
_MOST = 900


def show_all(call: Call) -> list[Json]:
    """Return the reactions to a comment."""
    ident = find.action(call).id
    return reactions.reactions(call, [ident]).get(ident, [])


def show(call: Call) -> Json:
    """Return one reaction."""
    row = _reaction(call)
    return next(
        one for one in reactions.reactions(call, [row.id_action])[row.id_action] if one["id"] == row.id
    )


def create(call: Call) -> Json:
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
    found = reactions.reactions(call, [action.id])[action.id]
    mine = (call.me, meant["unified"])
    return next(one for one in found if (one["idMember"], one["idEmoji"]) == mine)


def remove(call: Call) -> Json:
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
    for one in reactions.reactions(call, [ident]).get(ident, []):
        name = one["emoji"]["unified"]
        entry = counted.setdefault(
            name,
            {"id": f"{ident}-{name}", "idModel": ident, "idEmoji": name, "emoji": one["emoji"], "count": 0},
        )
        entry["count"] += 1
        # Reactions are sorted oldest first.
        entry.setdefault("firstReacted", _reaction_time(one["id"]))
    return list(counted.values())


def _reaction_time(ident: str) -> str | None:
    made = created_at(ident)
    return None if made is None else format_instant(made)


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
    """Parse an emoji into character, code points and short name, each "" when unknown."""
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
    Route("GET", "actions/{action}/reactions", show_all),
    Route("POST", "actions/{action}/reactions", create),
    Route("GET", "actions/{action}/reactions/{reaction}", show),
    Route("DELETE", "actions/{action}/reactions/{reaction}", remove),
    Route("GET", "actions/{action}/reactionsSummary", summary),
)
