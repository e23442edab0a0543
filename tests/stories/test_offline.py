"""The wire breaks, the machine is switched off: what was typed arrives once, in order, or comes back."""

import pytest

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import DeleteCard, MoveCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel, CreateLabel
from tui.model.writes.lists import CreateList


async def test_unplug_edit_plug_and_everything_is_there_once(world: World) -> None:
    world.wire.plugged = False
    ana = world.card("Ana Lee", 1.0)
    world.card("Ben Ray", 2.0)
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.second, pos=5.0))
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="called"))
    await world.sync(rounds=2)
    assert world.waiting() == 4
    assert await world.there() == []

    world.wire.plugged = True
    await world.sync()
    assert world.waiting() == 0
    assert sorted(await world.there()) == sorted([(world.second, "Ana Lee"), (world.first, "Ben Ray")])
    comments = await world.service.cards.comments(world.named("Ana Lee"))
    assert [comment.text for comment in comments] == ["called"]


async def test_everything_a_card_can_hold_is_made_offline_and_sent_in_order(world: World) -> None:
    world.wire.plugged = False
    card, label, checklist, item = (new_local_id() for _ in range(4))
    board = world.board_id
    card = world.card("Ana Lee")
    world.do(CreateLabel(board_id=board, label_id=label, name="Hot", color="red"))
    world.do(AddCardLabel(board_id=board, card_id=card, label_id=label))
    world.do(CreateChecklist(board_id=board, card_id=card, checklist_id=checklist, name="Next", pos=1.0))
    world.do(
        CreateCheckItem(
            board_id=board, card_id=card, checklist_id=checklist, item_id=item, name="call", pos=1.0
        )
    )
    world.do(
        UpdateCheckItem(board_id=board, card_id=card, checklist_id=checklist, item_id=item, state="complete")
    )
    world.do(UpdateCard(board_id=board, card_id=card, desc="met at the fair"))
    new_list = new_local_id()
    world.do(CreateList(board_id=board, list_id=new_list, name="Won", pos=99999.0))
    world.do(MoveCard(board_id=board, card_id=card, list_id=new_list, pos=1.0))
    await world.sync(rounds=1)
    await world.restart()

    world.wire.plugged = True
    await world.sync()
    assert world.waiting() == 0
    there = await world.service.cards.get(world.named("Ana Lee"))
    labels = {label.id: label.name for label in await world.service.boards.labels(board)}
    [checks] = await world.service.cards.checklists(there.id)
    assert there.desc == "met at the fair"
    assert [labels[ident] for ident in there.id_labels] == ["Hot"]
    assert [(i.name, i.state) for i in checks.check_items] == [("call", "complete")]
    lists = {x.id: x.name for x in await world.service.boards.lists(board)}
    assert lists[there.id_list] == "Won"


async def test_a_full_outbox_survives_a_restart(world: World) -> None:
    world.wire.plugged = False
    for i in range(20):
        world.card(f"card {i:02}", float(i + 1))
    await world.sync(rounds=1)
    await world.restart()
    assert world.waiting() == 20

    world.wire.plugged = True
    await world.sync()
    assert [name for _, name in await world.there()] == [f"card {i:02}" for i in range(20)]
    assert world.here() == await world.there()


@pytest.mark.fault("F4", "F6", "F8", "F21", "F22")
@pytest.mark.parametrize("fault", ["drop response", "drop request", "500", "500 after", "cut"])
async def test_a_lost_answer_to_a_create_makes_one_card(world: World, fault: str) -> None:
    world.wire.fail(fault, "POST", "/cards", times=6)
    world.card("Ana Lee")
    await world.sync()
    assert world.waiting() == 0
    assert await world.there() == [(world.first, "Ana Lee")]


async def test_killed_between_the_answer_and_its_note_makes_one_card(world: World) -> None:
    world.card("Ana Lee")
    [row] = world.store.outbox.ready()
    world.store.outbox.mark_inflight(row.seq).result()
    await world.service.cards.create(list_id=world.first, name="Ana Lee", pos=1.0, idempotency_key=row.key)
    world.crash()
    await world.sync()
    assert world.waiting() == 0
    assert await world.there() == [(world.first, "Ana Lee")]


async def test_fifty_moves_arrive_once_each_through_a_flapping_wire(world: World) -> None:
    for i in range(10):
        world.card(f"card {i}", float(i + 1))
    await world.sync()
    for i in range(10):
        for list_id in (world.second, world.third, world.first, world.second, world.third):
            world.do(
                MoveCard(
                    board_id=world.board_id,
                    card_id=world.named(f"card {i}"),
                    list_id=list_id,
                    pos=float(i + 1),
                )
            )
    for kind in ("drop response", "refuse", "500", "drop request", "429", "cut"):
        world.wire.fail(kind, "PUT", times=3)
    await world.sync(rounds=60)
    assert world.waiting() == 0
    assert await world.there() == [(world.third, f"card {i}") for i in range(10)]
    assert world.here() == await world.there()


