"""The things that a sequence of actions changed and that have to be reread. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tui.api.board.actions import comment_of

if TYPE_CHECKING:
    from tui.model.action import Action, Comment

_CHECKLISTS = frozenset(
    {
        "addChecklistToCard",
        "updateChecklist",
        "updateCheckItemStateOnCard",
        "convertToCardFromCheckItem",
        "copyCard",
        "moveCardToBoard",
        # These are in the log of a server of ours alone.
        "copyChecklist",
        "createCheckItem",
        "deleteCheckItem",
        "updateCheckItem",
    }
)
_GONE = frozenset({"deleteCard"})
_LEFT = frozenset({"moveCardFromBoard"})

_MANY = frozenset({"deleteLabel", "moveListFromBoard", "moveListToBoard", "removeMemberFromBoard"})
"""Types that change cards which they do not name."""


@dataclass(slots=True)
class Touched:
    """The things to reread and to remove, by the last action on each card.

    Attributes:
        checklists: Cards of these whose checklists have to be read too.
        left: Cards that were moved to another board.
        comments: New comments; the actions contain them in full.
        many: Whether any number of cards may have changed, which no action names.
    """

    cards: set[str] = field(default_factory=set)
    checklists: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    gone_checklists: set[str] = field(default_factory=set)
    gone_comments: set[str] = field(default_factory=set)
    comments: list[Comment] = field(default_factory=list)
    many: bool = False

    @classmethod
    def by(cls, actions: Sequence[Action]) -> Touched:
        """Collect the things that ``actions`` changed; they are newest first, as the service returns them."""
        touched = cls()
        for action in reversed(actions):
            touched.many |= action.type in _MANY or bool(action.data.get("respaced"))
            if (card_id := action.card_id) is not None:
                touched._note(action, card_id)
        away = touched.gone | touched.left
        touched.comments = [c for c in touched.comments if c.id_card not in away]
        return touched

    def _note(self, action: Action, card_id: str) -> None:
        self.gone.discard(card_id)
        self.left.discard(card_id)
        if action.type in _GONE | _LEFT:
            (self.gone if action.type in _GONE else self.left).add(card_id)
            self.cards.discard(card_id)
            return
        self.cards.add(card_id)
        if action.type in _CHECKLISTS:
            self.checklists.add(card_id)
        if action.type == "removeChecklistFromCard":
            self.gone_checklists |= _part(action, "checklist")
        if action.type == "deleteComment":
            self.gone_comments |= _part(action, "action")
        if (comment := comment_of(action)) is not None:
            self.comments.append(comment)


def _part(action: Action, name: str) -> set[str]:
    part = action.data.get(name)
    ident = part.get("id") if isinstance(part, dict) else None
    return {ident} if isinstance(ident, str) else set()
