"""Commands on boards: switch, make, rename, star, close and reopen."""

from tui.app.commands.app import other_board
from tui.app.commands.command import (
    Choice,
    Command,
    CommandType,
    Context,
    GoCommand,
    ImmediateCommand,
    SecondLine,
    next_name,
    quote_title,
    rename,
)
from tui.model.board import FIRST_LISTS


class SwitchBoard(GoCommand):
    """Open another board: type a part of its name."""

    keys = ("b",)
    group = "Boards"
    shown = "boards"
    place = "boards"


class SampleBoards(GoCommand):
    """Make the sample boards, as at the first start."""

    opens = True
    group = "Boards"
    place = "sample"


class Refresh(ImmediateCommand[Context]):
    """Ask the service for what is new, now."""

    keys = ("f5", "ctrl+r")
    group = "Boards"

    def act(self, context: Context) -> None:
        """Start a refresh in the background."""
        context.workspace.sync.refresh()
        context.tell("asking for what is new")


class _BoardCommand(Command[Context]):
    """A command that needs a board."""

    group = "Boards"
    needs = "board"


class NewBoard(Command[Context]):
    """Make a board, with the lists you name; three are offered."""

    asks = True
    keys = ("g n",)
    group = "Boards"
    hint = "new board"

    def __init__(self, called: str = "") -> None:
        self._called = called  # the name that was typed already

    async def run(self, context: Context) -> None:
        """Ask for the board's name and its lists, make the board, and go to it."""
        made, lists = "", SecondLine("lists", ", ".join(FIRST_LISTS))

        async def make(name: str) -> None:
            nonlocal made
            names = [one for each in lists.text.split(",") if (one := each.strip())]
            made = await context.workspace.boards.create(name, lists=names)

        asked = await context.prompt(
            "New board",
            value=self._called,
            placeholder="its name",
            attempt=make,
            needed="A board needs a name",
            action="make it",
            second=lists,
        )
        if asked is not None:
            context.go(f"board:{made}")


class CopyThisBoard(_BoardCommand):
    """Copy the board: its lists and labels, with or without its cards."""

    asks = True
    keys = ("g y",)
    hint = "copy board"

    def refuse(self, context: Context) -> str | None:
        """Refuse if the service, which makes the copy, cannot be asked."""
        workspace = context.workspace
        away = workspace.sync.status().is_stuck
        return (
            super().refuse(context)
            or workspace.access.read_only_reason("")
            or ("the service copies a board, and it does not answer now" if away else None)
        )

    async def run(self, context: Context) -> None:
        """Ask what to copy and for the new name, have the board copied, and go to the copy."""
        from tui.app.commands.parts.long_work import told_meanwhile

        board, workspace, made = context.board, context.workspace, ""
        if board is None:
            return
        count = sum(workspace.cards.counts(board.id).values())
        choices = [
            Choice("cards", "with its cards", f"{count:,} card{'s' * (count != 1)}"),
            Choice("none", "without cards", "its lists and labels"),
        ]
        what = await context.choose(f"Copy {quote_title(board.name)}", choices)
        if what is None:
            return
        ident, cards = board.id, what == "cards"

        async def copy(name: str) -> None:
            nonlocal made
            made = await workspace.boards.copy(ident, name, cards=cards)

        asked = await context.prompt(
            "Name of the copy",
            offer=next_name(board.name, {one.name for one in workspace.boards.all()}),
            attempt=copy,
            needed="A board needs a name",
            action="make the copy",
        )
        if asked is None:
            return
        if await told_meanwhile(
            context, f"copying {quote_title(board.name)}", lambda _: workspace.boards.made(made)
        ):
            from tui.presentation.left_behind import members_left_out

            lost = members_left_out(workspace.boards, ident, made)
            context.go(f"board:{made}", saying=f"this is the copy of {quote_title(board.name)}{lost}")
        elif workspace.boards.get(made) is not None:
            waits = "no answer: the board is copied once the service is there · {outbox} shows what waits"
            context.tell(waits.format_map(context.key_names))


