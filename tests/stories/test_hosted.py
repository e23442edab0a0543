"""The hosted service knows no idempotency keys: what may have been carried out is looked for first."""

from datetime import timedelta
from email.utils import format_datetime

import httpx
import pytest

from tests.stories.world import World
from tui.clock import ManualClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.sync.sending.base import SETTLE


async def test_the_hosted_service_would_make_two(hosted: World) -> None:
    """That the world of these stories can fail."""
    for _ in range(2):
        await hosted.session.pusher._client.cards.create(
            list_id=hosted.first, name="Ana Lee", pos=1.0, idempotency_key="same"
        )
    assert len(await hosted.there()) == 2


@pytest.mark.fault("F6", "F22")
@pytest.mark.parametrize("fault", ["drop response", "500 after", "cut"])
async def test_an_answer_lost_after_the_deed_makes_one_card(hosted: World, fault: str) -> None:
    hosted.wire.fail(fault, "POST")
    hosted.card("Ana Lee")
    await hosted.sync()
    assert hosted.waiting() == 0
    assert await hosted.there() == [(hosted.first, "Ana Lee")]
    assert hosted.wire.count("POST") == 1
    assert hosted.here() == await hosted.there()


@pytest.mark.fault("F4", "F21")
@pytest.mark.parametrize("fault", ["drop request", "500"])
async def test_a_request_lost_before_the_deed_is_sent_again(hosted: World, fault: str) -> None:
    hosted.wire.fail(fault, "POST")
    hosted.card("Ana Lee")
    await hosted.sync()
    assert await hosted.there() == [(hosted.first, "Ana Lee")]
    assert hosted.wire.count("POST") == 2


async def test_nothing_is_sent_again_before_what_is_on_its_way_can_have_arrived(hosted: World) -> None:
    hosted.wire.fail("drop request", "POST")
    hosted.card("Ana Lee")
    before = hosted.clock.monotonic()
    await hosted.sync()
    assert hosted.clock.monotonic() - before >= SETTLE


async def test_a_look_in_between_does_not_double_the_card(hosted: World) -> None:
    hosted.wire.fail("drop response", "POST")
    hosted.card("Ana Lee")
    await hosted.session.pusher.push()
    await hosted.session.puller.keep(hosted.board_id, None)
    await hosted.sync()
    assert await hosted.there() == [(hosted.first, "Ana Lee")]
    assert hosted.here() == await hosted.there()


async def test_two_cards_of_one_name_stay_two(hosted: World) -> None:
    hosted.wire.fail("drop response", "POST", times=2)
    hosted.card("Ana Lee", 1.0)
    hosted.card("Ana Lee", 2.0)
    await hosted.sync()
    assert await hosted.there() == [(hosted.first, "Ana Lee"), (hosted.first, "Ana Lee")]
    assert hosted.here() == await hosted.there()
    assert hosted.wire.count("POST") == 2


async def test_everything_that_can_be_made_is_found_again(hosted: World) -> None:
    board, card = hosted.board_id, hosted.card("Ana Lee")
    await hosted.sync()
    card = hosted.named("Ana Lee")
    checklist, item = new_local_id(), new_local_id()
    hosted.wire.fail("drop response", "POST", times=5)
    hosted.do(CreateList(board_id=board, list_id=new_local_id(), name="Won", pos=99999.0))
    hosted.do(CreateLabel(board_id=board, label_id=new_local_id(), name="Hot", color="red"))
    hosted.do(AddComment(board_id=board, card_id=card, comment_id=new_local_id(), text="called"))
    hosted.do(CreateChecklist(board_id=board, card_id=card, checklist_id=checklist, name="Next", pos=1.0))
    hosted.do(
        CreateCheckItem(
            board_id=board, card_id=card, checklist_id=checklist, item_id=item, name="call", pos=1.0
        )
    )
    await hosted.sync(rounds=60)
    assert hosted.waiting() == 0
    assert hosted.wire.count("POST") == 6
    assert [x.name for x in await hosted.service.boards.lists(board)].count("Won") == 1
    assert [x.name for x in await hosted.service.boards.labels(board)].count("Hot") == 1
    assert [x.text for x in await hosted.service.cards.comments(card)] == ["called"]
    [there] = await hosted.service.cards.checklists(card)
    assert [x.name for x in there.check_items] == ["call"]


async def test_what_never_arrives_is_brought_before_the_user(hosted: World) -> None:
    hosted.wire.fail("drop request", "POST", times=99)
    hosted.card("Ana Lee")
    await hosted.sync(rounds=60)
    [refused] = hosted.store.outbox.in_state("refused")
    assert "4 times" in refused.reason
    assert await hosted.there() == []


@pytest.mark.parametrize("ahead", [-86_400.0, 300.0, 86_400.0])
async def test_a_create_without_an_answer_is_found_whatever_our_clock_says(
    hosted: World, ahead: float
) -> None:
    """The service dates the card by its own clock, which may be behind ours."""
    real, carry = hosted.clock, hosted.wire._carry
    wrong = ManualClock(real.now() + timedelta(seconds=ahead))

    async def dated(request: httpx.Request) -> httpx.Response:
        real._now = wrong.now() - timedelta(seconds=ahead)
        response = await carry(request)
        response.headers["Date"] = format_datetime(real.now(), usegmt=True)
        return response

    hosted.wire._carry = dated  # type: ignore[method-assign]
    hosted.clock = wrong
    await hosted.restart()
    await hosted.session.puller.keep(hosted.board_id, None)
    hosted.wire.seen.clear()
    hosted.card("Ring Ana")
    hosted.wire.fail("drop response", "POST")
    await hosted.sync()
    assert hosted.waiting() == 0
    assert hosted.wire.count("POST", "/cards") == 1
    assert [name for _, name in await hosted.there()] == ["Ring Ana"]
