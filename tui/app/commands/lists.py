"""Commands on lists, given from the board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tui.app.commands.board_context import BoardContext
from tui.app.commands.command import Choice, Command, CommandType, next_name, rename
from tui.model import position
from tui.model.filter.finished import list_words
from tui.model.values.scalars import new_local_id

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList

_HIGHEST_LIMIT = 5000
"""Maximum card limit that the service accepts."""


class _ListCommand(Command[BoardContext]):
    """A command that needs a list."""

    group = "Lists"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if the board has no lists."""
        return (
            None
            if context.board_list
            else f"this board has no lists yet: {context.key_names['new-list']} adds one"
        )

    async def run(self, context: BoardContext) -> None:
        """Do it to the list with the cursor."""
        board, here = context.board, context.board_list
        if board is not None and here is not None:
            await self.run_on(context, board, here)

    async def run_on(self, context: BoardContext, board: Board, here: BoardList) -> None:
        """Do it to a list of a board."""


async def _update(context: BoardContext, board: Board, here: BoardList, **changes: Any) -> None:
    from tui.model.writes.lists import UpdateList

    await context.workspace.writes.submit(UpdateList(board_id=board.id, list_id=here.id, **changes))


class NewList(Command[BoardContext]):
    """Add lists after this one, one after another."""

    asks = True
    keys = ("plus",)
    group = "Lists"
    needs = "board"

    async def run(self, context: BoardContext) -> None:
        """Ask for names until the answer is empty, and add a list for each after the previous one."""
        board, after, before = context.board, "", ""
        while board is not None:
            ident = new_local_id()
            name = await context.prompt(
                "Next list" if before else "New list",
                placeholder="its name",
                note=f"added {before} · esc when that was all" if before else "",
                attempt=partial(self._add, context, board.id, ident, after),
                action="add the list",
            )
            if name is None:
                return
            context.show_list(ident)
            context.tell(f"added the list {list_words(name)}", undo=True)
            after, before = ident, name

    async def _add(self, context: BoardContext, board_id: str, ident: str, after: str, name: str) -> None:
        """Add a list after another one; "" stands for the one with the cursor."""
        from tui.model.writes.lists import CreateList

        # Read only now, because while the box was open the list may have got another id, or been deleted.
        here, lists = context.board_list, context.workspace.boards.lists(board_id)
        ids = [each.id for each in lists]
        last = context.workspace.writes.current_id(after) if after else ""
        follows = last if last in ids else "" if here is None else here.id
        pos = position.at([each.pos for each in lists], ids.index(follows) + 1 if follows else len(lists))
        await context.workspace.writes.submit(
            CreateList(board_id=board_id, list_id=ident, name=name, pos=pos)
        )


class CopyThisList(_ListCommand):
    """Copy the list with its cards, to the right of it."""

    asks = True
    keys = ("g Y",)
    hint = "copy list"

    async def run(self, context: BoardContext) -> None:
        """Ask for the name of the copy, and have the list copied."""
        if (here := context.board_list) is None:
            return
        made, workspace = "", context.workspace

        async def copy(name: str) -> None:
            nonlocal made
            made = await workspace.boards.copy_list(here.id, name)

        name = await context.prompt(
            f"Copy the list {list_words(here.name)} as",
            offer=next_name(here.name, {one.name for one in context.lists}),
            attempt=copy,
            needed="A list needs a name",
            action="make the copy",
        )
        if name is None:
            return
        context.show_list(made)
        stuck = workspace.sync.status().is_stuck
        later = " · its cards come when the service answers" if stuck else ""
        context.tell(f"copied the list {here.name}{later}", undo=True)


class RenameList(_ListCommand):
    """Rename the list; a double click on its name does it too."""

    asks = True
    keys = ("r",)

    async def run_on(self, context: BoardContext, board: Board, here: BoardList) -> None:
        """Ask for the new name, and rename the list."""
        from tui.model.writes.lists import UpdateList

        write = partial(UpdateList, board_id=board.id, list_id=here.id)
        await rename(
            context, "list", here.name, lambda name: write(name=name), partial(list_words, was=here.name)
        )


