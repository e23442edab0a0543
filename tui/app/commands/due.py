"""When cards are due: set, met and cleared, from the board and from the open card."""

from datetime import datetime
from typing import Protocol

from tui.app.commands.command import Command, Context, Deed
from tui.app.due import EXAMPLES, read_due
from tui.app.when import day_time
from tui.model.op import UpdateCard


class DueContext(Context, Protocol):
    """A screen that knows what time it is."""

    def now(self) -> datetime:
        """Now."""
        ...


class _Due(Command[DueContext]):
    """A deed about the date of cards."""

    group = "Card"

    def refuse(self, context: DueContext) -> str | None:
        """There must be a card."""
        return None if context.cards and context.board else "no card has the cursor"


class Due(_Due):
    """Set when the card is due, as you would say it: fri 17:00, +3d, 24 Nov."""

    keys = ("D",)

    async def run(self, context: DueContext) -> None:
        """Ask until it is a date, none, or given up."""
        cards, board, title, typed = tuple(context.cards), context.board, "Due", ""
        now = context.now()
        while board is not None:
            text = await context.prompt(title, value=typed, placeholder=EXAMPLES)
            if text is None:
                return
            try:
                due = read_due(text, now)
            except ValueError as error:
                title, typed = f"Due · {error}", text
                continue
            ops = [UpdateCard(board_id=board.id, card_id=card.id, due=due) for card in cards]
            await context.workspace.submit_all(ops)
            context.tell("no due date" if due is None else f"due {day_time(due, now)}", undo=True)
            return


class DueMet(_Due):
    """Mark the due date as met, or as not met."""

    keys = ("x",)
    quick = True

    def refuse(self, context: DueContext) -> str | None:
        """One of the cards must have a date."""
        if (reason := super().refuse(context)) is not None:
            return reason
        return None if any(card.due for card in context.cards) else "no due date: D sets one"

    async def run(self, context: DueContext) -> None:
        """Mark all alike: met, unless all were."""
        dated, board = [card for card in context.cards if card.due], context.board
        if board is None:
            return
        met = not all(card.due_complete for card in dated)
        ops = [UpdateCard(board_id=board.id, card_id=card.id, due_complete=met) for card in dated]
        await context.workspace.submit_all(ops)
        context.tell("due date met" if met else "due date not met", undo=True)


DUE: tuple[Deed, ...] = (Due, DueMet)
