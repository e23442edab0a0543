"""Checklists and their items."""

from tui.api.board.client import BoardClient
from tui.model.op import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.ops.describe import ChecklistOp, ItemOp
from tui.sync.asks.answer import Answer


async def ask_checklist(op: ChecklistOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of a checklist out."""
    match op:
        case CreateChecklist():
            made = await client.checklists.create(
                card_id=op.card_id, name=op.name, pos=op.pos, idempotency_key=key
            )
            return Answer({op.checklist_id: made.id})
        case UpdateChecklist():
            await client.checklists.update(op.checklist_id, name=op.name, pos=op.pos)
        case DeleteChecklist():
            await client.checklists.delete(op.checklist_id)
    return Answer()


async def ask_item(op: ItemOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of an item out."""
    match op:
        case CreateCheckItem():
            made = await client.checklists.add_item(
                op.checklist_id,
                name=op.name,
                pos=op.pos,
                state=op.state,
                due=op.due,
                member_id=op.member_id,
                idempotency_key=key,
            )
            return Answer({op.item_id: made.id})
        case UpdateCheckItem():
            changes = op.changes
            if "member_id" in changes:
                changes["id_member"] = changes.pop("member_id")
            await client.cards.update_item(op.card_id, op.item_id, **changes)
        case MoveCheckItem():
            await client.cards.update_item(
                op.card_id, op.item_id, id_checklist=op.to_checklist_id, pos=op.pos
            )
        case DeleteCheckItem():
            await client.checklists.delete_item(op.checklist_id, op.item_id)
    return Answer()
