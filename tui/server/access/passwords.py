"""Members' passwords and one-time sign-in codes."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from tui.errors import UsageError
from tui.model.values.scalars import format_instant
from tui.server.storage import db

SHORTEST = 8
"""Minimum characters of a password."""

CODE_LIFE = timedelta(minutes=15)
"""How long a sign-in code is valid."""

_LONGEST = 1024
_COST = {"n": 1 << 14, "r": 8, "p": 5}
# Without O, I, 0 and 1, which are easily confused when a code is typed.
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 10
_SALT_BYTES = 16


def check_password(password: str) -> None:
    """Check the length of a new password.

    Raises:
        UsageError: It is shorter than ``SHORTEST`` or longer than 1024 characters.
    """
    if not SHORTEST <= len(password) <= _LONGEST:
        raise UsageError(f"a password has at least {SHORTEST} characters")


def set_password(connection: Connection, id_member: str, password: str, now: datetime) -> None:
    """Set a member's password, and end their browser sessions.

    Raises:
        UsageError: The password is too short or too long.
    """
    check_password(password)
    table = db.passwords
    connection.execute(delete(table).where(table.c.id_member == id_member))
    connection.execute(
        insert(table).values(id_member=id_member, hash=_hash_password(password), date=format_instant(now))
    )
    connection.execute(delete(db.web_sessions).where(db.web_sessions.c.id_member == id_member))


def password_matches(connection: Connection, id_member: str | None, password: str) -> bool:
    """Return whether ``password`` is the member's; takes the same time if there is no such member."""
    found = connection.scalar(
        select(db.passwords.c.hash).where(db.passwords.c.id_member == (id_member or ""))
    )
    return _verify_password(found or _DUMMY, password[:_LONGEST]) and found is not None


def create_code(connection: Connection, id_member: str, now: datetime) -> str:
    """Create a code that signs ``id_member`` in once, within a quarter of an hour: ``ABCDE-FGHJK``."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
    table = db.sign_in_codes
    connection.execute(delete(table).where(table.c.date_expires <= format_instant(now)))
    connection.execute(
        insert(table).values(
            hash=_code_hash(letters), id_member=id_member, date_expires=format_instant(now + CODE_LIFE)
        )
    )
    return f"{letters[:5]}-{letters[5:]}"


def use_code(connection: Connection, code: str, now: datetime) -> str | None:
    """Use up ``code``, and return the member it signs in, or None; ``connection`` is a writing one."""
    table = db.sign_in_codes
    mine = table.c.hash == _code_hash(code)
    found = connection.execute(
        select(table.c.id_member).where(mine, table.c.date_expires > format_instant(now))
    ).scalar()
    connection.execute(delete(table).where(mine))
    return found


def _code_hash(code: str) -> str:
    plain = "".join(code.upper().replace("-", "").split())
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()


def _hash_password(password: str) -> str:
    salt = secrets.token_bytes(_SALT_BYTES)
    made = hashlib.scrypt(password.encode("utf-8", "replace"), salt=salt, maxmem=1 << 26, dklen=32, **_COST)
    cost = "$".join(str(number) for number in _COST.values())
    return f"scrypt${cost}${base64.b64encode(salt).decode()}${base64.b64encode(made).decode()}"


def _verify_password(kept: str, password: str) -> bool:
    _, n, r, p, salt, made = kept.split("$")
    found = hashlib.scrypt(
        password.encode("utf-8", "replace"),
        salt=base64.b64decode(salt),
        n=int(n),
        r=int(r),
        p=int(p),
        maxmem=1 << 26,
        dklen=32,
    )
    return hmac.compare_digest(found, base64.b64decode(made))


_DUMMY = "$".join(("scrypt", *(str(number) for number in _COST.values()), *["AAAAAAAAAAAAAAAAAAAAAA=="] * 2))
"""A hash to compare with if there is no such member, so that the check takes the same time."""
