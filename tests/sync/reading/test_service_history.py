"""Whether the service was put back is asked of its last actions; what it tells since explains what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import BOARD, list_id
from tui.errors import NotFound, Unreachable
from tui.model.action import Action
from tui.model.writes.base import Write
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.key_values import in_actions, known_actions, known_sent
from tui.store.outbox.arrivals import Told
from tui.sync.reading.board_log import BoardLog
from tui.sync.reading.service_history import SEVERAL, ServiceHistory, told_by


def history(pull: Pull, *, logs: bool = True) -> ServiceHistory:
    pull.service.logs = logs
    log = BoardLog()
    log.exists = logs
    return ServiceHistory(pull.store, pull.service, log)  # type: ignore[arg-type]  # as far as it is asked


def forget(pull: Pull, *actions: Action) -> None:
    for action in actions:
        pull.service.feed.remove(action)


async def test_a_service_that_knows_its_last_action_is_asked_once(pull: Pull) -> None:
    here = history(pull)
    last = [pull.happens("updateCard", 1), pull.happens("updateCard", 2)]
    await here.note(BOARD, last[::-1])
    assert await here.told_if_put_back(BOARD) is None
    assert pull.asked() == [f"action {last[1].id}"]


async def test_nothing_is_asked_of_a_board_of_which_nothing_is_known(pull: Pull) -> None:
    here = history(pull)
    await here.note(BOARD, [])
    pull.store.cursors.set(in_actions(BOARD), "2026-11-21T09:00:00.000Z").result()
    assert await here.told_if_put_back(BOARD) is None
    assert pull.asked() == []


async def test_what_it_tells_since_it_was_put_back_is_read_to_the_end(pull: Pull) -> None:
    here = history(pull)
    lost = pull.happens("updateCard", 1)
    await here.note(BOARD, [lost])
    for number in range(1100):
        pull.happens("updateCard", number, old={"name": f"Was {number}"})
    forget(pull, lost)
    told = await here.told_if_put_back(BOARD)
    assert told is not None
    assert told.named == {card_id(number) for number in range(1100)}
    assert (card_id(0), "Was 0") in told.replaced


@pytest.mark.parametrize(
    ("kind", "data"),
    [("deleteCard", {}), ("moveCardFromBoard", {}), ("deleteComment", {"action": {"id": "0" * 24}})],
)
async def test_an_action_that_was_deleted_proves_nothing(pull: Pull, kind: str, data: dict[str, Any]) -> None:
    here = history(pull)
    other = pull.happens("commentCard", 1)
    before = pull.happens("updateCard", 2)
    await here.note(BOARD, [other, before])
    pull.happens(kind, 1, **data)
    forget(pull, other)
    assert await here.told_if_put_back(BOARD) is None
    if kind == "deleteComment":
        pull.asked()
        assert await here.told_if_put_back(BOARD, Told(named=frozenset({other.id}))) is None
        assert pull.asked() == [f"action {before.id}"]
    # The action before it proves it all the same.
    forget(pull, before)
    assert await here.told_if_put_back(BOARD) is not None


async def test_a_comment_proves_nothing_where_no_log_tells_of_deletions(pull: Pull) -> None:
    here = history(pull, logs=False)
    before, said = pull.happens("updateCard", 1), pull.happens("commentCard", 1, text="Hello")
    await here.note(BOARD, [said, before])
    forget(pull, said)
    assert await here.told_if_put_back(BOARD) is None
    forget(pull, before)
    assert await here.told_if_put_back(BOARD) is not None


async def test_the_last_actions_of_several_cards_are_remembered(pull: Pull) -> None:
    here = history(pull)
    actions = [pull.happens("updateCard", number % 9) for number in range(20)][::-1]
    await here.note(BOARD, actions[3:])
    await here.note(BOARD, actions[:3])
    await here.note(BOARD, [])
    lines = (pull.store.cursors.get(known_actions(BOARD)) or "").splitlines()
    assert [line.split()[0] for line in lines] == [one.id for one in actions[:SEVERAL]]
    await here.note(BOARD, actions[-1:], anew=True)
    assert (pull.store.cursors.get(known_actions(BOARD)) or "").split()[0] == actions[-1].id


async def test_a_file_from_before_these_were_remembered_has_the_last_one(pull: Pull) -> None:
    here = history(pull)
    pull.store.cursors.set(in_actions(BOARD), "5" * 24).result()
    assert await here.told_if_put_back(BOARD) is not None


async def test_a_board_that_is_gone_was_not_put_back(pull: Pull) -> None:
    here = history(pull)
    lost = pull.happens("updateCard", 1)
    await here.note(BOARD, [lost])
    forget(pull, lost)

    def gone(*_: Any, **__: Any) -> Any:
        raise NotFound("no such board")

    pull.service.boards.every_action = pull.service.boards.every_logged = gone
    assert await here.told_if_put_back(BOARD) is None


async def test_a_service_that_does_not_answer_was_not_put_back(pull: Pull) -> None:
    here = history(pull)
    last = pull.happens("updateCard", 1)
    await here.note(BOARD, [last])
    pull.service.failing[f"action {last.id}"] = Unreachable("no answer")
    with pytest.raises(Unreachable):
        await here.told_if_put_back(BOARD)


async def test_what_actions_tell(pull: Pull) -> None:
    await known(pull)
    item, said, place = {"id": "1" * 24}, {"id": "2" * 24}, {"id": "3" * 24}
    told = told_by(
        [
            pull.happens("updateCheckItem", 1, checkItem=item, old={"name": "ring", "pos": 1}),
            pull.happens("updateComment", 1, action=said, old={"text": "Hello"}),
            pull.happens("updateList", 2, list=place, old={"closed": False}),
            pull.happens("updateList", 2, list={"id": "4" * 24}, old={"name": "Was"}),
        ]
    )
    assert told.named == {card_id(1), card_id(2), item["id"], said["id"]}
    assert {(item["id"], "ring"), (said["id"], "Hello")} <= told.replaced
    assert told.away == {place["id"]}


async def sends(pull: Pull, write: Write) -> None:
    seq = pull.store.writes.submit(write).result().seq
    pull.store.outbox.mark_inflight(seq).result()
    pull.store.outbox.confirm(seq).result()


@pytest.mark.parametrize("logs", [True, False])
async def test_a_change_from_here_that_the_service_took_and_does_not_tell_of_is_lost(
    pull: Pull, *, logs: bool
) -> None:
    await known(pull)
    here = history(pull, logs=logs)
    pull.store.cursors.set(in_actions(BOARD), pull.happens("updateCard", 0).id).result()
    pull.store.cursors.set(known_sent(BOARD), None).result()
    await sends(pull, UpdateCard(board_id=BOARD, card_id=card_id(0), desc="Before"))
    assert here.sent(BOARD) == (), "what was sent before the first reading is not known to be told"
    await here.note_sent(BOARD, here.sent(BOARD))
    assert await here.told_if_put_back(BOARD) is None
    await sends(pull, UpdateCard(board_id="d" * 24, card_id=card_id(1), desc="On another board"))
    await sends(pull, UpdateCard(board_id=BOARD, card_id=card_id(1), due_complete=True))
    assert await here.told_if_put_back(BOARD) is not None
    told = told_by([pull.happens("updateCard", 1)])
    assert await here.told_if_put_back(BOARD) is None
    assert await here.told_without_ours(BOARD, here.sent(BOARD), told) is None
    assert await here.told_without_ours(BOARD, here.sent(BOARD), Told()) == Told()
    await here.note_sent(BOARD, here.sent(BOARD))
    assert here.sent(BOARD) == []
    # A feed that leaves something out proves nothing by that.
    await sends(pull, MoveCard(board_id=BOARD, card_id=card_id(0), list_id=list_id(1), pos=1.0))
    assert (await here.told_without_ours(BOARD, told=Told()) is None) == (not logs)


async def test_a_list_that_is_moved_away_takes_the_actions_of_its_cards_along(pull: Pull) -> None:
    await known(pull)
    here = history(pull)
    last = pull.happens("updateCard", 1)
    await here.note(BOARD, [last])
    moved = pull.happens("moveListFromBoard", 0, list={"id": list_id(0)})
    moved.data.pop("card")
    forget(pull, last)
    assert await here.told_if_put_back(BOARD) is None


async def test_an_action_of_an_id_that_tells_no_time_proves_nothing(pull: Pull) -> None:
    here = history(pull)
    last = pull.happens("updateCard", 1).replace(id="act-1")
    await here.note(BOARD, [last])
    assert await here.told_if_put_back(BOARD) is None
