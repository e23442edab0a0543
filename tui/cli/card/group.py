"""All of ``cardscout card …`` together."""

from tui.cli.card.cards import card
from tui.cli.card.changes import archive, delete, edit, move, restore
from tui.cli.card.comments import comment_card
from tui.cli.card.copies import copy
from tui.cli.card.dates import due, start
from tui.cli.card.files import attach, attachments, detach, download
from tui.cli.card.new import new
from tui.cli.card.people import assign, subscribe, unassign, unsubscribe

for _command in (
    new,
    edit,
    move,
    copy,
    archive,
    restore,
    delete,
    comment_card,
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
):
    card.add_command(_command)

__all__ = ["card"]
