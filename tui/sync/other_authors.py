"""Reports who else has just changed cards, from a board's feed, for the marks on the screens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tui.model.change import Change

if TYPE_CHECKING:
    from tui.model.action import Action
    from tui.store.store import Store

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
            by.setdefault(card_id, who.full_name or who.username)
    if by:
        store.feed.publish(Change(frozenset({"cards"}), frozenset({board_id}), frozenset(by), by=by))
