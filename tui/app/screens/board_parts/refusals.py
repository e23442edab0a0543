"""Refusals: reports the changes that the service has just refused, by their cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from tui.app.commands.command import quote_title

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.model.sync import Unsent


class Refusals:
    """The watcher of refused changes; those from an earlier run are not reported again.

    The answers to one command may arrive one by one, so all refusals since the last key are reported
    together.
    """

    def __init__(self, view: BoardView) -> None:
        self._view, self._page = view, view.page
        self._seen: frozenset[int] | None = None
        self._told: frozenset[int] = frozenset()
        self._told_after = self._view.pressed_at

    def follow(self, count: int) -> None:
        """Report the writes that were refused since the last call; the first call reports nothing.

        Args:
            count: How many refused writes there are.
        """
        if count == (0 if self._seen is None else len(self._seen)):
            self._seen = self._seen or frozenset()
            return
        refused = {one.seq: one for one in self._page.workspace.outbox.all() if one.standing == "refused"}
        new = refused.keys() - (refused if self._seen is None else self._seen)
        self._seen = frozenset(refused)
        if new and self._page.app.screen is self._page:
            self._tell(refused, new)

    def _tell(self, refused: Mapping[int, Unsent], new: Collection[int]) -> None:
        """Report ``new`` refusals, together with those reported since the last key."""
        if self._view.pressed_at != self._told_after:
            self._told, self._told_after = frozenset(), self._view.pressed_at
        self._told |= frozenset(new)
        words = self._words([one for seq, one in refused.items() if seq in self._told])
        # Delayed until after the running command, which may be about to report success.
        self._page.call_later(self._page.tell, words)

    def _words(self, refused: Sequence[Unsent]) -> str:
        shows = f" · {self._page.key_names['outbox']} shows what was refused"
        if len(refused) == 1:
            return f"{refused[0].not_done} · refused: {refused[0].reason}{shows}"
        by_reason: dict[str, dict[str, None]] = {}
        for one in sorted(refused, key=lambda one: one.card_id is None):  # cards first: a narrow line is cut
            face = self._page.workspace.cards.face(one.card_id) if one.card_id else None
            name = one.not_done if face is None else quote_title(face.name)
            by_reason.setdefault(one.reason, {})[name] = None
        parts = (f" · {', '.join(names)}: {reason}" for reason, names in by_reason.items())
        return f"{len(refused)} changes refused{''.join(parts)}{shows}"
