"""Interfaces of the board page for its commands: cursor, selection, line, filter, folds and panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.command import Context

if TYPE_CHECKING:
    from tui.app.commands.writing import Done
    from tui.model.board import BoardList
    from tui.model.card import CardFace


IN_HAND = "a card is in your hand: enter drops it, esc puts it back"
"""Why a command that would act on the lifted card is refused."""


class BoardCursor(Protocol):
    """The cursor on the board."""

    @property
    def index(self) -> int:
        """Index of the cursor in its list."""

    def step(self, by: int) -> None:
        """Move the cursor by ``by`` cards; a lifted card moves along."""

    def step_lists(self, by: int) -> None:
        """Move the cursor by ``by`` lists; a lifted card moves along."""

    def go_to(self, index: int) -> None:
        """Move the cursor to the card at ``index`` in its list, at most the last."""

    def go_to_list(self, at: int) -> None:
        """Move the cursor to the list at the index ``at``, at most the last."""

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens."""


class BoardSelection(Protocol):
    """The selected cards, and the lifted card."""

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""

    @property
    def first_index(self) -> int | None:
        """Index of the first selected card in the list with the cursor; None if none of them is there."""

    @property
    def holding(self) -> bool:
        """Whether a card is lifted."""

    @property
    def whole_list(self) -> str:
        """Id of the list if all its cards were selected at once; "" otherwise."""

    def pick(self, card_ids: Sequence[str], *, whole_list: str = "") -> None:
        """Select exactly these cards; ``whole_list`` is their list if all its cards are selected at once."""

    def lift(self) -> None:
        """Lift the card with the cursor."""

    def drop(self) -> None:
        """Drop the lifted card where it is."""

    def put_back(self) -> bool:
        """Put the lifted card back, or else clear the selection; return whether either was possible."""


class BoardLine(Protocol):
    """The text field on the board."""

    def add_card(self) -> None:
        """Open the field for new cards after the cursor."""

    def edit_title(self) -> None:
        """Open the field for the title of the card with the cursor."""

    def ask_filter(self) -> None:
        """Open the field for the filter."""


class BoardFilter(Protocol):
    """The filter that limits the board to matching cards."""

    @property
    def text(self) -> str:
        """The filter as it was typed; "" shows all cards."""

    @property
    def sorts(self) -> bool:
        """Whether the cards are shown in another order than that of their lists."""

    def narrow(self, text: str) -> None:
        """Show only the cards that match the filter ``text``."""

    def clear(self) -> bool:
        """Show all cards; return whether some were hidden."""


class BoardFolds(Protocol):
    """The collapsed lists of the board."""

    def is_folded(self, list_id: str) -> bool:
        """Return whether a list is drawn collapsed."""

    def toggle(self, list_id: str) -> str:
        """Collapse or expand a list; return a message."""

    def open(self, list_id: str) -> None:
        """Expand a list."""


class BoardSide(Protocol):
    """The panel beside the board."""

    def close(self) -> bool:
        """Hide the panel; return whether it was shown."""


class BoardContext(Context, Protocol):
    """Interface that commands of the board screen use."""

    def clear_message(self, *, toasts: bool = False) -> bool:
        """Clear the status message, and the toasts if asked; return whether there was anything."""

    @property
    def side(self) -> BoardSide:
        """The panel beside the board."""

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""

    @property
    def kanban(self) -> BoardCursor:
        """The cursor on the board."""

    @property
    def selection(self) -> BoardSelection:
        """The selected cards, and the lifted card."""

    @property
    def line(self) -> BoardLine:
        """The text field on the board."""

    @property
    def filter(self) -> BoardFilter:
        """The filter of the board."""

    @property
    def folds(self) -> BoardFolds:
        """The collapsed lists."""

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Return every card of a list, in order."""

    async def place(
        self, cards: Sequence[CardFace], list_id: str, index: int, *, follow: bool = True
    ) -> Done:
        """Put cards one after another at an index, counted without them.

        The cursor follows the first; without ``follow`` it stays in its list, on the next card.

        The index counts the shown cards; ``TOP`` and ``BOTTOM`` are the ends of the whole list.
        """

    def next_density(self) -> str:
        """Switch to the next density; return its name."""
