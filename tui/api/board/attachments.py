"""Attachments: the files and links of cards."""

from collections.abc import Callable
from typing import BinaryIO

from tui.api.board.resource import Page, Resource, given, read_made, read_many
from tui.api.message import FilePart, Request, path
from tui.errors import Garbled, NotFound
from tui.model.attachment import Attachment

LARGEST = 256 * 1024 * 1024
"""Bytes of the largest file that is read."""

_SECONDS = 60.0
"""Seconds a file may take …"""

_SLOWEST = 50_000
"""… and one more for so many bytes."""


class Attachments(Resource):
    """``/1/cards/{id}/attachments`` (docs/reference/board.md, 1.7 and 2.3)."""

    async def of_card(self, card_id: str) -> Page[Attachment]:
        """A card's files and links."""
        return read_many(Attachment, await self._get("cards", card_id, "attachments", fields="all"))

    async def add_link(self, card_id: str, *, url: str, name: str, idempotency_key: str) -> Attachment:
        """Attach a web address; without a name it is called by that."""
        return await self._create(
            Attachment,
            "cards",
            card_id,
            "attachments",
            key=idempotency_key,
            url=url,
            **given(name=name or None),
        )

    async def upload(self, card_id: str, upload: FilePart, *, idempotency_key: str) -> Attachment:
        """Attach a file.

        Raises:
            Ambiguous: Also when it was attached and the answer does not say what it is.
        """
        request = Request(
            "POST",
            path("1", "cards", card_id, "attachments"),
            form=given(name=upload.name, mimeType=upload.mime_type or None),
            upload=upload,
            seconds=_SECONDS + upload.size / _SLOWEST,
            idempotency_key=idempotency_key,
        )
        return read_made(Attachment, await self._transport.send(request))

    async def remove(self, card_id: str, ident: str) -> None:
        """Take one off; one that is gone already is off."""
        try:
            await self._delete("cards", card_id, "attachments", ident)
        except NotFound:
            return

    async def download(
        self, card_id: str, ident: str, file_name: str, sink: Callable[[], BinaryIO], *, size: int | None
    ) -> int:
        """Read a file that was uploaded.

        Args:
            card_id: Its card.
            ident: The attachment.
            file_name: What the service calls the file; the last part of the attachment's address.
            sink: Opens what it is written to, anew for each attempt.
            size: How long it should be, where that is known.

        Returns:
            How many bytes it had.

        Raises:
            Garbled: It is too large, or not as long as it should be.
        """
        where = path("1", "cards", card_id, "attachments", ident, "download", file_name)
        request = Request(
            "GET", where, headers={"Accept": "*/*"}, seconds=_SECONDS + (size or LARGEST) / _SLOWEST
        )
        read = await self._transport.fetch(request, sink, max_bytes=LARGEST)
        if size is not None and read != size:
            raise Garbled(f"The file has {read} bytes where the service said {size}.", service="board")
        return read
