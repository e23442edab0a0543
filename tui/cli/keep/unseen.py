"""What of the boards was counted here and never read: a workspace that is made again of them does not have it."""

from collections.abc import Iterable

from tui.cli import output
from tui.model.base import Json


def unseen(boards: Iterable[Json]) -> str:
    """How much of ``boards``, in the form of an export, cannot be made again, by kind; "" for nothing."""
    files = comments = items = 0
    for board in boards:
        cards = board.get("cards") or []
        said = sum(one.get("type") == "commentCard" for one in board.get("actions") or [])
        listed = sum(len(one.get("checkItems") or []) for one in board.get("checklists") or [])
        files += sum(bool(held.get("isUpload")) for card in cards for held in card.get("attachments") or [])
        comments += max(0, _counted(cards, "comments") - said)
        items += max(0, _counted(cards, "checkItems") - listed)
    kinds = ((files, "uploaded files"), (comments, "comments"), (items, "checklist items"))
    return ", ".join(output.plural(count, word) for count, word in kinds if count)


def _counted(cards: Iterable[Json], what: str) -> int:
    return sum(int((card.get("badges") or {}).get(what) or 0) for card in cards)
