"""Commands on cards, given from the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from tui.app.commands.board_context import IN_HAND, BoardContext
from tui.app.commands.command import (
    Choice,
    Command,
    CommandType,
    Context,
    ImmediateCommand,
    no_board,
    no_board_words,
    quote_title,
)
from tui.app.commands.view import BOTTOM, TOP
from tui.app.commands.writing import report
from tui.presentation.left_behind import left_behind

if TYPE_CHECKING:
    from tui.app.commands.writing import Done
    from tui.model.card import CardFace
    from tui.model.writes.base import Write


def no_card(context: Context) -> str | None:
    """Return why no command on a card is possible, or None if it is."""
    if context.cards:
        return None
    key = context.key_names["new-card"]
    if context.board:
        return f"no card has the cursor: {key} adds one"
    return no_board_words(context, f"{key} makes one")


class _CardCommand(Command[BoardContext]):
    """A command on cards that is refused while a card is lifted."""

    group = "Cards"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse without a card, and while a card is lifted."""
        return IN_HAND if context.selection.holding else no_card(context)


class _Move(_CardCommand):
    """A move of cards; it waits for the store only.

    Attributes:
        follow: Whether the cursor follows the card; otherwise it stays in its list, on the card that comes next.
    """

    quick = True
    follow: ClassVar[bool] = True

    async def _move_by(self, context: BoardContext, lists: int, index: int | None) -> None:
        """Move the cards by ``lists`` lists, to ``index``, or to the cursor's index if it is None."""
        here = context.board_list
        if here is None:
            return
        at = next(i for i, each in enumerate(context.lists) if each.id == here.id)
        target = context.lists[max(0, min(at + lists, len(context.lists) - 1))]
        if target.id == here.id and lists:
            context.tell("there is no list on that side")
            return
        cards = tuple(context.cards)
        at_index = context.kanban.index if index is None else index
        done = await context.place(cards, target.id, at_index, follow=self.follow)
        if lists or done.left:
            context.tell(moved(cards, target.name, done), undo=True)


class MoveCardRight(_Move):
    """Move the card to the next list."""

    keys = ("L", "shift+right")

    async def run(self, context: BoardContext) -> None:
        """Move the cards right."""
        await self._move_by(context, context.count or 1, None)


class MoveCardLeft(_Move):
    """Move the card to the list before."""

    keys = ("H", "shift+left")

    async def run(self, context: BoardContext) -> None:
        """Move the cards left."""
        await self._move_by(context, -(context.count or 1), None)


SORTED, SORTED_HINT = "the cards are sorted, which moves none", "{back} shows the lists in their own order"
"""Message for a move within a list while the cards are sorted."""


def _sorted(context: BoardContext) -> str | None:
    """Return why cards cannot be moved within a list, because they are sorted, or None."""
    return f"{SORTED}: {SORTED_HINT.format_map(context.key_names)}" if context.filter.sorts else None


