from typing import get_args

from tests.stories.world import World
from tui.model import op as ops
from tui.model.base import new_local_id


def every_kind() -> set[str]:
    union = get_args(ops.Op)[0]
    return {kind.model_fields["kind"].default for kind in get_args(union)}


ELSEWHERE = {
    "create_board": "boards",
    "update_board": "boards",
    "star_board": "boards",
    "delete_board": "boards",
    "set_board_member": "boards",
    "remove_board_member": "boards",
    "copy_card": "copies",
    "move_card_to_board": "copies",
    "add_link": "attachments",
    "upload_file": "attachments",
    "remove_attachment": "attachments",
    "move_check_item": "items",
    "mark_notification": "notifications",
    "read_notifications": "notifications",
}
"""Ops that the tests in tests/sync/asks send, and which of those tests."""


async def test_every_op_reaches_the_service_and_is_confirmed(world: World) -> None:
    board, me = world.board_id, (await world.service.members.me()).id
    list_id, label, card, doomed, comment, checklist, item, second = (new_local_id() for _ in range(8))
    part = {"board_id": board, "card_id": card}
    written: list[ops.Op] = [
        ops.CreateList(board_id=board, list_id=list_id, name="Won", pos=1.0),
        ops.UpdateList(board_id=board, list_id=list_id, name="Lost", pos=2.0),
        ops.CreateLabel(board_id=board, label_id=label, name="Hot", color="red"),
        ops.UpdateLabel(board_id=board, label_id=label, name="Cold", color=None),
        ops.CreateCard(**part, list_id=list_id, name="Ana Lee", pos=1.0, desc="met"),
        ops.CreateCard(board_id=board, card_id=doomed, list_id=list_id, name="Ben Ray", pos=2.0),
        ops.UpdateCard(**part, name="Ana Ray", desc="met again", due=None, due_complete=True),
        ops.MoveCard(**part, list_id=world.first, pos=7.5),
        ops.AddCardLabel(**part, label_id=label),
        ops.RemoveCardLabel(**part, label_id=label),
        ops.AddCardLabel(**part, label_id=label),
        ops.AddCardMember(**part, member_id=me),
        ops.RemoveCardMember(**part, member_id=me),
        ops.AddComment(**part, comment_id=comment, text="hello"),
        ops.UpdateComment(**part, comment_id=comment, text="hello again"),
        ops.CreateChecklist(**part, checklist_id=checklist, name="Next", pos=1.0),
        ops.UpdateChecklist(**part, checklist_id=checklist, name="Soon", pos=2.0),
        ops.CreateCheckItem(**part, checklist_id=checklist, item_id=item, name="call", pos=1.0),
        ops.CreateCheckItem(**part, checklist_id=checklist, item_id=second, name="mail", pos=2.0),
        ops.UpdateCheckItem(**part, checklist_id=checklist, item_id=item, name="ring", state="complete"),
    ]
    for op in written:
        world.do(op)
        await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    await see_that_it_is_there(world, world.named("Ana Ray"))

    undone: list[ops.Op] = [
        ops.DeleteCheckItem(**part, checklist_id=checklist, item_id=second),
        ops.DeleteChecklist(**part, checklist_id=checklist),
        ops.DeleteComment(**part, comment_id=comment),
        ops.DeleteLabel(board_id=board, label_id=label),
        ops.DeleteCard(board_id=board, card_id=doomed),
    ]
    for op in undone:
        world.do(op)
        await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    assert {op.kind for op in (*written, *undone)} == every_kind() - set(ELSEWHERE)
    there = await world.service.cards.get(world.named("Ana Ray"))
    assert (there.id_labels, there.id_checklists, there.badges.comments) == ((), (), 0)
    assert await world.there() == [(world.first, "Ana Ray")]


async def see_that_it_is_there(world: World, card_id: str) -> None:
    there = await world.service.cards.get(card_id)
    assert (there.desc, there.due_complete, there.pos, there.id_list) == (
        "met again",
        True,
        7.5,
        world.first,
    )
    labels = {label.id: label for label in await world.service.boards.labels(world.board_id)}
    assert [(labels[ident].name, labels[ident].color) for ident in there.id_labels] == [("Cold", None)]
    assert [c.text for c in await world.service.cards.comments(card_id)] == ["hello again"]
    [checklist] = await world.service.cards.checklists(card_id)
    assert checklist.name == "Soon"
    assert [(i.name, i.state) for i in checklist.check_items] == [
        ("ring", "complete"),
        ("mail", "incomplete"),
    ]
    assert "Lost" in {x.name for x in await world.service.boards.lists(world.board_id)}
