"""Commands of the pages that show cards in views other than lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.command import Choice, Command, CommandType, Context, GoCommand, ImmediateCommand, calls
from tui.app.commands.due import Due, DueContext, DueMet, update_items
from tui.app.commands.filters import FILTERS
from tui.app.commands.list_pages import Back, FirstRow
from tui.app.commands.navigation import ANYWHERE
from tui.app.commands.view import Filter
from tui.app.commands.writing import submit_each
from tui.model.checklist import COMPLETE
from tui.model.writes.cards import UpdateCard

if TYPE_CHECKING:
    from tui.app.commands.board_context import BoardFilter
    from tui.model.card import PlacedCard


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
    shown = "back"

    def act(self, context: CardsContext) -> None:
        """Clear the filter if there is one, else go back."""
        if not context.filter.clear():
            context.go("back")


class OpenRow(ImmediateCommand[CardsContext]):
    """Open the card, on its board."""

    opens = True
    keys = ("enter",)
    group = "Page"
    shown = "open"

    def refuse(self, context: CardsContext) -> str | None:
        """Refuse if there is no card."""
        return None if context.chosen is not None else "there is no card here"

    act = calls(CardsContext.open_chosen)


class RowOnBoard(ImmediateCommand[CardsContext]):
    """Show the card on its board, with the cursor on it."""

    keys = ("g b",)
    group = "Page"
    hint = "its board"

    def refuse(self, context: CardsContext) -> str | None:
        """Refuse without a card of this account."""
        return None if context.cards else "no card of this account has the cursor"

    def act(self, context: CardsContext) -> None:
        """Go to the board."""
        context.go(f"on-board:{context.cards[0].id}")


class RowsBelow(Protocol):
    """The rows of a page."""

    def below(self, count: int) -> list[str]:
        """Return the ids of ``count`` rows, starting at the cursor."""


class RowsFound(Protocol):
    """The cards and items of a page."""

    def items(self, account: str, keys: Iterable[str]) -> Sequence[PlacedCard]:
        """Return the checklist items among the rows, without those of accounts other than ``account``."""
        ...


class DueRowsContext(CardsContext, DueContext, Protocol):
    """A page of cards with a clock.

    Attributes:
        account: Name of the open account.
    """

    account: str

    @property
    def table(self) -> RowsBelow:
        """The rows."""

    @property
    def found(self) -> RowsFound:
        """The cards and items of the rows."""
        ...


class DueRows(Due):
    """Set when the card is due, as you would say it: mon, fri 17:00, +3d; 3D sets it for three rows."""

    shown = "due"

    def refuse(self, context: DueRowsContext) -> str | None:  # type: ignore[override] # it is offered on pages only
        """Refuse if there is no card, or one of another account."""
        return _rows_refusal(context)

    async def run(self, context: DueRowsContext) -> None:  # type: ignore[override] # it is offered on pages only
        """Ask for the date, and set it for the cards and the items."""
        await self._ask(context, _items(context))


class DueRowsMet(DueMet):
    """Mark the due date as met, or as not met, or tick the item; 3x does it for three rows."""

    def refuse(self, context: DueRowsContext) -> str | None:  # type: ignore[override] # it is offered on pages only
        """Refuse if there is no card, one of another account, or none with a due date."""
        return _rows_refusal(context) or (None if _items(context) else super().refuse(context))

    async def run(self, context: DueRowsContext) -> None:  # type: ignore[override] # it is offered on pages only
        """Tick the items, all of them open, and mark the due dates of the cards beside them as met."""
        if not (items := _items(context)):
            await super().run(context)
        else:
            await _tick(context, items)


async def _tick(context: DueContext, items: Sequence[PlacedCard]) -> None:
    """Tick the items, and mark the due dates of the cards beside them as met."""
    cards = [card for card in context.cards if card.due]
    writes = update_items(context, items, state=COMPLETE)
    writes += [
        UpdateCard(board_id=found.id_board, card_id=card.id, due_complete=True)
        for card in cards
        if (found := context.workspace.cards.get(card.id)) is not None
    ]
    if not writes:
        context.tell("the item is not there any more")
        return
    done = await submit_each(context, writes, [*cards, *(item.face for item in items)])
    words = f"ticked {done.cards}" if len(items) == 1 and not cards else f"{len(writes)} rows done"
    context.tell(f"{words}{done.left}", undo=True)


def _items(context: DueRowsContext) -> Sequence[PlacedCard]:
    """Return the checklist items among the typed number of rows, starting at the cursor."""
    return context.found.items(context.account, context.table.below(context.count or 1))


def _rows_refusal(context: DueRowsContext) -> str | None:
    """Return why the rows from the cursor on cannot be changed here, or None."""
    if context.chosen is None:
        return "there is no card here"
    keys = context.table.below(context.count or 1)
    if len(context.cards) + len(_items(context)) == len(keys):
        return None
    which = "the card" if len(keys) == 1 else "one of the cards"
    return f"another account has {which}: {context.key_names['open-row']} opens it there"


class ActivityContext(Context, Protocol):
    """A page with a cursor on an action."""

    @property
    def chosen_card(self) -> str:
        """Id of the card that the action is about; "" if there is none in the store."""


class OpenActed(ImmediateCommand[ActivityContext]):
    """Open the card that it was done to."""

    opens = True
    keys = ("enter",)
    group = "Page"
    shown = "open"

    def refuse(self, context: ActivityContext) -> str | None:
        """Refuse if the action's card is not in the store."""
        return None if context.chosen_card else "it is about no card that is here"

    def act(self, context: ActivityContext) -> None:
        """Open the card."""
        context.go(f"card:{context.chosen_card}")


