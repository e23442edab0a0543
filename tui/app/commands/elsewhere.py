"""The other places: what was put away, what waits, what others did, and searching everywhere."""

from tui.app.commands.command import CommandType, Context, ImmediateCommand, no_board


class _Place(ImmediateCommand[Context]):
    """Goes to a place."""

    group = "Places"
    place: str

    def act(self, context: Context) -> None:
        """Go there."""
        context.go(self.place)


class Archived(_Place):
    """Show the archived cards and lists of the board."""

    keys = ("g a",)
    place = "archive"

    def refuse(self, context: Context) -> str | None:
        """There must be a board."""
        return no_board(context)


class Outbox(_Place):
    """Show what was refused, and what waits to be sent."""

    keys = ("O",)
    place = "outbox"


class Conflicts(_Place):
    """Show what two people changed differently, yours beside theirs."""

    keys = ("g c",)
    place = "conflicts"


class Notifications(_Place):
    """Show what others did that concerns you."""

    keys = ("N",)
    place = "notifications"


class SearchEverywhere(_Place):
    """Search the cards of every board."""

    keys = ("S",)
    place = "search"


ELSEWHERE: tuple[CommandType, ...] = (SearchEverywhere, Archived, Notifications, Outbox, Conflicts)
