"""Queries of a member's property on this server: tokens, registered applications, and a directory account."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select

from tui.server.access.apps import secret_of
from tui.server.authorize.words import GRANTS
from tui.server.enrich.accounts import SCOPES as DIRECTORY_SCOPES
from tui.server.enrich.ledger import balance
from tui.server.enrich.tables import accounts, keys
from tui.server.storage import db

_EVERYTHING = set(DIRECTORY_SCOPES)


@dataclass(frozen=True, slots=True)
class Held:
    """A token that acts for the member.

    Attributes:
        id: The token's id, not the token itself.
        name: The name that the application gave itself when it was allowed.
        app: The registered name of the application; empty if it is not registered any more.
        grants: The titles of the token's scopes.
        since: The day and minute of the grant, which distinguish tokens of one application.
        used: The day and minute of the last use, give or take ten minutes; empty for never.
        ends: The day of expiry; empty for never.
    """

    id: str
    name: str
    app: str
    grants: tuple[str, ...]
    since: str
    used: str
    ends: str
    webhooks: int


@dataclass(frozen=True, slots=True)
class Registered:
    """An application the member registered.

    Attributes:
        tokens: The number of its tokens, of all members.
        members: The number of members the tokens belong to.
    """

    key: str
    secret: str
    name: str
    origins: tuple[str, ...]
    since: str
    tokens: int
    members: int


@dataclass(frozen=True, slots=True)
class DirectoryKey:
    """A key to the member's directory account.

    Attributes:
        id: An identifier without any rights.
        start: The first characters of the key; empty for a key made before they were stored.
        scopes: The scopes of the key; empty for all.
    """

    id: str
    start: str
    label: str
    scopes: tuple[str, ...]
    since: str
    ends: str


@dataclass(frozen=True, slots=True)
class DirectoryAccount:
    """The member's account of the sales-intelligence directory."""

    id: str
    credits: int
    plan: tuple[str, ...]
    keys: tuple[DirectoryKey, ...]


def tokens_held(connection: Connection, id_member: str) -> list[Held]:
    """List every token that acts for a member, newest first."""
    token, hooks = db.tokens.c, db.webhooks.c
    count = select(func.count()).where(hooks.id_token == token.id).correlate(db.tokens).scalar_subquery()
    query = (
        select(
            db.tokens,
            db.apps.c.name.label("app"),
            db.token_uses.c.date.label("used"),
            count.label("webhooks"),
        )
        .join_from(db.tokens, db.apps, db.apps.c.key == token.app_key, isouter=True)
        .join(db.token_uses, db.token_uses.c.id_token == token.id, isouter=True)
        .where(token.id_member == id_member)
        .order_by(token.date_created.desc(), token.id.desc())
    )
    return [
        Held(
            row.id,
            row.identifier or row.app or "",
            row.app or "",
            tuple(GRANTS[scope][0] for scope in GRANTS if scope in row.scope.split(",")),
            _minute(row.date_created),
            _minute(row.used) if row.used else "",
            _day(row.date_expires),
            row.webhooks,
        )
        for row in connection.execute(query)
    ]


def apps_registered(connection: Connection, id_member: str) -> list[Registered]:
    """List every application a member registered, newest first."""
    app, token = db.apps.c, db.tokens.c
    query = (
        select(db.apps, func.count(token.id).label("tokens"), func.count(token.id_member.distinct()).label("members"))
        .join_from(db.apps, db.tokens, token.app_key == app.key, isouter=True)
        .where(app.id_member == id_member)
        .group_by(*db.apps.c)
        .order_by(app.date_created.desc(), app.key)
    )  # fmt: skip
    found: Sequence[Row[Any]] = connection.execute(query).all()
    return [
        Registered(
            row.key,
            secret_of(connection, row.key) or "",
            row.name,
            tuple(row.origins),
            _day(row.date_created),
            row.tokens,
            row.members,
        )
        for row in found
    ]


def directory_account(connection: Connection, id_member: str) -> DirectoryAccount | None:
    """Find a member's directory account, with its keys; None if they have none."""
    mine = select(accounts).where(accounts.c.id_member == id_member).order_by(accounts.c.created).limit(1)
    row = connection.execute(mine).one_or_none()
    if row is None:
        return None
    made = select(keys).where(keys.c.account_id == row.id).order_by(keys.c.created.desc(), keys.c.hash)
    held = tuple(_directory_key(key) for key in connection.execute(made))
    return DirectoryAccount(row.id, balance(connection, row.id) or 0, _plan(row), held)


def end_directory_key(connection: Connection, account: str, ident: str) -> bool:
    """Delete the key of ``account`` with the ``DirectoryKey.id`` ``ident``; return whether it existed."""
    mine = (keys.c.account_id == account) & (func.substr(keys.c.hash, 1, 16) == ident)
    return connection.execute(delete(keys).where(mine)).rowcount > 0


def _directory_key(row: Row[Any]) -> DirectoryKey:
    scopes = tuple(row.scopes.split())
    allowed = () if set(scopes) >= _EVERYTHING else scopes
    return DirectoryKey(row.hash[:16], row.start, row.label, allowed, _day(row.created), _day(row.expires))


def _plan(row: Row[Any]) -> tuple[str, ...]:
    """Describe an account's plan in sentences."""
    sentences = []
    if row.monthly is not None:
        sentences.append(f"{row.monthly:,} credits at the beginning of each month; what is left is lost.")
    else:
        sentences.append("Credits as they were given; they do not run out with the month.")
    rates = [
        f"{most:,} requests a {span}"
        for most, span in ((row.per_second, "second"), (row.per_minute, "minute"))
        if most is not None
    ]
    sentences.append(
        f"At most {' and '.join(rates)}." if rates else "As many requests as this server lets everybody make."
    )
    return tuple(sentences)


def _minute(stamp: str) -> str:
    return f"{stamp[:10]} at {stamp[11:16]} UTC"


def _day(stamp: str | None) -> str:
    return (stamp or "")[:10]
