"""Pictures, emoji, stickers and channels of one's own, which this server does not keep: each address says so.

Their lists are empty; an id names nothing; what would add one is refused. Settings of the channels by which one is
notified are nobody's business but the hosted service's own pages', as that service answers too.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NoReturn

from tui.server.pipeline.refusal import Refused, not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

_PICTURES = ("boardBackgrounds", "customBoardBackgrounds", "customEmoji", "customStickers")


def refuse(call: Call) -> NoReturn:
    """A picture that someone would add to what is their own."""
    find.me(call)
    raise Refused(HTTPStatus.FORBIDDEN, "This server keeps no pictures of members and workspaces")


def refuse_workspace(call: Call) -> NoReturn:
    """A logo, a tag or an export that an admin would add to a workspace."""
    find.organization(call)
    raise Refused(HTTPStatus.FORBIDDEN, "This server keeps no logos, tags or exports of workspaces")


def find_nothing(call: Call) -> NoReturn:
    """A picture of one's own, by an id that names none."""
    find.me(call)
    raise not_found()


def find_no_tag(call: Call) -> NoReturn:
    """A tag of a workspace, by an id that names none."""
    find.organization(call)
    raise not_found()


def refuse_channels(_call: Call) -> NoReturn:
    """Settings of a channel, to a key and a token."""
    raise Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")


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
