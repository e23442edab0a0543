"""Enrichment: the people and companies a card names, looked up from the board and from the open card."""

from typing import Protocol

from tui.app.commands.command import Choice, Command, CommandType, Context, ImmediateCommand


class EnrichContext(Context, Protocol):
    """A screen that has the panel beside it."""

    def open_panel(self) -> None:
        """Show whom the card names, and give the panel the keys."""
        ...


class Enrich(ImmediateCommand[EnrichContext]):
    """Look up the people and companies the card names."""

    keys = ("e",)
    group = "Card"
    shown = True
    hint = "enrich"

    def refuse(self, context: EnrichContext) -> str | None:
        """There must be a card."""
        return None if context.card is not None else "no card has the cursor"

    def act(self, context: EnrichContext) -> None:
        """Open the panel."""
        context.open_panel()


class People(ImmediateCommand[Context]):
    """Search for people by company, position, seniority, department, place and size."""

    keys = ("P",)
    group = "Places"

    def act(self, context: Context) -> None:
        """Show the people page."""
        context.go("people")


class EnrichMany(Command[Context]):
    """Look up everybody on the selected cards, or on the list; the price is shown first."""

    asks = True
    keys = ("B",)
    group = "Cards"

    def refuse(self, context: Context) -> str | None:
        """There must be a list."""
        return None if context.board_list is not None else "there is no list with cards here"

    async def run(self, context: Context) -> None:
        """Show the page of the run, or let a run that was not finished be gone on with."""
        open_ = context.workspace.bulk.unfinished()
        if not open_:
            context.go("bulk")
            return
        choices = [
            Choice(
                run.id,
                f"Go on: {run.cards:,} card{'s' * (run.cards != 1)}",
                f"{run.settled:,} of {run.total:,} done",
            )
            for run in open_
        ]
        chosen = await context.choose("Look up many", [*choices, Choice("", "Begin another, on these cards")])
        if chosen is not None:
            context.go(f"bulk:{chosen}" if chosen else "bulk")


ENRICH: tuple[CommandType, ...] = (Enrich, People)
ENRICH_MANY: tuple[CommandType, ...] = (EnrichMany,)