async def test_a_refused_write_is_taken_back_and_its_text_kept(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    card_id = world.named("Ana Lee")
    world.wire.fail("403", "PUT")
    world.do(UpdateCard(board_id=world.board_id, card_id=card_id, name="Ana Lee-Ray"))
    assert world.here() == [(world.first, "Ana Lee-Ray")]
    await world.sync()
    assert world.here() == [(world.first, "Ana Lee")]
    [refused] = world.store.outbox.in_state("refused")
    assert isinstance(refused.write, UpdateCard)
    assert refused.write.name == "Ana Lee-Ray"
    assert refused.reason


@pytest.mark.fault("F28")
async def test_one_refused_write_holds_nobody_else_up(world: World) -> None:
    world.card("Ana Lee", 1.0)
    world.card("Ben Ray", 2.0)
    await world.sync()
    world.wire.fail("403", "PUT", world.named("Ana Lee"))
    for name in ("Ana Lee", "Ben Ray"):
        world.do(MoveCard(board_id=world.board_id, card_id=world.named(name), list_id=world.third, pos=1.0))
    await world.sync()
    assert world.store.outbox.counts() == (0, 1)
    assert sorted(await world.there()) == sorted([(world.first, "Ana Lee"), (world.third, "Ben Ray")])


@pytest.mark.fault("F27")
async def test_a_card_deleted_elsewhere_keeps_what_was_typed(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    card_id = world.named("Ana Lee")
    await world.service.cards.delete(card_id)
    world.do(UpdateCard(board_id=world.board_id, card_id=card_id, desc="a long text"))
    await world.sync()
    [kept] = world.store.conflicts.all()
    assert (kept.why, kept.mine) == ("deleted", "a long text")


async def test_a_card_deleted_twice_is_deleted(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    card_id = world.named("Ana Lee")
    await world.service.cards.delete(card_id)
    world.do(DeleteCard(board_id=world.board_id, card_id=card_id))
    await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    assert world.here() == []


@pytest.mark.fault("F25")
async def test_a_refused_token_stops_everything_until_the_user_has_signed_in(world: World) -> None:
    world.wire.fail("401", times=99)
    world.card("Ana Lee")
    await world.sync()
    asked = len(world.wire.seen)
    assert world.status.read().state == "unauthorized"
    await world.sync()
    assert len(world.wire.seen) == asked
    world.wire.faults.clear()
    world.session.pusher.resume()
    await world.sync()
    assert await world.there() == [(world.first, "Ana Lee")]


@pytest.mark.fault("F17")
async def test_a_rate_limit_is_waited_out_as_long_as_was_asked(world: World) -> None:
    world.wire.fail("429", "POST", times=9)
    world.card("Ana Lee")
    wait = await world.session.pusher.push()
    assert wait is not None
    assert wait >= 7 - 0.001
    status = world.status.read()
    assert status.state == "rate_limited"
    assert status.resume_at is not None
    await world.sync()
    assert await world.there() == [(world.first, "Ana Lee")]


@pytest.mark.fault("F45")
async def test_an_hour_of_outage_costs_few_requests(world: World) -> None:
    world.wire.plugged = False
    world.card("Ana Lee")
    ends = world.clock.monotonic() + 3600
    while world.clock.monotonic() < ends:
        world.clock.advance(await world.session.pusher.push() or 1.0)
    assert len(world.wire.seen) < 4 * 70
    assert world.status.read().state == "offline"
    assert world.waiting() == 1


async def edited(world: World, *texts: str) -> str:
    """A card whose description is the first text there, and is changed to the others here, one after another."""
    card = await world.service.cards.create(
        list_id=world.first, name="Ana Lee", pos=1.0, desc=texts[0], idempotency_key="ana"
    )
    await world.session.puller.keep(world.board_id, None)
    for text in texts[1:]:
        world.do(UpdateCard(board_id=world.board_id, card_id=card.id, desc=text))
    return card.id


async def test_a_description_changed_twice_offline_is_sent(world: World) -> None:
    ana = await edited(world, "one", "two", "three")
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "three"
    assert world.store.outbox.counts() == (0, 0)


async def test_a_description_changed_twice_offline_is_merged_with_somebody_elses(world: World) -> None:
    ana = await edited(world, "a\n\nb", "a2\n\nb", "a3\n\nb")
    await world.restart()
    await world.service.cards.update(ana, desc="a\n\nb2")
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "a3\n\nb2"


@pytest.mark.fault("F28")
async def test_what_a_refused_move_took_the_place_of_is_sent_in_its_stead(world: World) -> None:
    ana = await edited(world, "")
    for there in (world.second, world.third):
        world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=there, pos=5.0))
    world.wire.fail("400", "PUT")
    await world.sync()
    assert await world.there() == [(world.second, "Ana Lee")]
    assert world.here() == [(world.second, "Ana Lee")]
    assert world.store.outbox.counts() == (0, 1)


async def test_of_a_card_that_is_gone_only_the_last_move_is_told(world: World) -> None:
    ana = await edited(world, "")
    for pos in (2.0, 3.0, 4.0):
        world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.second, pos=pos))
    await world.service.cards.delete(ana)
    world.wire.seen.clear()
    await world.sync()
    assert world.store.outbox.counts() == (0, 1)
    assert world.wire.count("PUT") == 1


async def test_an_edit_on_top_of_a_refused_one_is_merged_from_what_the_service_has(world: World) -> None:
    ana = await edited(world, "a\n\nb", "a2\n\nb")
    [row] = world.store.outbox.ready()
    world.store.outbox.mark_inflight(row.seq).result()
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="a2\n\nb2"))
    world.store.outbox.refuse(row.seq, "too long").result()
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "a2\n\nb2"


async def test_a_token_refused_once_is_tried_again_when_the_service_takes_it_elsewhere(world: World) -> None:
    ana = await edited(world, "one", "two")
    world.wire.fail("401", "PUT")
    assert await world.session.pusher.push() is None
    assert world.waiting() == 1
    await world.session.puller.keep(world.board_id, None)
    assert world.session.pusher.reachable()
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "two"
