"""The account last open in the screens, which the next start opens unless another one is named."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.settings.paths import Paths

_LOCAL = "local"
_FILE = "last-account"


def last_account(paths: Paths) -> str:
    """Return the name of the last account; ``local`` if none was noted, or it does not exist any more.

    Raises:
        UsageError: The config file cannot be read.
    """
    try:
        name = (paths.state / _FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return _LOCAL
    return name if _is_there(paths, name) else _LOCAL


def note_last_account(paths: Paths, name: str) -> None:
    """Note ``name`` as the account for the next start, unless only the environment defines it.

    Raises:
        UsageError: The config file cannot be read.
    """
    if name == last_account(paths) or not _is_there(paths, name):
        return
    with suppress(OSError):
        # On a read-only disk the next start opens the same account as this one.
        write_whole(paths.state / _FILE, f"{name}\n".encode())


def _is_there(paths: Paths, name: str) -> bool:
    if name == _LOCAL:
        return True
    # Imported late: users with the local account alone do not wait for the import.
    from tui.settings.accounts import read_accounts

    return name in read_accounts(paths.config_file)
