"""A file as it was sent in a form, and a file as it is given back."""

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from urllib.parse import quote

LARGEST = 10 * 1024 * 1024
"""Bytes of one file: what the hosted service takes on a free workspace (docs/reference/board.md, 5.2)."""

_LONGEST_NAME = 255
_KIND = re.compile(r"[A-Za-z0-9][\w.+-]{0,126}/[A-Za-z0-9][\w.+-]{0,126}")
_BINARY = "application/octet-stream"
# A browser runs no script in these, whatever they hold.
_HARMLESS = re.compile(
    r"image/(png|jpeg|gif|webp|bmp|avif)|(audio|video)/[\w.+-]+|text/(plain|csv)|application/pdf"
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart form.

    Attributes:
        name: As the sender calls it, without any folder; perhaps empty.
        kind: The type the sender says it has; perhaps empty.
        content: Its bytes.
    """

    name: str
    kind: str
    content: bytes

    @property
    def digest(self) -> str:
        """What tells two files apart."""
        return hashlib.sha256(self.content).hexdigest()

    def __repr__(self) -> str:
        return f"Upload({self.name!r}, {self.kind!r}, {self.digest})"


@dataclass(frozen=True, slots=True)
class Download:
    """A file on its way back."""

    name: str
    kind: str | None
    content: bytes

    @property
    def served_kind(self) -> str:
        """The type it is sent with: its own when a browser can not be made to run it, else just bytes."""
        return self.kind if self.kind and _HARMLESS.fullmatch(self.kind) else _BINARY

    @property
    def headers(self) -> dict[str, str]:
        """What keeps it a file: saved, never shown as a page of this server, its type never guessed."""
        plain = re.sub(r"[^\w.() -]", "_", self.name, flags=re.ASCII) or "file"
        return {
            "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(self.name, safe='')}",
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "cross-origin",
        }


def file_name(name: str) -> str:
    """``name`` for the end of a URL and for a disk: no folder, no control characters, not too long."""
    plain = re.split(r"[/\\]", name)[-1]
    plain = "".join(letter for letter in plain if letter.isprintable()).strip(". ")
    return plain[-_LONGEST_NAME:] or "file"


def kind_of(*said: str, name: str) -> str:
    """The first of ``said`` that has the form of a type and says something, else what ``name`` ends in tells."""
    for word in said:
        if _KIND.fullmatch(word) and word.lower() != _BINARY:
            return word.lower()
    return mimetypes.guess_type(name)[0] or _BINARY
