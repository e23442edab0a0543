"""``cardscout serve user|token|key …``: manage who may use a shared service, also while it runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.account.secret import bare, typed_twice
from tui.cli.serve import place_of, place_options, serve
from tui.clock import SystemClock
from tui.errors import StoreError, UsageError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from tui.server.exports.transfer import Mode
    from tui.server.storage.place import Place

_SCOPES = "read,write,account"
_NAMELESS = "You"
_LONGEST = 4096
"""Maximum length in characters of a token or key that is read."""


@contextmanager
def storage(data: Path | None, database: str | None, *, existing: bool = False) -> Iterator[Engine]:
    """Open the service's storage that the options name, creating missing tables.

    Args:
        data: The directory of the database.
        database: The URL of the database, in place of a file in the directory.
        existing: Whether to refuse a directory without a database, which may be a slip, instead of making one.

    Raises:
        StoreError: The storage is locked or cannot be reached.
        UsageError: There is none, and it has to exist.
    """
    from tui.server.storage.place import FILE

    place = place_of(click.get_current_context(), data, database)
    if existing and place.database is None and not (place.data / FILE).exists():
        raise UsageError(
            f"there is no service in {place.data}",
            hint="--data names the directory of one; cardscout serve, or serve user NAME, makes a new one there",
        )
    with open_storage(place) as engine:
        yield engine


@contextmanager
def open_storage(place: Place) -> Iterator[Engine]:
    """Open the service's storage at a place, creating missing tables.

    Raises:
        StoreError: The storage is locked or cannot be reached.
    """
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    from tui.server.enrich import tables  # noqa: F401 - so that they are made
    from tui.server.storage.trouble import is_full

    engine = place.open()
    try:
        yield engine
    except SQLAlchemyError as error:
        reason = getattr(error, "orig", None) or error
        full = isinstance(error, DBAPIError) and is_full(error)
        way = f"make room where {place.name} is, then try again" if full else "try again"
        raise StoreError(f"{place.name} did not take it: {reason}", hint=way) from error
    finally:
        engine.dispose()


@contextmanager
def _writing(
    data: Path | None, database: str | None, *, existing: bool = True
) -> Iterator[tuple[Connection, datetime]]:
    """Open a transaction on the service's storage, and yield it with the current time."""
    from tui.server.storage import db

    with storage(data, database, existing=existing) as engine, db.writing(engine) as connection:
        yield connection, SystemClock().now()


def _password(asked: bool, piped: bool) -> str | None:
    if piped:
        return sys.stdin.readline().removeprefix("\ufeff").rstrip("\r\n")
    if asked and not sys.stdin.isatty():
        raise UsageError(
            "there is no terminal to ask for a password on", hint="--password-stdin reads it from stdin"
        )
    if not asked:
        return None
    from tui.server.access.passwords import check_password

    return typed_twice("Password", lambda given: check_password(given.reveal())).reveal()


def _secret(file: str | None) -> str:
    """Read one line from ``file``, from a pipe, or from a hidden prompt."""
    if file is None and sys.stdin.isatty():
        return str(click.prompt("Token or key", hide_input=True, err=True)).strip()
    with click.open_file(file or "-") as source:
        return bare(source.readline(_LONGEST))