class _MoveList(_ListCommand):
    """A move of the list by one place."""

    quick = True
    by: ClassVar[int]

    async def run_on(self, context: BoardContext, board: Board, here: BoardList) -> None:
        """Move the list, unless it is the last on that side."""
        others = [each for each in context.lists if each.id != here.id]
        index = [each.id for each in context.lists].index(here.id) + self.by
        if not 0 <= index <= len(others):
            context.tell("there is no list on that side")
            return
        pos = position.at([each.pos for each in others], index)
        await _update(context, board, here, pos=pos)
        context.tell(f"moved the list {here.name}", undo=True)


class MoveListLeft(_MoveList):
    """Move the list one place to the left."""

    keys = ("ctrl+left", "g H")
    hint = "move list left"
    by = -1


class MoveListRight(_MoveList):
    """Move the list one place to the right."""

    keys = ("ctrl+right", "g L")
    hint = "move list right"
    by = 1


class ArchiveList(_ListCommand):
    """Archive the list and what is in it."""

    quick = True
    keys = ("g X",)
    hint = "archive list"

    async def run_on(self, context: BoardContext, board: Board, here: BoardList) -> None:
        """Archive the list."""
        # All of them are archived, whatever a filter shows.
        count = context.workspace.cards.counts(board.id, [here.id]).get(here.id, 0)
        await _update(context, board, here, closed=True)
        cards = f" and its {count} card{'s' * (count != 1)}" if count else ""
        context.tell(f"archived the list {here.name}{cards}", undo=True)


class ListLimit(_ListCommand):
    """Set how many cards the list should have at most (WIP limit)."""

    asks = True
    keys = ("g w",)
    hint = "limit of the list"

    async def run_on(self, context: BoardContext, board: Board, here: BoardList) -> None:
        """Ask for the number, and set the limit; 0 means none, and so does an emptied line."""
        from tui.presentation.typed_number import read_most

        def read(text: str) -> int | None:
            return read_most(text, "cards", _HIGHEST_LIMIT, example=5) or None

        async def keep(text: str) -> None:
            if (limit := read(text)) != here.soft_limit:
                await _update(context, board, here, soft_limit=limit)

        text = await context.prompt(
            f"At most so many cards in {here.name}",
            offer=str(here.soft_limit or ""),
            placeholder="a number, or none",
            attempt=keep,
            blank=here.soft_limit is not None,
            action="set it",
        )
        if text is not None:
            limit = read(text)
            words = f"{here.name}: at most {limit}" if limit else f"{here.name}: no limit"
            changed = limit != here.soft_limit
            context.tell(words if changed else f"{words}, as before", undo=changed)


class ArchiveAllCards(_ListCommand):
    """Archive every card of the list."""

    keys = ("g A",)
    hint = "archive all in list"

    async def run(self, context: BoardContext) -> None:
        """Archive all cards of the list."""
        if (here := context.board_list) is not None:
            _tell_of_all(context, "archived", await context.workspace.cards.archive_all(here.id), here.name)


class MoveAllCards(_ListCommand):
    """Move every card of the list to another list."""

    asks = True
    keys = ("g M",)
    hint = "move all in list"

    async def run(self, context: BoardContext) -> None:
        """Ask for the other list, then move the cards."""
        if (here := context.board_list) is None:
            return
        others = [Choice(each.id, each.name) for each in context.lists if each.id != here.id]
        target = await context.choose(f"Move all cards of {here.name} to", others)
        if target is not None:
            _tell_of_all(context, "moved", await context.workspace.cards.move_all(here.id, target), here.name)


def _tell_of_all(context: BoardContext, did: str, count: int, name: str) -> None:
    """Show what was done to all cards of a list, or that it has none."""
    if count:
        context.tell(f"{did} {count} card{'s' * (count != 1)}", undo=True)
    else:
        context.tell(f"no card is in {name}")


LISTS: tuple[CommandType, ...] = (
    NewList, CopyThisList, RenameList, MoveListLeft, MoveListRight, ArchiveList, ListLimit, ArchiveAllCards, MoveAllCards,
)  # fmt: skip
