"""Three-way merge of a text that two people changed. Pure."""

from merge3 import Merge3


def merge(base: str, mine: str, theirs: str) -> str | None:
    r"""Merge my changes and theirs into ``base``, line by line; return None if the same lines differ in both.

    Line ends are compared as ``\n``; the result has those of ``theirs``, because that is what everybody else
    sees now.
    """
    if theirs in {mine, base}:
        return mine
    if base == mine:
        return theirs
    crlf = "\r\n" in theirs
    merged = Merge3(_lines(base), _lines(mine), _lines(theirs))
    groups = list(merged.merge_groups())
    if any(group[0] == "conflict" for group in groups):
        return None
    # The lines have no line ends, so that a missing one at the end is not a change.
    text = "\n".join(line for group in groups for line in group[1])
    return text.replace("\n", "\r\n") if crlf else text


def marked(base: str, mine: str, theirs: str) -> str:
    """Merge both changes into one text, with conflict markers around lines that overlap."""
    before, ours, other = ([f"{line}\n" for line in _lines(text)] for text in (base, mine, theirs))
    return "".join(Merge3(before, ours, other).merge_lines("yours", "theirs")).removesuffix("\n")


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")
