"""What happens when two people change one thing: a test for each of the rules C1 to C11, and two windows."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.stories.world import World
from tui.model.account.call import ApiCall
from tui.model.position import STEP
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem, UpdateChecklist
from tui.model.writes.comments import AddComment, UpdateComment
from tui.model.writes.labels import AddCardLabel, UpdateLabel
from tui.model.writes.lists import UpdateList
from tui.store.opening import open_store
from tui.store.store import Store
from tui.sync.merge import merge


async def look(world: World) -> None:
    await world.session.puller.keep(world.board_id, None)


async def made(world: World, name: str, pos: float = 1.0, list_id: str = "", **more: Any) -> str:
    card = await world.service.cards.create(
        list_id=list_id or world.first, name=name, pos=pos, idempotency_key=name, **more
    )
    return card.id


def rename(world: World, card: str, to: str) -> UpdateCard:
    return UpdateCard(board_id=world.board_id, card_id=card, name=to)


async def names(world: World) -> list[str]:
    return [name for _, name in await world.there()]


def shown(world: World) -> list[str]:
    return [name for _, name in world.here()]


async def test_c1_different_fields_are_both_kept(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.update(ana, desc="theirs")
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    card = await world.service.cards.get(ana)
    assert (card.name, card.desc) == ("Ana Lee", "theirs")
    assert world.store.conflicts.all() == []


async def test_c2_the_same_change_is_done_without_a_request(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.update(ana, name="Ana Lee")
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    assert world.wire.count("PUT") == 0
    assert (world.waiting(), world.store.conflicts.all(), shown(world)) == (0, [], ["Ana Lee"])


async def test_c3_theirs_stay_and_mine_are_put_back_with_one_choice(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.update(ana, name="theirs", due=datetime(2026, 12, 1, tzinfo=UTC))
    due = datetime(2026, 12, 24, tzinfo=UTC)
    world.do(
        UpdateCard(board_id=world.board_id, card_id=ana, name="mine", due=due, desc="mine too", closed=False)
    )
    await world.sync()
    card = await world.service.cards.get(ana)
    assert (card.name, card.desc) == ("theirs", "mine too")
    assert card.due == datetime(2026, 12, 1, tzinfo=UTC)
    assert shown(world) == ["theirs"]
    first, second = world.store.conflicts.all()
    assert {(c.field, c.base, c.mine, c.theirs) for c in (first, second)} == {
        ("title", "Ana", "mine", "theirs"),
        ("due date", "", "2026-12-24T00:00:00.000Z", "2026-12-01T00:00:00.000Z"),
    }
    title = first if first.field == "title" else second
    assert (title.board, title.thing, title.chosen) == ("Leads", "Ana", "")
    await chosen(world, title.id, "mine")
    await world.sync()
    assert (await world.service.cards.get(ana)).name == "mine"
    # Nothing is dropped: what was not chosen can still be had.
    await chosen(world, title.id, "theirs")
    await world.sync()
    assert (await world.service.cards.get(ana)).name == "theirs"
    kept = world.store.conflicts.get(title.id)
    assert kept is not None
    assert (kept.mine, kept.theirs, kept.chosen) == ("mine", "theirs", "theirs")


async def chosen(world: World, ident: int, which: Any, text: str | None = None) -> bool:
    from tui.store.outbox.contested_fields import choose

    return world.store.write(lambda tx: choose(tx, ident, which, text)).result()


async def test_c3_what_changed_again_while_one_chose_is_shown_and_not_overwritten(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.update(ana, name="theirs")
    world.do(rename(world, ana, "mine"))
    await world.sync()
    await world.service.cards.update(ana, name="theirs again")
    await look(world)
    [conflict] = world.store.conflicts.all()
    assert not await chosen(world, conflict.id, "mine")
    [conflict] = world.store.conflicts.all()
    assert (conflict.theirs, conflict.chosen) == ("theirs again", "")
    assert await chosen(world, conflict.id, "merged", "both")
    await world.sync()
    assert await names(world) == ["both"]


async def test_c3_a_later_edit_of_mine_is_a_conflict_too_and_a_lost_answer_is_none(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    world.wire.fail("drop response", "PUT")
    world.do(rename(world, ana, "one"))
    await world.sync()
    assert (await names(world), world.store.conflicts.all()) == (["one"], [])
    await world.service.cards.update(ana, name="theirs")
    world.wire.plugged = False
    world.do(rename(world, ana, "two"))
    await world.session.pusher.push()
    world.do(rename(world, ana, "three"))
    world.wire.plugged = True
    await world.sync()
    assert await names(world) == ["theirs"]
    assert [c.mine for c in world.store.conflicts.all()] == ["three", "two"]


async def test_c4_what_is_typed_for_a_deleted_card_is_kept_and_makes_a_new_one(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.delete(ana)
    local = new_local_id()
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="long text"))
    world.do(
        AddComment(board_id=world.board_id, card_id=ana, comment_id=local, text="called"),
        UpdateComment(board_id=world.board_id, card_id=ana, comment_id=local, text="called twice"),
    )
    await world.sync()
    assert (await names(world), world.store.outbox.counts()) == ([], (0, 0))
    found = world.store.conflicts.all()
    assert [(c.why, c.thing, c.mine) for c in found] == [
        ("deleted", "Ana", "called twice"),
        ("deleted", "Ana", "called"),
        ("deleted", "Ana", "long text"),
    ]


async def test_c4_an_edit_of_an_archived_card_applies_and_says_so(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    await world.service.cards.update(ana, closed=True)
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    card = await world.service.cards.get(ana)
    assert (card.name, card.closed) == ("Ana Lee", True)
    [conflict] = world.store.conflicts.all()
    assert (conflict.why, conflict.theirs, conflict.now) == ("archived", "archived", "archived")
    await chosen(world, conflict.id, "mine")
    await world.sync()
    assert [one.now for one in world.store.conflicts.all()] == ["on the board"]
    assert await names(world) == ["Ana Lee"]


async def test_c4_an_edit_follows_a_card_to_another_board(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    other = await world.service.boards.create(name="Won", idempotency_key="won")
    await world.session.call(
        ApiCall(service="board", method="PUT", path=f"/1/cards/{ana}", body={"idBoard": other.id})
    )
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    card = await world.service.cards.get(ana)
    assert (card.name, card.id_board) == ("Ana Lee", other.id)


async def test_c5_texts_are_merged_by_lines_or_kept_both(world: World) -> None:
    ana = await made(world, "Ana", desc="phone: 1\n\nmail: a\n")
    comment = await world.service.cards.add_comment(ana, "one\n\ntwo", idempotency_key="c")
    await look(world)
    await world.session.puller.keep(world.board_id, ana)
    await world.service.cards.update(ana, desc="phone: 2\r\n\r\nmail: a\r\n")
    await world.service.actions.update_comment(comment.id, "one\n\nTWO")
    at = {"board_id": world.board_id, "card_id": ana}
    world.do(UpdateCard(**at, desc="phone: 1\n\nmail: b\n"))
    world.do(UpdateComment(**at, comment_id=comment.id, text="ONE\n\ntwo"))
    await world.sync()
    assert (await world.service.cards.get(ana)).desc.split() == ["phone:", "2", "mail:", "b"]
    assert (await world.service.actions.get(comment.id)).data["text"] == "ONE\n\nTWO"
    assert world.store.conflicts.all() == []

    await world.service.actions.update_comment(comment.id, "theirs")
    world.do(UpdateComment(**at, comment_id=comment.id, text="mine"))
    world.wire.seen.clear()
    await world.sync()
    assert world.wire.count("PUT") == 0
    [conflict] = world.store.conflicts.all()
    assert (conflict.field, conflict.mine, conflict.theirs) == ("comment", "mine", "theirs")
    assert conflict.shape == "lines"


async def test_c6_a_card_goes_between_the_same_two_wherever_they_are_by_now(world: World) -> None:
    for place, name in enumerate("ABCX"):
        await made(world, name, STEP * (place + 1))
    await look(world)
    ids = {name: world.named(name) for name in "ABCX"}
    between = STEP * 1.5
    world.do(MoveCard(board_id=world.board_id, card_id=ids["X"], list_id=world.first, pos=between))
    # The service spreads the list anew, and somebody puts C on top.
    for place, name in enumerate("CAB"):
        await world.service.cards.move(ids[name], list_id=world.first, pos=STEP * (place + 10))
    await look(world)
    await world.sync()
    assert await names(world) == ["C", "A", "X", "B"]
    await look(world)
    assert shown(world) == ["C", "A", "X", "B"]


async def test_c6_of_two_moves_the_last_wins_and_the_other_place_is_told(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    world.wire.plugged = False
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.third, pos=1.0))
    await world.session.pusher.push()
    world.wire.plugged = True
    world.clock.advance(1)
    await world.service.cards.move(ana, list_id=world.second, pos=1.0)
    await look(world)
    await world.sync()
    assert await world.there() == [(world.third, "Ana")]
    [conflict] = world.store.conflicts.all()
    lists = {one.id: one.name for one in world.store.lists.of_board(world.board_id)}
    assert (conflict.why, conflict.mine, conflict.theirs) == (
        "moved",
        lists[world.third],
        lists[world.second],
    )
    assert (conflict.chosen, world.store.conflicts.open()) == ("mine", 0)
    await chosen(world, conflict.id, "theirs")
    await world.sync()
    assert await world.there() == [(world.second, "Ana")]


@pytest.mark.parametrize(
    ("lost", "who"),
    [(0, "Bo Example"), (1, "")],
    ids=["the feed tells", "the feed cannot be read: somebody else"],
)
async def test_c6_who_moved_the_card_too_is_named(world: World, lost: int, who: str) -> None:
    ana = await made(world, "Ana")
    await look(world)
    bo = await world.colleague("Bo Example")
    world.wire.plugged = False
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.third, pos=1.0))
    await world.session.pusher.push()
    world.wire.plugged = True
    world.clock.advance(1)
    # Each of us moves it; only the colleague to where we found it.
    await world.service.cards.move(ana, list_id=world.third, pos=1.0)
    await bo.cards.move(ana, list_id=world.second, pos=1.0)
    await look(world)
    world.wire.seen.clear()
    world.wire.fail("404", "GET", f"/cards/{ana}/actions", times=lost)
    await world.sync()
    [conflict] = world.store.conflicts.all()
    assert (conflict.why, conflict.who) == ("moved", who)
    assert world.wire.count("GET", f"/cards/{ana}/actions") == 1
    assert await world.there() == [(world.third, "Ana")]


async def test_c4_who_archived_the_card_is_named(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    bo = await world.colleague("Bo Example")
    await bo.cards.update(ana, closed=True)
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    assert [(one.why, one.who) for one in world.store.conflicts.all()] == [("archived", "Bo Example")]


async def test_c4_is_told_also_when_killed_while_it_is_asked_who_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await made(world, "Ana")
    await look(world)
    bo = await world.colleague("Bo Example")
    await bo.cards.update(ana, closed=True)
    world.do(rename(world, ana, "Ana Lee"))
    asked, carry = asyncio.Event(), world.wire._carry

    async def hang(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/actions"):
            asked.set()
            await asyncio.Event().wait()
        return await carry(request)

    with monkeypatch.context() as patch:
        patch.setattr(world.wire, "_carry", hang)
        push = asyncio.create_task(world.session.pusher.push())
        await asyncio.wait_for(asked.wait(), 20)
        push.cancel()
        await asyncio.gather(push, return_exceptions=True)
        world.crash()
    await world.sync()
    assert [(one.why, one.who) for one in world.store.conflicts.all()] == [("archived", "Bo Example")]


async def test_c6_a_card_pushed_along_by_myself_is_no_conflict(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    for list_id in (world.second, world.third, world.first, world.second):
        world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=list_id, pos=1.0))
        if list_id == world.third:
            await world.sync()
    await world.sync()
    assert await world.there() == [(world.second, "Ana")]
    assert world.store.conflicts.all() == []


async def test_c7_equal_positions_are_in_the_order_of_their_ids_on_both_sides(world: World) -> None:
    for name in "ABC":
        await made(world, name, 5.0)
    await look(world)
    assert shown(world) == await names(world)
    for n in range(60):
        # One after another at the top of a gap that halves each time: the service makes room.
        await made(world, f"{n}", 5.0 + 2.0**-n)
    await look(world)
    assert shown(world) == await names(world)
    assert len(shown(world)) == 63


async def test_c8_a_move_into_a_list_that_was_archived_is_held_until_somebody_decides(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    world.wire.plugged = False
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.third, pos=1.0))
    world.card("Ben")
    world.wire.plugged = True
    for list_id in (world.first, world.third):
        await world.service.lists.update(list_id, closed=True)
    await look(world)
    await world.sync()
    assert world.store.outbox.counts() == (0, 2)
    assert all("was archived" in row.reason for row in world.store.outbox.in_state("refused"))
    for list_id in (world.first, world.third):
        await world.service.lists.update(list_id, closed=False)
    await look(world)
    for row in world.store.outbox.in_state("refused"):
        world.store.outbox.retry(row.seq).result()
    await world.sync()
    assert sorted(await world.there()) == sorted([(world.third, "Ana"), (world.first, "Ben")])


async def test_c8_a_list_i_archive_after_the_move_holds_nothing(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    world.do(MoveCard(board_id=world.board_id, card_id=ana, list_id=world.third, pos=1.0))
    world.do(UpdateList(board_id=world.board_id, list_id=world.third, closed=True))
    await world.sync()
    await look(world)
    assert world.store.outbox.counts() == (0, 0)
    assert (await world.service.cards.get(ana)).id_list == world.third


async def test_c8_a_label_that_is_gone_costs_that_label_alone(world: World) -> None:
    ana = await made(world, "Ana")
    labels = [
        await world.service.labels.create(
            board_id=world.board_id, name=name, color="red", idempotency_key=name
        )
        for name in ("Hot", "Cold")
    ]
    await look(world)
    await world.service.labels.delete(labels[0].id)
    at = {"board_id": world.board_id, "card_id": ana}
    world.do(*(AddCardLabel(**at, label_id=label.id) for label in labels))
    await world.sync()
    assert (await world.service.cards.get(ana)).id_labels == (labels[1].id,)
    assert world.store.outbox.counts() == (0, 1)


async def test_c9_checklists_are_ticked_by_both_and_renamed_like_cards(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    at = {"board_id": world.board_id, "card_id": ana}
    checklist, item = new_local_id(), new_local_id()
    world.do(CreateChecklist(**at, checklist_id=checklist, name="Next", pos=1.0))
    world.do(CreateCheckItem(**at, checklist_id=checklist, item_id=item, name="call", pos=1.0))
    await world.sync()
    [held] = world.store.checklists.of_card(ana)
    of = {**at, "checklist_id": held.id, "item_id": held.check_items[0].id}
    await world.service.cards.update_item(ana, of["item_id"], state="complete", name="theirs")
    await world.service.checklists.update(held.id, name="Theirs")
    world.do(UpdateCheckItem(**of, state="complete"))
    world.do(UpdateCheckItem(**of, name="mine"))
    world.do(UpdateChecklist(**at, checklist_id=held.id, name="Mine"))
    await world.sync()
    there = await world.service.checklists.get(held.id)
    assert (there.name, there.check_items[0].name, there.check_items[0].state) == (
        "Theirs",
        "theirs",
        "complete",
    )
    assert [(c.field, c.mine) for c in world.store.conflicts.all()] == [
        ("name of a checklist", "Mine"),
        ("text of an item", "mine"),
    ]


async def test_c9_lists_and_labels_are_renamed_like_cards(world: World) -> None:
    label = await world.service.labels.create(
        board_id=world.board_id, name="Hot", color="red", idempotency_key="l"
    )
    await look(world)
    names_before = world.store.lists.of_board(world.board_id)[0].name
    await world.service.lists.update(world.first, name="Theirs")
    await world.service.labels.update(label.id, name="Hotter", color="red")
    world.do(UpdateList(board_id=world.board_id, list_id=world.first, name="Mine"))
    world.do(UpdateLabel(board_id=world.board_id, label_id=label.id, name="Hot", color="blue"))
    await world.sync()
    [now] = [one for one in await world.service.boards.labels(world.board_id) if one.id == label.id]
    assert (now.name, now.color) == ("Hotter", "blue")
    assert [(c.field, c.thing, c.theirs) for c in world.store.conflicts.all()] == [
        ("name of the list", names_before, "Theirs")
    ]


async def test_c10_what_may_not_be_written_any_more_is_refused_where_it_is_seen(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    world.wire.fail("not ours", "", world.board_id, times=99)
    world.wire.fail("not ours", "", ana, times=99)
    world.do(rename(world, ana, "Ana Lee"))
    await world.sync()
    await look(world)
    assert world.store.outbox.counts() == (0, 1)
    assert (world.store.boards.lost(world.board_id), shown(world)) == (True, ["Ana"])


async def test_c11_a_mass_of_missing_cards_is_believed_at_the_second_reading_only(world: World) -> None:
    for n in range(30):
        await made(world, f"card {n:02}", float(n + 1))
    await look(world)
    world.wire.fail("empty", "GET", f"/boards/{world.board_id}/cards")
    await world.session.puller.pull_board(world.board_id)
    assert len(shown(world)) == 30


# --- two windows of one user on one home ------------------------------------------------------


def write(store: Store, op: Write, **seen: object) -> int:
    return store.writes.edit([op], seen, merge).result()


async def test_two_windows_that_rename_one_card_keep_both_titles(world: World) -> None:
    ana = await made(world, "Ana")
    await look(world)
    other = open_store(world.home / "store.db", world.clock)
    assert write(world.store, rename(world, ana, "first"), name="Ana") == 0
    assert write(other, rename(world, ana, "second"), name="Ana") == 1
    [conflict] = other.conflicts.all()
    assert (conflict.base, conflict.mine, conflict.theirs) == ("Ana", "second", "first")
    other.close()
    await world.sync()
    assert await names(world) == ["first"]
    await chosen(world, conflict.id, "mine")
    await world.sync()
    assert await names(world) == ["second"]


@pytest.mark.parametrize(
    ("seen", "mine", "conflicts", "becomes"),
    [
        ({"desc": "a\n\nb"}, "a\n\nB", 0, "A\n\nB"),
        ({"desc": "a\n\nb"}, "x\n\nb", 1, "A\n\nb"),
        ({"desc": "a\n\nb"}, "A\n\nb", 0, "A\n\nb"),
        ({"desc": "A\n\nb"}, "x\n\nb", 0, "x\n\nb"),
    ],
)
async def test_two_windows_merge_what_they_write_into_one_description(
    world: World, seen: dict[str, str], mine: str, conflicts: int, becomes: str
) -> None:
    ana = await made(world, "Ana", desc="a\n\nb")
    await look(world)
    other = open_store(world.home / "store.db", world.clock)
    at = {"board_id": world.board_id, "card_id": ana}
    write(world.store, UpdateCard(**at, desc="A\n\nb"), desc="a\n\nb")
    assert write(other, UpdateCard(**at, desc=mine), **seen) == conflicts
    other.close()
    await world.sync()
    assert (await world.service.cards.get(ana)).desc == becomes
    assert len(world.store.conflicts.all()) == conflicts


async def test_a_conflict_about_something_unsent_goes_by_the_services_name_later(world: World) -> None:
    local = world.card("Ana")
    write(world.store, rename(world, local, "first"), name="Ana")
    write(world.store, rename(world, local, "second"), name="Ana")
    await world.sync()
    [conflict] = world.store.conflicts.all()
    assert conflict.card_id == world.named("first")
    await chosen(world, conflict.id, "mine")
    await world.sync()
    assert await names(world) == ["second"]
