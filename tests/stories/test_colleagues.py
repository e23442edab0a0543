"""Somebody else works on the same board: what they do arrives, and nobody's work is lost."""

from typing import Any

import pytest

from tests.stories.world import World
from tui.api.board.resource import Page
from tui.errors import Unreachable
from tui.model.account.call import ApiCall
from tui.model.action import Comment
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import DeleteCard, MoveCard, UpdateCard
from tui.model.writes.comments import AddComment, DeleteComment


async def look(world: World) -> None:
    await world.session.puller.keep(world.board_id, None)


async def made(world: World, name: str, pos: float = 1.0, desc: str = "") -> str:
    card = await world.service.cards.create(
        list_id=world.first, name=name, pos=pos, desc=desc, idempotency_key=name
    )
    return card.id


async def test_what_a_colleague_makes_moves_and_deletes_arrives(world: World) -> None:
    ana, ben = await made(world, "Ana Lee", 1.0), await made(world, "Ben Ray", 2.0)
    await look(world)
    assert world.here() == [(world.first, "Ana Lee"), (world.first, "Ben Ray")]

    await world.service.cards.move(ana, list_id=world.second, pos=1.0)
    await world.service.cards.delete(ben)
    await look(world)
    assert world.here() == [(world.second, "Ana Lee")]


async def test_what_the_feed_never_carries_arrives_too(world: World) -> None:
    ana = await made(world, "Ana Lee")
    label = await world.service.labels.create(
        board_id=world.board_id, name="Hot", color="red", idempotency_key="label"
    )
    checklist = await world.service.checklists.create(
        card_id=ana, name="Next", pos=1.0, idempotency_key="checklist"
    )
    await look(world)
    world.clock.advance(60)
    await world.service.cards.add_label(ana, label.id)
    await world.service.checklists.add_item(checklist.id, name="call", pos=1.0, idempotency_key="item")
    await look(world)
    face = world.store.cards.face(ana)
    assert face is not None
    assert face.label_ids == (label.id,)
    [known] = world.store.checklists.of_card(ana)
    assert [item.name for item in known.check_items] == ["call"]

    await world.service.labels.delete(label.id)
    world.clock.advance(60)
    await look(world)
    assert label.id not in {known.id for known in world.store.labels.of_board(world.board_id)}


async def test_an_open_card_shows_edited_and_deleted_comments(world: World) -> None:
    ana = await made(world, "Ana Lee")
    one = await world.service.cards.add_comment(ana, "one", idempotency_key="one")
    two = await world.service.cards.add_comment(ana, "two", idempotency_key="two")
    await look(world)
    await world.service.actions.update_comment(one.id, "ONE")
    await world.service.actions.delete_comment(two.id)
    await world.session.puller.keep(world.board_id, ana)
    assert [comment.text for comment in world.store.actions.comments(ana)] == ["ONE"]


async def test_my_waiting_move_stays_visible_when_a_look_comes_between(world: World) -> None:
    ana = await made(world, "Ana Lee")
    await look(world)
    world.wire.fail("500", "PUT", times=99)
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.third, pos=1.0))
    await world.session.pusher.push()
    await world.service.cards.update(ana, name="Ana Lee (new)")
    await look(world)
    assert world.here() == [(world.third, "Ana Lee (new)")]
    world.wire.faults.clear()
    await world.sync()
    assert await world.there() == [(world.third, "Ana Lee (new)")]


async def test_two_people_change_different_lines_of_one_description(world: World) -> None:
    ana = await made(world, "Ana Lee", desc="phone: 1\n\nmail: a\n")
    await look(world)
    await world.service.cards.update(ana, desc="phone: 2\n\nmail: a\n")
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="phone: 1\n\nmail: b\n"))
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "phone: 2\n\nmail: b\n"
    card = world.store.cards.get(ana)
    assert card is not None
    assert card.desc == "phone: 2\n\nmail: b\n"


async def test_two_people_change_the_same_line_and_both_texts_are_kept(world: World) -> None:
    ana = await made(world, "Ana Lee", desc="phone: 1")
    await look(world)
    await world.service.cards.update(ana, desc="phone: 2")
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="phone: 3"))
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == "phone: 2"
    [kept] = world.store.conflicts.all()
    assert (kept.mine, kept.theirs) == ("phone: 3", "phone: 2")