class _MoveWithin(_Move):
    """A move to another place in the same list."""

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse while the cards are sorted."""
        return super().refuse(context) or _sorted(context)

    async def _move_from_first(self, context: BoardContext, by: int) -> None:
        """Move the cards by so many places: several go one after another, to where that puts the first one here."""
        # The cursor may be below the selected cards, or far from them.
        first = context.selection.first_index
        await self._move_by(context, 0, max(0, (context.kanban.index if first is None else first) + by))


class MoveCardDown(_MoveWithin):
    """Move the card down in its list."""

    keys = ("J", "shift+down")

    async def run(self, context: BoardContext) -> None:
        """Move the cards down."""
        await self._move_from_first(context, context.count or 1)


class MoveCardUp(_MoveWithin):
    """Move the card up in its list."""

    keys = ("K", "shift+up")

    async def run(self, context: BoardContext) -> None:
        """Move the cards up."""
        await self._move_from_first(context, -(context.count or 1))


class _Send(_Move):
    """A move to an end of another list, after which the cursor is on the next card: a list is emptied key by key."""

    follow = False


class MoveCardRightBottom(_Send):
    """Move the card to the bottom of the next list; the cursor stays in this one."""

    keys = ("full_stop",)

    async def run(self, context: BoardContext) -> None:
        """Move the cards to the bottom of the next list."""
        await self._move_by(context, 1, BOTTOM)


class MoveCardLeftBottom(_Send):
    """Move the card to the bottom of the list before; the cursor stays in this one."""

    keys = ("comma",)

    async def run(self, context: BoardContext) -> None:
        """Move the cards to the bottom of the list before."""
        await self._move_by(context, -1, BOTTOM)


class MoveCardRightTop(_Send):
    """Move the card to the top of the next list; the cursor stays in this one."""

    keys = ("greater_than_sign",)

    async def run(self, context: BoardContext) -> None:
        """Move the cards to the top of the next list."""
        await self._move_by(context, 1, TOP)


class MoveCardLeftTop(_Send):
    """Move the card to the top of the list before; the cursor stays in this one."""

    keys = ("less_than_sign",)

    async def run(self, context: BoardContext) -> None:
        """Move the cards to the top of the list before."""
        await self._move_by(context, -1, TOP)


class MoveCardTo(_CardCommand):
    """Move the card to a list, of this board or another, chosen by typing a part of its name."""

    asks = True
    keys = ("M",)

    async def run(self, context: BoardContext) -> None:
        """Ask for the list, and move the cards to its bottom."""
        cards = tuple(context.cards)
        if (to := await self._ask(context)) is None:
            return
        if to.value in {each.id for each in context.lists}:
            done = await context.place(cards, to.value, BOTTOM, follow=False)
        else:
            left = await context.workspace.cards.move([card.id for card in cards], to.value)
            context.selection.pick(())
            done = report(context, cards, left)
        where = f"{to.text}{f' on {to.note}' if to.note else ''}"
        lost = self._lost(context, cards, to.value)
        context.tell(f"{moved(cards, where, done)}{lost}", undo=True)

    async def _ask(self, context: BoardContext) -> Choice | None:
        """Ask for a list; one of a board that was never read is asked for after reading it."""
        boards = context.workspace.boards
        choices = [*(Choice(each.id, each.name) for each in context.lists), *self._elsewhere(context)]
        target = await context.choose("Move to list", choices)
        if target is not None and (board := boards.get(target)) is not None:
            context.tell(f"reading {board.name} …")
            await boards.pull(board.id)
            choices = [Choice(each.id, each.name, board.name) for each in boards.lists(board.id)]
            target = await context.choose(f"Move to a list of {board.name}", choices)
        return next((choice for choice in choices if choice.value == target), None)

    @staticmethod
    def _lost(context: BoardContext, cards: Sequence[CardFace], list_id: str) -> str:
        """Return what the cards lost if the list is on another board."""
        there = context.workspace.boards.get_list(list_id)
        if context.board is None or there is None or there.id_board == context.board.id:
            return ""
        used = {ident for card in cards for ident in (*card.label_ids, *card.member_ids)}
        return left_behind(context.workspace.boards, used, context.board.id, there.id_board)

    @staticmethod
    def _elsewhere(context: BoardContext) -> Iterator[Choice]:
        """Yield the lists of the other boards as choices; a board not read yet is one choice."""
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
    shown = "lift"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if there is no card and none is lifted, or if the cards are sorted."""
        return None if context.selection.holding else no_card(context) or _sorted(context)

    def act(self, context: BoardContext) -> None:
        """Lift the card, or drop the lifted one."""
        if context.selection.holding:
            context.selection.drop()
        else:
            context.selection.lift()


def _folded_list(context: BoardContext) -> str:
    """Return the id of the list with the cursor if it is collapsed, else ""."""
    here = context.board_list
    return here.id if here is not None and context.folds.is_folded(here.id) else ""


class OpenCard(ImmediateCommand[BoardContext]):
    """Open the card, or drop the one in the hand."""

    opens = True
    keys = ("enter",)
    group = "Cards"
    shown = "open"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no card has the cursor, and no collapsed list."""
        return None if _folded_list(context) else no_card(context)

    def act(self, context: BoardContext) -> None:
        """Drop the lifted card, or else open the card with the cursor, or the collapsed list."""
        if context.selection.holding:
            context.selection.drop()
        elif folded := _folded_list(context):
            context.folds.open(folded)
        elif context.card is not None:
            context.go(f"card:{context.card.id}")


class NewCard(ImmediateCommand[BoardContext]):
    """Add cards after this one; enter adds, esc ends."""

    opens = True
    keys = ("n",)
    group = "Cards"
    shown = "new"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse while a card is lifted, and if no board is open although there are some."""
        if context.selection.holding:
            return IN_HAND
        if context.board is None and context.workspace.boards.all():
            return no_board(context)
        return None

    def act(self, context: BoardContext) -> None:
        """Open the text field; without a board or list, ask for the first one in a box, which takes the typed keys."""
        if folded := _folded_list(context):
            context.folds.open(folded)
        context.line.add_card()


