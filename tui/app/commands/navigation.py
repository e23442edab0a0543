"""Commands that go to other pages: search, own cards, archive, notifications, outbox, conflicts and rules."""

from tui.app.commands.boards import SwitchBoard
from tui.app.commands.command import CommandType, Context, GoCommand, ImmediateCommand


class _Place(GoCommand):
    """A command that goes to another page."""

    group = "Places"


class MyCards(_Place):
    """Show the cards you are on, of every board and account."""

    keys = ("q",)
    place = "view:mine"


class ShowAgenda(_Place):
    """Show what is due, of every board and account: overdue, today, next 7 days, later, done."""

    keys = ("Q",)
    place = "view:agenda"


class _BoardPlace(_Place):
    """A command that goes to a page about the open board."""

    needs = "board"


class Activity(_BoardPlace):
    """Show what was done on the board, by whom and when."""

    keys = ("g h",)
    place = "view:activity"
    hint = "activity"


class ShowTable(_BoardPlace):
    """Show the board as a table, a row a card."""

    keys = ("g t",)
    place = "view:table"
    hint = "table"


class ShowCalendar(_BoardPlace):
    """Show the board as a calendar: its cards on their due days."""

    keys = ("g C",)
    place = "view:calendar"
    hint = "calendar"


class ShowDashboard(_BoardPlace):
    """Show figures of the board: cards by list, label and age, and what was finished by week."""

    keys = ("g D",)
    place = "view:dashboard"
    hint = "dashboard"


class CardActivity(ImmediateCommand[Context]):
    """Show what was done to the card, by whom and when."""

    keys = ("g h",)
    group = "Places"
    hint = "activity"

    def refuse(self, context: Context) -> str | None:
        """Refuse if the card is gone."""
        return None if context.card is not None else "there is no card"

    def act(self, context: Context) -> None:
        """Go to the page."""
        if context.card is not None:
            context.go(f"view:activity {context.card.id}")


class Archived(_BoardPlace):
    """Show the archived cards and lists of the board."""

    keys = ("g a",)
    place = "archive"
    hint = "archive"


class Outbox(_Place):
    """Show what was refused, and what waits to be sent."""

    keys = ("O",)
    place = "outbox"


class History(_Place):
    """Show what was done, and undo up to any point of it."""

    keys = ("g u",)
    place = "history"
    hint = "undo history"


class Conflicts(_Place):
    """Show what two people changed differently, yours beside theirs."""

    keys = ("g c",)
    place = "conflicts"
    hint = "conflicts"


class Notifications(_Place):
    """Show what others did that concerns you."""

    keys = ("N",)
    place = "notifications"


class ShowRules(_Place):
    """Show the rules: what is done by itself when something happens on a board."""

    keys = ("R",)
    place = "rules"


class Settings(_Place):
    """Show the settings, and change them."""

    keys = ("g comma",)
    place = "settings"
    hint = "settings"


class SearchEverywhere(_Place):
    """Search the cards of every board."""

    keys = ("S",)
    place = "search"


ELSEWHERE: tuple[CommandType, ...] = (
    SearchEverywhere, MyCards, ShowAgenda, ShowTable, ShowCalendar, ShowDashboard, Activity, Archived, Notifications, Outbox, History, Conflicts, ShowRules,
    Settings,
)  # fmt: skip

ANYWHERE: tuple[CommandType, ...] = (
    SwitchBoard,
    SearchEverywhere,
    ShowAgenda,
    Notifications,
    Outbox,
    History,
    ShowRules,
    Settings,
)
"""The pages that can also be opened from an open card and from the pages of cards."""
