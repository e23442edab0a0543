"""The shared service as an application: the board service under ``/1``, enrichment beside it."""

from dataclasses import dataclass

from sqlalchemy import Engine
from starlette.applications import Starlette

from tui.clock import Clock
from tui.server import db, web
from tui.server.access.hosts import HostGuard
from tui.server.access.limits import Limits
from tui.server.access.tally import MemoryTally, StoredTally
from tui.server.app import BoardService, build
from tui.server.auth import Authority
from tui.server.authorize.routes import routes as authorize_routes
from tui.server.catalogue import ROUTES
from tui.server.enrich.desk import MissStyle
from tui.server.enrich.routes import routes as enrich_routes
from tui.server.ids import IdMaker
from tui.server.storage.place import Place
from tui.server.webhooks.address import Guard
from tui.server.webhooks.deliver import Deliverer
from tui.server.webhooks.send import Sender


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
        rate: Lookups and searches a second each enrichment account may make, when callers are limited.
    """

    place: Place
    origin: str
    hosts: tuple[str, ...]
    workers: int = 1
    limits: bool = True
    loopback_webhooks: bool = False
    miss: MissStyle = "404"
    rate: int = 50


@dataclass(frozen=True, slots=True)
class SharedService:
    """A service that is open in this process.

    Attributes:
        app: Both services.
        engine: Their storage.
        deliverer: Sends the webhooks while its ``run`` is running.
    """

    app: Starlette
    engine: Engine
    deliverer: Deliverer

    @classmethod
    def open(cls, setup: Setup, clock: Clock) -> "SharedService":
        """Open the storage and put the application together.

        Raises:
            UsageError, StoreError, StoreTooNew: As ``Place.open``.
        """
        engine = setup.place.open()
        # In memory is quicker, and right for one process only.
        alone = setup.workers == 1 and db.is_file(engine)
        tally = MemoryTally(clock) if alone else StoredTally(engine, clock)
        limits = Limits(clock, tally) if setup.limits else None
        deliverer = Deliverer(engine, clock, Sender(Guard(setup.loopback_webhooks)), setup.origin)
        service = BoardService(
            engine, clock, Authority(), ROUTES, IdMaker(), limits, setup.origin, outlet=deliverer
        )
        rate = setup.rate if setup.limits else None
        others = enrich_routes(engine, clock, rate=rate, miss=setup.miss)
        app = build(
            service, web.ROUTES, others, doors=authorize_routes(engine, clock, tally, origin=setup.origin)
        )
        app.add_middleware(HostGuard, hosts=setup.hosts)
        return cls(app, engine, deliverer)

    def close(self) -> None:
        """Let the storage go."""
        self.engine.dispose()
