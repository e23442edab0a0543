"""The log and the crash file: in the state directory, for the user's eyes only, with no secret in them."""

import errno
import logging
import os
import re
import sys
import traceback
from collections.abc import Iterable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tui.errors import UsageError
from tui.secret import MASK

MAX_BYTES = 1_000_000
"""Size at which the log is put aside."""

KEPT = 3
"""How many logs put aside are kept."""

_PRIVATE = 0o600
_NO_ROOM = frozenset({errno.EROFS, errno.ENOSPC, errno.EDQUOT})
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# httpx logs whole URLs, and a hosted service's own documents put the key and token there.
_LOUD = ("httpx", "httpcore", "asyncio", "markdown_it")

# The name of a secret, however it is joined to its value: in a URL, a header, a dict or a repr.
_SECRET = re.compile(
    r"""(?ix)
    ( \b (?:api[_-]?key | key | token | secret | password | oauth_\w+ | authorization | x-api-key) \b
      ["']? \s* [=:] \s* ["']? (?:(?:bearer|basic|oauth) \s+)? )
    [^\s"',;&)}\]]+
    """
)
_BARE = re.compile(r"\b(?:ATTA[0-9a-zA-Z]{20,}|(?:bearer|basic)\s+[\w.~+/=-]{8,})", re.IGNORECASE)


def mask(text: str, secrets: Iterable[str] = ()) -> str:
    """``text`` with secrets replaced: those given, and whatever is named like one or looks like one."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, MASK)
    return _BARE.sub(MASK, _SECRET.sub(rf"\1{MASK}", text))


class _Masked(logging.Formatter):
    """A formatter whose every line, tracebacks included, is masked and has no control character."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__(_FORMAT)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        plain = mask(super().format(record), self._secrets)
        return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in plain)


def start(path: Path, *, secrets: Iterable[str] = (), level: int = logging.INFO) -> logging.Handler:
    """Log to the file at ``path`` from now on: the terminal belongs to the screens.

    Args:
        path: Made with mode 0600; its directory exists.
        secrets: Values to mask wherever they stand.
        level: The least severe level written.

    Returns:
        The handler, for ``stop``. On a disk that is full or may only be read nothing is logged.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        path.touch(mode=_PRIVATE)
        path.chmod(_PRIVATE)
        handler = _PrivateFile(
            path, maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        if error.errno in _NO_ROOM:
            return logging.NullHandler()
        raise UsageError(f"cannot write the log {path}: {error.strerror}", hint="see who owns it") from error
    handler.setFormatter(_Masked(secrets))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler


def stop(handler: logging.Handler) -> None:
    """Log there no longer."""
    logging.getLogger().removeHandler(handler)
    handler.close()


def write_crash(path: Path, error: BaseException, *, about: str, secrets: Iterable[str] = ()) -> None:
    """Leave a crash in its file, masked; the next one overwrites it.

    Args:
        path: The crash file, made with mode 0600.
        error: What happened.
        about: A line on what was running: version, system, terminal.
        secrets: Values to mask wherever they stand.

    Raises:
        UsageError: The file cannot be written.
    """
    text = about + "\n\n" + "".join(traceback.format_exception(error))
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(mask(text, secrets))
    except OSError as failure:
        raise UsageError(f"cannot write {path}: {failure.strerror}", hint="see who owns it") from failure


class _PrivateFile(RotatingFileHandler):
    """A rotating file that is private from its first byte, also after a rotation.

    A line that cannot be written is lost: the library would write a traceback over the screens.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Leave a full disk alone; what else goes wrong is the library's to tell."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)

    def _open(self) -> TextIOWrapper:
        return open(
            self.baseFilename,
            "a",
            encoding=self.encoding,
            errors=self.errors,
            opener=lambda name, flags: os.open(name, flags, _PRIVATE),
        )
