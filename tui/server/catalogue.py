"""The routes of the board service, and the listeners to its actions."""

from tui.server import legacy_routes
from tui.server.board import (
    actions,
    attachments,
    boards,
    cards,
    check_items,
    checklists,
    comments,
    emoji,
    labels,
    lists,
    my_prefs,
    reactions,
)
from tui.server.card import bulk, stickers, votes
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.copies import convert
from tui.server.custom import definitions, items, options
from tui.server.membership import boards as board_members
from tui.server.membership import organizations as organization_members
from tui.server.people import (
    inbox,
    members,
    notices,
    organizations,
    profile,
    saved_searches,
    stars,
    unsupported,
)
from tui.server.pipeline import batch
from tui.server.pipeline.route import Routes
from tui.server.search import answer as search
from tui.server.search import people as search_people
from tui.server.webhooks import queue, tokens
from tui.server.webhooks import routes as webhooks

NOUNS = (
    boards, my_prefs, lists, bulk, cards, card_labels, card_members, stickers, votes, attachments, checklists, check_items, convert, labels,
    definitions, options, items, actions, comments, reactions, emoji, members, board_members, stars, saved_searches, profile, unsupported,
    inbox, organizations, organization_members, search, search_people, tokens, webhooks,
    legacy_routes,
)  # fmt: skip
"""Every module with handlers, in its ``ROUTES``."""

_SINGLE_ROUTES = tuple(route for noun in NOUNS for route in noun.ROUTES)

ROUTES = Routes((*_SINGLE_ROUTES, *batch.routes(Routes(_SINGLE_ROUTES))))

LISTENERS = (notices.notify, queue.enqueue)
"""The functions that are called with each logged action, in this order."""
