"""What a board's newest actions tell: which things have to be read again, and who else has just changed cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tui.api.board.actions import comment_of
from tui.model.change import Change

if TYPE_CHECKING:
    from tui.model.action import Action, Comment
    from tui.store.store import Store

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
            self.gone_checklists |= {action.ident("checklist")} - {""}
        if action.type == "deleteComment":
            self.gone_comments |= {action.ident("action")} - {""}
        if (comment := comment_of(action)) is not None:
            self.comments.append(comment)


JUST_NOW = timedelta(minutes=1)
"""Maximum age of a marked change; older ones, as after an hour offline, are not marked."""


def note_other_authors(store: Store, board_id: str, actions: Sequence[Action], now: datetime) -> None:
    """Publish which cards other people have just changed.

    Args:
        store: The store, whose feed the screens follow.
        board_id: The board of the actions.
        actions: Newest first.
        now: Current time.
    """
    me = store.members.me()
    by: dict[str, str] = {}
    for action in actions:
        who, card_id = action.member_creator, action.card_id
        others = who is not None and (me is None or who.id != me.id)
        if others and who is not None and card_id is not None and now - action.date <= JUST_NOW:
            by.setdefault(card_id, who.display_name)
    if by:
        store.feed.publish(Change(frozenset({"cards"}), frozenset({board_id}), frozenset(by), by=by))
