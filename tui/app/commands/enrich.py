"""Enrichment: the people and companies a card names, looked up from the board and from the open card."""

from typing import Protocol

from tui.app.commands.command import Context, Deed, Instant


class EnrichContext(Context, Protocol):
    """A screen that has the panel beside it."""

    def open_panel(self) -> None:
        """Show whom the card names, and give the panel the keys."""
        ...


class Enrich(Instant[EnrichContext]):
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


ENRICH: tuple[Deed, ...] = (Enrich,)