class Sorting(Protocol):
    """The order of a table."""

    def next_column(self) -> None:
        """Sort by the next column."""

    def reverse(self) -> None:
        """Reverse the order."""


class TableContext(CardsContext, Protocol):
    """A table, sorted by one of its columns."""

    @property
    def sorting(self) -> Sorting:
        """The order of the table."""


class SortNext(ImmediateCommand[TableContext]):
    """Sort by the next column."""

    keys = ("s",)
    group = "Page"
    shown = "sort"

    def act(self, context: TableContext) -> None:
        """Sort by the next column."""
        context.sorting.next_column()


class SortReversed(ImmediateCommand[TableContext]):
    """Turn the order round."""

    keys = ("r",)
    group = "Page"
    shown = "reverse"

    def act(self, context: TableContext) -> None:
        """Turn the order round."""
        context.sorting.reverse()


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

    def pick(self, place: str) -> Sequence[PlacedCard]:
        """Take that card or item of the day, or all of it for "", as what a command acts on; return its items."""
        ...

    def go_to_today(self) -> None:
        """Put the cursor on today."""


def _day_refusal(context: CalendarContext) -> str | None:
    return None if context.choices else f"nothing is due on {context.day_words}"


class OpenDay(Command[CalendarContext]):
    """Open the card of the day; of several, the one that is chosen."""

    asks = True
    keys = ("enter",)
    group = "Page"
    shown = "open"

    def refuse(self, context: CalendarContext) -> str | None:
        """Refuse if nothing is due."""
        return _day_refusal(context)

    async def run(self, context: CalendarContext) -> None:
        """Ask which card, if there are several, and open it."""
        first, *others = context.choices
        chosen = (
            await context.choose(f"Due on {context.day_words}", (first, *others)) if others else first.value
        )
        if chosen is not None:
            context.go(f"card:{chosen}")


class DayContext(CalendarContext, DueContext, Protocol):
    """A calendar with a clock."""


async def _pick(context: DayContext) -> Sequence[PlacedCard] | None:
    """Ask which of the day's cards is meant, if there are several; return the items among them, None if given up."""
    place = context.choices[0].value
    if len(context.choices) > 1:
        every = Choice("", f"All {len(context.choices)} of the day")
        chosen = await context.choose(f"Due on {context.day_words}", [*context.choices, every])
        if chosen is None:
            return None
        place = chosen
    return context.pick(place)


class DueOfDay(Due):
    """Set when the card of the day is due; of several, the one that is chosen, or all of them."""

    shown = "due"

    def refuse(self, context: DayContext) -> str | None:  # type: ignore[override] # it is offered on the calendar only
        """Refuse if nothing is due."""
        return _day_refusal(context)

    async def run(self, context: DayContext) -> None:  # type: ignore[override] # it is offered on the calendar only
        """Ask which card, and for the date, and set it."""
        if (items := await _pick(context)) is not None:
            await self._ask(context, items)


class DueOfDayMet(DueMet):
    """Mark the due date of the day's card as met, or as not met, or tick the item; of several, the chosen one."""

    asks = True
    quick = False

    def refuse(self, context: DayContext) -> str | None:  # type: ignore[override] # it is offered on the calendar only
        """Refuse if nothing is due."""
        return _day_refusal(context)

    async def run(self, context: DayContext) -> None:  # type: ignore[override] # it is offered on the calendar only
        """Ask which card, and mark it."""
        items = await _pick(context)
        if items:
            await _tick(context, items)
        elif items is not None:
            await super().run(context)


class Today(ImmediateCommand[CalendarContext]):
    """Go to today."""

    keys = ("t", "home")
    group = "Page"
    shown = "today"
    act = calls(CalendarContext.go_to_today)


CALENDAR: tuple[CommandType, ...] = (
    LeaveCards,
    OpenDay,
    DueOfDay,
    DueOfDayMet,
    Today,
    Filter,
    *FILTERS,
    *ANYWHERE,
    *APP,
)
DASHBOARD: tuple[CommandType, ...] = (Back, *ANYWHERE, *APP)
ACTIVITY: tuple[CommandType, ...] = (Back, FirstRow, OpenActed, *ANYWHERE, *APP)
CARDS_PAGE: tuple[CommandType, ...] = (LeaveCards, OpenRow, FirstRow, DueRows, DueRowsMet, Filter, *FILTERS)
ACROSS: tuple[CommandType, ...] = (*CARDS_PAGE, RowOnBoard, *ANYWHERE, *APP)
TABLE: tuple[CommandType, ...] = (*CARDS_PAGE, SortNext, SortReversed, ToBoard, *ANYWHERE, *APP)
