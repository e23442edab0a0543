"""Webhooks: standing orders to tell an address what happens."""

from pydantic import Field

from tui.model.base import Value


class Webhook(Value):
    """One standing order.

    Attributes:
        id_model: The board, card or member whose changes are told.
        callback_url: Where they are told.
        active: Whether they still are; the service stops after failing for long.
    """

    id: str
    description: str = ""
    id_model: str = ""
    callback_url: str = Field(default="", alias="callbackURL")
    active: bool = True
    consecutive_failures: int = 0
