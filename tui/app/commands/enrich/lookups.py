"""Commands that look up the people and companies of a card, from the board and from the open card."""

from typing import Protocol

from tui.app.commands.command import Choice, Command, CommandType, Context, GoCommand, ImmediateCommand, calls


class EnrichContext(Context, Protocol):
    """A screen with the enrich panel."""

    def open_panel(self) -> None:
        """Show the people and companies of the card in the panel, and focus it."""


class Enrich(ImmediateCommand[EnrichContext]):
    """Look up the people and companies the card names."""

    keys = ("e",)
    group = "Card"
    shown = "enrich"
    needs = "card"
    act = calls(EnrichContext.open_panel)


class People(GoCommand):
    """Search for people by company, position, seniority, department, place and size."""

    keys = ("P",)
    group = "Places"
    place = "people"

    def refuse(self, context: Context) -> str | None:
        """Refuse if the service has no people search."""
        return context.workspace.people.refusal() or None


class EnrichMany(Command[Context]):
    """Look up everybody on the selected cards, or on the list; the price is shown first."""

    asks = True
    keys = ("B",)
    group = "Cards"

    def refuse(self, context: Context) -> str | None:
        """Refuse if there is no list."""
        return None if context.board_list is not None else "there is no list with cards here"

    async def run(self, context: Context) -> None:
        """Go to the page of a new run, or offer to resume an unfinished one."""
        unfinished = context.workspace.bulk.unfinished()
        if not unfinished:
            context.go("bulk")
            return
        choices = [
            Choice(
                run.id,
                f"Go on: {run.cards:,} card{'s' * (run.cards != 1)}",
                f"{run.settled:,} of {run.total:,} done",
            )
            for run in unfinished
        ]
        chosen = await context.choose("Look up many", [*choices, Choice("", "Begin another, on these cards")])
        if chosen is not None:
            context.go(f"bulk:{chosen}" if chosen else "bulk")


class PrivateContacts(Command[Context]):
    """Choose whether private mobiles and e-mails may be put on this board, which others see too."""

    asks = True
    group = "Boards"
    needs = "board"

    async def run(self, context: Context) -> None:
        """Ask, and keep the answer for the board."""
        from tui.app.enrich.sharing import change_answer

        if (board := context.board) is not None:
            await change_answer(context, board.id)


ENRICH: tuple[CommandType, ...] = (Enrich, People)
ENRICH_MANY: tuple[CommandType, ...] = (EnrichMany, PrivateContacts)
