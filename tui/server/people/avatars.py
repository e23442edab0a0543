"""Generated avatars of members without a picture: a stable five-by-five pattern in two colours.

Clients of the hosted service need text in ``avatarHash`` and ``avatarUrl``, and add ``/50.png`` to the URL.
"""

import re
import struct
import zlib
from colorsys import hls_to_rgb
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_SIDE = 5
_SIZES = {"30.png": 30, "50.png": 50, "170.png": 170, "original.png": 170}
_MARK = re.compile(r"[0-9a-f]{32}")
_BACKGROUND = bytes((240, 240, 243))
_CACHE_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable"}


def draw(mark: str, size: int) -> bytes:
    """Draw the avatar for ``mark``, 32 hex digits, as a PNG of ``size`` by ``size`` pixels."""
    seed = bytes.fromhex(mark)
    foreground = bytes(round(255 * part) for part in hls_to_rgb(seed[0] / 255, 0.45, 0.55))
    rows: list[bytes] = []
    for y in range(size):
        row = y * _SIDE // size
        # The right half mirrors the left one.
        cells = [seed[1 + row * 3 + min(column, _SIDE - 1 - column)] & 1 for column in range(_SIDE)]
        pixels = (foreground if cells[x * _SIDE // size] else _BACKGROUND for x in range(size))
        rows.append(b"\0" + b"".join(pixels))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def show(request: Request) -> Response:
    """Return the avatar in the path, to anybody: it reveals nothing about the member."""
    mark, size = request.path_params["mark"], _SIZES.get(request.path_params["size"])
    if size is None or _MARK.fullmatch(mark) is None:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    return Response(draw(mark, size), media_type="image/png", headers=_CACHE_HEADERS)


ROUTES = (Route("/avatars/{mark}/{size}", show),)
"""Addresses of the avatars, outside the API."""
