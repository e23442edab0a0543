"""Who may use a shared service: members, their tokens, and keys of the enrichment service.

What an administrator does at the machine itself, the service running or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Row, func, insert, or_, select, update

from tui.errors import UsageError
from tui.model.base import OBJECT_ID
from tui.server.access.apps import create_key, find_app, list_keys, secret_of
from tui.server.access.apps import revoke_key as revoke_app
from tui.server.access.tokens import create_token, find_token, revoke_token
from tui.server.enrich.accounts import KeyGrant, Plan, add_credits, mint_key, revoke_key, set_plan
from tui.server.enrich.ledger import balance
from tui.server.enrich.tables import accounts, keys
from tui.server.people.newcomers import confirm, initials, invited_ghost
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.clock import Clock

_USERNAME = re.compile(r"[a-z0-9_]{3,100}")
_EMAIL = re.compile(r"[^@\s,]{1,64}@[^@\s,]{1,190}")


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """What a client needs to call the board service; told once."""

    key: str
    secret: str
    token: str


def add_member(
    connection: Connection, username: str, now: datetime, *, full_name: str = "", email: str = ""
) -> str:
    """Make a member; whoever was invited by this address becomes one, with the boards they were invited to.

    Returns:
        Their id.

    Raises:
        UsageError: The name or the address is none, or taken.
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
    ghost = invited_ghost(connection, email)
    if (
        connection.execute(select(table.id).where(taken, table.id.is_distinct_from(ghost))).first()
        is not None
    ):
        raise UsageError(f"there is a member {username!r} already, or one with that address")
    name = full_name.strip() or username
    row = {"username": username, "full_name": name, "initials": initials(name), "email": email or None}
    if ghost is not None:
        confirm(connection, ghost, row)
        return ghost
    ident = IdMaker().at(now)
    connection.execute(insert(db.members).values(row | {"id": ident}))
    return ident


def set_email(connection: Connection, ident: str, email: str) -> None:
    """Give a member who is there an address, in place of the one they had.

    Raises:
        UsageError: It is none, or somebody else's: also of who was invited by it and has not come yet.
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
    """Id of the member with this user name, or None."""
    return connection.scalar(select(db.members.c.id).where(db.members.c.username == username))


def find_member(connection: Connection, name: str) -> Row[Any]:
    """The member of a user name, an email address or an id.

    Raises:
        UsageError: There is none.
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
    """Every member, in the order they came."""
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
    """Give an application a token that speaks for a member.

    Args:
        connection: A writing one.
        id_member: For whom it speaks.
        now: When it is given.
        key: The application's; None for the one called ``app``, which is made when there is none.
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
    """The key of the application called ``app``, which is made when there is none."""
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
    """A key of the enrichment service to ``account``.

    Args:
        engine: The storage.
        clock: Dates it.
        account: Made when it is new, with ``opening`` credits.
        opening: Credits.
        add: Whether an account that is there gets them too.
        plan: What the account may do from now on; None leaves it as it is.
        grant: What the key may do; everything the account may unless given.
        member: User name of the member whose account it is from now on; None leaves it whose it is.

    Returns:
        The key, told once, and the credits the account has now.

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


def list_enrich_keys(engine: Engine) -> list[dict[str, Any]]:
    """Every key of the enrichment service, without what would let anybody in, with its account's plan."""
    with db.reading(engine) as connection:
        return [dict(row) for row in connection.execute(_KEYS).mappings()]


_KEYS = (
    select(
        keys.c.label, keys.c.account_id.label("account"), func.substr(keys.c.hash, 1, 8).label("hash"), accounts.c.credits,
        accounts.c.monthly, accounts.c.per_second, accounts.c.per_minute, keys.c.per_second.label("key_per_second"),
        keys.c.per_minute.label("key_per_minute"), keys.c.scopes, keys.c.expires, keys.c.created,
    )
    .join_from(keys, accounts)
    .order_by(keys.c.account_id, keys.c.created, keys.c.hash)
)  # fmt: skip


def end(engine: Engine, what: str) -> str:
    """End the token, application key or enrichment key ``what``.

    Returns:
        What it was, or "" when there is no such thing.
    """
    with db.writing(engine) as connection:
        token = find_token(connection, what)
        if token is not None and revoke_token(connection, token.id):
            return "the token, and its webhooks"
        if revoke_app(connection, what):
            return "the application, and all its tokens"
    return "the enrichment key" if revoke_key(engine, what) else ""
