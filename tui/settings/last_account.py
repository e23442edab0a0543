"""The account that the screens had open last: where the next start goes on, unless another is asked for."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.settings.paths import Paths

_LOCAL = "local"
_FILE = "last-account"


def last_account(paths: Paths) -> str:
    """Its name; that of this machine's own where none was noted, or it is there no more.

    Raises:
        UsageError: The config file cannot be read.
    """
    try:
        name = (paths.state / _FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return _LOCAL
    return name if _is_there(paths, name) else _LOCAL


def note_last_account(paths: Paths, name: str) -> None:
    """Go on with the account ``name`` at the next start; one that only the environment knows is not noted.

    Raises:
        UsageError: The config file cannot be read.
    """
    if name == last_account(paths) or not _is_there(paths, name):
        return
    with suppress(OSError):
        # On a disk that may only be read the next start begins where this one did.
        write_whole(paths.state / _FILE, f"{name}\n".encode())


def _is_there(paths: Paths, name: str) -> bool:
    if name == _LOCAL:
        return True
    # Whoever only has this machine's own need not wait for what reads the others.
    from tui.settings.accounts import read_accounts

    return name in read_accounts(paths.config_file)
