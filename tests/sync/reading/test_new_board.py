"""The cards of a new board: list by list while it is shown, and the rest at once."""

import httpx
import pytest

from tests.stories.world import World
from tui.sync.reading import new_board


async def test_a_board_of_many_lists_is_not_asked_for_one_by_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        made = await world.service.lists.create(
            board_id=world.board_id, name=f"{number}", pos=1e6 + number, idempotency_key=f"list {number}"
        )
        for card in "ab":
            await world.service.cards.create(
                list_id=made.id,
                name=f"{number}{card}",
                pos=2.0 - (card == "b"),
                idempotency_key=f"{number}{card}",
            )
    carry, asked = world.wire._carry, list[str]()

    async def counted(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return await carry(request)

    world.wire._carry = counted  # type: ignore[method-assign]
    snapshot = await world.session.puller.frame(world.board_id)
    monkeypatch.setattr(new_board, "MANY", len(snapshot["lists"]) - 1)
    monkeypatch.setattr(new_board, "SEEN", len(snapshot["lists"]) - 3)
    before = len(asked)
    puller = world.session.puller
    new = new_board.NewBoard(
        puller._client, puller._clock, puller._pace, puller._status, puller.arrive, since=world.store.mark()
    )
    await new.read(snapshot, shown=True)
    assert new.done == 10
    kinds = [path.split("/")[-3] for path in asked[before:]]
    assert kinds.count("lists") == len(snapshot["lists"]) - 3
    assert kinds.count("boards") == 1
    assert {world.named(f"{number}{card}") for number in range(5) for card in "ab"}
