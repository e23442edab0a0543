"""Commands that open the labels of a card, or add one by its number, on the board and on the open card."""

from typing import ClassVar, Protocol

from tui.app.commands.command import Command, CommandType, Context, ImmediateCommand
from tui.app.commands.writing import changed_by, submit_each
from tui.errors import UsageError


class LabelContext(Context, Protocol):
    """A screen whose cards have labels."""

    def edit_labels(self) -> None:
        """Show the labels of the board, for the cards the command acts on."""


class Labels(Command[LabelContext]):
    """Put labels on the card, take them off, make, rename, recolour or delete them; 3# is label 3 at once."""

    opens = True
    quick = True
    # Not ``l``, which goes to the next list on the board.
    keys: ClassVar[tuple[str, ...]] = ("number_sign",)
    group = "Card"
    shown = "labels"
    needs = "cards"

    async def run(self, context: LabelContext) -> None:
        """Show the labels, or toggle the label whose number was typed before the key."""
        if context.count is None:
            context.edit_labels()
        else:
            await _toggle(context, context.count)


async def _toggle(context: LabelContext, number: int) -> None:
    """Put label ``number`` of the board on all the cards, or remove it if all have it."""
    # Imported here, so that the first paint need not wait for it.
    from tui.model.writes.labels import AddCardLabel, RemoveCardLabel
    from tui.model.writes.toggle import is_on_all, toggled

    board, cards = context.board, tuple(context.cards)
    labels = () if board is None else context.workspace.boards.labels(board.id)
    if board is None or not 0 < number <= len(labels):
        raise UsageError(
            f"there is no label {number}", hint=f"{context.key_names['labels']} alone shows them all"
        )
    label = labels[number - 1]
    of = {"board_id": board.id, "label_id": label.id}
    on_cards = {card.id: card.label_ids for card in cards}
    where = "taken off" if is_on_all(on_cards, label.id) else "put on"
    writes = toggled(
        on_cards,
        label.id,
        put_on=lambda card_id: AddCardLabel(**of, card_id=card_id),
        take_off=lambda card_id: RemoveCardLabel(**of, card_id=card_id),
    )
    done = await submit_each(context, writes, changed_by(writes, cards))
    called = label.name or label.color or "without a name"
    which = "" if len(cards) == 1 else f" {done.cards}"
    context.tell(f"label {called} {where}{which}{done.left}", undo=True)


class OpenCardLabels(Labels):
    """Put labels on the open card, take them off, make, rename, recolour or delete them; 3l is label 3 at once."""

    keys = ("l", "number_sign")


class ChipLine(Protocol):
    """The line of labels and members of a board."""

    def toggle_chips(self) -> bool:
        """Show the line or hide it; return whether it is shown now."""


class ChipContext(Context, Protocol):
    """The screen of a board, which can show its labels and members in a line."""

    @property
    def gestures(self) -> ChipLine:
        """Handles the mouse actions on the board."""


class ShowChips(ImmediateCommand[ChipContext]):
    """Show the labels and members of the board in a line, to drag them onto cards with the mouse; or hide it."""

    keys = ("g l",)
    group = "View"
    needs = "board"
    hint = "labels to drag"

    def act(self, context: ChipContext) -> None:
        """Show the line, or hide it."""
        shown = context.gestures.toggle_chips()
        context.tell("drag one onto a card, or click it for the card with the cursor" if shown else "hidden")


LABELS: tuple[CommandType, ...] = (Labels, ShowChips)
OPEN_LABELS: tuple[CommandType, ...] = (OpenCardLabels,)
