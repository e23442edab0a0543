"""The size of a picture, read from its header without decoding it."""

from io import BytesIO

Size = tuple[int, int]
"""Width and height, in pixels."""

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8", b"RIFF", b"BM")
"""First bytes of the supported formats, without SVG, which would mean parsing untrusted XML."""


def size_of(content: bytes) -> Size | None:
    """Return width and height of a PNG, GIF, JPEG, WebP or BMP; None for other or damaged files."""
    if not content.startswith(_PICTURES):
        return None
    import imagesize

    try:
        width, height = imagesize.get(BytesIO(content))
    except (ValueError, OSError):
        return None
    return (width, height) if width > 0 and height > 0 else None
