"""The shared service as an application: the board service under ``/1``, enrichment beside it."""

from dataclasses import dataclass

from sqlalchemy import Engine
from starlette.applications import Starlette

from tui.clock import Clock
from tui.server import web
from tui.server.app import BoardService, build
from tui.server.auth import Authority
from tui.server.catalogue import ROUTES
from tui.server.enrich.routes import routes as enrich_routes
from tui.server.ids import IdMaker
from tui.server.limits import Limits
from tui.server.storage.place import Place


@dataclass(frozen=True, slots=True)
class Setup:
    """How a service is run; every worker process is told the same.

    Attributes:
        place: Its storage.
        origin: Where its web addresses begin: ``https://boards.example.org``.
        hosts: Values of the Host header it answers to.
        workers: Processes that share the work, this one included.
        limits: Whether callers are limited, as by the hosted service.
    """

    place: Place
    origin: str
    hosts: tuple[str, ...]
    workers: int = 1
    limits: bool = True


@dataclass(frozen=True, slots=True)
class SharedService:
    """A service that is open in this process.

    Attributes:
        app: Both services.
        engine: Their storage.
    """

    app: Starlette
    engine: Engine

    @classmethod
    def open(cls, setup: Setup, clock: Clock) -> "SharedService":
        """Open the storage and put the application together.

        Raises:
            UsageError, StoreError, StoreTooNew: As ``Place.open``.
        """
        engine = setup.place.open()
        limits = Limits(clock) if setup.limits else None
        service = BoardService(engine, clock, Authority(), ROUTES, IdMaker(), limits, setup.origin)
        rate = 50 if setup.limits else None
        return cls(build(service, web.ROUTES, enrich_routes(engine, clock, rate=rate)), engine)

    def close(self) -> None:
        """Let the storage go."""
        self.engine.dispose()
