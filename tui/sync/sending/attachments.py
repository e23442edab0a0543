"""Senders of files and links on cards, and their recognition after a lost answer."""

from datetime import datetime
from functools import partial

from tui.api.board.client import BoardClient
from tui.api.message import FilePart
from tui.model.writes.attachments import AddLink, RemoveAttachment, UploadFile
from tui.sync.sending.base import Candidate, SendResult, Service, candidates, send


@send.register
async def _add_link(write: AddLink, to: Service) -> SendResult:
    link = await to.client.attachments.add_link(
        write.card_id, url=write.url, name=write.name, idempotency_key=to.key
    )
    return SendResult({write.attachment_id: link.id}, needs_pull=True)


@candidates.register
async def _links(write: AddLink, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    return [Candidate(one.id, (one.url,)) for one in await client.attachments.of_card(write.card_id)]


@send.register
async def _upload(write: UploadFile, to: Service) -> SendResult:
    upload = FilePart(
        partial(to.spool.open, write.spooled, write.size),
        write.file_name or write.name,
        write.size,
        write.mime_type,
    )
    file = await to.client.attachments.upload(write.card_id, upload, name=write.name, idempotency_key=to.key)
    return SendResult({write.attachment_id: file.id}, needs_pull=True)


@candidates.register
async def _files(write: UploadFile, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    attachments = await client.attachments.of_card(write.card_id)
    return [Candidate(one.id, (one.name, str(one.bytes))) for one in attachments if one.is_upload]


@send.register
async def _remove(write: RemoveAttachment, to: Service) -> SendResult:
    await to.client.attachments.remove(write.card_id, write.attachment_id)
    return SendResult()
