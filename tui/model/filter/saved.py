"""Saved filters: their stored form."""

import json
from collections.abc import Mapping

KEY = "filters"
"""The key of an account's saved filters among the values that front ends keep."""


def read_saved(text: str | None) -> dict[str, str]:
    """Return the saved filters by name; none if there is no text, or it is damaged."""
    try:
        kept = json.loads(text or "{}")
    except ValueError:
        return {}
    return {str(name): str(text) for name, text in kept.items()} if isinstance(kept, dict) else {}


def spelled(filters: Mapping[str, str], name: str) -> str:
    """Return a name as a saved filter has it, in whatever case; the name itself if none has it."""
    same = (each for each in filters if each.casefold() == name.casefold())
    return name if name in filters else next(same, name)


def write_saved(filters: Mapping[str, str]) -> str:
    """Return the stored form of filters by name."""
    return json.dumps(filters, ensure_ascii=False)
