"""What cards lose by a move to another board: labels and members that it does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tui.model.label import Label
    from tui.model.member import Member


T = TypeVar("T", "Label", "Member")


_NAMED = 3
"""Most of the members that are named of those whom a copy does not have."""


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
    lost += map(_at, members)
    return f" · without {', '.join(lost)}, which that board does not have" if lost else ""


def members_left_out(boards: BoardParts, from_board: str, to_board: str) -> str:
    """Return a phrase with the members whom a copy of a board does not have, nor its cards; "" for none, or if it was not read."""
    there = {one.id for one in boards.members(to_board)}
    left = [_at(one) for one in boards.members(from_board) if there and one.id not in there]
    more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
    return (
        f" · without {', '.join(left[:_NAMED])}{more}, who {'are' if left[1:] else 'is'} not on it"
        if left
        else ""
    )


def _at(member: Member) -> str:
    return f"@{member.username or member.full_name}"


def _lost(
    here: Sequence[T], there: Sequence[T], used: Collection[str], what: Callable[[T], object]
) -> list[T]:
    """Return those of ``here`` that are used and have no equal in ``there``; ``what`` tells what must be equal."""
    kept = set(map(what, there))
    return [one for one in here if one.id in used and what(one) not in kept]
