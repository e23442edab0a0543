"""Grant: what a token may do at the board service, and until when; and who speaks with it."""

import json
from datetime import datetime, timedelta

from tui.model.fields import Frozen
from tui.model.member import Member

SOON = timedelta(days=7)
"""How long before its end a token says so."""


class Grant(Frozen):
    """What a token may do.

    Attributes:
        scopes: ``read``, ``write``, ``account``, as far as it has them.
        expires: When it ends by itself, or None when it does not.
    """

    scopes: tuple[str, ...] = ("read",)
    expires: datetime | None = None

    @property
    def writes(self) -> bool:
        """Whether boards may be changed with it."""
        return "write" in self.scopes

    def words(self, now: datetime) -> str:
        """What it may do and until when: ``read, write · ends 3 Dec 2026``."""
        may = ", ".join(self.scopes) if self.writes else "read only"
        if self.expires is None:
            return f"{may} · does not end by itself"
        local = self.expires.astimezone()
        ends = "ended" if self.expires <= now else "ends"
        exact = f" {local:%H:%M}" if abs(self.expires - now) <= SOON else ""
        return f"{may} · {ends} {local.day} {local:%b %Y}{exact}"

    def text(self) -> str:
        """The grant, to be written down."""
        expires = None if self.expires is None else self.expires.isoformat()
        return json.dumps({"scopes": self.scopes, "expires": expires})

    @classmethod
    def recalled(cls, text: str | None) -> "Grant | None":
        """A grant that was written down; None when there is none, or none that can be read."""
        try:
            held = json.loads(text or "{}")
            expires = held["expires"]
            return cls(tuple(held["scopes"]), None if expires is None else datetime.fromisoformat(expires))
        except (KeyError, TypeError, ValueError):
            return None


class Caller(Frozen):
    """Whom a service takes us for.

    Attributes:
        member: Who.
        grant: What the token may do; None where the service does not tell.
    """

    member: Member
    grant: Grant | None

    @property
    def name(self) -> str:
        """The member, for a reader: ``Ana Reid (@ana)``."""
        full, user = self.member.full_name, self.member.username
        return f"{full} (@{user})" if full and user else full or user or self.member.id
