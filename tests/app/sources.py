"""Where the lists of cards in tests read their cards from."""

from collections.abc import Sequence
from functools import partial

from tui.app.widgets.card_list import Source
from tui.model.card import CardFace


def _next(faces: Sequence[CardFace], after: CardFace | None, limit: int) -> Sequence[CardFace]:
    following = (face for face in faces if after is None or (face.pos, face.id) > (after.pos, after.id))
    return sorted(following, key=lambda face: (face.pos, face.id))[:limit]


def source_of(faces: Sequence[CardFace]) -> Source:
    """The source of a list that has these cards, and those that ``faces`` will have."""
    return partial(_next, faces)
