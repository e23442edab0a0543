"""Uploaded files of a multipart form, and files as downloads."""

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from urllib.parse import quote

LARGEST = 10 * 1024 * 1024
"""Maximum bytes of one file, as on the hosted service's free workspaces (docs/reference/board.md, 5.2)."""

_LONGEST_NAME = 255
_CONTENT_TYPE = re.compile(r"[A-Za-z0-9][\w.+-]{0,126}/[A-Za-z0-9][\w.+-]{0,126}")
_BINARY = "application/octet-stream"
# Browsers run no script in files of these types, whatever their content.
_HARMLESS = re.compile(
    r"image/(png|jpeg|gif|webp|bmp|avif)|(audio|video)/[\w.+-]+|text/(plain|csv)|application/pdf"
)


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file of a multipart form.

    Attributes:
        name: The sender's name for it, without any folder; perhaps empty.
        kind: The type that the sender declared; perhaps empty.
    """

    name: str
    kind: str
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the content in hex, by which files are compared."""
        return hashlib.sha256(self.content).hexdigest()

    def __repr__(self) -> str:
        return f"Upload({self.name!r}, {self.kind!r}, {self.digest})"


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be sent to a client."""

    name: str
    kind: str | None
    content: bytes

    @property
    def served_kind(self) -> str:
        """The content type to send: its own if browsers run no script in it, else octet-stream."""
        return self.kind if self.kind and _HARMLESS.fullmatch(self.kind) else _BINARY

    @property
    def headers(self) -> dict[str, str]:
        """The headers that make a browser save the file, and neither show it as a page nor guess its type."""
        plain = re.sub(r"[^\w.() -]", "_", self.name, flags=re.ASCII) or "file"
        return {
            "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(self.name, safe='')}",
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "cross-origin",
        }


def file_name(name: str) -> str:
    """Make ``name`` safe for a URL and a disk: without folder and control characters, not too long."""
    plain = re.split(r"[/\\]", name)[-1]
    plain = "".join(letter for letter in plain if letter.isprintable()).strip(". ")
    return plain[-_LONGEST_NAME:] or "file"


def kind_of(*said: str, name: str) -> str:
    """Return the first of ``said`` that is a type other than octet-stream, else guess it from ``name``."""
    for word in said:
        if _CONTENT_TYPE.fullmatch(word) and word.lower() != _BINARY:
            return word.lower()
    return mimetypes.guess_type(name)[0] or _BINARY
