"""How large a picture is, read from its first bytes; nothing of it is decoded."""

from io import BytesIO

Size = tuple[int, int]
"""Width and height, in pixels."""

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8", b"RIFF", b"BM")
"""How those begin that are looked at. Others are not: an SVG would be parsed, and it is somebody else's XML."""


def size_of(content: bytes) -> Size | None:
    """Width and height of a PNG, GIF, JPEG, WebP or BMP; None for anything else, or a damaged one."""
    if not content.startswith(_PICTURES):
        return None
    import imagesize

    try:
        width, height = imagesize.get(BytesIO(content))
    except (ValueError, OSError):
        return None
    return (width, height) if width > 0 and height > 0 else None
