"""Convergence: what others change is here after one pull, also what no feed tells of, or what another change hides."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.stories.conftest import begun
from tests.stories.world import World
from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import BOARD, list_id
from tests.thinned import rotated
from tui.clock import ManualClock
from tui.errors import Unreachable
from tui.model.card import Card
from tui.model.label import Label
from tui.server.run import LocalServer
from tui.store.key_values import reread_cursor
from tui.store.outbox.arrivals import Arrived

SERVICES = ["ours", "hosted"]


@pytest.fixture(params=SERVICES)
async def both(
    request: pytest.FixtureRequest, server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path
) -> AsyncIterator[World]:
    """A board at a server of ours, which tells of everything, and at the hosted service."""
    opened = begun(server, tmp_path, clock, settled, hosted=request.param == "hosted")
    yield opened
    await opened.close()


async def two_cards(world: World) -> tuple[str, str]:
    made = [
        await world.service.cards.create(
            list_id=world.first, name=name, pos=(number + 1) * 16384.0, idempotency_key=name
        )
        for number, name in enumerate(("Flour", "Yeast"))
    ]
    await world.session.puller.pull_board(world.board_id)
    return made[0].id, made[1].id


def held(world: World, card_id: str) -> Card:
    card = world.store.cards.get(card_id)
    assert card is not None
    return card


async def label(world: World, card: str, _other: str) -> None:
    (first, *_) = world.store.labels.of_board(world.board_id)
    await world.service.cards.add_label(card, first.id)


async def item(world: World, card: str, _other: str) -> None:
    made = await world.service.checklists.create(card_id=card, name="Steps", pos=1, idempotency_key="steps")
    await world.session.puller.pull_changes(world.board_id)
    await world.service.checklists.add_item(
        made.id, name="Knead", pos=1, state="incomplete", idempotency_key="item"
    )


async def comment(world: World, card: str, _other: str) -> None:
    made = await world.service.cards.add_comment(card, "Hello", idempotency_key="comment")
    await world.session.puller.pull_changes(world.board_id)
    await world.service.actions.delete_comment(made.id)


async def spread(world: World, card: str, _other: str) -> None:
    # The other is in its way: the list is spread anew, of which no action of the other tells.
    await world.service.cards.create(
        list_id=world.first, name="New", pos=held(world, card).pos, idempotency_key="new"
    )


@pytest.mark.parametrize(
    ("change", "both"), rotated([label, item, comment, spread], SERVICES), indirect=["both"]
)
async def test_a_change_that_no_feed_tells_is_not_hidden_by_the_next(
    both: World, change: Callable[[World, str, str], Awaitable[None]]
) -> None:
    card, other = await two_cards(both)
    await change(both, card, other)
    both.clock.advance(1)
    await both.service.cards.update(other, name="Salt")
    await both.session.puller.pull_changes(both.board_id)
    here, there = held(both, card), await both.service.cards.get(card)
    assert (here.id_labels, here.pos) == (there.id_labels, there.pos)
    assert held(both, other).name == "Salt"
    assert here.badges.check_items == there.badges.check_items
    if change is comment and not both.wire.hosted:
        assert both.store.actions.comments(card) == []


@pytest.mark.parametrize(("moved", "both"), rotated([False, True], SERVICES), indirect=["both"])
async def test_a_list_that_others_fill_at_its_top_is_in_their_order(both: World, moved: bool) -> None:
    """Half of the first position is too close to nought after some twenty cards: then all of them are spread."""
    _, last = await two_cards(both)
    # This program sends numbers only; other clients say where.
    cards: Any = both.service.cards
    for number in range(24):
        if moved and number % 2:
            await cards.update(last, pos="top")
        else:
            await cards.create(list_id=both.first, name=f"{number}", pos="top", idempotency_key=f"{number}")
        both.clock.advance(1)
        await both.session.puller.pull_changes(both.board_id)
    pages = both.service.lists.every_card(both.first, limit=100)
    there = [card async for page in pages for card in page]
    assert [face.name for face in both.store.cards.faces(both.first)] == [
        card.name for card in sorted(there, key=lambda card: card.pos)
    ]


async def test_a_label_that_others_delete_is_on_no_card(both: World) -> None:
    card, other = await two_cards(both)
    await label(both, card, other)
    both.clock.advance(60)
    await both.session.puller.pull_changes(both.board_id)
    (gone,) = held(both, card).id_labels
    both.clock.advance(1)
    await both.service.labels.delete(gone)
    await both.service.cards.update(other, name="Salt")
    both.clock.advance(60)
    await both.session.puller.pull_changes(both.board_id)
    assert held(both, other).name == "Salt"
    assert gone not in {one.id for one in both.store.labels.of_board(both.board_id)}
    if not both.wire.hosted:
        assert held(both, card).id_labels == ()


async def test_a_list_that_others_move_to_another_board_brings_its_cards(both: World) -> None:
    """One action tells of the list, and none of its cards."""
    await two_cards(both)
    board = await both.service.boards.create(name="Second", idempotency_key="second")
    await both.session.puller.pull_board(board.id)
    both.clock.advance(60)
    lists: Any = both.service.lists
    await lists.update(both.first, id_board=board.id)
    both.clock.advance(1)
    for board_id in (board.id, both.board_id):
        await both.session.puller.pull_changes(board_id)
        both.clock.advance(60)
    assert [face.name for face in both.store.cards.faces(both.first)] == ["Flour", "Yeast"]
    assert sum(both.store.cards.counts(board.id).values()) == 2
    assert sum(both.store.cards.counts(both.board_id).values()) == 0


async def test_few_outdated_cards_are_read_one_by_one_and_many_at_once(pull: Pull) -> None:
    await known(pull, 60)
    later = pull.clock.now() + timedelta(seconds=1)

    def change(count: int) -> None:
        pull.clock.advance(60)
        for number in range(1, count + 1):
            changed = pull.service.held[number].replace(name=f"{count}", date_last_activity=later)
            pull.service.held[number] = changed
        pull.happens("updateCard", 0)

    change(40)
    await pull.puller.pull_changes(BOARD)
    asked = pull.asked()
    assert "cards 100" not in asked
    assert pull.here().count("40") == 40
    later += timedelta(seconds=1)
    change(41)
    await pull.puller.pull_changes(BOARD)
    asked = pull.asked()
    assert "cards 100" in asked
    assert asked.count(f"card {card_id(1)}") == 0
    assert pull.here().count("41") == 41
    pull.clock.advance(60)
    await pull.puller.pull_changes(BOARD)
    assert "outline" not in pull.asked(), "nothing is new"


async def test_what_an_action_explains_needs_no_whole_reading_after_a_rest(pull: Pull) -> None:
    await known(pull)
    pull.clock.advance(60)
    pull.puller._rest_until = pull.clock.monotonic() + 60
    pull.happens("updateCard", 0)
    await pull.puller.pull_changes(BOARD)
    assert not pull.puller.is_complete()
    assert "outline" not in pull.asked()
    await pull.puller.pull_changes(BOARD)
    assert not pull.puller.is_complete()
    pull.clock.advance(60)
    pull.asked()
    await pull.puller.pull_changes(BOARD)
    asked = pull.asked()
    assert "outline" in asked
    assert "cards 100" not in asked
    assert pull.puller.is_complete()


async def test_many_cards_that_are_owed_are_read_at_once_and_those_elsewhere_by_and_by(pull: Pull) -> None:
    await known(pull, 60)
    elsewhere = [f"6fc7b7c4{number:016x}" for number in range(90)]
    pull.puller.schedule_reread([*elsewhere, *(card_id(number) for number in range(41))])
    for left in (50, 10, 0):
        await pull.puller.pull_changes(BOARD)
        asked = pull.asked()
        assert ("cards 100" in asked) == (left == 50)
        assert sum(what.startswith("card ") for what in asked) <= 40
        assert len(pull.puller._incomplete) == left
    assert pull.puller.is_complete()


async def test_a_board_that_is_owed_is_read_until_that_succeeds_and_once(pull: Pull) -> None:
    await known(pull)
    pull.store.cursors.set(reread_cursor(BOARD), "why").result()
    pull.service.failing["cards 100"] = Unreachable("down")
    with pytest.raises(Unreachable):
        await pull.puller.pull_changes(BOARD)
    assert pull.store.cursors.get(reread_cursor(BOARD)) == "why"
    pull.service.failing.clear()
    pull.again()
    await pull.puller.pull_changes(BOARD)
    assert pull.store.cursors.get(reread_cursor(BOARD)) is None
    pull.asked()
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked()


async def test_what_is_owed_meanwhile_stays_owed(pull: Pull, monkeypatch: pytest.MonkeyPatch) -> None:
    await known(pull)
    pull.store.cursors.set(reread_cursor(BOARD), "why").result()
    every = pull.service.boards.every_checklist

    def meanwhile(*args: object, **kwargs: object) -> object:
        pull.store.cursors.set(reread_cursor(BOARD), "another").result()
        return every(*args, **kwargs)

    monkeypatch.setattr(pull.service.boards, "every_checklist", meanwhile)
    await pull.puller.pull_changes(BOARD)
    assert pull.store.cursors.get(reread_cursor(BOARD)) == "another"


async def test_what_was_put_off_is_owed(pull: Pull) -> None:
    pull.service.logs = True
    await known(pull)
    pull.puller._rest_until = pull.clock.monotonic() + 60
    pull.service.labels = [Label(id="1" * 24, id_board=BOARD, name="Hot")]
    pull.happens("deleteLabel", 1)
    await pull.puller.pull_changes(BOARD)
    assert not pull.puller.is_complete()
    pull.clock.advance(60)
    pull.asked()
    pull.again()
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" in pull.asked()


def test_what_differs_in_place_or_activity_is_outdated(pull: Pull) -> None:
    now = pull.clock.now()
    cards = [pull.card(number, pos=number, date_last_activity=now) for number in range(4)]
    pull.card(4)

    pull.store.arrive(Arrived(cards=tuple(cards))).result()
    assert pull.store.cards.outdated(cards) == []
    there = [
        cards[0].replace(pos=0.5),
        cards[1].replace(id_list=list_id(2)),
        cards[2].replace(date_last_activity=now + timedelta(milliseconds=1)),
        cards[3],
        pull.service.held[4],
    ]
    assert pull.store.cards.outdated(there) == [card_id(number) for number in (0, 1, 2, 4)]
