"""Commands on the open card and its parts; on the board, they open the card at the part."""

from typing import Literal, Protocol, get_args

from tui.app.commands.command import Command, CommandType, Context, GoCommand, ImmediateCommand, quote_title

CardPart = Literal["title", "description", "editor", "checklists", "new-checklist", "comment", "links"]
"""Parts of a card to go to: its title, its text (in place or in ``$EDITOR``), a section, a new comment …"""

PARTS: tuple[CardPart, ...] = get_args(CardPart)


class CardContext(Context, Protocol):
    """A screen that can show a part of a card."""

    def part(self, name: CardPart) -> None:
        """Go to a part of the card."""


class CardPartCommand(ImmediateCommand[CardContext]):
    """A command that goes to a part of the card."""

    opens = True
    group = "Card"
    goes: CardPart
    needs = "card"

    def act(self, context: CardContext) -> None:
        """Go to the part."""
        context.part(self.goes)


class EditOpenTitle(CardPartCommand):
    """Change the title of the open card."""

    keys = ("t",)
    goes = "title"


class EditDescription(CardPartCommand):
    """Edit the description in place."""

    keys = ("d",)
    shown = "text"
    goes = "description"


class EditInEditor(CardPartCommand):
    """Edit the description in $VISUAL or $EDITOR."""

    keys = ("E",)
    goes = "editor"


class OpenLink(CardPartCommand):
    """Open a link of the description or of a comment, after asking."""

    keys = ("o",)
    goes = "links"


class Checklists(CardPartCommand):
    """Go to the checklists of the card; where there is none, name the first one."""

    keys = ("c",)
    shown = "checklists"
    goes = "checklists"


class AddChecklist(CardPartCommand):
    """Add a checklist to the open card, then its items."""

    keys = ("plus",)
    goes = "new-checklist"


class WriteComment(CardPartCommand):
    """Write a comment, going on with the draft when there is one."""

    keys = ("C",)
    shown = "comment"
    goes = "comment"


class ArchiveOpenCard(Command[CardContext]):
    """Archive the open card."""

    quick = True
    keys = ("a",)
    group = "Card"

    async def run(self, context: CardContext) -> None:
        """Archive the card, and go back."""
        from tui.model.writes.cards import UpdateCard

        card, board = context.card, context.board
        if card is not None and board is not None:
            await context.workspace.writes.submit(UpdateCard(board_id=board.id, card_id=card.id, closed=True))
            # It may have been deleted elsewhere by now.
            context.go("back", saying=f"archived {quote_title(card.name)}")


class CloseCard(GoCommand):
    """Go back to the board."""

    keys = ("escape", "q")
    group = "Card"
    shown = "back"
    place = "back"


class ShowOnBoard(ImmediateCommand[CardContext]):
    """Show the card on its board, with the cursor on it."""

    keys = ("g b",)
    group = "Places"
    needs = "card"
    hint = "its board"

    def act(self, context: CardContext) -> None:
        """Go to the board."""
        if context.card is not None:
            context.go(f"on-board:{context.card.id}")


CHECKLISTS: tuple[CommandType, ...] = (Checklists,)
"""Commands offered on the board and on the open card."""

OPEN_CHECKLISTS: tuple[CommandType, ...] = (*CHECKLISTS, AddChecklist)
"""Commands on the open card and its parts; on the board, they open the card at the part."""

COMMENTS: tuple[CommandType, ...] = (WriteComment,)
DESCRIPTION: tuple[CommandType, ...] = (EditDescription, EditInEditor)
"""Commands of the open card that the board offers too."""

OPEN_CARD: tuple[CommandType, ...] = (
    CloseCard,
    EditOpenTitle,
    *DESCRIPTION,
    OpenLink,
    ArchiveOpenCard,
    ShowOnBoard,
)
