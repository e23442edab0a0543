"""Senders of comments, their recognition after a lost answer, and their current texts."""

from datetime import datetime
from functools import partial

from tui.api.board.client import BoardClient
from tui.model.action import Action
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import Candidate, SendResult, Service, candidates, current, in_feed, send


@send.register
async def _add(write: AddComment, to: Service) -> SendResult:
    made = await to.client.cards.add_comment(write.card_id, write.text, idempotency_key=to.key)
    return SendResult({write.comment_id: made.id}, Arrived(comments=(made,)))


@candidates.register
async def _made(write: AddComment, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    return await in_feed(write, client, first_sent, "commentCard", partial(made_by, write))


def made_by(write: AddComment, action: Action) -> Candidate | None:
    """Return the comment in a feed entry, if it is on the same card."""
    if action.part("card").get("id") != write.card_id:
        return None
    return Candidate(action.id, (action.data.get("text"),), None, action.id_member_creator)


@send.register
async def _update(write: UpdateComment, to: Service) -> SendResult:
    await to.client.actions.update_comment(write.comment_id, write.text)
    return SendResult()


@current.register
async def _current(write: UpdateComment, client: BoardClient) -> tuple[str | None, Arrived]:
    text = (await client.actions.get(write.comment_id)).data.get("text")
    return text if isinstance(text, str) else None, Arrived()


@send.register
async def _delete(write: DeleteComment, to: Service) -> SendResult:
    await to.client.actions.delete_comment(write.comment_id)
    return SendResult()
