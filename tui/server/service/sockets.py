"""The sockets a shared service listens on: loopback, an address with TLS before it, or a file in a private folder."""

import os
import socket
import stat
from ipaddress import ip_address
from pathlib import Path

from tui.errors import UsageError

BACKLOG = 2048
"""Connections that may wait to be accepted."""

_LONGEST_PATH = 100
"""Bytes of a socket's path: the system takes 108."""


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine, for itself only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen_tcp(host: str, port: int) -> socket.socket:
    """A socket on ``host`` and ``port``; 0 for any free one.

    Raises:
        UsageError: It is taken, or not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise UsageError(f"cannot listen on {host} port {port}: {error}", hint="try --port 0") from error
    # Connections inherit it. asyncio sets it itself only where the socket names its protocol, which one made so
    # does not; without it the body of each answer waits 40 ms for the caller's word that the head has come.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    made.set_inheritable(True)
    return made


def listen_file(path: Path) -> socket.socket:
    """A socket at ``path``, whose folder is ours alone: on many systems that is all that guards a socket.

    A socket that nobody answers any more is taken away.

    Raises:
        UsageError: A server answers there, something else is there, or the folder is open to others.
    """
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise UsageError(f"the path of the socket is too long: {path}", hint="name a shorter one with --uds")
    _make_closed(path.parent)
    _clear(path)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(os.fspath(path))
        path.chmod(0o600)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise UsageError(f"cannot listen on {path}: {error.strerror}") from error
    made.set_inheritable(True)
    return made


def _make_closed(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise UsageError(f"cannot use {folder}: {error.strerror}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise UsageError(
            f"the socket's folder {folder} is open to others", hint=f"chmod 700 {folder}, or name another"
        )


def _clear(path: Path) -> None:
    """Take away what a server left that was killed."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise UsageError(f"{path} is there and is no socket", hint="name another path with --uds")
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(1)
        try:
            asking.connect(os.fspath(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise UsageError(f"cannot tell whether a server is on {path}: {error}") from error
        else:
            raise UsageError(
                f"a server answers on {path} already", hint="stop it first, or name another path"
            )
