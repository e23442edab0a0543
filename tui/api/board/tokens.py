"""Tokens: their scopes and expiry."""

from tui.api.board.resource import Resource, read_one
from tui.model.account.grant import Grant
from tui.model.values.record import Value
from tui.model.values.scalars import Instant
from tui.secret import Secret


class _Permission(Value):
    model_type: str = ""
    read: bool = False
    write: bool = False


class _Token(Value):
    date_expires: Instant | None = None
    permissions: tuple[_Permission, ...] = ()


class Tokens(Resource):
    """The ``/1/tokens`` resource (docs/reference/board.md, 4.5)."""

    async def grant(self, token: Secret) -> Grant:
        """Return the scopes and expiry of ``token``, which must be the token of the request."""
        found = read_one(_Token, await self._get("tokens", token.reveal()))
        boards = [one for one in found.permissions if one.model_type in {"Board", "Organization"}]
        has = {
            "read": any(one.read for one in found.permissions),
            "write": any(one.write for one in boards),
            "account": any(one.model_type == "Member" for one in found.permissions),
        }
        return Grant(tuple(scope for scope, given in has.items() if given), found.date_expires)
