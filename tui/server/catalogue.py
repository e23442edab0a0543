"""Every address of the board service."""

from tui.server import batch
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
    tokens,
)
from tui.server.card import bulk, stickers, votes
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.copies import convert
from tui.server.custom import definitions, items, options
from tui.server.older import addresses as older_addresses
from tui.server.people import (
    board_members,
    inbox,
    members,
    not_kept,
    organization_members,
    organizations,
    profile,
    saved_searches,
    stars,
)
from tui.server.route import Routes
from tui.server.search import answer as search
from tui.server.search import people as search_people
from tui.server.webhooks import routes as webhooks

NOUNS = (
    boards, my_prefs, lists, bulk, cards, card_labels, card_members, stickers, votes, attachments, checklists, check_items, convert, labels,
    definitions, options, items, actions, comments, reactions, emoji, members, board_members, stars, saved_searches, profile, not_kept,
    inbox, organizations, organization_members, search, search_people, tokens, webhooks,
    older_addresses,
)  # fmt: skip
"""Every module that answers addresses, in ``ROUTES``."""

_ALONE = tuple(route for noun in NOUNS for route in noun.ROUTES)

ROUTES = Routes((*_ALONE, *batch.routes(Routes(_ALONE))))
