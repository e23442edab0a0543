"""The check of a token's scopes against a request (docs/reference/board.md, 4.2)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from tui.server.pipeline.params import Refused, unauthorized

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal

_ACCOUNT_REQUESTS = re.compile(
    r"(PUT|POST) /1/notifications?/"
    r"|PUT /1/members?/[^/]+(/[^/]+)?/?$"
    r"|POST /1/members?/[^/]+/(avatar|oneTimeMessagesDismissed)/?$",
    re.IGNORECASE,
)
"""Requests that the ``account`` scope allows: changes of the member's profile and of what they have read."""


_TOKEN_DELETION = re.compile(r"DELETE /1/tokens?/[^/]+/?$", re.IGNORECASE)
"""The deletion of a token; the handler checks that without the write scope a token deletes only itself."""


def check_scope(address: str, session: Principal) -> None:
    """Check that a token's scopes allow a request.

    Args:
        address: Method and path of the request.
        session: The caller.

    Raises:
        Refused: 401 ``missing scopes`` for a key alone, else ``unauthorized permission requested``.
    """
    if address.startswith("GET "):
        if session.id_member is not None and "read" not in session.scopes:
            raise unauthorized()
        return
    if session.id_member is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "missing scopes")
    own = _ACCOUNT_REQUESTS.match(address) is not None and "account" in session.scopes
    if "write" not in session.scopes and not own and _TOKEN_DELETION.match(address) is None:
        raise unauthorized()
