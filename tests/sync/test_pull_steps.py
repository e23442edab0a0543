"""Pulling, step by step: what is asked for, in which order, and what an answer may take away."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import BOARD, ME, list_id
from tui.api.board.resource import Page
from tui.errors import Forbidden, NotFound, Unreachable
from tui.model.action import Action
from tui.model.board import Board, BoardList
from tui.model.card import Badges, Card
from tui.model.checklist import Checklist
from tui.model.label import Label
from tui.model.values.scalars import format_instant, new_local_id
from tui.store.key_values import in_actions
from tui.store.outbox.arrivals import Arrived

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def test_only_what_the_service_can_know_is_asked_for(pull: Pull) -> None:
    pull.card(1)
    pull.again(far=True)
    await pull.puller.keep(None, None)
    assert pull.asked() == ["me", "boards", "inbox"]
    await pull.puller.keep(new_local_id(), new_local_id())
    assert pull.asked() == ["boards"], "who we are is asked once, and the inbox once a minute"
    await pull.puller.keep(None, card_id(1))
    assert pull.asked() == ["boards", f"whole {card_id(1)}", f"comments of {card_id(1)}"]
    assert pull.here() == ["Card 1"]
    assert pull.store.members.me() == pull.service.me
    assert [*pull.store.cursors.all()] == ["read:", f"read:{card_id(1)}"]


async def test_where_requests_are_not_limited_everything_is_read_each_time(pull: Pull) -> None:
    for _ in range(2):
        await pull.puller.keep(None, None)
        assert pull.asked() == ["me", "boards", "inbox"]
        assert pull.puller.is_complete()
    pull.again(far=True)
    await pull.puller.keep(None, None)
    assert not pull.puller.is_complete(), "the next does not read all of it"


async def test_a_new_board_is_read_list_by_list_and_its_cards_stand_in_their_order(pull: Pull) -> None:
    pull.service.places = [
        BoardList(id=list_id(1), id_board=BOARD, name="Second", pos=2),
        BoardList(id=list_id(0), id_board=BOARD, name="First", pos=1),
        BoardList(id=list_id(2), id_board=BOARD, name="Archived", pos=0, closed=True),
    ]
    for number, (place, pos) in enumerate([(0, 2), (1, 5), (0, 1)]):
        pull.card(number, place, pos=pos)
    newest = pull.happens("createCard", 0)
    pull.service.labels = [Label(id="1" * 24, id_board=BOARD, name="Hot", color="red")]
    await pull.puller.keep(BOARD, None)
    assert pull.asked()[3:] == [
        "newest 1", "frame", "list 0 100", "list 1 100", "checklists", "comments 100",
    ]  # fmt: skip
    assert pull.here() == ["Card 2", "Card 0", "Card 1"]
    assert [label.name for label in pull.store.labels.of_board(BOARD)] == ["Hot"]
    assert [member.id for member in pull.store.members.of_board(BOARD)] == [ME]
    assert pull.progress == [(0, 0), (2, 0), (3, 0)]
    cursors = pull.store.cursors.all()
    assert cursors[in_actions(BOARD)] == newest.id
    assert cursors[f"activity:{BOARD}"] == format_instant(newest.date)
    assert {"read:", f"read:{BOARD}", f"read:{BOARD}/frame"} <= cursors.keys()
    assert {*pull.clock.slept} == {0.002}, "the keys are handled between two pages"


async def test_a_board_without_actions_is_read_on_from_the_moment_it_was_read(pull: Pull) -> None:
    before = format_instant(pull.clock.now())
    await pull.puller.pull_board(BOARD)
    assert pull.store.cursors.get(in_actions(BOARD)) == before
    assert pull.store.cursors.get(f"activity:{BOARD}") is None


async def test_no_transaction_takes_more_than_a_hundred_things(pull: Pull) -> None:
    await known(pull, 201)
    for number in range(101):
        steps = Checklist(id=f"{number:024x}", id_board=BOARD, id_card=card_id(0), name="Steps")
        pull.service.steps.append(steps)
    await pull.puller.pull_board(BOARD)
    assert [size for size in pull.sizes if size] == [100, 100, 1, 100, 1]
    assert pull.progress == [(0, 0), (201, 201)]
    pull.again()
    pull.puller._sweep._pace = pull.puller._pace.replace(page=7)
    pull.asked()
    await pull.puller.pull_board(BOARD)
    assert pull.asked() == ["newest 1", "frame", "cards 7", "checklists", "comments 7"]


@pytest.mark.parametrize(
    ("far", "page", "checklists"), [(False, 1000, "checklists of 1000 cards"), (True, 500, "checklists")]
)
async def test_where_nobody_types_a_thousand_things_are_taken_in_at_once(
    pull: Pull, far: bool, page: int, checklists: str
) -> None:
    for number in range(1001):
        pull.card(number, id_checklists=("1" * 24,) * (number == 0))
    pull.again(far=far, interactive=False)
    await pull.puller.pull_board(BOARD)
    assert {f"cards {page}", checklists} < set(pull.asked())
    assert [size for size in pull.sizes if size] == [1000, 1]
    assert {*pull.clock.slept} == {0.0}, "no key waits"


async def test_where_nobody_types_the_next_page_is_asked_for_before_one_is_stored(
    pull: Pull, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [threading.Event() for _ in range(3)]
    for number in range(3):
        pull.card(number)

    async def pages(_: str, *, limit: int) -> AsyncIterator[Page[Card]]:
        for card, at in zip(pull.service.held, asked, strict=True):
            at.set()
            yield Page([card], sent=1)

    arrive, before = pull.store.arrive, list[bool]()

    def stored(arrived: Arrived) -> Any:
        if arrived.cards:
            before.append(asked[min(len(before) + 1, 2)].wait(10))
        return arrive(arrived).result()

    with ThreadPoolExecutor(1) as storing:
        monkeypatch.setattr(pull.store, "arrive", lambda arrived: storing.submit(stored, arrived))
        pull.service.boards.every_card = pages
        pull.again(interactive=False)
        await pull.puller.pull_board(BOARD)
    assert before == [True, True, True], "one is stored while the next comes"
    assert len(pull.here()) == 3
    assert pull.progress == [(0, 0), (1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({}, "checklists of closed cards"),
        ({"id_checklists": ("1" * 24,)}, "checklists"),
        ({"badges": Badges(check_items=1)}, "checklists"),
    ],
)
async def test_checklists_of_a_new_board_are_asked_for_where_a_card_may_have_some(
    pull: Pull, given: dict[str, Any], asked: str
) -> None:
    pull.card(0)
    pull.card(1, **given)
    steps = [Checklist(id=f"{n:024x}", id_board=BOARD, id_card=card_id(n), name="Steps") for n in (1, 7)]
    pull.service.steps = steps
    await pull.puller.pull_board(BOARD)
    assert [what for what in pull.asked() if "checklists" in what] == [asked]
    there = [steps[1].id] if not given else [one.id for one in steps]
    assert [one.id for n in (1, 7) for one in pull.store.checklists.of_card(card_id(n))] == there


async def test_a_checklist_that_came_while_the_cards_were_read_stays(pull: Pull) -> None:
    pull.card(0)
    steps = Checklist(id="1" * 24, id_board=BOARD, id_card=card_id(0), name="Steps")

    async def pages(_: str, *, limit: int) -> AsyncIterator[Page[Card]]:
        yield Page(list(pull.service.held), sent=1)
        pull.store.arrive(Arrived(checklists=(steps,))).result()

    pull.service.boards.every_card = pages
    await pull.puller.pull_board(BOARD)
    assert pull.store.checklists.of_card(card_id(0)) == [steps]


async def test_cards_that_were_fetched_one_by_one_are_looked_for_when_their_board_is_read(pull: Pull) -> None:
    pull.card(1)
    assert await pull.puller.cards.fetch(card_id(1)) == card_id(1)
    assert pull.asked() == [f"whole {card_id(1)}", f"comments of {card_id(1)}", "frame"]
    assert f"read:{BOARD}/frame" in pull.store.cursors.all()
    assert len(pull.store.lists.of_board(BOARD)) == 3
    pull.service.held.clear()
    pull.card(2)
    await pull.puller.keep(BOARD, None)
    assert "cards 100" in pull.asked()
    assert pull.here() == ["Card 2"]


async def test_a_board_leaves_the_list_once_two_readings_in_a_row_miss_it(pull: Pull) -> None:
    other = Board(id="e" * 24, name="Other")
    pull.service.listed.append(other)
    await pull.puller.account.read()
    pull.service.listed.pop()
    pull.service.skipped["boards"] = 1
    for _ in range(3):
        await pull.puller.account.read()
    pull.service.skipped.clear()
    await pull.puller.account.read()
    assert f"board {other.id}" not in pull.asked()
    assert len(pull.store.boards.every()) == 2
    assert not pull.puller.is_complete()
    await pull.puller.account.read()
    assert f"board {other.id}" in pull.asked()
    assert [board.id for board in pull.store.boards.every()] == [BOARD]


@pytest.mark.parametrize("error", [Forbidden("no"), NotFound("no")])
async def test_a_listed_board_that_is_not_delivered_is_lost_until_it_is(pull: Pull, error: Exception) -> None:
    pull.service.failing["newest 1"] = error
    await pull.puller.keep(BOARD, None)
    assert pull.store.boards.lost(BOARD)
    pull.service.failing.clear()
    await pull.puller.keep(BOARD, None)
    assert not pull.store.boards.lost(BOARD)


async def test_a_board_that_is_gone_is_an_error_where_it_was_read_or_is_not_listed(pull: Pull) -> None:
    with pytest.raises(NotFound):
        await pull.puller.keep("e" * 24, None)
    await known(pull)
    pull.service.failing["frame"] = NotFound("gone")
    with pytest.raises(NotFound):
        await pull.puller.keep(BOARD, None)
    pull.service.failing["frame"] = Forbidden("hidden")
    await pull.puller.keep(BOARD, None)
    assert pull.store.boards.lost(BOARD)


async def test_many_lists_vanish_only_where_a_second_reading_misses_them_too(pull: Pull) -> None:
    pull.service.places = [BoardList(id=f"{n:024x}", id_board=BOARD, name=f"{n}", pos=n) for n in range(60)]
    pull.service.labels = [Label(id="1" * 24, id_board=BOARD, name="Hot", color="red")]
    await known(pull, 1)
    del pull.service.places[1:], pull.service.labels[:]

    def held() -> tuple[int, int]:
        return len(pull.store.lists.of_board(BOARD)), len(pull.store.labels.of_board(BOARD))

    pull.service.skipped["frame"] = 1
    await pull.puller.frame(BOARD)
    assert (held(), pull.asked()) == ((60, 1), ["frame"]), "what cannot be read has not vanished"
    pull.service.skipped.clear()
    await pull.puller.cards.fetch(card_id(0))
    assert held() == (60, 0), "who reads a card reads its board once"
    pull.asked()
    await pull.puller.frame(BOARD)
    assert (held(), pull.asked()) == ((1, 0), ["frame", "frame"])
    await pull.puller.frame(BOARD)
    assert pull.asked() == ["frame"]


@pytest.mark.parametrize(
    ("shown", "lists", "alone", "at_once"), [(True, 100, 100, 0), (True, 101, 20, 1), (False, 100, 0, 1)]
)
async def test_of_more_than_a_hundred_lists_the_first_twenty_of_a_shown_board_are_read_alone(
    pull: Pull, shown: bool, lists: int, alone: int, at_once: int
) -> None:
    pull.service.places = [
        BoardList(id=f"{n:024x}", id_board=BOARD, name=f"{n}", pos=n) for n in range(lists)
    ]
    pull.service.held = [
        Card(id=card_id(n), id_board=BOARD, id_list=f"{n:024x}", name=f"{n}") for n in range(lists)
    ]
    await pull.puller.pull_board(BOARD, shown=shown)
    asked = [what.partition(" ")[0] for what in pull.asked()]
    assert (asked.count("list"), asked.count("cards")) == (alone, at_once)
    assert sum(pull.store.cards.counts(BOARD).values()) == lists
    assert pull.progress[-1] == (lists, 0)


async def test_comments_of_a_whole_board_are_read_with_it(pull: Pull) -> None:
    pull.card(0)
    pull.happens("commentCard", 0, text="Hello")
    pull.happens("updateCard", 0)
    await pull.puller.pull_board(BOARD)
    assert [one.text for one in pull.store.actions.comments(card_id(0))] == ["Hello"]


async def test_a_board_that_is_listed_again_is_lost_no_more(pull: Pull) -> None:
    await known(pull)
    await pull.puller.account.access.note(BOARD, lost=True)
    await pull.puller.account.read()
    assert not pull.store.boards.lost(BOARD)


async def test_a_card_of_which_newer_data_came_meanwhile_is_read_again(pull: Pull) -> None:
    await known(pull)
    mark = pull.store.mark()
    older, newer = (pull.service.held[1].replace(name=name) for name in ("Older", "Newer"))
    pull.store.arrive(Arrived(cards=(newer,))).result()
    await pull.puller.arrive(Arrived(cards=(older,), since=mark))
    assert pull.here() == ["Card 0", "Newer"]
    await pull.puller.pull_changes(BOARD)
    assert f"card {card_id(1)}" in pull.asked()


async def test_what_the_feed_tells_is_read_again_and_nothing_else(pull: Pull) -> None:
    pull.service.logs = True
    await known(pull, 5)
    first = pull.happens("updateCard", 1)
    pull.service.held[1] = pull.service.held[1].replace(name="Renamed")
    pull.happens("addChecklistToCard", 2)
    pull.service.steps = [Checklist(id="3" * 24, id_board=BOARD, id_card=card_id(2), name="Steps")]
    pull.happens("commentCard", 0, text="Hello")
    pull.happens("deleteCard", 3)
    last = pull.happens("moveCardFromBoard", 4)
    since = pull.store.cursors.get(in_actions(BOARD))
    await pull.puller.pull_changes(BOARD)
    assert first.id < last.id
    assert pull.asked() == [
        f"actions since {since}", "frame", f"card {card_id(0)}", f"card {card_id(1)}", f"card {card_id(2)}",
        f"checklists of {card_id(2)}",
    ]  # fmt: skip
    assert pull.here() == ["Card 0", "Renamed", "Card 2"]
    assert [one.name for one in pull.store.checklists.of_card(card_id(2))] == ["Steps"]
    assert [one.text for one in pull.store.actions.comments(card_id(0))] == ["Hello"]
    assert pull.store.cursors.get(in_actions(BOARD)) == last.id
    assert pull.store.cursors.get(f"activity:{BOARD}") == format_instant(last.date)
    pull.happens("removeChecklistFromCard", 2, checklist={"id": "3" * 24})
    await pull.puller.pull_changes(BOARD)
    # Whether the service still knows the last action tells whether it was put back meanwhile.
    assert pull.asked()[:2] == [f"actions since {last.id}", f"action {last.id}"]
    assert pull.store.checklists.of_card(card_id(2)) == []


async def test_a_newest_comment_that_was_deleted_is_no_sign_of_an_older_service(pull: Pull) -> None:
    pull.service.logs = True
    await known(pull)
    said = pull.happens("commentCard", 0, text="Hello")
    await pull.puller.pull_changes(BOARD)
    pull.asked()
    gone = pull.happens("deleteComment", 0, action={"id": said.id})
    pull.service.feed.remove(said)
    await pull.puller.pull_changes(BOARD)
    assert pull.asked() == [f"actions since {said.id}", "frame", f"card {card_id(0)}"]
    assert [*pull.store.actions.comments(card_id(0))] == []
    # Of another comment it tells nothing.
    pull.happens("deleteComment", 0, action={"id": said.id})
    pull.service.feed.remove(gone)
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" in pull.asked()


async def test_of_touched_cards_the_gone_go_and_the_hidden_stay(pull: Pull) -> None:
    await known(pull, 3)
    for number in range(3):
        pull.happens("updateCard", number)
    pull.service.failing[f"card {card_id(0)}"] = NotFound("gone")
    pull.service.failing[f"card {card_id(1)}"] = Forbidden("hidden")
    pull.service.held[2] = pull.service.held[2].replace(name="Renamed")
    await pull.puller.pull_changes(BOARD)
    assert pull.here() == ["Card 1", "Renamed"]


async def test_a_card_that_moved_on_to_a_board_of_ours_stays_there(pull: Pull) -> None:
    await known(pull)
    away = Board(id="e" * 24, name="Away")
    moved = pull.service.held[1].replace(id_board=away.id, id_list="d" * 24)
    pull.store.arrive(Arrived(boards=(away,), cards=(moved,))).result()
    pull.happens("moveCardFromBoard", 1)
    await pull.puller.pull_changes(BOARD)
    assert pull.store.cards.get(card_id(1)) is not None


async def test_other_peoples_changes_are_told_with_their_names(pull: Pull) -> None:
    await known(pull)
    told: list[dict[str, str]] = []
    pull.store.feed.subscribe(lambda change: told.append(dict(change.by)))
    pull.happens("updateCard", 1)
    await pull.puller.pull_changes(BOARD)
    assert {card_id(1): "bo"} in told


async def test_an_activity_that_no_action_explains_has_all_cards_read_but_not_too_often(pull: Pull) -> None:
    pull.service.logs = True
    await known(pull)
    pull.happens("updateCard", 1)

    def stir(**later: float) -> None:
        last = pull.service.listed[0].date_last_activity
        assert last is not None
        pull.service.listed[0] = pull.service.listed[0].replace(date_last_activity=last + timedelta(**later))

    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked(), "the action has the same date"
    stir(milliseconds=1)
    await pull.puller.pull_changes(BOARD)
    assert pull.asked()[-2:] == ["cards 100", "checklists"]
    activity = pull.service.listed[0].date_last_activity
    assert activity is not None
    assert pull.store.cursors.get(f"activity:{BOARD}") == format_instant(activity)
    took = pull.clock.slept[-4:]
    assert took == [0.002] * 4
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked(), "it is known by now"
    stir(seconds=1)
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked(), "twenty times as long as the last reading took"
    assert not pull.puller.is_complete()
    pull.clock.advance(0.2)
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" in pull.asked()
    assert pull.puller.is_complete()
    pull.clock.advance(9)
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked(), "nothing happened since"


async def test_what_is_owed_is_read_with_its_checklists_until_that_succeeds(pull: Pull) -> None:
    await known(pull)
    pull.puller.schedule_reread([card_id(1)])
    assert not pull.puller.is_complete()
    pull.service.failing[f"card {card_id(1)}"] = Unreachable("down")
    with pytest.raises(Unreachable):
        await pull.puller.pull_changes(BOARD)
    pull.service.failing.clear()
    pull.asked()
    await pull.puller.pull_changes(BOARD)
    assert pull.asked()[-2:] == [f"card {card_id(1)}", f"checklists of {card_id(1)}"]
    await pull.puller.pull_changes(BOARD)
    assert f"card {card_id(1)}" not in pull.asked()


@pytest.mark.parametrize(("actions", "whole"), [(999, False), (1000, True)])
async def test_a_thousand_new_actions_have_the_whole_board_read(
    pull: Pull, actions: int, whole: bool
) -> None:
    await known(pull)
    at = pull.clock.now() + timedelta(seconds=1)
    pull.service.feed = [Action(id=f"{n:024x}", type="updateBoard", date=at, data={}) for n in range(actions)]
    await pull.puller.pull_changes(BOARD)
    assert ("newest 1" in pull.asked()) is whole