@serve.command()
@click.argument("username")
@click.option("--full-name", default="", help="As it is shown; the user name unless given.")
@click.option("--email", default="", help="By which others find and invite them.")
@click.option(
    "--password", "asked", is_flag=True, help="Ask for a password, with which they sign in on web pages."
)
@click.option("--password-stdin", "piped", is_flag=True, help="Read the password from stdin, one line.")
@place_options
@output.json_option
def user(
    username: str,
    full_name: str,
    email: str,
    asked: bool,
    piped: bool,
    data: Path | None,
    database: str | None,
    json_: bool,
) -> None:
    """Make a member; one who is there already is given the address and the password."""
    from tui.server.access.passwords import set_password
    from tui.server.service.people import add_member, known_member, owner_name, set_email

    password = _password(asked, piped)
    with _writing(data, database, existing=False) as (connection, now):
        ident = known_member(connection, username) if password is not None or email else None
        made = ident is None
        if ident is None:
            ident = add_member(connection, username, now, full_name=full_name, email=email)
        elif email:
            set_email(connection, ident, email)
        if password is not None:
            set_password(connection, ident, password, now)
        # As the owner of a local workspace is called, which was one person's until now.
        nameless = made and owner_name(connection) == _NAMELESS
    if nameless:
        output.say(
            f"note: to others you are called “{_NAMELESS}”: cardscout api board put /1/members/me fullName=…"
            " changes that"
        )
    if full_name and not made:
        # The way is theirs, because a second person might be meant whose user name is taken.
        output.say(
            f"note: {username} keeps the name: --full-name is for a new member; "
            "they change it with cardscout api board put /1/members/me fullName=…"
        )
    given = " and ".join(name for name, value in (("address", email), ("password", password)) if value)
    if json_:
        output.as_json({"id": ident, "username": username, "made": made})
    else:
        output.text(f"{username}: {'made' if made else f'has the new {given}'} ({ident})")


@serve.command()
@place_options
@output.json_option
def users(data: Path | None, database: str | None, json_: bool) -> None:
    """List the members.

    Columns: user, name, e-mail.
    """
    from tui.server.service.people import list_members

    with _writing(data, database) as (connection, _):
        rows = list_members(connection)
    if json_:
        keys = ("id", "username", "full_name", "email")
        output.as_json([{key: getattr(row, key) for key in keys} for row in rows])
    else:
        output.table(("user", "name", "email"), [(row.username, row.full_name, row.email) for row in rows])


@serve.command()
@click.argument("username")
@place_options
@output.json_option
def code(username: str, data: Path | None, database: str | None, json_: bool) -> None:
    """Make a code that signs a member in once on a web page, within 15 minutes."""
    from tui.server.access.passwords import create_code
    from tui.server.service.people import find_member

    with _writing(data, database) as (connection, now):
        made = create_code(connection, find_member(connection, username).id, now)
    output.as_json({"code": made}) if json_ else output.text(made)


@serve.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--member", required=True, metavar="USERNAME", help="The member who has the board.")
@click.option("--replace", "mode", flag_value="replace", help="Put the file in the place of the board there.")
@click.option("--copy", "mode", flag_value="copy", help="Make another board of it, with new ids.")
@place_options
@output.json_option
def import_(
    file: str, member: str, mode: Mode | None, data: Path | None, database: str | None, json_: bool
) -> None:
    """Import a board export (.json) of the hosted service as a board of a member, who can share it; - reads stdin."""
    from tui.cli.transfer import print_report, read_file
    from tui.server.exports.transfer import import_board
    from tui.server.service.people import find_member

    document = read_file(file)
    with _writing(data, database) as (connection, _), output.progress() as tell:
        owner = find_member(connection, member)
        tell("writing the board")
        report = import_board(connection, document, mode=mode or "refuse", owner_id=owner.id)
    output.as_json(asdict(report)) if json_ else print_report(report)


@serve.command()
@click.argument("username")
@click.option("--app", default="Cardscout", show_default=True, help="Name of the application; made when new.")
@click.option("--key", help="Key of an application that is there, in place of --app.")
@click.option("--scope", default=_SCOPES, show_default=True, help="What the token may do.")
@click.option(
    "--expiration",
    type=click.Choice(["1hour", "1day", "30days", "never"]),
    default="never",
    show_default=True,
)
@place_options
@output.json_option
def token(
    username: str,
    app: str,
    key: str | None,
    scope: str,
    expiration: str,
    data: Path | None,
    database: str | None,
    json_: bool,
) -> None:
    """Make a token that speaks for a member; it is shown once, with its application's key and secret."""
    from tui.server.service.people import find_member, give_token

    with _writing(data, database) as (connection, now):
        member = find_member(connection, username)
        made = give_token(
            connection, member.id, now, key=key, app=app, scopes=scope.split(","), expiration=expiration
        )
    shown = {"key": made.key, "secret": made.secret, "token": made.token}
    print_created(shown | {"idMember": member.id, "username": member.username}, shown, json_=json_)


