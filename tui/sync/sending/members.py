"""Who is on a board and on a card: sent."""

from tui.model.writes.members import AddCardMember, RemoveBoardMember, RemoveCardMember, SetBoardMember
from tui.sync.sending.base import Answer, Service, send


@send.register
async def _set_role(write: SetBoardMember, to: Service) -> Answer:
    await to.client.boards.set_member(write.board_id, write.member_id, role=write.role)
    return Answer(look=True)


@send.register
async def _take_off_board(write: RemoveBoardMember, to: Service) -> Answer:
    await to.client.boards.remove_member(write.board_id, write.member_id)
    return Answer(look=True)


@send.register
async def _put_on_card(write: AddCardMember, to: Service) -> Answer:
    await to.client.cards.add_member(write.card_id, write.member_id)
    return Answer()


@send.register
async def _take_off_card(write: RemoveCardMember, to: Service) -> Answer:
    await to.client.cards.remove_member(write.card_id, write.member_id)
    return Answer()
