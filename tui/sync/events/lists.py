"""Lists of events: many actions name a card and not the list it is in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.model.event import Event


async def with_lists(events: Iterable[Event], client: BoardClient) -> list[Event]:
    """Add the card's current list to each event about a card that names no list.

    Raises:
        RemoteError: The service did not answer.
    """
    lists: dict[str, str] = {}
    located: list[Event] = []
    for event in events:
        card_id = event.ident("card")
        if not card_id or event.lists:
            located.append(event)
            continue
        if card_id not in lists:
            try:
                lists[card_id] = (await client.cards.get(card_id)).id_list
            except (Forbidden, NotFound):
                lists[card_id] = ""
        place = {"list": {"id": lists[card_id]}} if lists[card_id] else {}
        located.append(event.replace(data={**event.data, **place}))
    return located
