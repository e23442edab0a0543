"""The write that puts a finding on a card: it adds a comment once, and updates it after that.

A comment that somebody has edited is left unchanged, and the finding gets a separate comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.errors import OptedOut, StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment, UpdateComment
from tui.sync.enrich.sharing import shows_private, without_private
from tui.sync.note import holds_finding, is_about_another, is_unaltered, note, says_the_same

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.finding import Finding
    from tui.store.store import Store


def attachment(store: Store, card_id: str, key: str) -> Comment | None:
    """Find our comment with this finding, preferably one that nobody has edited.

    A comment made on another machine is recognised by its last line.
    """
    known = store.enrichment.findings.attached_comment(card_id, key)
    ours = [
        c for c in store.actions.comments(card_id) if c.id == known or (c.mine and holds_finding(c.text, key))
    ]
    return next((comment for comment in ours if is_unaltered(comment.text)), next(iter(ours), None))


def is_attached(store: Store, card_id: str, key: str) -> bool:
    """Return whether the card has a comment with the finding ``key``, and not one about who was wrongly found before."""
    if (comment := attachment(store, card_id, key)) is None:
        return False
    known = store.enrichment.findings.of_key("person", key)
    return not known or not all(is_about_another(comment.text, one) for one in known)


def _check_allowed(store: Store, finding: Finding) -> None:
    about = finding.person or finding.company
    if finding.withheld or (about is not None and store.enrichment.suppression.covers(about) is not None):
        raise OptedOut("They opted out: that is not put on a card.", service="enrich")


def attach(store: Store, card_id: str, finding: Finding) -> AddComment | UpdateComment | None:
    """Return the write that makes the card's comment match ``finding``; None if it does already.

    Private values are left out on a board that others see, unless the user agreed to them there.

    Raises:
        OptedOut: The finding is about somebody who opted out.
        StoreError: The card is gone.
        UsageError: The comment would be longer than the service accepts.
    """
    _check_allowed(store, finding)
    card = store.cards.get(card_id)
    if card is None:
        raise StoreError("That card is not there any more.", hint="Look for it on the board.")
    before = attachment(store, card_id, finding.key)
    others = store.enrichment.findings.of_key(finding.type, finding.key)
    if not shows_private(store, card.id_board):
        finding, others = without_private(finding), [without_private(one) for one in others]
    text = note(finding, others)
    if before is not None and says_the_same(before.text, text):
        return None
    at: dict[str, Any] = {"board_id": card.id_board, "card_id": card_id, "text": text}
    made = (
        AddComment(**at, comment_id=new_local_id(), finding_key=finding.key)
        if before is None or not is_unaltered(before.text)
        else UpdateComment(**at, comment_id=before.id)
    )
    if (error := made.text_error()) is not None:
        raise error
    return made
