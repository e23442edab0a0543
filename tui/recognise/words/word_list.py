"""Word lists: files of ``lists``, each read when the module that names it is imported."""

from pathlib import Path

_LISTS = Path(__file__).with_name("lists")


def word_list(name: str) -> frozenset[str]:
    """Read ``lists/NAME.txt``, whose words are separated by blanks and line breaks."""
    return frozenset((_LISTS / f"{name}.txt").read_text("utf-8").split())
