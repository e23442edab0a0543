"""Senders of lists, their recognition after a lost answer, and their current values."""

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import TypeVar

from tui.api.board.client import BoardClient
from tui.api.board.resource import Page, is_id
from tui.model.action import Action
from tui.model.board import BoardList
from tui.model.card import Card
from tui.model.writes.lists import CompleteListCopy, CopyList, CreateList, UpdateList
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import (
    Candidate,
    SendResult,
    Service,
    candidates,
    current,
    in_feed,
    send,
    with_cards_of,
)

T = TypeVar("T", BoardList, Card)


@send.register
async def _create(write: CreateList, to: Service) -> SendResult:
    made = await to.client.lists.create(
        board_id=write.board_id, name=write.name, pos=write.pos, idempotency_key=to.key
    )
    return SendResult({write.list_id: made.id}, Arrived(lists=(made,)))


@candidates.register
async def _made(write: CreateList, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    return await in_feed(write, client, first_sent, "createList", partial(made_by, write))


def made_by(_write: CreateList, action: Action) -> Candidate | None:
    """Return the created list of a feed entry."""
    found = action.part("list")
    if not is_id(found.get("id")):
        return None
    return Candidate(found["id"], (found.get("name"),), found.get("pos"), action.id_member_creator)


@send.register
async def _copy(write: CopyList, to: Service) -> SendResult:
    made = await to.client.lists.copy(
        write.source_id, board_id=write.board_id, name=write.name, pos=write.pos, idempotency_key=to.key
    )
    # The checklists, comments and files of its cards are in neither answer.
    result = SendResult({write.list_id: made.id}, Arrived(lists=(made,)), needs_pull=True)
    return await with_cards_of(made.id, write.board_id, to, result)


@candidates.register
async def _copied(write: CopyList, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    # Not in the feed, because it is not known how each service reports a copied list there.
    lists = await client.boards.lists(write.board_id, filter="all")
    return [Candidate(one.id, (one.name,), one.pos) for one in lists]


@send.register
async def _complete(write: CompleteListCopy, to: Service) -> SendResult:
    lists = to.client.lists
    pair = (await lists.get(write.source_id), await lists.get(write.list_id))
    return await complete(to, [pair], lists.every_card(write.source_id), lists.every_card(write.list_id))


async def complete(
    to: Service,
    pairs: Iterable[tuple[BoardList, BoardList]],
    originals: AsyncIterator[Page[Card]] | None,
    copies: AsyncIterator[Page[Card]],
) -> SendResult:
    """Give copies of lists the limits of their originals, and make those of their cards templates that are copied from one.

    What is so already stays, so that a repeat changes nothing; nor does a limit that somebody has set meanwhile.

    Args:
        to: The service.
        pairs: Each original with its copy.
        originals: The cards of the originals; None if they were not copied.
        copies: The cards of the copies, which are read only if an original is a template.
    """
    there, limited, made = dict[str, str](), list[BoardList](), list[Card]()
    for original, copy in pairs:
        there[original.id] = copy.id
        if original.soft_limit and copy.soft_limit is None:
            limited.append(await to.client.lists.update(copy.id, soft_limit=original.soft_limit))
    copied = [] if originals is None else [card async for page in originals for card in page]
    if any(card.is_template for card in copied):
        new = [card async for page in copies for card in page]
        for card, twin in twins(copied, new, lambda one: (there.get(one.id_list, one.id_list), one.name)):
            if card.is_template and not twin.is_template:
                made.append(await to.client.cards.update(twin.id, is_template=True))
    return SendResult(arrived=Arrived(lists=tuple(limited), cards=tuple(made)))


def twins(originals: Iterable[T], copies: Iterable[T], same: Callable[[T], object]) -> Iterator[tuple[T, T]]:
    """Yield each original with its copy: of those for which ``same`` is equal, the first with the first, in their order."""
    unpaired = defaultdict[object, deque[T]](deque)
    for copy in sorted(copies, key=lambda one: (one.pos, one.id)):
        unpaired[same(copy)].append(copy)
    for original in sorted(originals, key=lambda one: (one.pos, one.id)):
        if left := unpaired[same(original)]:
            yield original, left.popleft()


@send.register
async def _update(write: UpdateList, to: Service) -> SendResult:
    updated = await to.client.lists.update(write.list_id, **write.changes)
    return SendResult(arrived=Arrived(lists=(updated,)))


@current.register
async def _current(write: UpdateList, client: BoardClient) -> tuple[BoardList, Arrived]:
    board_list = await client.lists.get(write.list_id)
    return board_list, Arrived(lists=(board_list,))
