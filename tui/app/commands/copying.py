"""Command to copy a card, or its address, title, text or id to the clipboard."""

from tui.app.commands.command import Choice, Command, CommandType, Context


class Copy(Command[Context]):
    """Copy the card, or its address, title, text or id."""

    asks = True
    keys = ("y",)
    group = "Card"

    def refuse(self, context: Context) -> str | None:
        """Refuse when no card has the cursor."""
        return None if context.card is not None else "no card has the cursor"

    async def run(self, context: Context) -> None:
        """Ask what to copy, and copy it."""
        face = context.card
        card = context.workspace.cards.get(face.id) if face is not None else None
        if card is None:
            return
        texts = {
            "address": card.short_url or card.url,
            "title": card.name,
            "description": card.desc,
            "id": card.id,
        }
        choices = [Choice("card", "a new card like this one, below it")]
        choices += [
            Choice(name, f"its {name}", text.partition("\n")[0][:60]) for name, text in texts.items() if text
        ]
        chosen = await context.choose("Copy", choices)
        if chosen == "card":
            await context.workspace.cards.copy(card.id)
            context.tell(f"copied “{card.name}”", undo=True)
        elif chosen is not None:
            context.copy(texts[chosen], f"its {chosen}")


COPYING: tuple[CommandType, ...] = (Copy,)
