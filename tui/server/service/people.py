"""Administration of a shared service's members, tokens, and keys of the enrichment service.

These functions are for the administrator on the machine itself, whether the service is running or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Row, func, insert, or_, select, update

from tui.errors import UsageError
from tui.model.values.scalars import OBJECT_ID
from tui.server.access.apps import (
    create_key,
    create_token,
    find_app,
    find_token,
    list_keys,
    revoke_token,
    secret_of,
)
from tui.server.access.apps import revoke_key as revoke_app
from tui.server.enrich.accounts import KeyGrant, Plan, add_credits, mint_key, revoke_key, set_plan
from tui.server.enrich.ledger import balance
from tui.server.enrich.tables import accounts
from tui.server.people.joins import confirm, find_ghost, initials
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.clock import Clock

_USERNAME = re.compile(r"[a-z0-9_]{3,100}")
_EMAIL = re.compile(r"[^@\s,]{1,64}@[^@\s,]{1,190}")


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """The credentials that a client of the board service needs; shown only once."""

    key: str
    secret: str
    token: str


def add_member(
    connection: Connection, username: str, now: datetime, *, full_name: str = "", email: str = ""
) -> str:
    """Add a member; a person invited by ``email`` becomes one, with the boards of the invitations.

    Returns:
        The member's id.

    Raises:
        UsageError: The name or the address is invalid or taken.
    """
    if _USERNAME.fullmatch(username) is None:
        raise UsageError(
            f"{username!r} is no user name",
            hint="three or more of a-z, 0-9 and _; --full-name takes any text",
        )
    _check_email(email)
    table = db.members.c
    taken = table.username == username
    if email:
        taken = or_(taken, func.lower(table.email) == email.lower())
    ghost = find_ghost(connection, email)
    if (
        connection.execute(select(table.id).where(taken, table.id.is_distinct_from(ghost))).first()
        is not None
    ):
        raise UsageError(
            f"there is a member {username!r} already, or one with that address",
            hint="--email and --password give a member who is there another address and password; "
            "they change their name with cardscout api board put /1/members/me fullName=…",
        )
    name = full_name.strip() or username
    row = {"username": username, "full_name": name, "initials": initials(name), "email": email or None}
    if ghost is not None:
        confirm(connection, ghost, row)
        return ghost
    ident = IdMaker().at(now)
    connection.execute(insert(db.members).values(row | {"id": ident}))
    return ident


def set_email(connection: Connection, ident: str, email: str) -> None:
    """Replace the email address of an existing member.

    Raises:
        UsageError: The address is invalid, or another member's, also if that is only an invited one.
    """
    _check_email(email)
    table = db.members.c
    taken = select(table.username).where(func.lower(table.email) == email.lower(), table.id != ident)
    if (whose := connection.scalar(taken)) is not None:
        raise UsageError(f"{email} is the address of {whose}", hint="nothing was changed")
    connection.execute(update(db.members).where(table.id == ident).values(email=email))


def _check_email(email: str) -> None:
    if email and _EMAIL.fullmatch(email) is None:
        raise UsageError(f"{email!r} is no email address")


def known_member(connection: Connection, username: str) -> str | None:
    """Return the id of the member with this user name, or None."""
    return connection.scalar(select(db.members.c.id).where(db.members.c.username == username))


def owner_name(connection: Connection) -> str:
    """Return the name of the member whose local workspace the service is; "" if it is none."""
    owner = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == db.OWNER))
    return connection.scalar(select(db.members.c.full_name).where(db.members.c.id == owner)) or ""


def find_member(connection: Connection, name: str) -> Row[Any]:
    """Find the member with a user name, an email address or an id.

    Raises:
        UsageError: There is no such member.
    """
    table = db.members.c
    mine = or_(table.username == name, func.lower(table.email) == name.lower())
    if OBJECT_ID.fullmatch(name):
        mine = or_(mine, table.id == name)
    found = connection.execute(select(db.members).where(mine)).first()
    if found is None:
        raise UsageError(f"there is no member {name!r}", hint=f"cardscout serve user {name}")
    return found


def list_members(connection: Connection) -> list[Row[Any]]:
    """List every member, in the order of creation."""
    return list(connection.execute(select(db.members).order_by(db.members.c.id)))


def give_token(
    connection: Connection,
    id_member: str,
    now: datetime,
    *,
    key: str | None,
    app: str,
    scopes: Iterable[str],
    expiration: str,
) -> ClientCredentials:
    """Grant an application a token of a member, and return it with the application's credentials.

    Args:
        connection: A connection in a writing transaction.
        id_member: The member the token acts for.
        now: The date of the grant.
        key: The application's key; None for the application called ``app``, created when missing.
        app: The application's name.
        scopes: Some of read, write, account.
        expiration: 1hour, 1day, 30days or never.

    Raises:
        UsageError: There is no such application, scope or expiration.
    """
    key = key or key_of(connection, app, now)
    known, secret = find_app(connection, key), secret_of(connection, key)
    if known is None or secret is None:
        raise UsageError(f"there is no application with the key {key!r}", hint="leave --key out to make one")
    token = create_token(
        connection,
        id_member=id_member,
        key=key,
        scopes=scopes,
        expiration=expiration,
        now=now,
        identifier=known.name,
    )
    return ClientCredentials(key, secret, token)


def key_of(connection: Connection, app: str, now: datetime) -> str:
    """Return the key of the application called ``app``, created when missing."""
    for known in list_keys(connection):
        if known.name == app:
            return str(known.key)
    return create_key(connection, app, now).key


def give_enrich_key(
    engine: Engine,
    clock: Clock,
    account: str,
    opening: int,
    *,
    add: bool,
    plan: Plan | None = None,
    grant: KeyGrant | None = None,
    member: str | None = None,
) -> tuple[str, int]:
    """Make a key of the enrichment service for ``account``.

    Args:
        engine: The storage.
        clock: The clock for the key's date.
        account: The account, created with ``opening`` credits when it is new.
        opening: The number of credits.
        add: Whether an existing account gets the credits too.
        plan: The account's new plan; None leaves it as it is.
        grant: The key's permissions; by default all of the account's.
        member: The user name of the account's new owner; None leaves the owner as it is.

    Returns:
        The key, which can not be read again, and the account's credits.

    Raises:
        UsageError: There is no such member.
    """
    with db.reading(engine) as connection:
        known = balance(connection, account)
        owner = None if member is None else find_member(connection, member).id
    key = mint_key(engine, clock, account=account, opening=opening, lasting=True, grant=grant)
    if plan is not None:
        set_plan(engine, account, plan, clock.now())
    if owner is not None:
        with db.writing(engine) as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(id_member=owner))
    if known is not None and add:
        add_credits(engine, opening, account=account)
    with db.reading(engine) as connection:
        return key, balance(connection, account) or 0


def revoke(engine: Engine, what: str) -> str:
    """Revoke the token, application key or enrichment key ``what``.

    Returns:
        A description of the revoked thing, or "" if there is no such thing.
    """
    with db.writing(engine) as connection:
        token = find_token(connection, what)
        if token is not None and revoke_token(connection, token.id):
            return "the token, and its webhooks"
        if revoke_app(connection, what):
            return "the application, and all its tokens"
    return "the enrichment key" if revoke_key(engine, what) else ""
