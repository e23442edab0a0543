"""What each op asks of the service. A new op that is missing here fails the type check.

Positions leave as numbers, never as ``top`` or ``bottom``: a repeat then changes nothing. Labels and members
of a card leave one by one, never as a whole set, so that nobody else's are lost. A delete of what is gone
and an add of what is there already are done; the client says so.
"""

from typing import assert_never

from tui.api.board.client import BoardClient
from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    AddLink,
    CopyCard,
    CreateBoard,
    CreateCard,
    CreateCheckItem,
    CreateChecklist,
    CreateLabel,
    CreateList,
    DeleteBoard,
    DeleteCard,
    DeleteCheckItem,
    DeleteChecklist,
    DeleteComment,
    DeleteLabel,
    MarkNotification,
    MoveCard,
    MoveCardToBoard,
    MoveCheckItem,
    Op,
    ReadNotifications,
    RemoveAttachment,
    RemoveBoardMember,
    RemoveCardLabel,
    RemoveCardMember,
    SetBoardMember,
    StarBoard,
    UpdateBoard,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
    UpdateLabel,
    UpdateList,
    UploadFile,
)
from tui.store.spool import Spool
from tui.sync.asks.answer import Answer
from tui.sync.asks.boards import ask_board, ask_board_member, ask_label, ask_list, ask_notification
from tui.sync.asks.cards import ask_attachment, ask_card, ask_comment, ask_set
from tui.sync.asks.checklists import ask_checklist, ask_item


async def send(op: Op, client: BoardClient, spool: Spool, key: str) -> Answer:  # noqa: C901 - one line a family
    """Ask the service for ``op``.

    Args:
        op: With every local id in it bound.
        client: The board service.
        spool: Where the files are that wait to be sent.
        key: The op's idempotency key, the same in every attempt.

    Raises:
        RemoteError: It was not done, or nobody can say whether it was.
        UsageError: A file that waited to be sent is not there any more.
    """
    match op:
        case CreateBoard() | UpdateBoard() | StarBoard() | DeleteBoard():
            answer = ask_board(op, client, key)
        case SetBoardMember() | RemoveBoardMember():
            answer = ask_board_member(op, client)
        case CreateList() | UpdateList():
            answer = ask_list(op, client, key)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            answer = ask_label(op, client, key)
        case CreateCard() | CopyCard() | UpdateCard() | MoveCard() | MoveCardToBoard() | DeleteCard():
            answer = ask_card(op, client, key)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            answer = ask_set(op, client)
        case AddLink() | UploadFile() | RemoveAttachment():
            answer = ask_attachment(op, client, spool, key)
        case AddComment() | UpdateComment() | DeleteComment():
            answer = ask_comment(op, client, key)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            answer = ask_checklist(op, client, key)
        case CreateCheckItem() | UpdateCheckItem() | MoveCheckItem() | DeleteCheckItem():
            answer = ask_item(op, client, key)
        case MarkNotification() | ReadNotifications():
            answer = ask_notification(op, client)
        case _:
            assert_never(op)
    return await answer
