"""Two people changed one text: both changes, or the knowledge that they overlap. Pure."""

from merge3 import Merge3

from tui.errors import Rejected


def merge(base: str, mine: str, theirs: str) -> str | None:
    r"""``base`` with my changes and theirs, line by line; None when they changed the same lines differently.

    Line ends are compared as ``\n``; the result has those of ``theirs``, because that is what everybody
    else sees now.
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
    # Lines carry no end, so that a last line without one is not a change.
    text = "\n".join(line for group in groups for line in group[1])
    return text.replace("\n", "\r\n") if crlf else text


class Overlap(Rejected):
    """Both changed the same lines: nothing is sent, and the message holds both texts.

    Args:
        mine: What the user wrote.
        theirs: What the service has.
    """

    def __init__(self, mine: str, theirs: str) -> None:
        self.theirs = theirs
        super().__init__(
            "Somebody else changed the same lines of the description:\n"
            f"<<<<<<< mine\n{mine}\n=======\n{theirs}\n>>>>>>> theirs",
            service="board",
            status=409,
        )


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")
