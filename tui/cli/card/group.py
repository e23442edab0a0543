"""All of ``cardscout card …`` together."""

from tui.cli.card.cards import card
from tui.cli.card.dates import due, start
from tui.cli.card.files import attach, attachments, detach, download
from tui.cli.card.people import assign, subscribe, unassign, unsubscribe
from tui.cli.card.places import copy, move

for _command in (
    due,
    start,
    assign,
    unassign,
    subscribe,
    unsubscribe,
    attach,
    attachments,
    detach,
    download,
    copy,
    move,
):
    card.add_command(_command)

__all__ = ["card"]
