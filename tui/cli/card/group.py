"""All of ``cardscout card …`` together."""

from tui.cli.card.cards import card
from tui.cli.card.changes import (
    archive,
    assign,
    copy,
    delete,
    due,
    edit,
    move,
    restore,
    start,
    subscribe,
    unassign,
    unsubscribe,
)
from tui.cli.card.comments import comment_card
from tui.cli.card.files import attach, attachments, detach, download
from tui.cli.card.new import new

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