class RenameBoard(_BoardCommand):
    """Rename the board."""

    asks = True
    keys = ("g r",)
    hint = "rename board"

    async def run(self, context: Context) -> None:
        """Ask for the new name, and rename the board."""
        from tui.model.writes.boards import UpdateBoard

        if (board := context.board) is not None:
            ident = board.id
            await rename(context, "board", board.name, lambda name: UpdateBoard(board_id=ident, name=name))


class StarThisBoard(_BoardCommand):
    """Star the board, or take its star: starred boards come first."""

    keys = ("g s",)
    quick = True
    hint = "star board"

    async def run(self, context: Context) -> None:
        """Toggle the board's star."""
        from tui.model.writes.boards import StarBoard

        if (board := context.board) is not None:
            await context.workspace.writes.submit(StarBoard(board_id=board.id, starred=not board.starred))
            context.tell(
                f"{board.name} {'has no star any more' if board.starred else 'is starred'}", undo=True
            )


class CloseBoard(_BoardCommand):
    """Close the board; closed boards can be opened again, or deleted."""

    keys = ("g x",)
    hint = "close board"

    async def run(self, context: Context) -> None:
        """Close the board, and go to another one, or to the page without a board."""
        from tui.model.writes.boards import UpdateBoard

        board = context.board
        if board is None:
            return
        await context.workspace.writes.submit(UpdateBoard(board_id=board.id, closed=True))
        then = f"{context.key_names['closed-boards']} opens or deletes it"
        context.go(f"board:{other_board(context, board.id)}", saying=f"closed {board.name}: {then}")


class ClosedBoards(Command[Context]):
    """Open a closed board again, or delete it for good."""

    asks = True
    keys = ("g o",)
    group = "Boards"
    hint = "closed boards"

    def refuse(self, context: Context) -> str | None:
        """Refuse if no board is closed."""
        return (
            None
            if context.workspace.boards.all(closed=True)
            else f"no board is closed: {context.key_names['close-board']} closes one"
        )

    async def run(self, context: Context) -> None:
        """Ask for a closed board, then whether to reopen or delete it."""
        from tui.model.writes.boards import DeleteBoard, UpdateBoard

        closed = {board.id: board for board in context.workspace.boards.all(closed=True)}
        ident = await context.choose(
            "Closed boards", [Choice(each.id, each.name) for each in closed.values()]
        )
        if ident is None:
            return
        name = closed[ident].name
        verbs = [Choice("open", "open it again"), Choice("delete", "delete it for good")]
        match await context.choose(name, verbs):
            case "open":
                await context.workspace.writes.submit(UpdateBoard(board_id=ident, closed=False))
                context.go(f"board:{ident}", saying=f"opened {name} again")
            case "delete":
                sure = f"Delete the board “{name}” and all that is on it?"
                if await context.confirm(sure, detail="It cannot be undone.", yes="Delete"):
                    await context.workspace.writes.submit(DeleteBoard(board_id=ident))
                    context.tell(f"deleted {name}")
            case _:
                pass


class ImportBoard(GoCommand):
    """Import a board from a file that was exported, or cards from a table (CSV)."""

    keys = ("g i",)
    opens = True
    group = "Boards"
    place = "import"
    hint = "import"


class ExportBoard(GoCommand):
    """Export the board to a file."""

    opens = True
    group = "Boards"
    needs = "board"
    place = "export"


class ExportCards(GoCommand):
    """Export the cards of the board to a table (CSV) that a spreadsheet opens."""

    opens = True
    group = "Boards"
    needs = "board"
    place = "export-cards"


BOARDS: tuple[CommandType, ...] = (
    SwitchBoard, NewBoard, CopyThisBoard, RenameBoard, StarThisBoard, CloseBoard, ClosedBoards, ImportBoard, ExportBoard,
    ExportCards, SampleBoards, Refresh,
)  # fmt: skip
