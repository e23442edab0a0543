"""Grant: the scopes of a token at the board service and its expiry; the member it belongs to; and the words about changes that it may not send."""

import json
from datetime import datetime, timedelta

from tui.model.member import Member
from tui.model.values.fields import Frozen

SOON = timedelta(days=7)
"""How long before a token expires the user is warned, and is shown the exact time."""


class Grant(Frozen):
    """The scopes and the expiry of a token.

    Attributes:
        scopes: Some of ``read``, ``write`` and ``account``.
        expires: When the token expires, or None if it never does.
    """

    scopes: tuple[str, ...] = ("read",)
    expires: datetime | None = None

    @property
    def writes(self) -> bool:
        """Whether the token may change boards."""
        return "write" in self.scopes

    def words(self, now: datetime) -> str:
        """Describe the scopes and the expiry: ``read, write · ends 3 Dec 2026``."""
        may = ", ".join(self.scopes) if self.writes else "read only"
        if self.expires is None:
            return f"{may} · does not end by itself"
        from tui.model.values.scalars import local_time

        local = local_time(self.expires)
        ends = "ended" if self.expires <= now else "ends"
        exact = f" {local:%H:%M}" if abs(self.expires - now) <= SOON else ""
        return f"{may} · {ends} {local.day} {local:%b %Y}{exact}"

    def text(self) -> str:
        """Return the grant as JSON text, to be stored."""
        expires = None if self.expires is None else self.expires.isoformat()
        return json.dumps({"scopes": self.scopes, "expires": expires})

    @classmethod
    def from_stored(cls, text: str | None) -> "Grant | None":
        """Read a grant from its stored text; None if there is no text or it is unreadable."""
        try:
            held = json.loads(text or "{}")
            expires = held["expires"]
            return cls(tuple(held["scopes"]), None if expires is None else datetime.fromisoformat(expires))
        except (KeyError, TypeError, ValueError):
            return None


class Caller(Frozen):
    """The member that a token belongs to, and the token's grant.

    Attributes:
        grant: The token's grant; None if the service does not report it.
    """

    member: Member
    grant: Grant | None

    @property
    def name(self) -> str:
        """The member's name for the user: ``Ana Reid (@ana)``."""
        full, user = self.member.full_name, self.member.username
        return f"{full} (@{user})" if full and user else full or user or self.member.id


def describe_held_changes(count: int) -> str:
    """Describe ``count`` changes that a read-only token holds back; "" for none."""
    if not count:
        return ""
    one = count == 1
    return (
        f"{'1 change waits' if one else f'{count} changes wait'}; this token cannot send {'it' if one else 'them'}: "
        f"{'it is' if one else 'they are'} kept until one that may write is used."
    )
