"""JSON as it is received and written."""

import json
from typing import Any

Json = dict[str, Any]
"""A JSON object as it was received."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def to_json(value: Any) -> str:
    """Return ``value`` as compact JSON text.

    Raises:
        ValueError: ``value`` holds a lone surrogate, NaN or an infinity.
    """
    text = _ENCODER.encode(value)
    text.encode()
    return text
