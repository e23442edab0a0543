"""Questions about an item of a checklist: when it is due, and who does it; and turning it into a card."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, quote_title
from tui.errors import UsageError
from tui.model.writes.checklists import UpdateCheckItem
from tui.presentation.due import EXAMPLES, read_date, read_due
from tui.presentation.timestamps import day_time, due_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.widgets.checklist_editor import ChecklistEditor

_NOBODY = "-"


async def ask_about_item(page: WorkspaceScreen, now: datetime, asked: ChecklistEditor.Asked) -> None:
    """Ask for the input that the command on an item needs, and run it."""
    kinds: dict[str, Callable[[WorkspaceScreen, ChecklistEditor.Asked], Awaitable[None]]] = {
        "card": _make_card,
        "due": partial(_ask_due, now),
        "member": _ask_member,
    }
    await kinds[asked.kind](page, asked)


async def _ask_due(now: datetime, page: WorkspaceScreen, asked: ChecklistEditor.Asked) -> None:
    """Ask when the item is due, with the current date selected."""
    item = asked.item
    current = "" if item.due is None else day_time(item.due, now)

    def said(text: str) -> str:
        found = read_date(text, now)
        note = f" · {found.note}" if found.note else ""
        return "no due date" if found.moment is None else f"due {due_time(found.moment, now)}{note}"

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
        blank=bool(current),
    )
    if text is not None and text != current:
        page.tell(said(text), undo=True)


def _date(text: str, now: datetime) -> datetime | None:
    try:
        return read_due(text, now)
    except ValueError as error:
        raise UsageError(str(error)) from error


async def _ask_member(page: WorkspaceScreen, asked: ChecklistEditor.Asked) -> None:
    """Ask who does the item: somebody on the board, or nobody."""
    me = page.workspace.access.me()
    people = page.workspace.boards.members(asked.place["board_id"])
    people.sort(key=lambda one: me is None or one.id != me.id)
    choices = [
        *(Choice(one.id, one.display_name, f"@{one.username}", also=one.username) for one in people),
        Choice(_NOBODY, "nobody"),
    ]
    chosen = await page.choose(f"Who does {quote_title(asked.item.name)}?", choices, at=asked.item.id_member)
    if chosen is None:
        return
    member = None if chosen == _NOBODY else chosen
    await page.workspace.writes.submit(UpdateCheckItem(**asked.place, member_id=member))
    page.tell(next(f"assigned to {one.text}" for one in choices if one.value == chosen), undo=True)


async def _make_card(page: WorkspaceScreen, asked: ChecklistEditor.Asked) -> None:
    """Create a card from the item, below the open card, with its date and member and a link to the open card."""
    place = asked.place
    made = await page.workspace.cards.create_from_item(
        place["card_id"], place["checklist_id"], place["item_id"]
    )
    card = page.workspace.cards.get(made)
    where = "" if page.board_list is None else f" in {page.board_list.name}"
    linked = "" if card is None or card.attachments else ", without a link: this card has no address yet"
    page.tell(f"{quote_title(asked.item.name)} is a card{where}{linked}", undo=True)