class EditTitle(ImmediateCommand[BoardContext]):
    """Change the title in its place."""

    opens = True
    keys = ("t",)
    group = "Cards"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no card has the cursor."""
        return no_card(context)

    def act(self, context: BoardContext) -> None:
        """Open the text field for the title."""
        context.line.edit_title()


async def _submit_all(context: BoardContext, cards: Sequence[CardFace], writes: Sequence[Write]) -> Done:
    """Submit the writes that take cards off the board, and select none any more."""
    left = await context.workspace.writes.submit_each(writes)
    context.selection.pick(())
    return report(context, cards, left)


class ArchiveCard(_CardCommand):
    """Archive the card."""

    keys = ("a",)
    quick = True

    async def run(self, context: BoardContext) -> None:
        """Archive the selected cards, or else the card with the cursor."""
        from tui.model.writes.cards import UpdateCard

        cards = tuple(context.cards)
        if context.board is None:
            return
        writes = [UpdateCard(board_id=context.board.id, card_id=card.id, closed=True) for card in cards]
        done = await _submit_all(context, cards, writes)
        context.tell(f"archived {done.cards}{done.left}", undo=True)


class DeleteCardForGood(_CardCommand):
    """Delete the card for good, after asking."""

    asks = True
    keys = ("X", "delete")

    async def run(self, context: BoardContext) -> None:
        """Ask for confirmation, then delete the cards."""
        from tui.model.writes.cards import DeleteCard

        cards, board = tuple(context.cards), context.board
        detail = f"It cannot be undone. Archiving ({context.key_names['archive-card']}) can."
        what = quote_title(cards[0].name) if len(cards) == 1 else f"{len(cards)} cards"
        if board is None or not await context.confirm(f"Delete {what}?", detail=detail, yes="Delete"):
            return
        writes = [DeleteCard(board_id=board.id, card_id=card.id) for card in cards]
        done = await _submit_all(context, cards, writes)
        context.tell(f"deleted {done.cards}{done.left}")


class _Pick(ImmediateCommand[BoardContext]):
    """A command that selects cards."""

    group = "Select"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no card has the cursor, and while one is lifted, which each step would carry along."""
        return IN_HAND if context.selection.holding else no_card(context)


class PickCard(_Pick):
    """Select the card, or take it out of the selection, and go to the next one."""

    keys = ("v",)

    def act(self, context: BoardContext) -> None:
        """Toggle whether the card is selected, and step to the next, so that repeated keys select a run of cards."""
        if context.card is not None:
            context.selection.pick(tuple(context.selection.picked ^ {context.card.id}))
            context.kanban.step(1)


class PickList(_Pick):
    """Select every card of the list, and a second time every card that the board shows."""

    keys = ("V", "ctrl+a")

    def act(self, context: BoardContext) -> None:
        """Select all cards of the list; if they are selected already, those of all lists."""
        if context.board_list is None:
            return
        here, whole = {card.id for card in context.cards_of(context.board_list.id)}, context.board_list.id
        # A single card of a list may have been selected by itself; that does not count as the whole list.
        was_whole = len(here) > 1 or context.selection.whole_list == whole
        if was_whole and here == context.selection.picked:
            shown = [each.id for each in context.lists if not context.folds.is_folded(each.id)]
            here = {card.id for list_id in shown for card in context.cards_of(list_id)}
        context.selection.pick(tuple(here), whole_list=whole)


def moved(cards: Sequence[CardFace], to: str, done: Done) -> str:
    """Return the message about moved cards."""
    return f"{'' if len(cards) == 1 else f'{done.cards} '}moved to {to}{done.left}"


CARDS: tuple[CommandType, ...] = (
    OpenCard, NewCard, EditTitle, Lift, MoveCardLeft, MoveCardRight, MoveCardDown, MoveCardUp, MoveCardRightBottom,
    MoveCardLeftBottom, MoveCardRightTop, MoveCardLeftTop, MoveCardTo, ArchiveCard, DeleteCardForGood, PickCard,
    PickList,
)  # fmt: skip
