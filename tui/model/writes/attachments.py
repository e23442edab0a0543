"""Writes of attachments: the files and links on cards."""

from typing import Annotated, ClassVar, Literal

from tui.model.attachment import Attachment
from tui.model.card import Card
from tui.model.writes.base import CardWrite, Ident, Inverse, NameOf, quoted
from tui.model.writes.rows import Rows

NewAttachmentId = Annotated[str, Ident("attachments", checked=False)]


class AddLink(CardWrite):
    """Attach a web address to a card."""

    makes: ClassVar[str] = "attachment_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("url",)
    typed: ClassVar[tuple[str, ...]] = ("url",)
    takes_empty_name: ClassVar[bool] = True

    kind: Literal["add_link"] = "add_link"
    attachment_id: NewAttachmentId
    url: str
    name: str = ""

    def apply(self, row: Card | None) -> Card | None:
        """Return the card with the link; the service names a link without a name by its address."""
        link = Attachment(id=self.attachment_id, name=self.name or self.url, url=self.url)
        return None if row is None else _with(row, link)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by removing the link again."""
        return _removal_of(self)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Attached “Price list” to “Ana Ray”``."""
        return (
            f"Attached {quoted(self.name or self.url, 'a file')} to {quoted(name(self.card_id), 'the card')}"
        )


class UploadFile(CardWrite):
    """Attach a file to a card.

    Attributes:
        spooled: Name of the local copy of its bytes, kept until the service has them.
        file_name: Name of the file itself; "" if it is the attachment's name.
    """

    makes: ClassVar[str] = "attachment_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name", "size")
    takes_empty_name: ClassVar[bool] = True

    kind: Literal["upload_file"] = "upload_file"
    attachment_id: NewAttachmentId
    name: str
    spooled: str
    size: int
    mime_type: str = ""
    file_name: str = ""

    def apply(self, row: Card | None) -> Card | None:
        """Return the card with the file."""
        file = Attachment(
            id=self.attachment_id, name=self.name, bytes=self.size, is_upload=True, mime_type=self.mime_type
        )
        return None if row is None else _with(row, file)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by removing the file again."""
        return _removal_of(self)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Attached “price list.pdf” to “Ana Ray”``."""
        return f"Attached {quoted(self.name, 'a file')} to {quoted(name(self.card_id), 'the card')}"


class RemoveAttachment(CardWrite):
    """Remove a file or a link from a card. A file is lost then; a link can be added again."""

    deletes: ClassVar[str] = "attachment_id"

    kind: Literal["remove_attachment"] = "remove_attachment"
    attachment_id: Annotated[str, Ident("attachments")]

    def apply(self, row: Card | None) -> Card | None:
        """Return the card without the attachment."""
        if row is None:
            return None
        return _with_attachments(row, tuple(one for one in row.attachments if one.id != self.attachment_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by adding the link again; a file cannot come back, because its bytes are not kept."""
        card = rows.get(Card, self.card_id)
        held = next((one for one in card.attachments if one.id == self.attachment_id), None) if card else None
        if held is None or held.is_upload:
            return Inverse()
        back = Inverse()
        at = {"board_id": self.board_id, "card_id": self.card_id, "attachment_id": back.new_id_for(held.id)}
        back.writes = (AddLink(**at, url=held.url, name=held.name),)
        return back

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took an attachment off “Ana Ray”``."""
        return f"Took an attachment off {quoted(name(self.card_id), 'the card')}"


def _removal_of(write: AddLink | UploadFile) -> Inverse:
    back = RemoveAttachment(board_id=write.board_id, card_id=write.card_id, attachment_id=write.attachment_id)
    return Inverse((back,))


def _with(row: Card, attachment: Attachment) -> Card:
    if any(one.id == attachment.id for one in row.attachments):
        return row
    return _with_attachments(row, (*row.attachments, attachment))


def _with_attachments(row: Card, now: tuple[Attachment, ...]) -> Card:
    """Return the card with these attachments, its count adjusted; the service may count more than it sent."""
    before = len(row.attachments)
    if before == len(now):
        return row
    count = max(0, max(row.badges.attachments, before) + len(now) - before)
    return row.replace(attachments=now, badges=row.badges.replace(attachments=count))
