"""Help, palette, undo and the way out: what can be asked for everywhere."""

from tui.app.commands.command import Command, Context, Deed, Instant


class Help(Instant[Context]):
    """Show what the keys do."""

    keys = ("question_mark", "f1")
    group = "Cardscout"
    shown = True
    hint = "keys"

    def act(self, context: Context) -> None:
        """Show the help."""
        context.go("help")


class Palette(Instant[Context]):
    """Run a command by its name."""

    keys = ("ctrl+p", "colon")
    group = "Cardscout"

    def act(self, context: Context) -> None:
        """Show the palette."""
        context.go("palette")


class Undo(Command[Context]):
    """Undo the last change."""

    keys = ("u", "ctrl+z")
    group = "Cardscout"
    quick = True

    async def run(self, context: Context) -> None:
        """Undo, and say what."""
        words = await context.workspace.undo()
        context.tell(f"{words} · U does it again" if words else "nothing to undo")


class Redo(Command[Context]):
    """Do again what was undone."""

    keys = ("U", "ctrl+y")
    group = "Cardscout"
    quick = True

    async def run(self, context: Context) -> None:
        """Redo, and say what."""
        words = await context.workspace.redo()
        context.tell(words or "nothing to do again", undo=bool(words))


class Theme(Instant[Context]):
    """Change between the dark and the light theme."""

    keys = ("f2",)
    group = "Cardscout"

    def act(self, context: Context) -> None:
        """Change it."""
        context.go("theme")


class Quit(Instant[Context]):
    """Quit; everything is kept."""

    keys = ("ctrl+q",)
    group = "Cardscout"

    def act(self, context: Context) -> None:
        """Leave."""
        context.go("quit")


APP: tuple[Deed, ...] = (Help, Palette, Undo, Redo, Theme, Quit)
