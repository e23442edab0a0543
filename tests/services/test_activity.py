"""What happened on a board and to a card, page by page, and which cards were finished when."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.services.conftest import House
from tests.stories.passing import Passing
from tui.clock import ManualClock
from tui.errors import RemoteError
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.services import activity

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


async def card(house: House, name: str, at: int = 0) -> str:
    return await house.make("/cards", idList=house.lists[at], name=name)


async def change(house: House, card_id: str, **fields: str) -> None:
    """Change a card as somebody else does."""
    answer = await house.http.put(f"/cards/{card_id}", data=fields)
    assert answer.status_code == 200, answer.text


async def test_a_card_has_its_own_actions_and_the_board_all_of_them(house: House) -> None:
    ana, bo = await card(house, "Ana"), await card(house, "Bo")
    await change(house, bo, name="Bo Lee")
    page = house.workspace.activity.page
    of_board = await page(house.board_id)
    assert (of_board[0].type, of_board[0].card_id) == ("updateCard", bo)
    assert {one.card_id for one in of_board} >= {ana, bo}
    assert [one.type for one in await page(card_id=bo)] == ["updateCard", "createCard"]
    assert [one.type for one in await page(card_id=ana)] == ["createCard"]


async def test_a_page_leads_on_to_older_and_newer_ones(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = await card(house, "Bo")
    for name in ("B", "C", "D"):
        await change(house, bo, name=name)
    page = house.workspace.activity.page
    every = [one.id for one in await page(card_id=bo)]
    assert [one.id for one in await page(card_id=bo, limit=2)] == every[:2]
    assert [one.id for one in await page(card_id=bo, before=every[1])] == every[2:]
    newer = house.workspace.activity.newer
    assert [one.id for one in await newer("", bo, every[2])] == every[:2]
    monkeypatch.setattr(activity, "_WHOLE_PAGE", 2)
    assert [one.id for one in await newer("", bo, every[3])] == every[:3], "more than a page leaves no gap"
    assert await newer("", bo, every[0]) == []


async def test_what_the_service_has_not_yet_has_no_actions(house: House) -> None:
    house.wire.plugged = False
    ident = new_local_id()
    new = CreateCard(board_id=house.board_id, card_id=ident, list_id=house.lists[0], name="Ana", pos=1.0)
    await house.workspace.writes.submit(new)
    assert await house.workspace.activity.page(card_id=ident) == ()
    assert await house.workspace.activity.finished(new_local_id(), LONG_AGO) == []


async def test_without_the_service_it_is_an_error(house: House) -> None:
    house.wire.plugged = False
    with Passing(house.clock), pytest.raises(RemoteError):
        await house.workspace.activity.page(house.board_id)


async def test_cards_are_finished_in_a_list_of_such_cards_or_when_their_date_is_done(
    house: House, clock: ManualClock
) -> None:
    moved, done, undone, shifted = [await card(house, name) for name in "abcd"]
    await change(house, moved, idList=house.lists[-1])
    await change(house, done, due="2031-01-02T03:04:05.000Z")
    await change(house, done, dueComplete="true")
    clock.advance(60)
    await change(house, undone, dueComplete="true")
    at = clock.now()
    clock.advance(60)
    await change(house, undone, dueComplete="false")
    await change(house, shifted, idList=house.lists[1])
    finished = house.workspace.activity.finished
    found = await finished(house.board_id, LONG_AGO)
    assert [card_id for _, card_id in found] == [undone, done, moved]
    assert [when for when, _ in found] == [at, at - timedelta(seconds=60), at - timedelta(seconds=60)]
    assert await finished(house.board_id, at - timedelta(seconds=30)) == [(at, undone)]
    assert await finished(house.board_id, at + timedelta(seconds=30)) == []


async def test_a_card_that_was_put_back_to_work_does_not_count_and_an_archived_one_does(house: House) -> None:
    back, stays, archived = [await card(house, name) for name in "abc"]
    for each in (back, stays, archived):
        await change(house, each, idList=house.lists[-1])
    await change(house, back, idList=house.lists[0])
    await change(house, archived, closed="true")
    await house.workspace.boards.pull(house.board_id)
    found = await house.workspace.activity.finished(house.board_id, LONG_AGO)
    assert sorted(card_id for _, card_id in found) == sorted([stays, archived])


async def test_a_card_that_was_made_finished_counts_from_then(house: House, clock: ManualClock) -> None:
    clock.advance(60)
    since = clock.now()
    in_last = await card(house, "signed at once", -1)
    done = await card(house, "came with its date met")
    await card(house, "open")
    await house.workspace.boards.pull(house.board_id)
    finished = house.workspace.activity.finished
    assert [card_id for _, card_id in await finished(house.board_id, since)] == [in_last]
    await house.http.put(f"/cards/{done}", data={"dueComplete": "true"})
    await house.workspace.boards.pull(house.board_id)
    assert sorted(card_id for _, card_id in await finished(house.board_id, since)) == sorted([in_last, done])
    assert await finished(house.board_id, since + timedelta(days=1)) == []


async def test_a_busy_board_is_read_page_by_page_and_not_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [await card(house, name) for name in "abcde"]
    for each in cards:
        await change(house, each, idList=house.lists[-1])
    monkeypatch.setattr(activity, "_WHOLE_PAGE", 2)
    finished = house.workspace.activity.finished
    assert [each for _, each in await finished(house.board_id, LONG_AGO)] == cards[::-1]
    monkeypatch.setattr(activity, "_MOST_PAGES", 2)
    assert [each for _, each in await finished(house.board_id, LONG_AGO)] == cards[:0:-1]
