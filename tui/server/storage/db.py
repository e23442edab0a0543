"""Facade of the server's storage: re-exports the engine functions and every table of the boards.

``db.writing(engine)`` opens a transaction, ``db.cards`` is the table of the cards. The engine is in
``tui.server.storage``, the tables are in ``tui.server.tables``, one file for each noun. A new table needs only to
be declared and imported here; a new column also needs a migration step (``tui/server/storage/schema.py``).
"""

from tui.server.storage.engine import (
    BUSY_SECONDS,
    close,
    connect,
    different,
    enlarge_cache,
    index_texts,
    is_file,
    reading,
    set_revision,
    writing,
)
from tui.server.storage.schema import SCHEMA, create
from tui.server.tables.access import apps, oauth_requests, passwords, sign_in_codes, tallies, web_sessions
from tui.server.tables.action import actions, reactions
from tui.server.tables.board import boards, lists
from tui.server.tables.card import attachments, card_members, cards, stickers, uploads
from tui.server.tables.checklist import check_items, checklists
from tui.server.tables.columns import metadata
from tui.server.tables.custom_field import custom_field_items, custom_field_options, custom_fields
from tui.server.tables.kept import board_stars, my_prefs, saved_searches
from tui.server.tables.label import card_labels, labels
from tui.server.tables.member import members, memberships, organizations
from tui.server.tables.meta import OWNER, meta
from tui.server.tables.notification import notifications, watches
from tui.server.tables.organization import organization_actions, organization_memberships
from tui.server.tables.token import idempotency, token_uses, tokens
from tui.server.tables.webhook import webhook_events, webhooks

__all__ = (
    "BUSY_SECONDS",
    "OWNER",
    "SCHEMA",
    "actions",
    "apps",
    "attachments",
    "board_stars",
    "boards",
    "card_labels",
    "card_members",
    "cards",
    "check_items",
    "checklists",
    "close",
    "connect",
    "create",
    "custom_field_items",
    "custom_field_options",
    "custom_fields",
    "different",
    "enlarge_cache",
    "idempotency",
    "index_texts",
    "is_file",
    "labels",
    "lists",
    "members",
    "memberships",
    "meta",
    "metadata",
    "my_prefs",
    "notifications",
    "oauth_requests",
    "organization_actions",
    "organization_memberships",
    "organizations",
    "passwords",
    "reactions",
    "reading",
    "saved_searches",
    "set_revision",
    "sign_in_codes",
    "stickers",
    "tallies",
    "token_uses",
    "tokens",
    "uploads",
    "watches",
    "web_sessions",
    "webhook_events",
    "webhooks",
    "writing",
)
