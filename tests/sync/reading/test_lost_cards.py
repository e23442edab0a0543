"""Whether cards are lost is asked of the service only if some are missing; what it tells of them counts."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from tui.errors import NotFound, Unreachable
from tui.store.key_values import in_actions
from tui.store.store import Store
from tui.sync.reading.lost_cards import LostCards

BOARD, LAST, ONE, TWO = "b" * 24, "6b0c27593b3cd5f172000001", "1" * 24, "2" * 24


class Service:
    """A service that knows its last action or not, and has told of other things since."""

    def __init__(self, *since: tuple[str, str | None], knows: bool = False) -> None:
        self.asked: list[str] = []
        self.since, self.knows = since, knows
        self.actions = SimpleNamespace(get=self._get)
        self.boards = SimpleNamespace(every_action=self._every_action)

    async def _get(self, ident: str) -> None:
        self.asked.append(ident)
        if not self.knows:
            raise NotFound("no such action", service="board")

    async def _every_action(self, _board: str, **_how: object) -> AsyncIterator[list[Any]]:
        yield [SimpleNamespace(type=kind, card_id=card) for kind, card in self.since]


def lost(store: Store, service: Any) -> LostCards:
    return LostCards(store, service)


@pytest.fixture
def told(store: Store) -> Store:
    """A store that knows the last action of a board."""
    store.cursors.set(in_actions(BOARD), LAST).result()
    return store


@pytest.mark.parametrize(
    ("service", "found"),
    [
        (Service(), {ONE, TWO}),
        (Service(knows=True), set()),
        (Service(("deleteCard", ONE), ("updateCard", None)), {TWO}),
        (Service(("moveCardFromBoard", ONE), ("updateCard", TWO)), set()),
        (Service(("moveListFromBoard", None)), set()),
        (Service(("deleteCard", ONE), ("updateList", None)), set()),
    ],
)
async def test_cards_are_lost_if_the_service_has_forgotten_them(
    told: Store, service: Service, found: set[str]
) -> None:
    assert await lost(told, service).among(BOARD, [ONE, TWO]) == found
    assert service.asked == [LAST]


async def test_nothing_is_asked_while_nothing_is_missing_or_known(told: Store, store: Store) -> None:
    service = Service()
    assert await lost(told, service).among(BOARD, []) == frozenset()
    assert await lost(told, service).among("c" * 24, [ONE]) == frozenset()
    store.cursors.set(in_actions(BOARD), "2026-11-21T09:00:00.000Z").result()
    assert await lost(store, service).among(BOARD, [ONE]) == frozenset()
    assert service.asked == []


async def test_a_service_that_does_not_answer_has_lost_nothing(told: Store) -> None:
    service = Service()

    async def away(_ident: str) -> None:
        raise Unreachable("no answer")

    service.actions.get = away
    with pytest.raises(Unreachable):
        await lost(told, service).among(BOARD, [ONE])
