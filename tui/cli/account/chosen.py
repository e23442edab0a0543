"""What the command line, the environment and the settings say for all commands: the account, and who is asked."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.settings.config import Config

ACCOUNT = "local"
"""Name of the account on the embedded server."""

CHOSEN: ContextVar[str | None] = ContextVar("account", default=None)
"""What ``--account`` says, or None."""

WAIT: ContextVar[bool] = ContextVar("wait", default=False)
"""Whether ``--wait`` says to wait for a service that asks for a pause."""


def chosen_provider(own: str, config: Config) -> str | None:
    """Who is asked for people and companies in the place of an account's own service; None for nobody.

    Args:
        own: The provider that the account names, or "".
        config: What the user has set.
    """
    name = os.environ.get("CARDSCOUT_PROVIDER") or own or config.provider
    return None if name in {None, "", ACCOUNT} else name