@serve.command()
@click.argument("name")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    help="Web address its tokens may be sent to, besides programs on the member's own machine; may be repeated.",
)
@place_options
@output.json_option
def app(name: str, origins: tuple[str, ...], data: Path | None, database: str | None, json_: bool) -> None:
    """Register an application that asks members for permission, or say anew where its tokens may be sent."""
    from tui.server.access.apps import secret_of, set_origins
    from tui.server.service.people import key_of

    with _writing(data, database, existing=False) as (connection, now):
        known = key_of(connection, name, now)
        if origins:
            set_origins(connection, known, origins)
        shown = {"key": known, "secret": secret_of(connection, known)}
    print_created(shown | {"name": name}, shown, json_=json_)


@serve.command()
@place_options
@output.json_option
def apps(data: Path | None, database: str | None, json_: bool) -> None:
    """List the applications.

    Columns: name, key, origins.
    """
    from tui.server.access.apps import list_keys

    with _writing(data, database) as (connection, _):
        rows = [{"key": row.key, "name": row.name, "origins": row.origins} for row in list_keys(connection)]
    if json_:
        output.as_json(rows)
    else:
        output.table(
            ("name", "key", "origins"), [(row["name"], row["key"], " ".join(row["origins"])) for row in rows]
        )


@serve.command()
@place_options
@output.json_option
def tokens(data: Path | None, database: str | None, json_: bool) -> None:
    """List the tokens that speak for members; tokens themselves are kept nowhere.

    Columns: id, user, application, what it may do, made, last used, expires.
    """
    from tui.server.service.credentials import list_tokens

    with storage(data, database, existing=True) as engine:
        rows = list_tokens(engine)
    if json_:
        output.as_json(rows)
        return
    names = ("id", "user", "app", "scopes", "created", "used", "expires")
    output.table(names, [[row[name] for name in names] for row in rows])


@serve.command()
@click.argument("what", required=False, metavar="")
@click.option(
    "--file",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="Read it from FILE, one line; - is stdin, which is read in a pipe anyway.",
)
@click.option("--id", "ident", help="End the one that serve tokens or serve keys lists by this id.")
@place_options
def revoke(
    what: str | None, file: str | None, ident: str | None, data: Path | None, database: str | None
) -> None:
    """End a token, an application's key with all its tokens, or an enrichment key. It is asked for.

    Of a token or an enrichment key that you do not have, --id says which.
    """
    from tui.server.service.credentials import revoke_by_id
    from tui.server.service.people import revoke

    if what is not None:
        raise UsageError(
            "what is in an argument, every program of this machine can read",
            hint="leave it out: it is asked for; or --file FILE, or a pipe; an id goes behind --id",
        )
    if ident is not None and file is not None:
        raise UsageError("--id and --file are two ways to say it", hint="give one of them")
    what = _secret(file) if ident is None else ""
    with storage(data, database, existing=True) as engine:
        ended = revoke(engine, what) if ident is None else revoke_by_id(engine, ident.strip())
    if not ended:
        raise UsageError(
            "there is no such token or key",
            hint="nothing was ended; cardscout serve tokens and serve keys list them",
        )
    output.text(f"ended: {ended}")


def print_created(whole: dict[str, Any], lines: dict[str, Any], *, json_: bool) -> None:
    """Print a created object: ``whole`` as JSON, or ``lines`` as text."""
    if json_:
        output.as_json(whole)
        return
    for name, value in lines.items():
        output.text(f"{name}\t{value}")
