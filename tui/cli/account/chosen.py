"""What the command line says for all commands: the account, and whether to wait for a service."""

from contextvars import ContextVar

CHOSEN: ContextVar[str | None] = ContextVar("account", default=None)
"""What ``--account`` says, or None."""

WAIT: ContextVar[bool] = ContextVar("wait", default=False)
"""Whether ``--wait`` says to wait for a service that asks for a pause."""
