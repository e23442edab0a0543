"""Tables of webhooks and of their queued events."""

from sqlalchemy import JSON, Column, Index, Integer, Table, Text, UniqueConstraint

from tui.server.tables.columns import flag, ident, metadata, of, text

webhooks = Table(
    "webhook",
    metadata,
    ident(),
    # A webhook is deleted with the token that created it.
    of("id_token", "token"),
    Column("id_model", Text, nullable=False),
    # Exactly as it was given: it is part of the signed text.
    Column("callback_url", Text, nullable=False),
    text("description"),
    flag("active"),
    Column("consecutive_failures", Integer, nullable=False, default=0),
    Column("first_failure", Text),
    # The claim of the delivering process and its end: one process at a time, so that events stay in order.
    text("leased_by"),
    text("leased_until"),
    UniqueConstraint("id_token", "id_model", "callback_url"),
    Index("webhook_of_model", "id_model"),
)

# One row per event and webhook, written in the transaction of the change, so that no crash loses an event.
webhook_events = Table(
    "webhook_event",
    metadata,
    ident(),
    of("id_webhook", "webhook"),
    Column("action", JSON, nullable=False),
    text("client"),
    Column("tries", Integer, nullable=False, default=0),
    # When the event is to be sent or retried.
    Column("due", Text, nullable=False),
    Index("webhook_event_in_order", "id_webhook", "id"),
)
"""The queued events, in the order of their ids."""
