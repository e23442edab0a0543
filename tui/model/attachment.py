"""Attachments: files and links on a card."""

from tui.model.values.record import Value
from tui.model.values.scalars import Instant

SLOWEST = 50_000
"""Bytes a second of the slowest transfer of a file that is waited for."""


class Attachment(Value):
    """A file or a link.

    Attributes:
        bytes: Size; None for a link.
        is_upload: True for a file the service holds, False for a link.
    """

    id: str
    name: str = ""
    url: str = ""
    bytes: int | None = None
    date: Instant | None = None
    is_upload: bool = False
    mime_type: str | None = None
    pos: float = 0.0
