"""The shared service as an application: the board service under ``/1``, enrichment beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from starlette.applications import Starlette

from tui.server import web
from tui.server.access.counter import MemoryCounter, StoredCounter
from tui.server.access.framing import OneLength
from tui.server.access.hosts import HostGuard
from tui.server.access.limits import Limits
from tui.server.account.routes import routes as account_routes
from tui.server.app import BoardService, build
from tui.server.authorize.routes import routes as authorize_routes
from tui.server.catalogue import LISTENERS, ROUTES
from tui.server.enrich.ledger import CallPrices
from tui.server.enrich.routes import KeySources
from tui.server.enrich.routes import routes as enrich_routes
from tui.server.pipeline.auth import Authority
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db
from tui.server.storage.place import Place, alone
from tui.server.webhooks.address import Guard
from tui.server.webhooks.deliver import Deliverer
from tui.server.webhooks.send import Sender

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.problems import MissStyle


@dataclass(frozen=True, slots=True)
class Setup:
    """How a service is run; every worker process is told the same.

    Attributes:
        place: Its storage.
        origin: Where its web addresses begin: ``https://boards.example.org``.
        hosts: Values of the Host header it answers to.
        workers: Processes that share the work, this one included.
        limits: Whether callers are limited, as by the hosted service.
        loopback_webhooks: Whether webhooks may go to this machine itself.
        miss: How a lookup that finds nobody is answered.
        rate: Lookups and searches a second each enrichment account may make whose plan says nothing, when callers
            are limited.
        key_sources: Where the key of an enrichment call may be; None for the usual places.
        search_credits: Credits for each 25 hits of a search for people.
        connections: How many connections one address may hold, in each process.
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
    """A service that is open in this process.

    Attributes:
        app: Both services.
        engine: Their storage.
        deliverer: Sends the webhooks while its ``run`` is running.
        counts: Where requests are counted together with other processes; None in memory.
    """

    app: Starlette
    engine: Engine
    deliverer: Deliverer
    counts: Engine | None = None

    @classmethod
    def open(cls, setup: Setup, clock: Clock) -> SharedService:
        """Open the storage and put the application together.

        Raises:
            UsageError, StoreError, StoreTooNew: As ``Place.open``.
        """
        engine = setup.place.open()
        # In memory is quicker, and right for one process only.
        by_itself = setup.workers == 1 and db.is_file(engine)
        counts = None if by_itself else _counting(setup.place, engine)
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
            key_sources=setup.key_sources, limits=setup.limits,
        )  # fmt: skip
        doors = [
            *authorize_routes(engine, clock, counter, origin=setup.origin),
            *account_routes(engine, clock, counter, origin=setup.origin),
        ]
        app = build(service, web.ROUTES, others, doors=doors)
        app.add_middleware(HostGuard, hosts=setup.hosts)
        app.add_middleware(OneLength)
        return cls(app, engine, deliverer, counts)

    def close(self) -> None:
        """Let the storage go."""
        self.engine.dispose()
        if self.counts is not None:
            self.counts.dispose()


def _counting(place: Place, engine: Engine) -> Engine:
    """Where processes count together, by connections that nobody holds who waits for another.

    On a file, which has one writer at a time and waits for the disk, it is a file of its own that waits for neither.
    """
    if not db.is_file(engine):
        return place.connect()
    counts = db.connect(place.data / "counts.db", lasting=False)
    with alone(place.data / "server.lock"), db.writing(counts, alone=False) as connection:
        db.tallies.create(connection, checkfirst=True)
    return counts
