"""Walking the board and choosing how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.command import CommandType, Context, ImmediateCommand

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import CardFace

TOP, BOTTOM = -1, 10**9
"""Places before the first card and after the last, also of those that a filter hides."""


class BoardCursor(Protocol):
    """The cursor on the board."""

    @property
    def index(self) -> int:
        """Where in its list the cursor is."""
        ...

    def step(self, by: int) -> None:
        """Move the cursor by so many cards; carries a card in the hand along."""
        ...

    def sideways(self, by: int) -> None:
        """Move the cursor by so many lists; carries a card in the hand along."""
        ...

    def go_to(self, index: int) -> None:
        """Move the cursor to a card of its list; past the end is the end."""
        ...

    def go_to_list(self, at: int) -> None:
        """Move the cursor to a list; past the end is the end."""
        ...

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens."""
        ...


class BoardSelection(Protocol):
    """The selected cards, and the card in the hand."""

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        ...

    @property
    def holding(self) -> bool:
        """Whether a card is in the hand."""
        ...

    def pick(self, card_ids: Sequence[str]) -> None:
        """Select exactly these cards."""
        ...

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        ...

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        ...

    def put_back(self) -> bool:
        """Give up what is in the hand, else the selection; whether there was anything."""
        ...


class BoardLine(Protocol):
    """The line that is typed in on the board."""

    def add_card(self) -> None:
        """Open it for new cards after the cursor."""
        ...

    def edit_title(self) -> None:
        """Open it for the title of the card with the cursor."""
        ...

    def ask_filter(self) -> None:
        """Open it to narrow the board."""
        ...


class BoardFilter(Protocol):
    """What narrows the board to some of its cards."""

    def clear(self) -> bool:
        """Show all cards; whether some were not shown."""
        ...


class BoardContext(Context, Protocol):
    """What the commands of the board screen may use beside what all may."""

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""
        ...

    @property
    def kanban(self) -> BoardCursor:
        """The cursor."""
        ...

    @property
    def selection(self) -> BoardSelection:
        """What is selected or held."""
        ...

    @property
    def line(self) -> BoardLine:
        """The line."""
        ...

    @property
    def filter(self) -> BoardFilter:
        """The filter."""
        ...

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Every card of a list, in order."""
        ...

    async def place(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        """Put cards one after another at a place, counted without them; the cursor follows the first.

        A place is counted among the cards that are shown, but ``TOP`` and ``BOTTOM`` are the list's own.
        """
        ...

    def denser(self) -> str:
        """Show cards in the next density; its name."""
        ...


class _Step(ImmediateCommand[BoardContext]):
    """A step of the cursor."""

    group = "Walk"
    walks = True

    def refuse(self, context: BoardContext) -> str | None:
        """There must be lists."""
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
        context.kanban.sideways(-(context.count or 1))


class ListRight(_Step):
    """Go to the list on the right."""

    keys = ("l", "right")
    shown = True
    hint = "list"

    def act(self, context: BoardContext) -> None:
        """Step right."""
        context.kanban.sideways(context.count or 1)


class _Jump(_Step):
    """A jump; a card in the hand stays where it is."""

    def refuse(self, context: BoardContext) -> str | None:
        """Not with a card in the hand."""
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
        """Half a page down."""
        context.kanban.page(0.5)


class HalfPageUp(_Jump):
    """Go half a screen up."""

    keys = ("ctrl+u",)

    def act(self, context: BoardContext) -> None:
        """Half a page up."""
        context.kanban.page(-0.5)


class PageDown(_Jump):
    """Go a screen down."""

    keys = ("pagedown", "ctrl+f")

    def act(self, context: BoardContext) -> None:
        """A page down."""
        context.kanban.page(1)


class PageUp(_Jump):
    """Go a screen up."""

    keys = ("pageup", "ctrl+b")

    def act(self, context: BoardContext) -> None:
        """A page up."""
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
        """Go on to the next density."""
        context.tell(f"cards are shown {context.denser()}")


class Filter(ImmediateCommand[BoardContext]):
    """Show only cards with these words."""

    keys = ("slash",)
    group = "View"
    shown = True
    hint = "filter"

    def act(self, context: BoardContext) -> None:
        """Open the line."""
        context.line.ask_filter()


class Back(ImmediateCommand[BoardContext]):
    """Put the card back, clear the selection or the filter."""

    keys = ("escape",)
    group = "View"

    def act(self, context: BoardContext) -> None:
        """One level back."""
        if not (context.selection.put_back() or context.filter.clear()):
            context.tell("")


VIEW: tuple[CommandType, ...] = (
    CardDown, CardUp, ListLeft, ListRight, FirstCard, LastCard, FirstList, LastList, HalfPageDown, HalfPageUp,
    PageDown, PageUp, *(_nth_list(number) for number in range(1, 10)), Filter, Density, Back,
)  # fmt: skip
