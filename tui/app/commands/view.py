"""Commands that move the cursor on the board and choose what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.command import CommandType, Context, ImmediateCommand

if TYPE_CHECKING:
    from tui.app.commands.writing import Done
    from tui.model.board import BoardList
    from tui.model.card import CardFace

TOP, BOTTOM = -1, 10**9
"""Indices before the first card and after the last, counting those that a filter hides too."""


class BoardCursor(Protocol):
    """The cursor on the board."""

    @property
    def index(self) -> int:
        """Index of the cursor in its list."""
        ...

    def step(self, by: int) -> None:
        """Move the cursor by so many cards; a lifted card moves along."""
        ...

    def step_lists(self, by: int) -> None:
        """Move the cursor by so many lists; a lifted card moves along."""
        ...

    def go_to(self, index: int) -> None:
        """Move the cursor to the card at ``index`` in its list, at most the last."""
        ...

    def go_to_list(self, at: int) -> None:
        """Move the cursor to the list at the index ``at``, at most the last."""
        ...

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens."""
        ...


class BoardSelection(Protocol):
    """The selected cards, and the lifted card."""

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        ...

    @property
    def holding(self) -> bool:
        """Whether a card is lifted."""
        ...

    def pick(self, card_ids: Sequence[str]) -> None:
        """Select exactly these cards."""
        ...

    def lift(self) -> None:
        """Lift the card with the cursor."""
        ...

    def drop(self) -> None:
        """Drop the lifted card where it is."""
        ...

    def put_back(self) -> bool:
        """Put the lifted card back, else clear the selection; return whether there was either."""
        ...


class BoardLine(Protocol):
    """The text field on the board."""

    def add_card(self) -> None:
        """Open the field for new cards after the cursor."""
        ...

    def edit_title(self) -> None:
        """Open the field for the title of the card with the cursor."""
        ...

    def ask_filter(self) -> None:
        """Open the field for the filter."""
        ...


class BoardFilter(Protocol):
    """The filter that narrows the board to some of its cards."""

    @property
    def text(self) -> str:
        """The filter as it was typed; "" shows all cards."""
        ...

    @property
    def sorts(self) -> bool:
        """Whether the cards are shown in another order than that of their lists."""
        ...

    def narrow(self, text: str) -> None:
        """Show only the cards that pass the filter ``text``."""
        ...

    def clear(self) -> bool:
        """Show all cards; return whether some were hidden."""
        ...


class BoardFolds(Protocol):
    """The collapsed lists of the board."""

    def is_folded(self, list_id: str) -> bool:
        """Tell whether a list is drawn collapsed."""
        ...

    def toggle(self, list_id: str) -> str:
        """Collapse a list or show it whole; return what to tell."""
        ...

    def open(self, list_id: str) -> None:
        """Show a list whole."""
        ...


class BoardContext(Context, Protocol):
    """Interface that commands of the board screen use."""

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""
        ...

    @property
    def kanban(self) -> BoardCursor:
        """The cursor on the board."""
        ...

    @property
    def selection(self) -> BoardSelection:
        """The selected cards, and the lifted card."""
        ...

    @property
    def line(self) -> BoardLine:
        """The text field on the board."""
        ...

    @property
    def filter(self) -> BoardFilter:
        """The filter of the board."""
        ...

    @property
    def folds(self) -> BoardFolds:
        """The collapsed lists."""
        ...

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Return every card of a list, in order."""
        ...

    async def place(
        self, cards: Sequence[CardFace], list_id: str, index: int, *, follow: bool = True
    ) -> Done:
        """Put cards one after another at an index, counted without them.

        The cursor follows the first, or without ``follow`` stays in its list, on the card that comes next.

        The index counts cards that are shown; ``TOP`` and ``BOTTOM`` are the ends of the whole list.
        """
        ...

    def next_density(self) -> str:
        """Switch to the next density; return its name."""
        ...


class _Step(ImmediateCommand[BoardContext]):
    """A step of the cursor."""

    group = "Walk"
    moves_cursor = True

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse when the board has no lists."""
        return None if context.lists else "this board has no lists yet"


class CardDown(_Step):
    """Go to the next card."""

    keys = ("j", "down")
    shown = True
    hint = "card"

    def act(self, context: BoardContext) -> None:
        """Step down."""
        context.kanban.step(context.count or 1)


class CardUp(_Step):
    """Go to the card before."""

    keys = ("k", "up")

    def act(self, context: BoardContext) -> None:
        """Step up."""
        context.kanban.step(-(context.count or 1))


class ListLeft(_Step):
    """Go to the list on the left."""

    keys = ("h", "left")

    def act(self, context: BoardContext) -> None:
        """Step left."""
        context.kanban.step_lists(-(context.count or 1))


class ListRight(_Step):
    """Go to the list on the right."""

    keys = ("l", "right")
    shown = True
    hint = "list"

    def act(self, context: BoardContext) -> None:
        """Step right."""
        context.kanban.step_lists(context.count or 1)


