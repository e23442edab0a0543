"""CardFormFacts: reads the contents of a card's form from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.widgets.card_form import Facts

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import Card
    from tui.workspace import Workspace


class CardFormFacts:
    """The reader of a card's fields."""

    def __init__(self, workspace: Workspace, clock: Clock) -> None:
        self._workspace, self._clock = workspace, clock

    def of(self, card: Card, board: Board | None, here: BoardList | None) -> Facts:
        """Return the contents of the form for ``card``."""
        labels = {label.id: label for label in self._workspace.boards.labels(card.id_board)}
        members = {member.id: member for member in self._workspace.boards.members(card.id_board)}
        place = f"{here.name if here else 'a closed list'} · {board.name if board else 'an unknown board'}"
        return Facts(
            card=card,
            place=place,
            labels=[labels[ident] for ident in card.id_labels if ident in labels],
            members=[members[ident] for ident in card.id_members if ident in members],
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
        return " · ".join(marks)
