"""Cards, what they wear, what is attached to them and what is said about them."""

from functools import partial

from tui.api.board.client import BoardClient
from tui.api.message import Upload
from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    AddLink,
    CopyCard,
    CreateCard,
    DeleteCard,
    DeleteComment,
    MoveCard,
    MoveCardToBoard,
    RemoveAttachment,
    RemoveCardLabel,
    RemoveCardMember,
    UpdateCard,
    UpdateComment,
    UploadFile,
)
from tui.model.ops.describe import AttachmentOp, CardOp, CommentOp, SetOp
from tui.store.arrive import Arrived
from tui.store.spool import Spool
from tui.sync.asks.answer import Answer


async def ask_card(op: CardOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of a card out."""
    match op:
        case CreateCard():
            made = await client.cards.create(
                list_id=op.list_id, name=op.name, pos=op.pos, desc=op.desc, idempotency_key=key
            )
            return Answer({op.card_id: made.id}, Arrived(cards=(made,)))
        case CopyCard():
            made = await client.cards.copy(
                op.source_id, list_id=op.list_id, name=op.name, pos=op.pos, idempotency_key=key
            )
            # Its checklists, comments and files are not in the answer.
            return Answer({op.card_id: made.id}, Arrived(cards=(made,)), look=True)
        case UpdateCard():
            now = await client.cards.update(op.card_id, **op.changes)
            return Answer(arrived=Arrived(cards=(now,)))
        case MoveCard() | MoveCardToBoard():
            board_id = op.board_id if isinstance(op, MoveCardToBoard) else None
            now = await client.cards.move(op.card_id, list_id=op.list_id, pos=op.pos, board_id=board_id)
            return Answer(arrived=Arrived(cards=(now,)))
        case DeleteCard():
            await client.cards.delete(op.card_id)
            return Answer()


async def ask_set(op: SetOp, client: BoardClient) -> Answer:
    """Put a label or a member on a card, or take it off."""
    match op:
        case AddCardLabel():
            await client.cards.add_label(op.card_id, op.label_id)
        case RemoveCardLabel():
            await client.cards.remove_label(op.card_id, op.label_id)
        case AddCardMember():
            await client.cards.add_member(op.card_id, op.member_id)
        case RemoveCardMember():
            await client.cards.remove_member(op.card_id, op.member_id)
    return Answer()


async def ask_attachment(op: AttachmentOp, client: BoardClient, spool: Spool, key: str) -> Answer:
    """Attach a link or a file, or take one off.

    Raises:
        UsageError: The kept copy of the file is not there any more.
    """
    match op:
        case AddLink():
            link = await client.attachments.add_link(
                op.card_id, url=op.url, name=op.name, idempotency_key=key
            )
            return Answer({op.attachment_id: link.id}, look=True)
        case UploadFile():
            upload = Upload(partial(spool.open, op.spooled, op.size), op.name, op.size, op.mime_type)
            file = await client.attachments.upload(op.card_id, upload, idempotency_key=key)
            return Answer({op.attachment_id: file.id}, look=True)
        case RemoveAttachment():
            await client.attachments.remove(op.card_id, op.attachment_id)
            return Answer()


async def ask_comment(op: CommentOp, client: BoardClient, key: str) -> Answer:
    """Write, change or delete a comment."""
    match op:
        case AddComment():
            made = await client.cards.add_comment(op.card_id, op.text, idempotency_key=key)
            return Answer({op.comment_id: made.id}, Arrived(comments=(made,)))
        case UpdateComment():
            await client.actions.update_comment(op.comment_id, op.text)
        case DeleteComment():
            await client.actions.delete_comment(op.comment_id)
    return Answer()
