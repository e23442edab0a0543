"""The shared service as an ASGI application: the board service under ``/1``, and the enrichment service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from starlette.applications import Starlette

from tui.server import web
from tui.server.access.counter import MemoryCounter, StoredCounter
from tui.server.access.framing import FramingGuard
from tui.server.access.hosts import HostGuard
from tui.server.access.limits import Limits
from tui.server.account.routes import routes as account_routes
from tui.server.app import BoardService, build
from tui.server.authorize.routes import routes as authorize_routes
from tui.server.catalogue import LISTENERS, ROUTES
from tui.server.enrich.key_uses import KeyUses
from tui.server.enrich.ledger import CallPrices
from tui.server.enrich.routes import KeySources
from tui.server.enrich.routes import routes as enrich_routes
from tui.server.pipeline.auth import Authority
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db
from tui.server.storage.place import Place, opening_lock
from tui.server.webhooks.address import Guard
from tui.server.webhooks.deliver import Deliverer
from tui.server.webhooks.send import Sender

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.problems import MissStyle


@dataclass(frozen=True, slots=True)
class Setup:
    """The configuration of a service, the same for every worker process.

    Attributes:
        origin: The base of the service's web addresses: ``https://boards.example.org``.
        hosts: The accepted values of the Host header.
        workers: The number of processes that share the work, this one included.
        limits: Whether callers are rate-limited, as by the hosted service.
        miss: The style of answers to lookups that find nobody.
        rate: Lookups and searches per second of an enrichment account whose plan sets no rate, when callers
            are rate-limited.
        key_sources: Where an enrichment call may carry its key; None for the usual places.
        search_credits: The price in credits of each 25 hits of a search for people.
        connections: The maximum number of connections per client address and process.
    """

    place: Place
    origin: str
    hosts: tuple[str, ...]
    workers: int = 1
    limits: bool = True
    loopback_webhooks: bool = False
    miss: MissStyle = "404"
    rate: int = 50
    key_sources: KeySources | None = None
    search_credits: int = 0
    connections: int = 256


@dataclass(frozen=True, slots=True)
class SharedService:
    """A service opened in this process.

    Attributes:
        app: The ASGI application of both services.
        deliverer: The sender of webhooks, active while its ``run`` is running.
        counts: The storage of request counts shared with other processes; None for counts in memory.
    """

    app: Starlette
    engine: Engine
    deliverer: Deliverer
    counts: Engine | None = None

    @classmethod
    def open(cls, setup: Setup, clock: Clock) -> SharedService:
        """Open the storage and assemble the application.

        Raises:
            UsageError, StoreError, StoreTooNew: As for ``Place.open``.
        """
        engine = setup.place.open()
        # Counting in memory is faster, but correct only for a single process.
        by_itself = setup.workers == 1 and db.is_file(engine)
        counts = None if by_itself else _open_counts(setup.place, engine)
        counter = MemoryCounter(clock) if counts is None else StoredCounter(counts, clock)
        limits = Limits(clock, counter) if setup.limits else None
        deliverer = Deliverer(engine, clock, Sender(Guard(setup.loopback_webhooks)), setup.origin)
        service = BoardService(
            engine,
            clock,
            Authority(),
            ROUTES,
            IdMaker(),
            LISTENERS,
            limits,
            setup.origin,
            webhook_sender=deliverer,
        )
        others = enrich_routes(
            engine, clock, prices=CallPrices(search=setup.search_credits), miss=setup.miss, rate=setup.rate, counter=counter,
            key_sources=setup.key_sources, limits=setup.limits, uses=KeyUses(engine),
        )  # fmt: skip
        doors = [
            *authorize_routes(engine, clock, counter, origin=setup.origin),
            *account_routes(engine, clock, counter, origin=setup.origin),
        ]
        app = build(service, web.ROUTES, others, doors=doors)
        app.add_middleware(HostGuard, hosts=setup.hosts)
        app.add_middleware(FramingGuard)
        return cls(app, engine, deliverer, counts)

    def close(self) -> None:
        """Close the connections to the storage."""
        db.close(self.engine)
        if self.counts is not None:
            db.close(self.counts)


def _open_counts(place: Place, engine: Engine) -> Engine:
    """Open the storage of counts that processes share, separate from the engine of the boards.

    With SQLite it is a separate file, which waits neither for the boards' writer nor for the disk.
    """
    if not db.is_file(engine):
        return place.connect()
    counts = db.connect(place.data / "counts.db", lasting=False)
    with opening_lock(place.data / "server.lock"), db.writing(counts, alone=False) as connection:
        db.tallies.create(connection, checkfirst=True)
    return counts
