"""Handlers that change the caller's own profile; they need the account scope."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, func, select, update

from tui.server.pipeline.params import Params, Refused, invalid
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import members
from tui.server.wire.boards import BACKGROUNDS
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_USERNAME = re.compile(r"[a-z0-9_]{3,100}")
_MOST_INITIALS = 4
_AUDIENCES = ("public", "private", "collaborator")
_COLUMNS = {"fullName": "full_name", "initials": "initials", "username": "username"}
_FIELDS = (*_COLUMNS, "bio", "avatarSource")
_PREFS: dict[str, Callable[[Params, str], Any]] = {
    "colorBlind": lambda asked, name: asked.flag(name),
    "sendSummaries": lambda asked, name: asked.flag(name),
    "locale": lambda asked, name: asked.text(name, shortest=1, longest=20),
    "timezone": lambda asked, name: asked.text(name, shortest=1, longest=64),
    "minutesBetweenSummaries": lambda asked, name: _one_of(asked, name, (-1, 1, 60)),
    "minutesBeforeDeadlineToNotify": lambda asked, name: asked.integer(name, 1440, least=-1, most=525_600),
    "privacy/fullName": lambda asked, name: asked.word(name, "public", _AUDIENCES),
    "privacy/avatar": lambda asked, name: asked.word(name, "public", _AUDIENCES),
}


def change(call: Call) -> Json:
    """Change the profile fields that the parameters set."""
    row = _own(call)
    values = _columns(call, row)
    extra = _extra(call.params, row)
    if extra != row.extra:
        values["extra"] = extra
    if values:
        call.connection.execute(update(db.members).where(db.members.c.id == row.id).values(values))
    return pick(members.own_profile(call, _own(call)), members.FIELDS.parse(call.params))


def _own(call: Call) -> Row[Any]:
    if "account" not in call.session.scopes:
        raise _unauthorized()
    return call.connection.execute(select(db.members).where(db.members.c.id == find.me(call))).one()


def change_field(call: Call) -> Json:
    """Change the profile field in the path to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(_FIELDS))))


def dismiss(call: Call) -> Json:
    """Record that the caller does not want to see a one-time message of the service again."""
    row = _own(call)
    name = call.params.text("value", shortest=1, longest=100)
    seen = row.extra.get("oneTimeMessagesDismissed")
    seen = [one for one in seen if one != name] if isinstance(seen, list) else []
    extra = {**row.extra, "oneTimeMessagesDismissed": [*seen, name]}
    call.connection.execute(update(db.members).where(db.members.c.id == row.id).values(extra=extra))
    return {"_value": [*seen, name]}


def show_backgrounds(call: Call) -> list[Json]:
    """Return the board backgrounds: the named colours; this server has no custom pictures."""
    find.me(call)
    word = call.params.word("filter", "all", ("all", "custom", "default", "none", "premium"))
    return [_background(name) for name in BACKGROUNDS] if word in {"all", "default"} else []


def _background(name: str) -> Json:
    colour = BACKGROUNDS[name]
    return {
        "id": name, "type": "default", "color": colour, "topColor": colour, "bottomColor": colour,
        "brightness": "dark", "fullSizeUrl": None, "scaled": [], "tile": False,
    }  # fmt: skip


def _columns(call: Call, row: Any) -> Json:
    params = call.params
    values: Json = {}
    if params.given("fullName"):
        values["full_name"] = params.text("fullName", shortest=1)
    if params.given("initials"):
        values["initials"] = params.text("initials", shortest=1, longest=_MOST_INITIALS)
    if params.given("username"):
        values["username"] = _username(call, row.id)
    return db.different(values, row)


def _username(call: Call, ident: str) -> str:
    name = call.params.text("username").lower()
    if _USERNAME.fullmatch(name) is None:
        raise invalid("username")
    others = select(func.count()).where(db.members.c.username == name, db.members.c.id != ident)
    if call.connection.scalar(others):
        raise Refused(HTTPStatus.BAD_REQUEST, "Username is taken")
    return name


def _extra(params: Params, row: Any) -> Json:
    extra = dict(row.extra)
    if params.given("bio"):
        extra["bio"] = params.unstripped_text("bio")
    if params.given("avatarSource"):
        extra["avatarSource"] = params.word("avatarSource", "none", ("none", "gravatar", "upload"))
    asked = Params(params.nested("prefs"))
    prefs = dict(members.prefs(row)) if len(asked) else {}
    for name in asked:
        if name not in _PREFS:
            raise invalid(f"prefs/{name}")
        outer, _, inner = name.partition("/")
        value = _PREFS[name](asked, name)
        prefs[outer] = {**prefs[outer], inner: value} if inner else value
    return extra | ({"prefs": prefs} if prefs else {})


def _one_of(asked: Params, name: str, allowed: tuple[int, ...]) -> int:
    value = asked.integer(name, allowed[0], least=min(allowed), most=max(allowed))
    if value not in allowed:
        raise invalid(name)
    return value


def _unauthorized() -> Refused:
    return Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")


ROUTES = (
    Route("PUT", "members/{member}", change),
    Route("POST", "members/{member}/oneTimeMessagesDismissed", dismiss),
    Route("GET", "members/{member}/boardBackgrounds", show_backgrounds),
    Route("PUT", "members/{member}/{field}", change_field),
)
