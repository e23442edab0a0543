"""``cardscout serve``: run both services for a team; its sub-commands manage who may use them."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.cli import output
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.presence import Presence
from tui.settings.paths import Paths
from tui.settings.replace import finish
from tui.snapshot import Copies, databases

if TYPE_CHECKING:
    # For types only: these import starlette and sqlalchemy, which help does not need.
    from tui.server.enrich.problems import MissStyle
    from tui.server.enrich.routes import KeySources
    from tui.server.storage.place import Place

F = TypeVar("F", bound=Callable[..., Any])

_PORT = 8470
_CHECK_SECONDS = 600.0
"""Seconds between two checks whether today's copies exist."""


def place_options(command: F) -> F:
    """Add ``--data`` and ``--database`` to a command; they may come before or after a sub-command."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        help="Directory of the database, made (0700) when missing; the local workspace's unless given.",
    )
    database = click.option(
        "--database",
        metavar="URL",
        envvar="CARDSCOUT_DATABASE",
        help="postgresql+psycopg://user@host/name, or sqlite:///FILE, in place of a file in DIR.",
    )
    return data(database(command))


def place_of(context: click.Context, data: Path | None, database: str | None) -> Place:
    """Return the storage that the options name, on this command or its parent."""
    from tui.server.storage.place import Place

    above = context.parent.params if context.parent is not None else {}
    data = data or above.get("data") or Paths.open().data
    return Place(data.absolute(), database or above.get("database"))


@dataclass(frozen=True, slots=True)
class _Addresses:
    """The addresses of the server, from the options."""

    host: str
    port: int | None
    uds: str | None
    public_url: str | None
    names: tuple[str, ...]


class _Serve(click.Group):
    """A group that imports its sub-commands lazily."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        _import_commands()
        return super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        _import_commands()
        return super().get_command(ctx, cmd_name)


def _import_commands() -> None:
    for name in ("access", "enrich_keys"):
        import_module(f"tui.cli.{name}")


@dataclass(frozen=True, slots=True)
class _ServerOptions:
    """The server's settings, from the options."""

    workers: int
    limits: bool
    loopback_webhooks: bool
    miss: MissStyle
    rate: int
    key_sources: KeySources
    search_credits: int
    connections: int


@click.group(cls=_Serve, invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"0 for any free one.  [default: {_PORT}]")
@place_options
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option(
    "--uds",
    type=click.Path(),
    metavar="[PATH]",
    is_flag=False,
    flag_value="",
    help="Listen on a Unix socket in a directory that is yours alone, and on no port unless --port is given.",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="Where members reach it, through a proxy that speaks TLS: https://boards.example.org.",
)
@click.option(
    "--allow-host",
    "names",
    metavar="HOST[:PORT]",
    multiple=True,
    help="Answer requests for this name too: one that a proxy before it leaves in the Host header.",
)
@click.option("--no-limits", is_flag=True, help="Count no requests: for tests and measurements.")
@click.option("--loopback-webhooks", is_flag=True, help="Let webhooks go to this machine, on any port.")
@click.option(
    "--no-match",
    "miss",
    type=click.Choice(["404", "empty", "null", "500"]),
    default="404",
    show_default=True,
    help="How a lookup that finds nobody is answered: with this status, or 200 with {} or a null.",
)
@click.option(
    "--enrich-rate",
    "rate",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    default=50,
    show_default=True,
    help="Lookups and searches a second each enrichment account may make whose plan says nothing.",
)
@click.option(
    "--enrich-key-in",
    "key_in",
    metavar="PLACE",
    multiple=True,
    help="Where an enrichment key may be: bearer, header[:NAME], query[:NAME]; may be repeated."
    "  [default: bearer, header:X-Api-Key, query:api_key]",
)
@click.option(
    "--search-credits",
    metavar="N",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Credits for each 25 hits of a search for people.",
)
@click.option(
    "--connections",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=256,
    show_default=True,
    help="Connections one address may hold at once; a proxy has one address for all who come through it.",
)
@click.pass_context
def serve(
    context: click.Context,
    host: str,
    port: int | None,
    data: Path | None,
    database: str | None,
    workers: int,
    uds: str | None,
    public_url: str | None,
    names: tuple[str, ...],
    no_limits: bool,
    loopback_webhooks: bool,
    miss: MissStyle,
    rate: int,
    key_in: tuple[str, ...],
    search_credits: int,
    connections: int,
) -> None:
    """Serve boards and the sales-intelligence directory to a team.

    One line of JSON on stdout says {"url": …} once requests are answered. SIGTERM ends it.
    """
    if context.invoked_subcommand is None:
        place = place_of(context, data, database)
        ways = _ServerOptions(
            workers, not no_limits, loopback_webhooks, miss, rate, _key_sources(key_in), search_credits, connections
        )  # fmt: skip
        _run(_Addresses(host, port, uds, public_url, names), place, ways)


