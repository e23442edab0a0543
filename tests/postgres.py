"""A PostgreSQL of the tests' own: the machine's program, on a data directory and a Unix socket nobody else has."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url

from tui.server.enrich import postings
from tui.server.storage import db

_FAST = (
    "fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "max_connections=60",
    "shared_buffers=32MB", "autovacuum=off",
)  # fmt: skip


def _program(name: str) -> str | None:
    """Where ``name`` is: on the path, or where Debian keeps the newest version's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or (str(found[0]) if found else None)


def why_not() -> str | None:
    """Why there is no PostgreSQL to test on, or None."""
    if _program("initdb") is None or _program("postgres") is None:
        return "no PostgreSQL is installed"
    try:
        import psycopg  # noqa: F401 - it is there or it is not
    except ImportError:
        return "psycopg is not installed"
    return None


def _somebody() -> tuple[int, int] | None:
    """User and group to run it as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return found.pw_uid, found.pw_gid
    pytest.skip("PostgreSQL does not run as root, and there is no other user")


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The URL of an empty database."""
    # Not under pytest's own directory: a socket's path is short, and another user must reach it.
    home = Path(tempfile.mkdtemp(prefix="cs-pg-", dir="/tmp"))
    who = _somebody()
    if who is not None:
        os.chown(home, *who)
    data = str(home / "data")
    _make_cluster(data, home, who)
    options = [part for option in _FAST for part in ("-c", option)]
    server = _start("postgres", "-D", data, "-k", str(home), *options, home=home, who=who)
    try:
        _await_ready(server, home)
        yield f"postgresql+psycopg://cardscout@/postgres?host={home}"
    finally:
        # Not SIGTERM, which waits until the last client has left.
        server.send_signal(signal.SIGINT)
        server.wait(60)
        shutil.rmtree(home)


def _make_cluster(data: str, home: Path, who: tuple[int, int] | None) -> None:
    made = ("-D", data, "-A", "trust", "-U", "cardscout", "-E", "UTF8", "--no-sync")
    # A locale that sorts otherwise than by bytes, where it can be had (15 and newer): that must not matter.
    for locale in (("--locale-provider=icu", "--icu-locale=en"), ("--locale=C",)):
        if _start("initdb", *made, *locale, home=home, who=who).wait() == 0:
            return
    raise RuntimeError((home / "log").read_text())


def _start(program: str, *args: str, home: Path, who: tuple[int, int] | None) -> subprocess.Popen[bytes]:
    uid, gid, groups = (None, None, None) if who is None else (*who, [])
    with (home / "log").open("ab") as log:
        return subprocess.Popen(
            [str(_program(program)), *args], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            cwd=home, user=uid, group=gid, extra_groups=groups,
        )  # fmt: skip


def _await_ready(server: subprocess.Popen[bytes], home: Path) -> None:
    import psycopg

    while server.poll() is None:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(f"host={home} user=cardscout dbname=postgres").close()
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(0.05)
    raise RuntimeError((home / "log").read_text())


@contextlib.contextmanager
def pooled(url: str) -> Iterator[None]:
    """Let the servers of this process share the connections to it: a new one reads the whole catalogue anew."""
    connect, close = db.connect, db.close
    engine = connect(url)
    dispose = engine.dispose

    def connected(target: Path | str, *, lasting: bool = True) -> Engine:
        if not isinstance(target, str) or make_url(target) != engine.url:
            return connect(target, lasting=lasting)
        # A new server remembers nothing of the directory of an earlier one, which had the same edition.
        postings._MEMORIES.pop(engine, None)
        return engine

    def closed(used: Engine) -> None:
        # Closing for good would close each connection that is given back, from then on.
        if used is not engine:
            close(used)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db, "connect", connected)
        patch.setattr(db, "close", closed)
        patch.setattr(engine, "dispose", lambda: None)
        yield
    dispose()


@contextlib.contextmanager
def emptying(url: str) -> Iterator[Callable[[], None]]:
    """Takes away every row; the tables stay, for they take longer to make than a test takes to run.

    On one connection for all tests: a new one looks every table up in the catalogue before it is emptied, which
    takes longer than the emptying.
    """
    import psycopg
    from psycopg import sql

    socket = url.partition("host=")[2]
    with psycopg.connect(f"host={socket} user=cardscout dbname=postgres") as connection:
        # No foreign keys are looked at: all rows go.
        connection.execute("SET session_replication_role = replica")
        connection.commit()

        def empty() -> None:
            found = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            ).fetchall()
            # Not TRUNCATE, which makes each table's files anew.
            each = [
                sql.SQL("DELETE FROM {}{}").format(
                    sql.Identifier(name), sql.SQL(" WHERE name <> 'schema'" if name == "meta" else "")
                )
                for (name,) in sorted(found)
            ]
            if each:
                connection.execute(sql.SQL("; ").join(each))
            connection.commit()

        yield empty
