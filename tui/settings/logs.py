"""The log and the crash file: in the state directory, with mode 0600, and without secrets."""

import logging
import os
import re
import sys
import traceback
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tui.errors import NO_ROOM, UsageError
from tui.secret import MASK, mask_secrets
from tui.settings.paths import may_only_be_read

MAX_BYTES = 1_000_000
"""Size in bytes at which the log is rotated."""

KEPT = 3
"""Number of rotated logs that are kept."""

_PRIVATE = 0o600
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# httpx logs whole URLs, in which the hosted service's documentation puts the key and token.
_NOISY = ("httpx", "httpcore", "asyncio", "markdown_it")

# The name of a secret with its value, as in a URL, a header, a dict or a repr.
# These are compiled when something is masked, which a start need not wait for.
_NAMED_VALUE = r"""(?ix)
    ( \b (?:api[_-]?key | key | token | secret | password | oauth_\w+ | authorization | x-api-key) \b
      ["']? \s* [=:] \s* ["']? (?:(?:bearer|basic|oauth) \s+)? )
    [^\s"',;&)}\]]+
    """
_VALUE = r"(?i)\b(?:ATTA[0-9a-zA-Z]{20,}|(?:bearer|basic)\s+[\w.~+/=-]{8,})"


def mask(text: str) -> str:
    """Replace secrets in ``text``: those in use, and values that are named or look like one."""
    return re.sub(_VALUE, MASK, re.sub(_NAMED_VALUE, rf"\1{MASK}", mask_secrets(text)))


class _MaskingFormatter(logging.Formatter):
    """A log formatter that masks secrets and escapes control characters, also in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        plain = mask(super().format(record))
        return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in plain)


def start(path: Path, *, level: int = logging.INFO) -> logging.Handler:
    """Start logging to the file at ``path``; never to the terminal, which belongs to the screens.

    Args:
        path: The file, created with mode 0600; its directory exists.
        level: The least severe level written.

    Returns:
        The handler, for ``stop``. On a full or read-only disk nothing is logged.

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
        if error.errno in NO_ROOM or (not path.parent.exists() and may_only_be_read(path.parent)):
            return logging.NullHandler()
        raise UsageError(f"cannot write the log {path}: {error.strerror}", hint="see who owns it") from error
    handler.setFormatter(_MaskingFormatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler


def stop(handler: logging.Handler) -> None:
    """Stop logging to ``handler``, and close it."""
    logging.getLogger().removeHandler(handler)
    handler.close()


def write_crash(path: Path, error: BaseException, *, about: str) -> None:
    """Write a masked traceback to the crash file, which the next crash overwrites.

    Args:
        path: The crash file, created with mode 0600.
        error: The exception.
        about: A line about the environment: version, system, terminal.

    Raises:
        UsageError: The file cannot be written.
    """
    text = about + "\n\n" + "".join(traceback.format_exception(error))
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(mask(text))
    except OSError as failure:
        way = "make room there" if failure.errno in NO_ROOM else "see who owns it"
        raise UsageError(f"cannot write {path}: {failure.strerror}", hint=way) from failure


class _PrivateFile(RotatingFileHandler):
    """A rotating log file with mode 0600 from its first byte, also after a rotation.

    A line that cannot be written is dropped: the library would print a traceback over the screens.
    """

    def close(self) -> None:
        """Close the file; lines that a full disk did not take must not hide the error of the command."""
        with suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Ignore OSErrors, such as a full disk; leave other errors to the library."""
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