def _key_sources(places: tuple[str, ...]) -> KeySources:
    """Parse the possible places of an enrichment key in a request."""
    from tui.server.enrich.routes import KeySources

    if not places:
        return KeySources()
    usual, named = {"bearer": "", "header": "X-Api-Key", "query": "api_key"}, dict[str, str]()
    for option in places:
        place, _, name = option.partition(":")
        if place not in usual or (name and not _NAME.fullmatch(name)) or (name and place == "bearer"):
            raise UsageError(
                f"--enrich-key-in {option}: is no place for a key",
                hint="bearer, header:X-Api-Key, query:api_key",
            )
        named[place] = name or usual[place]
    return KeySources("bearer" in named, named.get("header", ""), named.get("query", ""))


_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")


def _run(doors: _Addresses, place: Place, ways: _ServerOptions) -> None:
    from tui.server.service.shared import Setup
    from tui.server.service.supervisor import Supervisor
    from tui.server.service.worker import serve
    from tui.server.storage.place import make_private, server_lock
    from tui.settings.process import hide_memory

    _refuse_open_address(doors)
    hide_memory()
    make_private(place.data)
    with ExitStack() as opened:
        if place.database is None:
            finish(place.data)
            opened.enter_context(server_lock(place.data))
            opened.callback(Presence(place.data).leave)
            opened.callback(_keep_copies(place.data).set)
        sockets, addresses, hosts = _listen(doors, opened)
        origin = (doors.public_url or addresses["url"]).rstrip("/")
        setup = Setup(place, origin, hosts, **{each.name: getattr(ways, each.name) for each in fields(ways)})

        def ready() -> None:
            output.as_line(addresses)

        if ways.workers == 1:
            serve(setup, sockets, ready)
        else:
            Supervisor(setup, sockets).run(ready)


def _keep_copies(data: Path) -> threading.Event:
    """Start a thread that copies the databases in ``data`` once a day, until the returned event is set."""
    stop, clock = threading.Event(), SystemClock()

    def look() -> None:
        while not stop.wait(_CHECK_SECONDS):
            Copies(data).daily(databases(data), clock.now())

    threading.Thread(target=look, name="copies", daemon=True).start()
    return stop


def _refuse_open_address(doors: _Addresses) -> None:
    """Refuse addresses by which tokens would cross a network unencrypted."""
    from tui.server.service.sockets import is_loopback

    if doors.public_url is not None and not doors.public_url.startswith("https://"):
        raise UsageError("--public-url must begin with https://", hint="tokens must not travel in clear")
    if not is_loopback(doors.host) and doors.public_url is None:
        raise UsageError(
            f"{doors.host} can be reached from other machines, and tokens would cross the network in clear",
            hint="put a proxy that speaks TLS before it and name it with --public-url https://…",
        )


def _listen(doors: _Addresses, opened: ExitStack) -> tuple[list[Any], dict[str, str], tuple[str, ...]]:
    """Open the sockets; return them, the addresses to print, and the accepted Host headers."""
    from tui.server.service.sockets import listen_file, listen_tcp

    sockets: list[Any] = []
    addresses: dict[str, str] = {}
    hosts: list[str] = []
    if doors.uds is None or doors.port is not None:
        made = opened.enter_context(listen_tcp(doors.host, _PORT if doors.port is None else doors.port))
        port = made.getsockname()[1]
        name = f"[{doors.host}]" if ":" in doors.host else doors.host
        addresses["url"] = f"http://{name}:{port}"
        hosts += [f"{each}:{port}" for each in (name, "127.0.0.1", "localhost", "[::1]")]
        sockets.append(made)
    if doors.uds is not None:
        path = Path(doors.uds or _socket_path()).absolute()
        sockets.append(opened.enter_context(listen_file(path)))
        opened.callback(path.unlink, missing_ok=True)
        addresses.setdefault("url", "http://localhost")
        addresses["uds"] = str(path)
        hosts.append("localhost")
    if doors.public_url is not None:
        hosts.append(doors.public_url.removeprefix("https://").partition("/")[0])
    return sockets, addresses, tuple(dict.fromkeys([*hosts, *doors.names]))


def _socket_path() -> Path:
    """Return the default socket path: in ``CARDSCOUT_HOME`` if set, else in the user's runtime directory."""
    if "CARDSCOUT_HOME" not in os.environ and (run := os.environ.get("XDG_RUNTIME_DIR")):
        return Path(run) / "cardscout" / "serve.sock"
    return Paths.open().state / "run" / "serve.sock"