class _Jump(_Step):
    """A jump of the cursor, refused while a card is lifted."""

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse while a card is lifted."""
        if context.selection.holding:
            return "a card is in your hand: enter drops it, esc puts it back"
        return super().refuse(context)


class FirstCard(_Jump):
    """Go to the first card, or to the one of that number."""

    keys = ("g g", "home")

    def act(self, context: BoardContext) -> None:
        """Jump up."""
        context.kanban.go_to((context.count or 1) - 1)


class LastCard(_Jump):
    """Go to the last card, or to the one of that number."""

    keys = ("G", "end")

    def act(self, context: BoardContext) -> None:
        """Jump down."""
        last = len(context.cards_of(context.board_list.id)) if context.board_list else 1
        context.kanban.go_to((context.count or last) - 1)


class FirstList(_Jump):
    """Go to the first list."""

    keys = ("0", "ctrl+home")

    def act(self, context: BoardContext) -> None:
        """Jump to the left end."""
        context.kanban.go_to_list(0)


class LastList(_Jump):
    """Go to the last list."""

    keys = ("dollar_sign", "ctrl+end")

    def act(self, context: BoardContext) -> None:
        """Jump to the right end."""
        context.kanban.go_to_list(len(context.lists) - 1)


class HalfPageDown(_Jump):
    """Go half a screen down."""

    keys = ("ctrl+d",)

    def act(self, context: BoardContext) -> None:
        """Move half a screen down."""
        context.kanban.page(0.5)


class HalfPageUp(_Jump):
    """Go half a screen up."""

    keys = ("ctrl+u",)

    def act(self, context: BoardContext) -> None:
        """Move half a screen up."""
        context.kanban.page(-0.5)


class PageDown(_Jump):
    """Go a screen down."""

    keys = ("pagedown", "ctrl+f")

    def act(self, context: BoardContext) -> None:
        """Move a screen down."""
        context.kanban.page(1)


class PageUp(_Jump):
    """Go a screen up."""

    keys = ("pageup", "ctrl+b")

    def act(self, context: BoardContext) -> None:
        """Move a screen up."""
        context.kanban.page(-1)


def _nth_list(number: int) -> type[ImmediateCommand[BoardContext]]:
    def act(self: object, context: BoardContext) -> None:  # noqa: ARG001 - a method
        context.kanban.go_to_list(number - 1)

    return type(
        f"List{number}", (_Jump,), {"__doc__": f"Go to list {number}.", "keys": (f"g {number}",), "act": act}
    )


class Density(ImmediateCommand[BoardContext]):
    """Show less or more on each card."""

    keys = ("minus", "z")
    group = "View"

    def act(self, context: BoardContext) -> None:
        """Switch to the next density."""
        context.tell(f"cards are shown {context.next_density()}")


class CollapseList(ImmediateCommand[BoardContext]):
    """Collapse the list to a narrow column, or show it whole again; a click on its title does it too."""

    keys = ("Z",)
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse when the board has no lists, and while a card is lifted."""
        if context.selection.holding:
            return "a card is in your hand: enter drops it, esc puts it back"
        return None if context.board_list else "this board has no lists yet"

    def act(self, context: BoardContext) -> None:
        """Collapse or open the list with the cursor."""
        if context.board_list is not None:
            context.tell(context.folds.toggle(context.board_list.id))


class Tour(ImmediateCommand[BoardContext]):
    """Take a short tour of the board, or end it: each step is a thing to try."""

    keys = ("g question_mark",)
    group = "Cardscout"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse when the board has no lists, which there is nothing to try on."""
        return None if context.lists else "there is no list here to show it on"

    def act(self, context: BoardContext) -> None:
        """Begin the tour, or end it."""
        context.go("tour")


class Filter(ImmediateCommand[BoardContext]):
    """Show only cards that pass a filter: words, #label, @member, due:week …."""

    keys = ("slash",)
    group = "View"
    shown = True
    hint = "filter"

    def act(self, context: BoardContext) -> None:
        """Open the field for the filter."""
        context.line.ask_filter()


class Back(ImmediateCommand[BoardContext]):
    """Put the card back, clear the selection or the filter."""

    keys = ("escape",)
    group = "View"

    def act(self, context: BoardContext) -> None:
        """Put the lifted card back, else clear the selection, the filter or the message."""
        if not (context.selection.put_back() or context.filter.clear()):
            context.tell("")


VIEW: tuple[CommandType, ...] = (
    CardDown, CardUp, ListLeft, ListRight, FirstCard, LastCard, FirstList, LastList, HalfPageDown, HalfPageUp,
    PageDown, PageUp, *(_nth_list(number) for number in range(1, 10)), Filter, Density,
    CollapseList, Back, Tour,
)  # fmt: skip
