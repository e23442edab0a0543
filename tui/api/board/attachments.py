"""Attachments: the files and links of cards."""

from collections.abc import Callable
from typing import BinaryIO

from tui.api.board.resource import Page, Resource, given, read_made, read_many
from tui.api.message import FilePart, Request, path
from tui.errors import Garbled
from tui.model.attachment import SLOWEST, Attachment

LARGEST = 256 * 1024 * 1024
"""Maximum size of a file in bytes, for downloads."""

_SECONDS = 60.0
"""Basic time limit of a file transfer in seconds."""


class Attachments(Resource):
    """The ``/1/cards/{id}/attachments`` resource (docs/reference/board.md, 1.7 and 2.3)."""

    async def of_card(self, card_id: str) -> Page[Attachment]:
        """Return a card's files and links."""
        return read_many(Attachment, await self._get("cards", card_id, "attachments", fields="all"))

    async def add_link(self, card_id: str, *, url: str, name: str, idempotency_key: str) -> Attachment:
        """Attach a web address; without a name the service uses the address as the name."""
        return await self._create(
            Attachment,
            "cards",
            card_id,
            "attachments",
            key=idempotency_key,
            url=url,
            **given(name=name or None),
        )

    async def upload(self, card_id: str, upload: FilePart, *, name: str, idempotency_key: str) -> Attachment:
        """Upload a file to a card, as an attachment called ``name``.

        Raises:
            Ambiguous: Also if the file was attached but the response cannot be read.
        """
        request = Request(
            "POST",
            path("1", "cards", card_id, "attachments"),
            form=given(name=name, mimeType=upload.mime_type or None),
            upload=upload,
            seconds=_SECONDS + upload.size / SLOWEST,
            idempotency_key=idempotency_key,
        )
        return read_made(Attachment, await self._transport.send(request))

    async def remove(self, card_id: str, ident: str) -> None:
        """Remove an attachment; succeed if it is gone already."""
        await self._gone("cards", card_id, "attachments", ident)

    async def download(
        self, card_id: str, ident: str, file_name: str, sink: Callable[[], BinaryIO], *, size: int | None
    ) -> int:
        """Download an uploaded file.

        Args:
            card_id: The card's id.
            ident: The attachment's id.
            file_name: The service's name of the file; the last part of the attachment's address.
            sink: Opens the destination, again for each attempt.
            size: Expected size in bytes, or None if unknown.

        Returns:
            The size of the file in bytes.

        Raises:
            Garbled: The file is too large, or not of the expected size.
        """
        address = path("1", "cards", card_id, "attachments", ident, "download", file_name)
        request = Request(
            "GET", address, headers={"Accept": "*/*"}, seconds=_SECONDS + (size or LARGEST) / SLOWEST
        )
        read = await self._transport.fetch(request, sink, max_bytes=LARGEST)
        if size is not None and read != size:
            raise Garbled(f"The file has {read} bytes where the service said {size}.", service="board")
        return read