async def test_a_long_absence_is_read_whole(world: World) -> None:
    for i in range(60):
        await made(world, f"card {i:02}", float(i + 1))
    await look(world)
    assert world.here() == await world.there()
    ids = [card.id for card in await world.service.boards.cards(world.board_id)]
    for ident in ids:
        await world.service.cards.move(ident, list_id=world.second, pos=1.0)
    await look(world)
    assert sorted(world.here()) == sorted(await world.there())


async def test_comments_of_a_board_never_seen_before_come_with_it(world: World) -> None:
    ana = await made(world, "Ana Lee")
    await world.service.cards.add_comment(ana, "hello", idempotency_key="hello")
    await world.session.puller.pull_board(world.board_id)
    [comment] = world.store.actions.comments(ana)
    assert (comment.text, comment.mine) == ("hello", True)


async def test_my_comment_is_mine_and_not_doubled_by_a_look(world: World) -> None:
    ana = await made(world, "Ana Lee")
    await look(world)
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="called"))
    await world.sync()
    await look(world)
    [comment] = world.store.actions.comments(ana)
    assert (comment.text, comment.mine, comment.pending) == ("called", True, False)


@pytest.mark.fault("F41")
async def test_cards_that_are_suddenly_missing_are_looked_for_twice_before_they_go(world: World) -> None:
    for i in range(30):
        await made(world, f"card {i:02}", float(i + 1))
    await look(world)
    world.wire.fail("empty", "GET", f"/boards/{world.board_id}/cards")
    await world.session.puller.pull_board(world.board_id)
    assert world.wire.faults[0].times == 0
    assert len(world.here()) == 30


@pytest.mark.fault("F41")
async def test_cards_that_are_missing_twice_go(world: World) -> None:
    for i in range(30):
        await made(world, f"card {i:02}", float(i + 1))
    await look(world)
    for card in await world.service.boards.cards(world.board_id):
        await world.service.cards.delete(card.id)
    await world.session.puller.pull_board(world.board_id)
    assert world.here() == []


async def test_a_card_that_went_to_another_board_is_there_whichever_is_read_first(world: World) -> None:
    ana = await made(world, "Ana Lee")
    await world.service.checklists.create(card_id=ana, name="Next", pos=1.0, idempotency_key="checklist")
    other = (await world.service.boards.create(name="Won", idempotency_key="other")).id
    for board_id in (world.board_id, other):
        await world.session.puller.keep(board_id, None)
    there = world.store.lists.of_board(other)[0].id
    await world.session.call(
        ApiCall(
            service="board", method="PUT", path=f"/1/cards/{ana}", body={"idBoard": other, "idList": there}
        )
    )

    for board_id in (other, world.board_id, other):
        await world.session.puller.keep(board_id, None)
    assert [face.id for face in world.store.cards.faces(there)] == [ana]
    assert world.here() == []

    await world.session.call(
        ApiCall(service="board", method="PUT", path=f"/1/cards/{ana}", body={"idBoard": world.board_id})
    )
    for board_id in (other, world.board_id, other):
        await world.session.puller.keep(board_id, None)
    assert world.store.cards.faces(there) == []
    assert [name for _, name in world.here()] == ["Ana Lee"]
    assert [known.name for known in world.store.checklists.of_card(ana)] == ["Next"]


async def test_checklists_that_went_in_a_mass_are_believed_at_the_second_reading(world: World) -> None:
    ana = await made(world, "Ana Lee")
    for n in range(25):
        await world.service.checklists.create(
            card_id=ana, name=f"{n}", pos=float(n + 1), idempotency_key=f"{n}"
        )
    await look(world)
    for known in world.store.checklists.of_card(ana):
        await world.service.checklists.delete(known.id)
    await world.session.puller.pull_board(world.board_id)
    assert world.store.checklists.of_card(ana) == []


async def test_a_comment_that_is_sent_while_its_card_is_read_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await made(world, "Ana Lee")
    await look(world)
    cards = world.session.puller._client.cards
    read = cards.comments

    async def slow(card_id: str) -> Page[Comment]:
        answer = await read(card_id)
        await world.sync()
        return answer

    monkeypatch.setattr(cards, "comments", slow)
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="hello"))
    await world.session.puller.card(ana)
    assert [comment.text for comment in world.store.actions.comments(ana)] == ["hello"]


