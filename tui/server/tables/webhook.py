"""Webhooks, and what they have still to be told."""

from sqlalchemy import JSON, Column, Index, Integer, Table, Text, UniqueConstraint

from tui.server.tables.columns import flag, ident, metadata, of, text

webhooks = Table(
    "webhook",
    metadata,
    ident(),
    # They end with the token that made them.
    of("id_token", "token"),
    Column("id_model", Text, nullable=False),
    # Exactly as it was given: it is part of what is signed.
    Column("callback_url", Text, nullable=False),
    text("description"),
    flag("active"),
    Column("consecutive_failures", Integer, nullable=False, default=0),
    Column("first_failure", Text),
    # Which process delivers now, and until when it may: one at a time, so that the order is kept.
    text("leased_by"),
    text("leased_until"),
    UniqueConstraint("id_token", "id_model", "callback_url"),
    Index("webhook_of_model", "id_model"),
)

# One row an event and webhook, written with the event: a process that is killed loses none.
webhook_events = Table(
    "webhook_event",
    metadata,
    ident(),
    of("id_webhook", "webhook"),
    Column("action", JSON, nullable=False),
    text("client"),
    Column("tries", Integer, nullable=False, default=0),
    # When it is to be sent, or sent again.
    Column("due", Text, nullable=False),
    Index("webhook_event_in_order", "id_webhook", "id"),
)
"""What is to be sent, in the order of the ids."""
