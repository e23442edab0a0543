"""Senders of members of boards and cards."""

from tui.model.writes.members import AddCardMember, RemoveBoardMember, RemoveCardMember, SetBoardMember
from tui.sync.sending.base import SendResult, Service, send


@send.register
async def _set_role(write: SetBoardMember, to: Service) -> SendResult:
    await to.client.boards.set_member(write.board_id, write.member_id, role=write.role)
    return SendResult(needs_pull=True)


@send.register
async def _take_off_board(write: RemoveBoardMember, to: Service) -> SendResult:
    await to.client.boards.remove_member(write.board_id, write.member_id)
    return SendResult(needs_pull=True)


@send.register
async def _put_on_card(write: AddCardMember, to: Service) -> SendResult:
    await to.client.cards.add_member(write.card_id, write.member_id)
    return SendResult()


@send.register
async def _take_off_card(write: RemoveCardMember, to: Service) -> SendResult:
    await to.client.cards.remove_member(write.card_id, write.member_id)
    return SendResult()
