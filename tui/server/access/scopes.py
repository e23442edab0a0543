"""What the scopes of a token let it do (docs/reference/board.md, 4.2)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from tui.server.pipeline.refusal import Refused, unauthorized

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal

_OWN = re.compile(
    r"(PUT|POST) /1/notifications?/"
    r"|PUT /1/members?/[^/]+(/[^/]+)?/?$"
    r"|POST /1/members?/[^/]+/(avatar|oneTimeMessagesDismissed)/?$",
    re.IGNORECASE,
)
"""What the ``account`` scope lets a token change: its member's profile, and what they have read."""


_ENDING = re.compile(r"DELETE /1/tokens?/[^/]+/?$", re.IGNORECASE)
"""Any token may end itself; that it is itself is looked at where tokens are found."""


def check_scope(address: str, session: Principal) -> None:
    """Whether a token may do what the method says.

    Args:
        address: Method and path.
        session: Whose it is.

    Raises:
        Refused: 401 ``missing scopes`` for a key alone, else ``unauthorized permission requested``.
    """
    if address.startswith("GET "):
        if session.id_member is not None and "read" not in session.scopes:
            raise unauthorized()
        return
    if session.id_member is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "missing scopes")
    own = _OWN.match(address) is not None and "account" in session.scopes
    if "write" not in session.scopes and not own and _ENDING.match(address) is None:
        raise unauthorized()
