"""CardFormFacts: reads the contents of a card's form from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tui.app.widgets.card_form import Facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import Card
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.workspace import Workspace

T = TypeVar("T", bound="Label | Member")

_READ = 20
"""Maximum conflicts that are read for a card, newest first."""


class CardFormFacts:
    """The reader of a card's fields."""

    def __init__(self, workspace: Workspace, clock: Clock) -> None:
        self._workspace, self._clock = workspace, clock

    def of(self, card: Card, board: Board | None, here: BoardList | None) -> Facts:
        """Return the contents of the form for ``card``."""
        boards = self._workspace.boards
        place = f"{here.name if here else 'a closed list'} · {board.name if board else 'an unknown board'}"
        return Facts(
            card=card,
            place=place,
            labels=[one for one in boards.labels(card.id_board) if one.id in card.id_labels],
            members=_of_ids(boards.members(card.id_board), card.id_members),
            now=self._clock.now(),
            done=card.due_complete or (here is not None and here.ends_cards),
            mark=self._mark(card),
            reads_only=bool(self._workspace.access.read_only_reason(card.id_board)),
        )

    def _mark(self, card: Card) -> str:
        face = self._workspace.cards.face(card.id)
        marks = ["▣ archived"] if card.closed else []
        marks += ["▣ template"] if card.is_template else []
        if face is not None and face.refused:
            marks.append("! a change was refused")
        elif face is not None and face.pending:
            marks.append(f"⟳ {face.pending} not sent yet")
        if self._workspace.sync.status().conflicts:
            open_ones = (one for one in self._workspace.conflicts.all(_READ) if not one.chosen)
            if any(one.card_id == card.id for one in open_ones):
                marks.append("≠ in conflict: {conflicts} shows it")
        return " · ".join(marks)


def _of_ids(things: Sequence[T], idents: Iterable[str]) -> list[T]:
    """Return the things with these ids, in their order; those that are gone are left out."""
    by_id = {one.id: one for one in things}
    return [by_id[ident] for ident in idents if ident in by_id]
