"""Contents that the store has counted but never fetched, and that a rebuilt workspace therefore lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.cli import output

if TYPE_CHECKING:
    from tui.model.values.scalars import Json


def describe_unfetched(boards: Iterable[Json]) -> str:
    """Describe by kind how many parts of ``boards``, in export form, cannot be rebuilt; "" for none."""
    missing = Counter[str]()
    for board in boards:
        cards = _listed(board, "cards")
        comments = sum(one.get("type") == "commentCard" for one in _listed(board, "actions"))
        items = sum(len(_listed(one, "checkItems")) for one in _listed(board, "checklists"))
        missing["uploaded files"] += sum(
            bool(held.get("isUpload")) for card in cards for held in _listed(card, "attachments")
        )
        missing["comments"] += max(0, _counted(cards, "comments") - comments)
        missing["checklist items"] += max(0, _counted(cards, "checkItems") - items)
    return ", ".join(output.plural(count, word) for word, count in missing.items() if count)


def _listed(thing: Json, what: str) -> list[Json]:
    return thing.get(what) or []


def _counted(cards: Iterable[Json], what: str) -> int:
    return sum(int((card.get("badges") or {}).get(what) or 0) for card in cards)
