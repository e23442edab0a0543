"""Writes of the files and links on cards."""

from typing import Literal

from tui.model.ops.base import BaseOp


class AddLink(BaseOp):
    """Attach a web address to a card."""

    kind: Literal["add_link"] = "add_link"
    card_id: str
    attachment_id: str
    url: str
    name: str = ""


class UploadFile(BaseOp):
    """Attach a file to a card.

    Attributes:
        spooled: Name of the copy of its bytes that is kept until the service has them.
        size: Bytes.
    """

    kind: Literal["upload_file"] = "upload_file"
    card_id: str
    attachment_id: str
    name: str
    spooled: str
    size: int
    mime_type: str = ""


class RemoveAttachment(BaseOp):
    """Take a file or a link off a card. A file is gone then; a link can be put back."""

    kind: Literal["remove_attachment"] = "remove_attachment"
    card_id: str
    attachment_id: str