async def test_an_answer_that_comes_late_does_not_outdo_what_was_read_since(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our answer is on its way, a colleague renames the card, and the look that finds that is quicker.

    That look was asked for before our answer came, so it may as well be from before our write: what is ours
    stays on top, once, until the next look.
    """
    ana = await made(world, "Ana Lee")
    await look(world)
    cards = world.session.pusher._client.cards
    update = cards.update

    async def slow(card_id: str, **changes: Any) -> Card:
        answer = await update(card_id, **changes)
        await world.service.cards.update(card_id, name="theirs", due_complete=True)
        await look(world)
        return answer

    monkeypatch.setattr(cards, "update", slow)
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, name="mine"))
    await world.sync()
    face = world.store.cards.face(ana)
    assert face is not None
    assert (face.name, face.due_complete) == ("mine", True)
    assert world.session.pusher.worth_a_look
    monkeypatch.undo()
    await look(world)
    assert world.here() == [(world.first, "theirs")]


async def test_a_reading_from_before_a_write_does_not_show_it_undone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is read, then our write reaches the service, then the reading arrives, then our answer."""
    ana = await made(world, "Ana Lee")
    await look(world)
    # So that what is read is not what is known already.
    await world.service.cards.update(ana, desc="met at the fair")
    cards, read = world.session.pusher._client.cards, world.session.puller._client.cards.get
    update, shown = cards.update, list[str]()

    async def slow_read(card_id: str) -> Card:
        before = await read(card_id)
        await update(card_id, name="mine")
        return before

    async def slow_write(card_id: str, **_: Any) -> Card:
        monkeypatch.setattr(cards, "get", slow_read)
        await look(world)
        monkeypatch.setattr(cards, "get", read)
        return await read(card_id)

    monkeypatch.setattr(cards, "update", slow_write)
    world.store.feed.subscribe(lambda _: shown.append(world.here()[0][1]))
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, name="mine"))
    await world.sync()
    assert set(shown) == {"mine"}
    card = world.store.cards.get(ana)
    assert card is not None
    assert (card.name, card.desc) == ("mine", "met at the fair")
    await look(world)
    assert world.here() == [(world.first, "mine")]


async def test_cards_that_are_owed_a_reading_are_owed_it_until_it_is_done(world: World) -> None:
    ana = await made(world, "Ana Lee")
    await look(world)
    world.session.puller.schedule_reread([ana])
    world.wire.fail("refuse", "GET", f"/cards/{ana}", times=9)
    with pytest.raises(Unreachable):
        await look(world)
    world.wire.faults.clear()
    world.wire.seen.clear()
    await look(world)
    assert world.wire.count("GET", f"/cards/{ana}") == 2
    await look(world)
    assert world.wire.count("GET", f"/cards/{ana}") == 2


async def test_what_is_read_while_a_write_goes_through_is_read_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The feed tells once that a colleague renamed the card; a comment of ours gets in between."""
    ana = await made(world, "Ana Lee")
    await look(world)
    await world.service.cards.update(ana, name="theirs")
    cards = world.session.puller._client.cards
    read = cards.get

    async def slow(card_id: str) -> Card:
        answer = await read(card_id)
        await world.sync()
        return answer

    monkeypatch.setattr(cards, "get", slow)
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="hello"))
    await look(world)
    assert world.here() == [(world.first, "theirs")]
    face = world.store.cards.face(ana)
    assert face is not None
    assert face.comments == 1


async def test_what_i_delete_while_it_is_read_does_not_come_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = await made(world, "Ana Lee"), await made(world, "Ben Ray", 2.0)
    await look(world)
    comment = await world.service.cards.add_comment(ben, "one", idempotency_key="one")
    await world.service.cards.update(ana, name="Ana Lee (new)")
    client = world.session.puller._client
    read = client.cards.get

    async def slow(card_id: str) -> Card:
        answer = await read(card_id)
        await world.sync()
        return answer

    await world.session.puller.card(ben)
    world.do(
        DeleteCard(board_id=world.board_id, card_id=ana),
        DeleteComment(board_id=world.board_id, card_id=ben, comment_id=comment.id),
    )
    monkeypatch.setattr(client.cards, "get", slow)
    await look(world)
    assert world.here() == [(world.first, "Ben Ray")]
    assert world.store.actions.comments(ben) == []
