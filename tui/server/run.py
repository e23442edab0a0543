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
from tui.server.storage.trouble import unopened

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.access.limits import Limits

_OWNER = "owner"


@dataclass(frozen=True, slots=True)
class LocalServer:
    """The server of one data directory, open. Several processes may open the same one at once.

    Attributes:
        app: Both services: the board's under ``/1``, enrichment's beside it.
        engine: Their storage.
        key: Key of the board service's embedded application.
        token: Token of the local member, made now and kept nowhere; it has every right and no rate limit.
        enrich_key: Key to the local account of the enrichment service.
        id_member: The local member.
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
        """Open the server of ``data``, making it when it is missing.

        Args:
            data: A directory; ``server.db`` is kept in it.
            clock: The server's time.
            sample: Whether a new server gets the sample directory and boards.
            limits: Rate limits for callers with granted tokens; None for none.
            database: URL of a database in place of the file.

        Raises:
            StoreError: The file can not be read, written, or is no database.
            StoreTooNew: A newer Cardscout wrote it.
        """
        ids = IdMaker()
        with ExitStack() as opened:
            engine = Place(data, database).open()
            opened.callback(engine.dispose)
            try:
                with db.writing(engine) as connection:
                    # A start that is killed half-way leaves nothing: the next one is first.
                    id_member = settle(connection, clock, ids, sample=sample)
                enrich_key = mint_key(engine, clock)
            except SQLAlchemyError as error:
                raise unopened(f"the board server's file in {data}", data, error) from error
            opened.pop_all()
        authority = Authority()
        credentials = authority.embed(id_member)
        service = BoardService(engine, clock, authority, ROUTES, ids, LISTENERS, limits)
        app = build(service, web.ROUTES, enrich_routes(engine, clock, limits=False))
        return cls(app, engine, credentials.key, credentials.token, enrich_key, id_member)

    def transport(self) -> httpx.AsyncBaseTransport:
        """What an httpx client sends through to reach the server. A fault of ours is a 500, not an exception."""
        return httpx.ASGITransport(self.app, raise_app_exceptions=False)

    def close(self) -> None:
        """End the credentials made at open, and let the file go."""
        # A key that can not be ended now, the file being locked or gone, is dropped when it is old.
        with suppress(OperationalError):
            revoke_key(self.engine, self.enrich_key)
        self.engine.dispose()


def settle(
    connection: Connection, clock: Clock, ids: IdMaker, *, sample: bool, me: Mapping[str, str] | None = None
) -> str:
    """The local member's id; on a first start, make the member, the workspace and the sample.

    All in the caller's transaction: a start that is killed half-way leaves nothing, and the next one is first.

    Args:
        connection: A writing one.
        clock: Time.
        ids: Gives ids.
        sample: Whether a new server gets the sample directory and boards.
        me: Who the local member was before, in the columns of the table; None for a new one.
    """
    owner = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == _OWNER))
    if owner is not None:
        return str(owner)
    now = clock.now()
    row = dict(me) if me is not None else {"id": ids.at(now), "full_name": "You", "initials": "Y"}
    row["username"] = _unused(connection, db.members.c.username, row.get("username", "you"))
    connection.execute(insert(db.members).values(row))
    id_member = row["id"]
    workspace = {
        "id": ids.at(now),
        "name": _unused(connection, db.organizations.c.name, "workspace"),
        "display_name": "Workspace",
    }
    connection.execute(insert(db.organizations).values(workspace))
    inside = {"id_organization": workspace["id"], "id_member": id_member, "member_type": "admin"}
    connection.execute(insert(db.organization_memberships).values(id=ids.at(now), **inside))
    connection.execute(insert(db.meta).values(name=_OWNER, value=id_member))
    if sample:
        # Inventing takes more to import than opening does, and is done once.
        from tui.server.demo_data.seed import seed

        seed(connection, clock, owner_id=id_member)
    return id_member


def _unused(connection: Connection, column: Column[str], name: str) -> str:
    """``name``, or with a number behind it when a shared server has made somebody of that name in this file."""
    taken = set(connection.scalars(select(column).where(column.startswith(name))))
    return next(each for each in chain([name], (f"{name}{n}" for n in count(2))) if each not in taken)
