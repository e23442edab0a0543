"""Handlers of unsupported features: custom pictures, emoji, stickers and notification channels.

Their lists are empty, an id is not found, and adding one is refused. Notification channel settings are
refused to every token, as at the hosted service, where only its own pages may use them.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NoReturn

from tui.server.pipeline.params import Refused, not_found, other_member
from tui.server.pipeline.route import Route
from tui.server.rights import find

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

_PICTURES = ("boardBackgrounds", "customBoardBackgrounds", "customEmoji", "customStickers")


def refuse(call: Call) -> NoReturn:
    """Refuse to add a picture, emoji or sticker to the caller's own."""
    find.me(call)
    raise Refused(HTTPStatus.FORBIDDEN, "This server keeps no pictures of members and workspaces")


def refuse_workspace(call: Call) -> NoReturn:
    """Refuse to add or remove a workspace's logo, tag or export."""
    find.organization(call)
    raise Refused(HTTPStatus.FORBIDDEN, "This server keeps no logos, tags or exports of workspaces")


def find_nothing(call: Call) -> NoReturn:
    """Refuse the id of a custom picture, emoji or sticker with 404."""
    find.me(call)
    raise not_found()


def find_no_tag(call: Call) -> NoReturn:
    """Refuse the id of a workspace tag with 404."""
    find.organization(call)
    raise not_found()


def refuse_channels(_call: Call) -> NoReturn:
    """Refuse access to notification channel settings."""
    raise other_member()


ROUTES = (
    *(Route("POST", f"members/{{member}}/{name}", refuse) for name in (*_PICTURES, "avatar")),
    *(
        Route(method, f"members/{{member}}/{name}/{{background}}", find_nothing)
        for name in _PICTURES
        for method in ("GET", "PUT", "DELETE")
    ),
    *(
        Route(method, f"members/{{member}}/notificationsChannelSettings{rest}", refuse_channels)
        for method in ("GET", "PUT")
        for rest in ("", "/{channel}", "/{channel}/{keys}")
    ),
    Route("POST", "organizations/{organization}/exports", refuse_workspace),
    Route("POST", "organizations/{organization}/logo", refuse_workspace),
    Route("DELETE", "organizations/{organization}/logo", refuse_workspace),
    Route("POST", "organizations/{organization}/tags", refuse_workspace),
    Route("DELETE", "organizations/{organization}/tags/{tag}", find_no_tag),
)
