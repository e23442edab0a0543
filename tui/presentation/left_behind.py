"""What cards lose by a move to another board: labels and members that it does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tui.model.label import Label
    from tui.model.member import Member


T = TypeVar("T", "Label", "Member")


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
    labels = _lost(
        boards.labels(from_board), boards.labels(to_board), used, lambda one: (one.name, one.color)
    )
    members = _lost(boards.members(from_board), boards.members(to_board), used, lambda one: one.id)
    lost = [f"#{one.name or one.color or 'label'}" for one in labels]
    lost += [f"@{one.username or one.full_name}" for one in members]
    return f" · without {', '.join(lost)}, which that board does not have" if lost else ""


def _lost(
    here: Sequence[T], there: Sequence[T], used: Collection[str], what: Callable[[T], object]
) -> list[T]:
    """Return those of ``here`` that are used and have no equal in ``there``; ``what`` tells what must be equal."""
    kept = set(map(what, there))
    return [one for one in here if one.id in used and what(one) not in kept]
