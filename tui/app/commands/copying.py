"""Commands to copy a card, or one of its texts to the clipboard, and to create cards from templates."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Command, CommandType, Context, quote_title
from tui.app.commands.writing import submit_each
from tui.app.drawing.wrapping import fit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tui.model.card import Card


_TEXTS: Mapping[str, tuple[str, Callable[[Card], str]]] = MappingProxyType(
    {
        "address": ("addresses", lambda card: card.short_url or card.url),
        "title": ("titles", lambda card: card.name),
        "description": ("", lambda card: card.desc),
        "id": ("ids", lambda card: card.id),
    }
)
"""The texts of a card, by kind: the word for several, "" if only one card's is copied, and the function that reads it."""


class Copy(Command[Context]):
    """Copy the card, or its address, title, text or id."""

    asks = True
    keys = ("y",)
    group = "Card"
    needs = "cards"

    async def run(self, context: Context) -> None:
        """Ask what to copy, and copy it."""
        found = (context.workspace.cards.get(face.id) for face in context.cards)
        cards = [card for card in found if card is not None]
        if not cards:
            return
        alone = len(cards) == 1
        title, new = (
            ("Copy", "a new card like this one, below it")
            if alone
            else (f"Copy {len(cards)} cards", "new cards like these, each below its own")
        )
        words = {
            kind: f"its {kind}" if alone else f"their {plural}"
            for kind, (plural, _) in _TEXTS.items()
            if alone or plural
        }
        # A line for each of several cards.
        texts = {kind: "\n".join(filter(None, map(_TEXTS[kind][1], cards))) for kind in words}
        choices = [Choice("card", new)]
        choices += [
            Choice(kind, words[kind], fit(text.partition("\n")[0], 50))
            for kind, text in texts.items()
            if text
        ]
        chosen = await context.choose(title, choices)
        if chosen == "card":
            await context.workspace.cards.copy_all([card.id for card in cards])
            what = f"“{cards[0].name}”" if alone else f"{len(cards)} cards"
            context.tell(f"copied {what}", undo=True)
        elif chosen is not None:
            context.copy(texts[chosen], words[chosen])


class MakeTemplate(Command[Context]):
    """Make the card a template, from which new cards are copied, or an ordinary card again."""

    keys = ("g T",)
    group = "Card"
    quick = True
    needs = "cards of a board"
    hint = "make template"

    async def run(self, context: Context) -> None:
        """Make all of the cards templates, or ordinary cards if all are templates already."""
        from tui.model.writes.cards import UpdateCard

        board, workspace = context.board, context.workspace
        cards = [card for face in context.cards if (card := workspace.cards.get(face.id)) is not None]
        if board is None:
            return
        made = not all(card.is_template for card in cards)
        faces = tuple(context.cards)
        writes = [UpdateCard(board_id=board.id, card_id=face.id, is_template=made) for face in faces]
        left = (await submit_each(context, writes, faces)).left
        words = "{new-from-template} makes cards of it" if made else "an ordinary card again"
        context.tell(f"{words.format_map(context.key_names)}{left}", undo=True)


class NewFromTemplate(Command[Context]):
    """Add a card to the list that is copied from a template, without the template's comments."""

    asks = True
    keys = ("g N",)
    group = "Cards"
    hint = "new from template"

    def refuse(self, context: Context) -> str | None:
        """Refuse if there is no list or no template."""
        if context.board_list is None:
            return "no list has the cursor"
        if not context.workspace.cards.templates():
            return "no card is a template: {make-template} makes one".format_map(context.key_names)
        return None

    async def run(self, context: Context) -> None:
        """Ask for the template and the title, and add the card at the end of the list."""
        here, workspace = context.board_list, context.workspace
        if here is None:
            return
        templates = {card.id: card for card in workspace.cards.templates()}
        boards = {board.id: board.name for board in workspace.boards.all()}
        own = sorted(templates.values(), key=lambda card: card.id_board != here.id_board)
        choices = [Choice(card.id, card.name, boards.get(card.id_board, "")) for card in own]
        chosen = choices[0].value if len(choices) == 1 else await context.choose("New from template", choices)
        if chosen is None:
            return
        template, made = templates[chosen], list[str]()

        async def add(name: str) -> None:
            # What was said about the template is not about the new card, as in the web client.
            made.append(await workspace.cards.copy(chosen, list_id=here.id, name=name, comments=False))

        name = await context.prompt(
            f"Title of the card in {here.name}", offer=template.name, attempt=add, action="add the card"
        )
        if name is not None:
            context.show_cards(made)
            context.tell(f"added {quote_title(name)} from {quote_title(template.name)}", undo=True)


TEMPLATES: tuple[CommandType, ...] = (NewFromTemplate,)
COPYING: tuple[CommandType, ...] = (Copy, MakeTemplate)
