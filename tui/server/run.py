"""The embedded server: both services in this process, on one SQLite file, without a port."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from sqlalchemy import Column, Connection, Engine, insert, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from starlette.applications import Starlette

from tui.server import web
from tui.server.app import BoardService, build
from tui.server.catalogue import LISTENERS, ROUTES
from tui.server.enrich.accounts import mint_key, revoke_key
from tui.server.enrich.routes import routes as enrich_routes
from tui.server.pipeline.auth import Authority
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db
from tui.server.storage.place import Place
from tui.server.storage.trouble import open_error

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.access.limits import Limits


@dataclass(frozen=True, slots=True)
class LocalServer:
    """The opened server of one data directory, which several processes may open at once.

    Attributes:
        app: The ASGI application: the board service under ``/1``, and the enrichment service.
        key: The key of the board service's embedded application.
        token: The token of the local member, new and stored nowhere, with all scopes and no rate limits.
        enrich_key: The key to the local account of the enrichment service.
    """

    app: Starlette
    engine: Engine
    key: str
    token: str
    enrich_key: str
    id_member: str

    @classmethod
    def open(
        cls,
        data: Path,
        clock: Clock,
        *,
        sample: bool = True,
        limits: Limits | None = None,
        database: str | None = None,
    ) -> LocalServer:
        """Open the server of ``data``, created when missing.

        Args:
            data: The directory of ``server.db``.
            clock: The server's clock.
            sample: Whether a new server gets the sample directory and boards, unless others use it already.
            limits: Rate limits for callers with granted tokens; None for none.
            database: The URL of a database in place of the file.

        Raises:
            StoreError: The file can not be read, written, or is no database.
            StoreTooNew: A newer Cardscout wrote the file.
        """
        ids = IdMaker()
        with ExitStack() as opened:
            engine = Place(data, database).open()
            opened.callback(engine.dispose)
            try:
                with db.writing(engine) as connection:
                    # One transaction, so that a start that is killed half-way leaves nothing behind.
                    id_member = ensure_local_member(connection, clock, ids, sample=sample)
                    db.set_revision(connection, anew=False)
                enrich_key = mint_key(engine, clock)
            except SQLAlchemyError as error:
                raise open_error(f"the board server's file in {data}", data, error) from error
            opened.pop_all()
        authority = Authority()
        credentials = authority.embed(id_member)
        service = BoardService(engine, clock, authority, ROUTES, ids, LISTENERS, limits)
        app = build(service, web.ROUTES, enrich_routes(engine, clock, limits=False))
        return cls(app, engine, credentials.key, credentials.token, enrich_key, id_member)

    def transport(self) -> httpx.AsyncBaseTransport:
        """Return the transport by which an httpx client reaches the server; its exceptions become a 500."""
        return httpx.ASGITransport(self.app, raise_app_exceptions=False)

    def close(self) -> None:
        """Revoke the credentials made by ``open``, and close the file."""
        # A key that can not be revoked now, because the file is locked or gone, is deleted when it is old.
        with suppress(OperationalError):
            revoke_key(self.engine, self.enrich_key)
        db.close(self.engine)


def ensure_local_member(
    connection: Connection, clock: Clock, ids: IdMaker, *, sample: bool, me: Mapping[str, str] | None = None
) -> str:
    """Return the local member's id; on a first start, create the member, the workspace and the sample.

    Everything is in the caller's transaction: a start that is killed half-way leaves nothing.

    Args:
        connection: A connection in a writing transaction.
        clock: The server's clock.
        ids: The maker of new ids.
        sample: Whether a new server gets the sample directory and boards; one that others use already does not.
        me: The former local member, in the columns of the table; None for a new one.
    """
    owner = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == db.OWNER))
    if owner is not None:
        return str(owner)
    now, others = clock.now(), connection.scalar(select(db.members.c.id).limit(1)) is not None
    row = dict(me) if me is not None else {"id": ids.at(now), "full_name": "You", "initials": "Y"}
    row["username"] = _unused_name(connection, db.members.c.username, row.get("username", "you"))
    connection.execute(insert(db.members).values(row))
    id_member = row["id"]
    workspace = {
        "id": ids.at(now),
        "name": _unused_name(connection, db.organizations.c.name, "workspace"),
        "display_name": "Workspace",
    }
    connection.execute(insert(db.organizations).values(workspace))
    inside = {"id_organization": workspace["id"], "id_member": id_member, "member_type": "admin"}
    connection.execute(insert(db.organization_memberships).values(id=ids.at(now), **inside))
    connection.execute(insert(db.meta).values(name=db.OWNER, value=id_member))
    if sample and not others:
        # The seed's imports take longer than opening the server, and are needed only once.
        from tui.server.demo_data.seed import seed

        seed(connection, clock, owner_id=id_member)
    return id_member


def _unused_name(connection: Connection, column: Column[str], name: str) -> str:
    """Return ``name``, with a number appended if a shared server on this file has taken it."""
    taken = set(connection.scalars(select(column).where(column.startswith(name))))
    return next(each for each in chain([name], (f"{name}{n}" for n in count(2))) if each not in taken)
