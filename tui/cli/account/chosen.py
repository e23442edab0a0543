"""The account that the command line names."""

from contextvars import ContextVar

CHOSEN: ContextVar[str | None] = ContextVar("account", default=None)
"""What ``--account`` says, or None."""
