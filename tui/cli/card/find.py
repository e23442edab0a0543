"""The cards that a command is about: found one by one, changed together, and printed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tui.cli.online.work import never_read, reached_service, run_write, wait_for_delivery
from tui.cli.steps import read_idents
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


_SEARCHED, _SHOWN = 50, 3
"""Hits among which a title is looked for, and most of the cards that a hint names."""


async def find_card(workspace: Workspace, text: str) -> Card:
    """Find the card that ``text`` names by id, short link or URL, in its current state.

    Raises:
        UsageError: There is no such card.
        RemoteError: The service refuses access to it, or cannot be asked, and the card is not stored.
    """
    card: Card | None = None

    async def fetch() -> None:
        nonlocal card
        card = await workspace.cards.fetch(text)

    stored = workspace.cards.find(text)
    if not await reached_service(fetch, *(() if stored is None else (stored.id, stored.id_board))):
        if stored is None:
            raise never_read(f"The card {text!r}")
        card = stored
    if card is None:
        raise UsageError(
            f"there is no card {text!r}",
            hint=("" if stored else _elsewhere(text)) or _called(workspace, text),
        )
    return card


async def find_cards(workspace: Workspace, idents: Sequence[str]) -> list[Card]:
    """Find the cards that ``idents`` name, each once: one may be named by its id and by its short link.

    Raises:
        UsageError: There is no such card.
        RemoteError: As in ``find_card``.
    """
    found = [await find_card(workspace, one) for one in idents]
    return list({card.id: card for card in found}.values())


def _elsewhere(text: str) -> str:
    """Return which account has the card, as a hint, if one does: the agenda has the cards of all; "" for none."""
    from tui.settings.paths import Paths
    from tui.store_names import board_of

    stores = sorted(Paths.open().data.glob("store-*.db"))
    name = next((path.stem.removeprefix("store-") for path in stores if board_of(path, text)), "")
    return name and (
        f"the account {name} has it: cardscout --account {name} …; cardscout --account {name} agenda lists its cards only"
    )


def _called(workspace: Workspace, title: str) -> str:
    """Return the ids of the cards that have ``title``, as a hint; else where ids are listed."""
    hits = workspace.search.local(title, _SEARCHED)
    named = [one for one in hits if one.kind == "card" and one.name.casefold() == title.strip().casefold()]
    if not named:
        return "cardscout cards BOARD lists ids"
    where = ", ".join(f"{one.id} ({one.list_name}, {one.board_name})" for one in named[:_SHOWN])
    return f"a card is named by its id: {where} is called so"


def find_open_list(workspace: Workspace, board_id: str, name: str | None) -> BoardList:
    """Return the list of a board with this name or id; the first one for None.

    Raises:
        UsageError: There is no such list.
    """
    if name is not None:
        return workspace.names.list(board_id, name)
    if not (lists := workspace.boards.lists(board_id)):
        raise UsageError("that board has no list", hint="make one: cardscout list new BOARD NAME")
    return lists[0]


def as_it_is_now(workspace: Workspace, card: Card) -> Card:
    """Return the current state of a card that was found earlier; another window may have changed it meanwhile."""
    return workspace.cards.get(card.id) or card


def made_cards(workspace: Workspace, writes: Iterable[Write]) -> list[Card]:
    """Return the cards that ``writes`` have created, without those that are gone already."""
    made = (workspace.cards.get(write.created_id or "") for write in writes if write.makes == "card_id")
    return [card for card in made if card is not None]


def change_cards(
    argument: str, change: Callable[[Workspace, list[Card]], Awaitable[None]], *, json_: bool
) -> None:
    """Find the cards that ``argument`` names, change them once all are found, and print them.

    Args:
        argument: An id, a short link or a URL, or ``-`` for those on stdin.
        change: Submits the writes; it is called with the cards in their order.
        json_: Whether to print the changed cards.

    Raises:
        UsageError: There is no such card.
        Rejected: The service refused a change.
    """
    idents, many = read_idents(argument)

    async def write(workspace: Workspace) -> list[Card]:
        found = await find_cards(workspace, idents)
        async with wait_for_delivery(workspace):
            await change(workspace, found)
        return [now for one in found if (now := workspace.cards.get(one.id)) is not None]

    run_write(write, json_=json_, many=many)
