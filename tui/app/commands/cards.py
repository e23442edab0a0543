"""What is done to cards from the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Command, CommandType, Context, ImmediateCommand, no_board, short
from tui.app.commands.view import BOTTOM, TOP, BoardContext
from tui.model.writes.cards import DeleteCard, UpdateCard

if TYPE_CHECKING:
    from tui.model.card import CardFace


def no_card(context: Context) -> str | None:
    """Why nothing can be done to a card, or None."""
    if context.cards:
        return None
    key = context.key_names["new-card"]
    return (
        f"no card has the cursor: {key} adds one" if context.board else f"no board is open: {key} makes one"
    )


class _CardCommand(Command[BoardContext]):
    """A command that needs a card, and none in the hand."""

    group = "Cards"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a card, and the hand must be empty."""
        if context.selection.holding:
            return "a card is in your hand: enter drops it, esc puts it back"
        return no_card(context)


class _Move(_CardCommand):
    """A move the cursor follows; it waits for the store and for nothing else."""

    quick = True

    async def _to(self, context: BoardContext, lists: int, index: int | None) -> None:
        """Move to the list so many lists away, at ``index`` or where the card is now."""
        here = context.board_list
        if here is None:
            return
        at = next(i for i, each in enumerate(context.lists) if each.id == here.id)
        target = context.lists[max(0, min(at + lists, len(context.lists) - 1))]
        if target.id == here.id and lists:
            context.tell("there is no list on that side")
            return
        cards = tuple(context.cards)
        await context.place(cards, target.id, context.kanban.index if index is None else index)
        if lists:
            context.tell(_moved(cards, target.name), undo=True)


class MoveCardRight(_Move):
    """Move the card to the next list."""

    keys = ("L", "shift+right")

    async def run(self, context: BoardContext) -> None:
        """Move right."""
        await self._to(context, context.count or 1, None)


class MoveCardLeft(_Move):
    """Move the card to the list before."""

    keys = ("H", "shift+left")

    async def run(self, context: BoardContext) -> None:
        """Move left."""
        await self._to(context, -(context.count or 1), None)


class MoveCardDown(_Move):
    """Move the card down in its list."""

    keys = ("J", "shift+down")

    async def run(self, context: BoardContext) -> None:
        """Move down."""
        await self._to(context, 0, context.kanban.index + (context.count or 1))


class MoveCardUp(_Move):
    """Move the card up in its list."""

    keys = ("K", "shift+up")

    async def run(self, context: BoardContext) -> None:
        """Move up."""
        await self._to(context, 0, max(0, context.kanban.index - (context.count or 1)))


class MoveCardRightBottom(_Move):
    """Move the card to the bottom of the next list."""

    keys = ("full_stop",)

    async def run(self, context: BoardContext) -> None:
        """Move right, below all."""
        await self._to(context, 1, BOTTOM)


class MoveCardLeftBottom(_Move):
    """Move the card to the bottom of the list before."""

    keys = ("comma",)

    async def run(self, context: BoardContext) -> None:
        """Move left, below all."""
        await self._to(context, -1, BOTTOM)


class MoveCardRightTop(_Move):
    """Move the card to the top of the next list."""

    keys = ("greater_than_sign",)

    async def run(self, context: BoardContext) -> None:
        """Move right, above all."""
        await self._to(context, 1, TOP)


class MoveCardLeftTop(_Move):
    """Move the card to the top of the list before."""

    keys = ("less_than_sign",)

    async def run(self, context: BoardContext) -> None:
        """Move left, above all."""
        await self._to(context, -1, TOP)


class MoveCardTo(_CardCommand):
    """Move the card to a list, of this board or another, chosen by typing a part of its name."""

    asks = True
    keys = ("M",)

    async def run(self, context: BoardContext) -> None:
        """Ask for the list, and move to its bottom."""
        cards, workspace = tuple(context.cards), context.workspace
        here = [Choice(each.id, each.name) for each in context.lists]
        choices = [*here, *self._elsewhere(context)]
        target = await context.choose("Move to list", choices)
        if target is not None and (board := workspace.boards.get(target)) is not None:
            context.tell(f"reading {board.name} …")
            await workspace.boards.pull(board.id)
            choices = [Choice(each.id, each.name, board.name) for each in workspace.boards.lists(board.id)]
            target = await context.choose(f"Move to a list of {board.name}", choices)
        if target is None:
            return
        if target in {choice.value for choice in here}:
            await context.place(cards, target, BOTTOM)
        else:
            await workspace.cards.move([card.id for card in cards], target)
            context.selection.pick(())
        chosen = next(choice for choice in choices if choice.value == target)
        context.tell(_moved(cards, f"{chosen.text}{f' on {chosen.note}' if chosen.note else ''}"), undo=True)

    @staticmethod
    def _elsewhere(context: BoardContext) -> Iterator[Choice]:
        """The lists of the other boards; a board that was not opened here yet stands for its own."""
        for board in context.workspace.boards.all():
            if context.board is not None and board.id == context.board.id:
                continue
            lists = context.workspace.boards.lists(board.id)
            for each in lists:
                yield Choice(each.id, each.name, board.name, also=board.name)
            if not lists and not context.workspace.boards.was_read(board.id):
                yield Choice(board.id, board.name, "a board: enter reads its lists")


