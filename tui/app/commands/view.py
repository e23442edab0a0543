"""Commands that move the cursor on the board and choose what it shows."""

from __future__ import annotations

from tui.app.commands.board_context import IN_HAND, BoardContext
from tui.app.commands.command import CommandType, ImmediateCommand

TOP, BOTTOM = -1, 10**9
"""Indices before the first card and after the last, including filtered-out cards."""


class _Step(ImmediateCommand[BoardContext]):
    """A step of the cursor."""

    group = "Walk"
    moves_cursor = True

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if the board has no lists."""
        return None if context.lists else "this board has no lists yet"


class CardDown(_Step):
    """Go to the next card."""

    keys = ("j", "down")
    shown = "card"

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
    shown = "list"

    def act(self, context: BoardContext) -> None:
        """Step right."""
        context.kanban.step_lists(context.count or 1)


class _Jump(_Step):
    """A jump of the cursor, refused while a card is lifted."""

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse while a card is lifted."""
        if context.selection.holding:
            return IN_HAND
        return super().refuse(context)


class FirstCard(_Jump):
    """Go to the first card, or to the one of that number."""

    keys = ("g g", "home")
    hint = "first card"

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
        f"List{number}",
        (_Jump,),
        {
            "__doc__": f"Go to list {number}.",
            "keys": (f"g {number}",),
            "hint": f"list {number}",
            "series": "Go to a list by its number",
            "act": act,
        },
    )


class Density(ImmediateCommand[BoardContext]):
    """Show less or more on each card."""

    keys = ("minus", "z")
    group = "View"

    def act(self, context: BoardContext) -> None:
        """Switch to the next density."""
        context.tell(f"cards are shown {context.next_density()}")


class CollapseList(ImmediateCommand[BoardContext]):
    """Collapse the list to a narrow column, or show it whole again; a click on « beside its name does it too."""

    keys = ("Z",)
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if the board has no lists, and while a card is lifted."""
        if context.selection.holding:
            return IN_HAND
        return None if context.board_list else "this board has no lists yet"

    def act(self, context: BoardContext) -> None:
        """Collapse or expand the list with the cursor."""
        if context.board_list is not None:
            context.tell(context.folds.toggle(context.board_list.id))


class Tour(ImmediateCommand[BoardContext]):
    """Take a short tour of the board, or end it: each step is a thing to try."""

    keys = ("g question_mark",)
    group = "Cardscout"
    hint = "tour"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if the board has no lists, because there is nothing to try."""
        return None if context.lists else "there is no list here to show it on"

    def act(self, context: BoardContext) -> None:
        """Begin the tour, or end it."""
        context.go("tour")


class Filter(ImmediateCommand[BoardContext]):
    """Show only cards that pass a filter: words, #label, @member, due:week …."""

    keys = ("slash",)
    group = "View"
    shown = "filter"

    def act(self, context: BoardContext) -> None:
        """Open the field for the filter."""
        context.line.ask_filter()


class Back(ImmediateCommand[BoardContext]):
    """Put the card back, clear the selection or the filter, or close the panel."""

    keys = ("escape",)
    group = "View"

    def act(self, context: BoardContext) -> None:
        """Cancel the lifted card, else clear the selection or the filter, else close the panel, else the messages, else the tour."""
        selection, side = context.selection, context.side
        if not (
            selection.put_back()
            or context.filter.clear()
            or side.close()
            or context.clear_message(toasts=True)
        ):
            context.go("leave-tour")


VIEW: tuple[CommandType, ...] = (
    CardDown, CardUp, ListLeft, ListRight, FirstCard, LastCard, FirstList, LastList, HalfPageDown, HalfPageUp,
    PageDown, PageUp, *(_nth_list(number) for number in range(1, 10)), Filter, Density,
    CollapseList, Back, Tour,
)  # fmt: skip
