"""What is asked about an item of a checklist: when it is due, who does it; and the card that is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.app.commands.command import Choice, quote_title
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.position import between
from tui.model.writes.attachments import AddLink
from tui.model.writes.cards import CreateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.presentation.due import EXAMPLES, read_due
from tui.presentation.when import day_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from tui.app.screens.card import CardScreen
    from tui.app.widgets.checklist_editor import ChecklistEditor
    from tui.model.card import Card
    from tui.model.checklist import CheckItem
    from tui.model.writes.base import Write

_NOBODY = "-"


async def ask_about_item(page: CardScreen, asked: ChecklistEditor.Asked) -> None:
    """Ask what the command on an item needs, and do it."""
    kinds: dict[str, Callable[[CardScreen, ChecklistEditor.Asked], Awaitable[None]]] = {
        "card": _make_card,
        "due": _ask_due,
        "member": _ask_member,
    }
    await kinds[asked.kind](page, asked)


async def _ask_due(page: CardScreen, asked: ChecklistEditor.Asked) -> None:
    """Ask when the item is due, offering the present date to be typed over."""
    item, now = asked.item, page.now()
    current = "" if item.due is None else day_time(item.due, now)

    def said(text: str) -> str:
        date = read_due(text, now)
        return "no due date" if date is None else f"due {day_time(date, now)}"

    async def set_it(text: str) -> None:
        if text != current:
            await page.workspace.writes.submit(UpdateCheckItem(**asked.place, due=_date(text, now)))

    text = await page.prompt(
        f"{quote_title(item.name)} is due",
        date_from=now,
        offer=current,
        placeholder=EXAMPLES,
        reads=said,
        attempt=set_it,
    )
    if text is not None and text != current:
        page.tell(said(text), undo=True)


def _date(text: str, now: datetime) -> datetime | None:
    try:
        return read_due(text, now)
    except ValueError as error:
        raise UsageError(str(error)) from error


async def _ask_member(page: CardScreen, asked: ChecklistEditor.Asked) -> None:
    """Ask who does the item: somebody of the board, or nobody."""
    me = page.workspace.access.me()
    people = page.workspace.boards.members(asked.place["board_id"])
    people.sort(key=lambda one: me is None or one.id != me.id)
    choices = [
        *(
            Choice(one.id, one.full_name or one.username, f"@{one.username}", also=one.username)
            for one in people
        ),
        Choice(_NOBODY, "nobody"),
    ]
    chosen = await page.choose(f"Who does {quote_title(asked.item.name)}?", choices, at=asked.item.id_member)
    if chosen is None:
        return
    member = None if chosen == _NOBODY else chosen
    await page.workspace.writes.submit(UpdateCheckItem(**asked.place, member_id=member))
    page.tell(next(f"assigned to {one.text}" for one in choices if one.value == chosen), undo=True)


async def _make_card(page: CardScreen, asked: ChecklistEditor.Asked) -> None:
    """Make a card of the item, below the open card, with its date and member and a link to the open card."""
    card = page.workspace.cards.get(asked.place["card_id"])
    if card is None:
        page.tell("nothing was made: this card is gone")
        return
    ops = card_of_item(card, asked.item, [face.pos for face in page.workspace.cards.faces(card.id_list)])
    await page.workspace.writes.submit_all(ops)
    where = "" if page.board_list is None else f" in {page.board_list.name}"
    linked = "" if len(ops) > 1 else ", without a link: this card has no address yet"
    page.tell(f"{quote_title(asked.item.name)} is a card{where}{linked}", undo=True)


def card_of_item(card: Card, item: CheckItem, positions: list[float]) -> list[Write]:
    """Return the writes that make a card of ``item`` below ``card``, and link the two.

    Args:
        card: The card with the item.
        item: The item, which stays.
        positions: Positions of the cards in the list.
    """
    at: dict[str, Any] = {"board_id": card.id_board, "card_id": new_local_id()}
    below = min((pos for pos in positions if pos > card.pos), default=None)
    made = CreateCard(
        **at,
        list_id=card.id_list,
        name=item.name,
        pos=between(card.pos, below),
        due=item.due,
        member_ids=() if item.id_member is None else (item.id_member,),
    )
    if not (address := card.short_url or card.url):
        return [made]
    return [made, AddLink(**at, attachment_id=new_local_id(), url=address, name=card.name)]
