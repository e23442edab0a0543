"""Every address of the board service."""

from tui.server.board import (
    actions,
    attachments,
    boards,
    cards,
    check_items,
    checklists,
    comments,
    labels,
    lists,
    members,
    organizations,
    tokens,
)
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.route import Routes

NOUNS = (
    boards, lists, cards, card_labels, card_members, attachments, checklists, check_items, labels, actions,
    comments, members, organizations, tokens,
)  # fmt: skip
"""Every module that answers addresses, in ``ROUTES``."""

ROUTES = Routes(route for noun in NOUNS for route in noun.ROUTES)
