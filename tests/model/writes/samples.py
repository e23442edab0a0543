"""A write of every kind, made of its own field names."""

from typing import Any

from tui.model.writes.base import Write


def sample(kind: type[Write]) -> Write:
    """A write of ``kind`` with every required field filled by its own name."""
    values: dict[str, Any] = {}
    for name, field in kind.fields.items():
        if field.required:
            made: dict[Any, Any] = {float: 1.5, bool: True, int: 7}
            values[name] = made.get(field.hint, f"{name}-value")
    return kind(**values)
