"""Lists of words: each is a file of ``lists``, read when the module that names it is first imported."""

from pathlib import Path

_LISTS = Path(__file__).with_name("lists")


def word_list(name: str) -> frozenset[str]:
    """The words of ``lists/NAME.txt``, which are divided by blanks and line breaks."""
    return frozenset((_LISTS / f"{name}.txt").read_text("utf-8").split())
