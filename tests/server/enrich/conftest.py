"""A directory of invented companies and people, and clients of the service on it."""

from collections.abc import Callable

import httpx
import pytest
from starlette.applications import Starlette

from tui.server.demo_data.seed import seed_directory
from tui.server.enrich.accounts import mint_key
from tui.server.enrich.routes import routes
from tui.server.storage import db


@pytest.fixture(scope="session")
def invented(tmp_path_factory):
    """One seeded file for the whole run; tests copy it."""
    from tui.clock import ManualClock

    path = tmp_path_factory.mktemp("directory") / "server.db"
    engine = db.connect(path)
    with db.writing(engine) as connection:
        db.create(connection)
        firms, staff = seed_directory(connection, ManualClock())
    with engine.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path, firms, staff


@pytest.fixture
def engine(invented, tmp_path):
    copy = tmp_path / "server.db"
    copy.write_bytes(invented[0].read_bytes())
    engine = db.connect(copy)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(engine):
    """A reading connection to it."""
    with db.reading(engine) as connection:
        yield connection


@pytest.fixture
def firms(invented):
    return invented[1]


@pytest.fixture
def staff(invented):
    return invented[2]


@pytest.fixture
def key(engine, clock) -> str:
    return mint_key(engine, clock)


@pytest.fixture
def client_of(engine, clock) -> Callable[..., httpx.AsyncClient]:
    """Makes a client; options of the routes by keyword."""

    def make(key: str | None, **options) -> httpx.AsyncClient:
        app = Starlette(routes=list(routes(engine, clock, **options)))
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://enrich.test", headers=headers
        )

    return make


@pytest.fixture
async def api(client_of, key):
    async with client_of(key) as client:
        yield client


@pytest.fixture
def ana(staff):
    return next(person for person in staff if person.name == "Ana Reid")
