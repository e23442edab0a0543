"""The listening sockets of a shared service: TCP, or a Unix socket in a private folder."""

import errno
import os
import socket
import stat
from ipaddress import ip_address
from pathlib import Path

from tui.errors import UsageError

BACKLOG = 2048
"""Maximum number of connections waiting to be accepted."""

_LONGEST_PATH = 100
"""Maximum bytes of a Unix socket's path: the system takes 108."""


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is a loopback address or ``localhost``."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen_tcp(host: str, port: int) -> socket.socket:
    """Listen on ``host`` and ``port``; port 0 takes any free one.

    Raises:
        UsageError: The port is taken, or the host is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise UsageError(
                f"cannot listen on {host} port {port}: another program does",
                hint="stop that one, or choose another with --port; 0 takes any free one",
            ) from error
        raise UsageError(f"cannot listen on {host} port {port}: {error}", hint="try --port 0") from error
    # Connections inherit TCP_NODELAY. asyncio sets it only if the socket has a protocol number, which this
    # one lacks; without it the body of each answer waits 40 ms for the client's ACK of the head.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    made.set_inheritable(True)
    return made


def listen_file(path: Path) -> socket.socket:
    """Listen on a Unix socket at ``path``, in a private folder: on many systems only that protects a socket.

    A leftover socket that no server answers on is removed.

    Raises:
        UsageError: A server answers there, something else is there, or the folder is open to others.
    """
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise UsageError(f"the path of the socket is too long: {path}", hint="name a shorter one with --uds")
    _make_private(path.parent)
    _remove_leftover(path)
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


def _make_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise UsageError(f"cannot use {folder}: {error.strerror}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX
        # A folder such as /tmp must stay open: chmod would lock all other programs out of it.
        raise UsageError(
            f"the socket's folder {folder} is open to others",
            hint="name one of your own" if shared else f"chmod 700 {folder}, or name another",
        )


def _remove_leftover(path: Path) -> None:
    """Remove the socket that a killed server left behind."""
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
