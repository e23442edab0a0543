"""Commands of the pages that show cards in other ways than as lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.command import Choice, Command, CommandType, Context, GoCommand, ImmediateCommand
from tui.app.commands.due import Due, DueContext, DueMet
from tui.app.commands.filters import FILTERS
from tui.app.commands.list_pages import Back
from tui.app.commands.navigation import ANYWHERE
from tui.app.commands.view import Filter
from tui.model.card import names_item

if TYPE_CHECKING:
    from tui.app.commands.board_context import BoardFilter


class CardsContext(Context, Protocol):
    """A page with a cursor on a card."""

    @property
    def chosen(self) -> str | None:
        """Id of the row with the cursor, or None without rows."""

    @property
    def filter(self) -> BoardFilter:
        """The filter of the page."""

    def open_chosen(self) -> None:
        """Open the card with the cursor."""


class LeaveCards(ImmediateCommand[CardsContext]):
    """Clear the filter, or go back."""

    keys = ("escape", "q")
    group = "Page"
    shown = True
    hint = "back"

    def act(self, context: CardsContext) -> None:
        """Clear the filter if there is one, else go back."""
        if not context.filter.clear():
            context.go("back")


class OpenRow(ImmediateCommand[CardsContext]):
    """Open the card, on its board."""

    opens = True
    keys = ("enter",)
    group = "Page"
    shown = True
    hint = "open"

    def refuse(self, context: CardsContext) -> str | None:
        """Refuse where there is no card."""
        return None if context.chosen is not None else "there is no card here"

    def act(self, context: CardsContext) -> None:
        """Open the card."""
        context.open_chosen()


class RowsBelow(Protocol):
    """The rows of a page."""

    def below(self, count: int) -> list[str]:
        """Return the ids of so many rows, from the one with the cursor on."""


class DueRowsContext(CardsContext, DueContext, Protocol):
    """A page of cards with a clock."""

    @property
    def table(self) -> RowsBelow:
        """The rows."""


class DueRows(Due):
    """Set when the card is due, as you would say it: mon, fri 17:00, +3d; 3D sets it for three rows."""

    shown = True
    hint = "due"

    def refuse(self, context: DueRowsContext) -> str | None:  # type: ignore[override] # it is offered on pages only
        """Refuse where there is no card, or one of another account."""
        return _rows_refusal(context, "an item has its date on its card")


class DueRowsMet(DueMet):
    """Mark the due date as met, or as not met; 3x does it for three rows."""

    def refuse(self, context: DueRowsContext) -> str | None:  # type: ignore[override] # it is offered on pages only
        """Refuse where there is no card, one of another account, or none with a due date."""
        return _rows_refusal(context, "an item is ticked on its card") or super().refuse(context)


def _rows_refusal(context: DueRowsContext, of_items: str) -> str | None:
    """Return why the dates of the rows from the cursor on cannot be changed here, or None."""
    if context.chosen is None:
        return "there is no card here"
    keys, opens = context.table.below(context.count or 1), context.key_names["open-row"]
    if any(map(names_item, keys)):
        return f"{of_items}: {opens} opens it there"
    if len(context.cards) == len(keys):
        return None
    return (
        f"another account has {'the card' if len(keys) == 1 else 'one of the cards'}: {opens} opens it there"
    )


class ActivityContext(Context, Protocol):
    """A page with a cursor on an action."""

    @property
    def chosen_card(self) -> str:
        """Id of the card that the action is about; "" for none that is here."""


class OpenActed(ImmediateCommand[ActivityContext]):
    """Open the card that it was done to."""

    opens = True
    keys = ("enter",)
    group = "Page"
    shown = True
    hint = "open"

    def refuse(self, context: ActivityContext) -> str | None:
        """Refuse where the action is about no card that is here."""
        return None if context.chosen_card else "it is about no card that is here"

    def act(self, context: ActivityContext) -> None:
        """Open the card."""
        context.go(f"card:{context.chosen_card}")


class Sorting(Protocol):
    """The order of a table."""

    def next_column(self) -> None:
        """Sort by the next column."""

    def turn_round(self) -> None:
        """Turn the order round."""


class TableContext(CardsContext, Protocol):
    """A table, sorted by one of its columns."""

    @property
    def sorting(self) -> Sorting:
        """The order of the table."""


class SortNext(ImmediateCommand[TableContext]):
    """Sort by the next column."""

    keys = ("s",)
    group = "Page"
    shown = True
    hint = "sort"

    def act(self, context: TableContext) -> None:
        """Sort by the next column."""
        context.sorting.next_column()


class SortReversed(ImmediateCommand[TableContext]):
    """Turn the order round."""

    keys = ("r",)
    group = "Page"
    shown = True
    hint = "reverse"

    def act(self, context: TableContext) -> None:
        """Turn the order round."""
        context.sorting.turn_round()


class ToBoard(GoCommand):
    """Show the board with its lists again; the cursor stays on its card."""

    keys = ("g t",)
    group = "Page"
    place = "back"
    hint = "board"


class CalendarContext(CardsContext, Protocol):
    """A calendar with a cursor on a day."""

    @property
    def choices(self) -> Sequence[Choice]:
        """The cards of the day."""

    @property
    def day_words(self) -> str:
        """The day in words."""

    def go_to_today(self) -> None:
        """Put the cursor on today."""


class OpenDay(Command[CalendarContext]):
    """Open the card of the day; of several, the one that is chosen."""

    asks = True
    keys = ("enter",)
    group = "Page"
    shown = True
    hint = "open"

    def refuse(self, context: CalendarContext) -> str | None:
        """Refuse where nothing is due."""
        return None if context.choices else f"nothing is due on {context.day_words}"

    async def run(self, context: CalendarContext) -> None:
        """Ask which card, if there are several, and open it."""
        first, *others = context.choices
        chosen = (
            await context.choose(f"Due on {context.day_words}", (first, *others)) if others else first.value
        )
        if chosen is not None:
            context.go(f"card:{chosen}")


class Today(ImmediateCommand[CalendarContext]):
    """Go to today."""

    keys = ("t", "home")
    group = "Page"
    shown = True
    hint = "today"

    def act(self, context: CalendarContext) -> None:
        """Put the cursor on today."""
        context.go_to_today()


CALENDAR: tuple[CommandType, ...] = (LeaveCards, OpenDay, Today, Filter, *FILTERS, *ANYWHERE)
DASHBOARD: tuple[CommandType, ...] = (Back, *ANYWHERE)
ACTIVITY: tuple[CommandType, ...] = (Back, OpenActed, *ANYWHERE)
CARDS_PAGE: tuple[CommandType, ...] = (LeaveCards, OpenRow, DueRows, DueRowsMet, Filter, *FILTERS)
ACROSS: tuple[CommandType, ...] = (*CARDS_PAGE, *ANYWHERE)
TABLE: tuple[CommandType, ...] = (*CARDS_PAGE, SortNext, SortReversed, ToBoard, *ANYWHERE)
