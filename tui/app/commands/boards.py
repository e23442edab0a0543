"""Going to another board."""

from tui.app.commands.command import Context, Deed, Instant


class SwitchBoard(Instant[Context]):
    """Open another board: type a part of its name."""

    keys = ("b",)
    group = "Boards"
    shown = True
    hint = "boards"

    def act(self, context: Context) -> None:
        """Show the switcher."""
        context.go("boards")


class Refresh(Instant[Context]):
    """Ask the service for what is new, now."""

    keys = ("f5", "ctrl+r")
    group = "Boards"

    def act(self, context: Context) -> None:
        """Ask."""
        context.workspace.refresh()
        context.tell("asking for what is new")


BOARDS: tuple[Deed, ...] = (SwitchBoard, Refresh)
