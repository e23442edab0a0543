"""Commands on saved filters of the board."""

from __future__ import annotations

import json

from tui.app.commands.command import Choice, Command, CommandType
from tui.app.commands.view import BoardContext

KEPT = "filters"
"""The key under which this account's filters are kept: a JSON object of names and filters."""


def saved_filters(context: BoardContext) -> dict[str, str]:
    """Return the saved filters by name."""
    try:
        kept = json.loads(context.workspace.memory.get(KEPT) or "{}")
    except ValueError:
        return {}
    return {str(name): str(text) for name, text in kept.items()} if isinstance(kept, dict) else {}


def _keep(context: BoardContext, filters: dict[str, str]) -> None:
    context.workspace.memory.set(KEPT, json.dumps(filters, ensure_ascii=False))


class _SavedFilterCommand(Command[BoardContext]):
    """A command that needs a saved filter."""

    asks = True
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse when no filter is saved."""
        if saved_filters(context):
            return None
        return f"no filter is saved yet: {context.key_names['filter']} makes one, Save filter in the palette keeps it"

    async def _choose(self, context: BoardContext, title: str) -> tuple[str, dict[str, str]]:
        """Let the user choose a filter; return its name, or "", and all filters."""
        filters = saved_filters(context)
        choices = [Choice(value=name, text=name, note=f"/{text}") for name, text in sorted(filters.items())]
        return await context.choose(title, choices) or "", filters


class SavedFilters(_SavedFilterCommand):
    """Show the cards of a saved filter."""

    keys = ("g slash",)

    async def run(self, context: BoardContext) -> None:
        """Ask which filter, and filter by it."""
        name, filters = await self._choose(context, "Filters")
        if name:
            context.filter.narrow(filters[name])


class SaveFilter(Command[BoardContext]):
    """Save the filter under a name."""

    asks = True
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse when no filter is set."""
        return None if context.filter.text else f"there is no filter: {context.key_names['filter']} makes one"

    async def run(self, context: BoardContext) -> None:
        """Ask for the name, and save the filter; one of that name is replaced."""
        text = context.filter.text

        async def keep(name: str) -> None:
            _keep(context, saved_filters(context) | {name: text})
            context.tell(f"saved the filter {name}: {context.key_names['saved-filters']} shows it")

        await context.prompt("Save filter", offer=text, placeholder="its name", attempt=keep)


class DeleteFilter(_SavedFilterCommand):
    """Delete a saved filter."""

    async def run(self, context: BoardContext) -> None:
        """Ask which filter, and forget it."""
        name, filters = await self._choose(context, "Delete a filter")
        if name:
            _keep(context, {each: text for each, text in filters.items() if each != name})
            context.tell(f"deleted the filter {name}")


FILTERS: tuple[CommandType, ...] = (SavedFilters, SaveFilter, DeleteFilter)
"""The commands on saved filters."""
