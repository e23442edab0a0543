"""Reading of response bodies: size limit, decompression and JSON parsing.

This module handles all attacks by a response (docs/reference/reliability.md, findings 10 and 16): compression
bombs, nesting bombs, endless numbers, other encodings, lone surrogates.
"""

import json
import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from tui.errors import Garbled

MAX_BYTES = 8 * 1024 * 1024
"""Maximum size of a response in bytes, after decompression."""

MAX_DEPTH = 64
"""Maximum nesting of JSON; a full card has seven levels."""

_PIECE = 256 * 1024
"""Maximum bytes decompressed at a time, because a kilobyte of gzip may become a megabyte."""

_UNPACKABLE = {"gzip": 31, "x-gzip": 31, "deflate": 47}
"""The window bits for zlib of each Content-Encoding."""

_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_INT64_DIGITS = 18
_NUMBERS = bytes.maketrans(b"[: \t\r\n-123456789", b"," * 7 + b"0" * 9)
"""Translates characters that may stand before a number to a comma, and each digit to 0."""
_LONG_NUMBER = b"," + b"0" * (_INT64_DIGITS + 1)
"""A number that is too long, after translation; searching for these bytes takes an eighth of a regex search."""
_ESCAPE = re.compile(rb"\\.")
_QUOTED = re.compile(rb'"[^"]*"')
_ONE_BRACKET = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes(set(range(256)) - set(b'"[]{}'))
"""All bytes that do not affect the nesting of JSON."""
_TOO_MANY = 2.0**63
_UTF16_OR_32 = (b"\xff\xfe", b"\xfe\xff")


class NotJson(Garbled):
    """A response that is no JSON at all, such as the sign-in page of a network or of a proxy."""

    def __init__(self, message: str, *, html: bool = False) -> None:
        super().__init__(message)
        self.html = html


class TooLarge(Garbled):
    """A response larger than the limit; a smaller page may fit."""


async def read(chunks: AsyncIterator[bytes], encoding: str, max_bytes: int = MAX_BYTES) -> bytes:
    """Read and decompress a body, never holding more than ``max_bytes`` and a chunk.

    Args:
        chunks: The body as received, still compressed.
        encoding: The Content-Encoding header.
        max_bytes: The limit.

    Raises:
        Garbled: The body is larger, or cannot be decompressed.
    """
    body = bytearray()
    async for piece in pieces(chunks, encoding, max_bytes):
        body += piece
    return bytes(body)


async def pieces(chunks: AsyncIterator[bytes], encoding: str, max_bytes: int) -> AsyncIterator[bytes]:
    """Yield a decompressed body in pieces of bounded size, because a chunk may decompress to any size.

    Args:
        chunks: The body as received, still compressed.
        encoding: The Content-Encoding header.
        max_bytes: The limit, both compressed and decompressed; the pieces up to it are yielded first.

    Raises:
        Garbled: The body is larger, or cannot be decompressed.
    """
    unpack = _unpacker(encoding)
    packed = unpacked = 0
    async for chunk in chunks:
        packed += len(chunk)
        if packed > max_bytes:
            raise _too_large(max_bytes)
        for piece in unpack(chunk):
            unpacked += len(piece)
            if unpacked > max_bytes:
                raise _too_large(max_bytes)
            yield piece


def parse(data: bytes, content_type: str) -> Any:
    """Parse ``data`` as JSON.

    Lone surrogates become U+FFFD, because no later code can store or send them.

    Raises:
        NotJson: The content is of another type.
        Garbled: The JSON is invalid or nested too deeply.
    """
    _check_type(data, content_type)
    text = decode(data)
    integer = _integer if _LONG_NUMBER in data.translate(_NUMBERS) or data[:1].isdigit() else None
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_int=integer, parse_float=_number)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Garbled("The answer is not valid JSON; it was probably cut short.") from error
    _check_depth(data)
    return replace_surrogates(value) if _SURROGATE_ESCAPE.search(data) else value


def decode(data: bytes) -> str:
    """Decode ``data`` as UTF-8, with or without a byte order mark.

    Raises:
        Garbled: The encoding is another one.
    """
    if data[:2] in _UTF16_OR_32 or b"\0" in data[:4]:
        raise Garbled("The answer is UTF-16 or UTF-32, where JSON has to be UTF-8.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Garbled("The answer is not valid UTF-8.") from None


def replace_surrogates(value: Any) -> Any:
    """Replace every lone surrogate in ``value``, keys included, by U+FFFD."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): replace_surrogates(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [replace_surrogates(item) for item in value]
    return value


def clean(text: str) -> str:
    """Return ``text`` in a form that UTF-8 can encode: surrogate pairs joined, lone ones replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


class _Unpacker:
    """A decompressor for gzip or deflate with several members, which yields pieces of bounded size."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._zlib = zlib.decompressobj(window)

    def __call__(self, chunk: bytes) -> Iterator[bytes]:
        try:
            while chunk:
                yield self._zlib.decompress(chunk, _PIECE)
                chunk = self._zlib.unconsumed_tail or self._next_member()
        except zlib.error as error:
            raise Garbled("The answer is packed wrongly and cannot be unpacked.") from error

    def _next_member(self) -> bytes:
        rest = self._zlib.unused_data
        if self._zlib.eof and rest:
            self._zlib = zlib.decompressobj(self._window)
        return rest


def _plain(chunk: bytes) -> Iterator[bytes]:
    yield chunk


def _unpacker(encoding: str) -> Callable[[bytes], Iterator[bytes]]:
    name = encoding.strip().lower()
    if name in {"", "identity"}:
        return _plain
    if name not in _UNPACKABLE:
        raise Garbled(f"The answer is packed as {name[:40]!r}, which was not asked for.")
    return _Unpacker(_UNPACKABLE[name])


def _check_type(data: bytes, content_type: str) -> None:
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json" or kind.endswith("+json"):
        return
    html = "html" in kind or data[:64].lstrip()[:1] == b"<"
    if html:
        raise NotJson("A web page came instead of an answer: does this network ask to sign in?", html=True)
    if kind:
        raise NotJson(f"The answer is {kind[:60]}, where JSON was expected.")


def _check_depth(data: bytes) -> None:
    """Raise for JSON that is nested too deeply; it handles all bytes at once, because answers are large."""
    marks = _ESCAPE.sub(b"", data).translate(_ONE_BRACKET, _OTHERS).replace(b'""', b"")
    brackets = _QUOTED.sub(b"", marks)
    for _ in range(MAX_DEPTH):
        if not brackets:
            return
        brackets = brackets.replace(b"[]", b"")
    if brackets:
        raise _too_deep()


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _number(text: str) -> float | None:
    """Parse a number; return None from 2**63 on, because no position or date is that large."""
    number = float(text)
    return number if abs(number) < _TOO_MANY else None


def _integer(text: str) -> float | None:
    return int(text) if len(text) <= _INT64_DIGITS else _number(text)


def _too_large(max_bytes: int) -> TooLarge:
    return TooLarge(f"The answer is larger than {max_bytes / 1024 / 1024:.0f} MiB and was not read.")


def _too_deep() -> Garbled:
    return Garbled(f"The answer is nested deeper than {MAX_DEPTH} levels and was not read.")
