"""Items: dated, assigned, and moved to another checklist."""

from datetime import UTC, datetime

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, MoveCheckItem, UpdateCheckItem

DUE = datetime(2031, 5, 6, 7, tzinfo=UTC)


async def two_checklists(world: World) -> tuple[dict[str, str], str, str, str]:
    """(where, first checklist, second checklist, item of the first)."""
    world.card("Ana Lee")
    await world.sync()
    at = {"board_id": world.board_id, "card_id": world.named("Ana Lee")}
    one, two, item = new_local_id(), new_local_id(), new_local_id()
    world.do(
        CreateChecklist(**at, checklist_id=one, name="Now", pos=1.0),
        CreateChecklist(**at, checklist_id=two, name="Later", pos=2.0),
        CreateCheckItem(**at, checklist_id=one, item_id=item, name="call", pos=1.0, state="complete"),
    )
    await world.sync()
    first, second = world.store.checklists.of_card(at["card_id"])
    return at, first.id, second.id, first.check_items[0].id


async def there(world: World, card_id: str) -> list[tuple[str, list[tuple[str, str]]]]:
    lists = sorted(await world.service.cards.checklists(card_id), key=lambda x: x.pos)
    return [(x.name, [(i.name, i.state) for i in x.check_items]) for x in lists]


async def test_an_item_moves_to_another_checklist_as_one_write_and_back(world: World) -> None:
    at, first, second, item = await two_checklists(world)
    world.do(
        MoveCheckItem(
            **at,
            checklist_id=first,
            to_checklist_id=second,
            item_id=item,
            pos=9.5,
            name="call",
            state="complete",
        )
    )
    shown = world.store.checklists.of_card(at["card_id"])
    assert [(x.name, len(x.check_items)) for x in shown] == [("Now", 0), ("Later", 1)]
    face = world.store.cards.face(at["card_id"])
    assert face is not None
    assert face.items_done == 1
    before = len(world.wire.seen)
    await world.sync()
    assert [m for m, _ in world.wire.seen[before:]] == ["PUT"]
    assert await there(world, at["card_id"]) == [("Now", []), ("Later", [("call", "complete")])]
    world.store.writes.undo().result()
    await world.restart()
    await world.sync()
    assert await there(world, at["card_id"]) == [("Now", [("call", "complete")]), ("Later", [])]
    [back] = world.store.checklists.of_card(at["card_id"])[0].check_items
    assert (back.id, back.pos) == (item, 1.0)
    world.store.writes.redo().result()
    await world.sync()
    assert await there(world, at["card_id"]) == [("Now", []), ("Later", [("call", "complete")])]


async def test_an_item_gets_a_date_and_a_member_and_loses_them(world: World) -> None:
    at, first, _, item = await two_checklists(world)
    me = world.store.members.me()
    assert me is not None
    part = {**at, "checklist_id": first, "item_id": item}
    world.do(UpdateCheckItem(**part, due=DUE, member_id=me.id))
    await world.sync()
    [held] = world.store.checklists.of_card(at["card_id"])[0].check_items
    assert (held.due, held.id_member) == (DUE, me.id)
    [seen] = (await world.service.cards.checklists(at["card_id"]))[0].check_items
    assert (seen.due, seen.id_member) == (DUE, me.id)
    world.do(UpdateCheckItem(**part, due=None))
    await world.sync()
    [seen] = (await world.service.cards.checklists(at["card_id"]))[0].check_items
    assert (seen.due, seen.id_member) == (None, me.id)
    for _ in range(2):
        world.store.writes.undo().result()
        await world.sync()
    [seen] = (await world.service.cards.checklists(at["card_id"]))[0].check_items
    assert (seen.due, seen.id_member, seen.state) == (None, None, "complete")
