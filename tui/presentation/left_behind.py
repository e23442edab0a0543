"""What cards lose by a move to another board: labels and members that it does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tui.model.label import Label
    from tui.model.member import Member


class BoardParts(Protocol):
    """What the boards of an account have."""

    def labels(self, board_id: str) -> Sequence[Label]:
        """Return the labels of a board."""

    def members(self, board_id: str) -> Sequence[Member]:
        """Return the members of a board."""


def left_behind(boards: BoardParts, used: Collection[str], from_board: str, to_board: str) -> str:
    """Return a phrase with those of ``used`` that cards do not take along, ids of labels and members; "" for none.

    A label is taken along if the other board has one of the same name and colour.
    """
    labels = {(one.name, one.color) for one in boards.labels(to_board)}
    members = {one.id for one in boards.members(to_board)}
    lost = [
        *(
            f"#{one.name or one.color or 'label'}"
            for one in boards.labels(from_board)
            if one.id in used and (one.name, one.color) not in labels
        ),
        *(
            f"@{one.username or one.full_name}"
            for one in boards.members(from_board)
            if one.id in used and one.id not in members
        ),
    ]
    return f" · without {', '.join(lost)}, which that board does not have" if lost else ""