class Lift(ImmediateCommand[BoardContext]):
    """Lift the card, carry it with the arrows; enter or space drops it, esc puts it back."""

    keys = ("space",)
    group = "Cards"
    shown = True
    hint = "lift"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a card."""
        return None if context.selection.holding else no_card(context)

    def act(self, context: BoardContext) -> None:
        """Lift, or drop what is in the hand."""
        if context.selection.holding:
            context.selection.put_down()
        else:
            context.selection.lift()


class OpenCard(ImmediateCommand[BoardContext]):
    """Open the card, or drop the one in the hand."""

    opens = True
    keys = ("enter",)
    group = "Cards"
    shown = True
    hint = "open"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a card."""
        return no_card(context)

    def act(self, context: BoardContext) -> None:
        """Drop, else open."""
        if context.selection.holding:
            context.selection.put_down()
        elif context.card is not None:
            context.go(f"card:{context.card.id}")


class NewCard(ImmediateCommand[BoardContext]):
    """Add cards after this one; enter adds, esc ends."""

    opens = True
    keys = ("n",)
    group = "Cards"
    shown = True
    hint = "new"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a board, or none at all."""
        if context.selection.holding:
            return "a card is in your hand: enter drops it, esc puts it back"
        if context.board is None and context.workspace.boards.all():
            return no_board(context)
        return None

    def act(self, context: BoardContext) -> None:
        """Open the line; where there is no board or no list yet, ask for the first: letters behind are no commands."""
        context.line.add_card()


class EditTitle(ImmediateCommand[BoardContext]):
    """Change the title in its place."""

    opens = True
    keys = ("t",)
    group = "Cards"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a card."""
        return no_card(context)

    def act(self, context: BoardContext) -> None:
        """Open the line."""
        context.line.edit_title()


class ArchiveCard(_CardCommand):
    """Archive the card."""

    keys = ("a",)
    quick = True

    async def run(self, context: BoardContext) -> None:
        """Archive what the verb acts on."""
        cards = tuple(context.cards)
        if context.board is None:
            return
        ops = [UpdateCard(board_id=context.board.id, card_id=card.id, closed=True) for card in cards]
        await context.workspace.writes.submit_all(ops)
        context.selection.pick(())
        context.tell(f"archived {_count(cards)}", undo=True)


class DeleteCardForGood(_CardCommand):
    """Delete the card for good, after asking."""

    asks = True
    keys = ("X", "delete")

    async def run(self, context: BoardContext) -> None:
        """Ask, then delete."""
        cards, board = tuple(context.cards), context.board
        detail = "It cannot be undone. Archiving (a) can."
        if board is None or not await context.confirm(
            f"Delete {_count(cards)}?", detail=detail, yes="Delete"
        ):
            return
        await context.workspace.writes.submit_all(
            [DeleteCard(board_id=board.id, card_id=card.id) for card in cards]
        )
        context.selection.pick(())
        context.tell(f"deleted {_count(cards)}")


class _Pick(ImmediateCommand[BoardContext]):
    """A command that selects cards."""

    group = "Select"

    def refuse(self, context: BoardContext) -> str | None:
        """There must be a card."""
        return no_card(context)


class PickCard(_Pick):
    """Select the card, or take it out of the selection."""

    keys = ("v",)

    def act(self, context: BoardContext) -> None:
        """Turn it round, and go on."""
        if context.card is not None:
            context.selection.pick(tuple(context.selection.picked ^ {context.card.id}))
            context.kanban.step(1)


class PickList(_Pick):
    """Select every card of the list."""

    keys = ("V", "ctrl+a")

    def act(self, context: BoardContext) -> None:
        """Select them."""
        if context.board_list is not None:
            context.selection.pick([card.id for card in context.cards_of(context.board_list.id)])


def _moved(cards: tuple[CardFace, ...], to: str) -> str:
    return f"moved to {to}" if len(cards) == 1 else f"{len(cards)} cards moved to {to}"


def _count(cards: tuple[CardFace, ...]) -> str:
    """What is talked about, in words."""
    return short(cards[0].name) if len(cards) == 1 else f"{len(cards)} cards"


CARDS: tuple[CommandType, ...] = (
    OpenCard, NewCard, EditTitle, Lift, MoveCardLeft, MoveCardRight, MoveCardDown, MoveCardUp, MoveCardRightBottom,
    MoveCardLeftBottom, MoveCardRightTop, MoveCardLeftTop, MoveCardTo, ArchiveCard, DeleteCardForGood, PickCard,
    PickList,
)  # fmt: skip
