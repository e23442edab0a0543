"""Shared by every test: no test touches the real home or keyring, and any test may open a fresh server."""

import gc
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from ssl import SSLContext
from typing import Any

import httpx
import hypothesis
import pytest
from _pytest import pathlib
from httpx._transports import default as network
from hypothesis.internal.conjecture import providers
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import Pool

from tests import migrated as schema
from tests import postgres
from tests.compiled import Compiled
from tests.reports import send_few
from tests.sampled import SampledServers
from tests.shares import import_share, made_once
from tui.clock import ManualClock
from tui.server.run import LocalServer
from tui.settings import vault
from tui.store import connection
from tui.store import db as store_db

# Where bytecode is never kept, each worker and each program that a test starts compiles everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


# What imports and collection make stays: Python's garbage collector does not look through it while it is made.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis take no values from our modules, but for many examples, and pytest leave no links behind."""
    # Who runs the tests may want no colours; what is drawn has some.
    os.environ.pop("NO_COLOR", None)
    # Each worker would parse a thousand files.
    if config.getoption("hypothesis_profile", None) is None:
        providers._get_local_constants = lambda: providers._local_constants
    # Beside each folder of a test pytest leaves a link to the newest of its name, and reads all of them for the next.
    pathlib._force_symlink = lambda *_: None
    send_few(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker compile some of the tests, and not all of them."""
    import_share(session.config.args)


def pytest_collection_finish() -> None:
    """Exclude what was made so far from garbage collection, which thousands of tests would repeat."""
    gc.collect()
    gc.freeze()
    # Each app is one large circle, and dead at once or never: looking more often finds no more, and looks at what
    # lives again and again. A test of the board leaves about 6,000 objects.
    gc.set_threshold(200_000, 10, 5)
    gc.enable()


# How long an example takes says more about what else the machine is doing. `--hypothesis-profile many` draws more.
hypothesis.settings.register_profile(
    "here", deadline=None, max_examples=30, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("many", hypothesis.settings.get_profile("here"), max_examples=1_000)
hypothesis.settings.load_profile("here")

# With each request that stays in the process httpx looks for this on the disk: what is known to be missing is not.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # what the import system takes for missing


class Haste:
    """Whether databases that this process opens do without waiting for the disk."""

    on = True

    def hurry(self, conn: sqlite3.Connection) -> sqlite3.Connection:
        """The connection, hurrying."""
        if self.on:
            conn.execute("PRAGMA synchronous=OFF").close()
        return conn


@pytest.fixture(scope="session", autouse=True)
def haste() -> Iterator[Haste]:
    """No test of this process outlives a power cut, so none waits for the disk; those of kills start their own."""
    haste, connect = Haste(), connection.connect

    def checked_out(raw: DBAPIConnection, _record: object, _proxy: object) -> None:
        if isinstance(raw, sqlite3.Connection):
            haste.hurry(raw)

    def connected(path: Path, *, read_only: bool) -> sqlite3.Connection:
        return haste.hurry(connect(path, read_only=read_only))

    event.listen(Pool, "checkout", checked_out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_db, "connect", connected)
        yield haste


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[Compiled]:
    """Every server that this process opens compiles its statements once, whatever the number of its databases."""
    compiled = Compiled()
    with compiled.shared():
        yield compiled


@pytest.fixture(scope="session", autouse=True)
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new server of this process with the sample is the copy of one."""
    with SampledServers(tmp_path_factory).shared():
        yield


@pytest.fixture(scope="session", autouse=True)
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new store or server of this process has its tables copied; a server's are looked at once."""
    with schema.made_once(), schema.looked_at_once(), schema.copied(tmp_path_factory):
        yield


@pytest.fixture(scope="session", autouse=True)
def trust_is_read_once() -> Iterator[None]:
    """Whom the machine trusts is read once: each client that is opened would read it anew, for 20 ms."""
    read = httpx.create_ssl_context
    names = "SSL_CERT_FILE", "SSL_CERT_DIR"

    @cache
    def usual(*, trust_env: bool) -> SSLContext:
        return read(trust_env=trust_env)

    def read_once(verify: bool | SSLContext = True, **options: Any) -> SSLContext:
        # A test that trusts others names them with a file of its own, and the next may give one the same name.
        same = before == tuple(map(os.environ.get, names))
        trust_env = options.get("trust_env", True)
        is_usual = verify is True and options == {"cert": None, "trust_env": trust_env}
        return usual(trust_env=trust_env) if same and is_usual else read(verify, **options)

    before = tuple(map(os.environ.get, names))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "create_ssl_context", read_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def vault_costs() -> Iterator[Mapping[str, int]]:
    """What the key of a vault costs outside of tests: in this process it takes no time and no memory."""
    cheap = {"_TIMES": 1, "_MEMORY_KIB": 64, "_DOUBLINGS": 8}
    costs = {name: getattr(vault, name) for name in cheap}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in cheap.items():
            patch.setattr(vault, name, value)
        yield costs


@pytest.fixture
def unhurried(haste: Haste, monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases as they are outside of tests."""
    monkeypatch.setattr(haste, "on", False)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders for the homes of the tests: pytest reads its whole folder to number one, for thousands of tests."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / f"home{number}" for number in count())


@pytest.fixture(autouse=True)
def isolated(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, and a keyring that refuses."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CARDSCOUT_HOME", str(home / "cardscout"))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home / "run"))
    # No test leaves a process behind.
    monkeypatch.setattr("tui.cli.keep.copies.start_copying", lambda _data: None)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    return home


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands still until it is told to move."""
    return ManualClock()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server's database, for the tests of this process."""
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.running() as url, postgres.pooled(url):
        yield url


@pytest.fixture(scope="session")
def empty_postgres(postgres_url: str) -> Iterator[Callable[[], None]]:
    """Takes away what a test left in it."""
    with postgres.emptying(postgres_url) as empty:
        yield empty


@pytest.fixture
def postgres_database(postgres_url: str, empty_postgres: Callable[[], None]) -> str:
    """The same, empty."""
    empty_postgres()
    return postgres_url


@pytest.fixture
def storage() -> str:
    """What the server keeps its tables in; tests/server has the folders that are tested on both."""
    return "sqlite"


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server with its member and workspace, to be copied: making the tables takes longer."""

    def make(data: Path) -> None:
        # Its ids are from before those of the tests, as those of a server that was made first.
        clock = ManualClock()
        clock.advance(-1)
        LocalServer.open(data, clock, sample=False).close()

    return made_once(tmp_path_factory, "bare", make)


@pytest.fixture
def beginning(bare: Path) -> Path:
    """The data that ``server`` begins with, a copy of it; a folder of tests may have something there."""
    return bare


@pytest.fixture
def server(
    tmp_path: Path, clock: ManualClock, storage: str, beginning: Path, request: pytest.FixtureRequest
) -> Iterator[LocalServer]:
    """A fresh embedded server with its member and workspace, and without the sample."""
    database = request.getfixturevalue("postgres_database") if storage == "postgres" else None
    if database is None:
        shutil.copytree(beginning, tmp_path / "data", dirs_exist_ok=True)
    opened = LocalServer.open(tmp_path / "data", clock, sample=False, database=database)
    yield opened
    opened.close()


def signed_in(server: LocalServer) -> httpx.AsyncClient:
    """A client of the board service of ``server``, as the local member."""
    headers = {"Authorization": f'OAuth oauth_consumer_key="{server.key}", oauth_token="{server.token}"'}
    return httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1", headers=headers)


@pytest.fixture
async def http(server: LocalServer):
    """A client of the board service that is signed in as the local member."""
    async with signed_in(server) as client:
        yield client
