import pytest

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import CreateCard, DeleteCard, MoveCard, UpdateCard
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.model.writes.lists import CreateList, UpdateList
from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.model.writes.registry import EVERY, kind_of
from tui.sync.sending.senders import candidates, current, send


def every_kind() -> set[str]:
    return {kind_of(one) for one in EVERY}


def has(function: object, write: type[Write]) -> bool:
    """Whether a function that is found by class has one for ``write``."""
    return write in getattr(function, "registry", {})


@pytest.mark.parametrize("write", EVERY, ids=kind_of)
def test_every_write_is_sent_and_what_needs_it_is_recognised_and_looked_at(write: type[Write]) -> None:
    assert has(send, write), f"tui/sync/sending has no send function for {kind_of(write)}: register one"
    assert has(candidates, write) == bool(write.makes), (
        f"register candidates for {kind_of(write)} if it states makes, and only then: without, it could be made twice"
    )
    assert has(current, write) == bool(write.contested), (
        f"register current for {kind_of(write)} if it states contested, and only then: without, it overwrites"
        " what others wrote"
    )


ELSEWHERE = {
    "create_board": "boards",
    "copy_board": "copies",
    "copy_list": "copies",
    "complete_board_copy": "copies",
    "complete_list_copy": "copies",
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
"""Writes that the tests beside this one send, and which of those tests."""


async def test_every_write_reaches_the_service_and_is_confirmed(world: World) -> None:
    board, me = world.board_id, (await world.service.members.me()).id
    list_id, label, card, doomed, comment, checklist, item, second = (new_local_id() for _ in range(8))
    part = {"board_id": board, "card_id": card}
    written: list[Write] = [
        CreateList(board_id=board, list_id=list_id, name="Won", pos=1.0),
        UpdateList(board_id=board, list_id=list_id, name="Lost", pos=2.0),
        CreateLabel(board_id=board, label_id=label, name="Hot", color="red"),
        UpdateLabel(board_id=board, label_id=label, name="Cold", color=None),
        CreateCard(**part, list_id=list_id, name="Ana Lee", pos=1.0, desc="met"),
        CreateCard(board_id=board, card_id=doomed, list_id=list_id, name="Ben Ray", pos=2.0),
        UpdateCard(**part, name="Ana Ray", desc="met again", due=None, due_complete=True),
        MoveCard(**part, list_id=world.first, pos=7.5),
        AddCardLabel(**part, label_id=label),
        RemoveCardLabel(**part, label_id=label),
        AddCardLabel(**part, label_id=label),
        AddCardMember(**part, member_id=me),
        RemoveCardMember(**part, member_id=me),
        AddComment(**part, comment_id=comment, text="hello"),
        UpdateComment(**part, comment_id=comment, text="hello again"),
        CreateChecklist(**part, checklist_id=checklist, name="Next", pos=1.0),
        UpdateChecklist(**part, checklist_id=checklist, name="Soon", pos=2.0),
        CreateCheckItem(**part, checklist_id=checklist, item_id=item, name="call", pos=1.0),
        CreateCheckItem(**part, checklist_id=checklist, item_id=second, name="mail", pos=2.0),
        UpdateCheckItem(**part, checklist_id=checklist, item_id=item, name="ring", state="complete"),
    ]
    for op in written:
        world.do(op)
        await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    await see_that_it_is_there(world, world.named("Ana Ray"))

    undone: list[Write] = [
        DeleteCheckItem(**part, checklist_id=checklist, item_id=second),
        DeleteChecklist(**part, checklist_id=checklist),
        DeleteComment(**part, comment_id=comment),
        DeleteLabel(board_id=board, label_id=label),
        DeleteCard(board_id=board, card_id=doomed),
    ]
    for op in undone:
        world.do(op)
        await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    sent = {op.kind for op in (*written, *undone)}
    assert sent == every_kind() - set(ELSEWHERE), (
        "send it in this test; or in another file of this folder, and name that file in ELSEWHERE"
    )
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
