"""A puller with the service it reads and the store it fills, for tests that need no server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.sync.stub_service import BOARD, StubService, list_id
from tui.model.action import Action
from tui.model.card import Card
from tui.model.member import Member
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.sync.pull import Puller
from tui.sync.status import StatusTracker

if TYPE_CHECKING:
    from pathlib import Path

    from tui.api.board.client import BoardClient
    from tui.clock import ManualClock


def card_id(number: int) -> str:
    return f"5fc7b7c4{number:016x}"


class Pull:
    """A puller, the service it reads, and the store it fills.

    Attributes:
        progress: What the status was told, (cards read, of how many).
        sizes: Cards, checklists and comments in each transaction.
    """

    def __init__(self, path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.store, self.service = clock, open_store(path, clock), StubService()
        self.progress: list[tuple[int, int]] = []
        self.sizes: list[int] = []
        self.status = StatusTracker(lambda: None)
        monkeypatch.setattr(self.status, "loading", lambda *told: self.progress.append(told))
        arrive = self.store.arrive

        def counted(arrived: Arrived) -> Any:
            self.sizes.append(len(arrived.cards) + len(arrived.checklists) + len(arrived.comments))
            return arrive(arrived)

        monkeypatch.setattr(self.store, "arrive", counted)
        self.again()

    def again(self, *, far: bool = False, interactive: bool = True) -> None:
        """Go on as a new process, with the service in it or ``far``, and somebody at the keys or not."""
        client = cast("BoardClient", self.service)
        self.puller = Puller(self.store, client, self.clock, self.status, far=far, interactive=interactive)

    def card(self, number: int, place: int = 0, **fields: Any) -> Card:
        """Add a card to the service."""
        made = Card(
            id=card_id(number), id_board=BOARD, id_list=list_id(place), name=f"Card {number}", **fields
        )
        self.service.held.append(made)
        return made

    def happens(self, kind: str, number: int, **data: Any) -> Action:
        """Add an action on a card to the feed, and make it the board's last activity."""
        self.clock.advance(1)
        made = Action(
            id=f"{len(self.service.feed):024x}",
            type=kind,
            date=self.clock.now(),
            data={"card": {"id": card_id(number)}, **data},
            member_creator=Member(id="7" * 24, username="bo"),
        )
        self.service.feed.append(made)
        self.service.listed[0] = self.service.listed[0].replace(date_last_activity=made.date)
        return made

    def asked(self) -> list[str]:
        """What was asked since the last time."""
        asked, self.service.asked = self.service.asked, []
        return asked

    def here(self) -> list[str]:
        """Names of the cards in the store."""
        return [face.name for n in range(3) for face in self.store.cards.faces(list_id(n))]


async def known(pull: Pull, cards: int = 2) -> None:
    """Read the board once, with some cards."""
    for number in range(cards):
        pull.card(number, pos=number)
    await pull.puller.keep(BOARD, None)
    pull.asked()
    pull.progress.clear()
    pull.sizes.clear()
