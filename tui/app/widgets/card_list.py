"""The cards of a column: faces read as they are needed, exact heights computed as they are needed.

Nothing here draws. Lines are counted from the top of the first card; a card's last lines are its gap.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from tui.app.widgets.card_face import GAP, CardStyle, height
from tui.model.card import CardFace

Source = Callable[[int, int | None], Sequence[CardFace]]
"""Faces of a list from an offset on, at most so many (None: all), in order."""

PAGE = 60
"""Faces read before the first paint, and the least that is read later."""


class Nothing(NamedTuple):
    """What stands in a list without cards.

    Attributes:
        words: That there are none, or that nobody knows yet.
        hint: What to do, where the list has the cursor.
        known: Whether there are none indeed.
    """

    words: str = "no cards"
    hint: str = "n adds one"
    known: bool = True


class CardList:
    """What a column shows.

    Args:
        list_id: Whose cards these are.
        source: Where faces come from.
        total: Cards in the list, read or not.
        look: How they are drawn; heights follow it.

    Attributes:
        nothing: What stands there while there are no cards.
    """

    def __init__(self, list_id: str, source: Source, total: int, card_style: CardStyle) -> None:
        self.list_id = list_id
        self.total = total
        self.nothing = Nothing()
        self._source = source
        self._card_style = card_style
        self._all: list[CardFace] = []
        self._whole = False
        self._keep: Callable[[CardFace], bool] | None = None
        self._faces: list[CardFace] = []
        self._starts = [0]
        self._opened: tuple[str, int] | None = None  # a card, and blank lines under it

    # --- faces --------------------------------------------------------------------------

    def __len__(self) -> int:
        """Cards that can be walked to, read or not."""
        return len(self._faces) if self._whole else max(self.total, len(self._faces))

    @property
    def whole(self) -> bool:
        """Whether every face has been read."""
        return self._whole

    @property
    def filtered(self) -> bool:
        """Whether only some cards are shown."""
        return self._keep is not None

    def read(self, upto: int) -> bool:
        """Read faces until ``upto`` of them are there; whether any was read."""
        if self._whole or upto <= len(self._all):
            return False
        wanted = max(upto - len(self._all), PAGE)
        page = self._source(len(self._all), wanted)
        self._all.extend(page)
        self._whole = len(page) < wanted
        if self._whole:
            self.total = len(self._all)
        self._faces = self._all if self._keep is None else [f for f in self._all if self._keep(f)]
        return True

    def read_all(self) -> None:
        """Read whatever is missing."""
        while not self._whole:
            self.read(max(self.total, len(self._all) + PAGE) + 1)

    def face(self, index: int) -> CardFace | None:
        """The card at ``index``, or None past either end."""
        if index < 0 or index >= len(self):
            return None
        self.read(index + 1)
        return self._faces[index] if index < len(self._faces) else None

    def index(self, card_id: str) -> int | None:
        """Where the card is among those read, or None."""
        return next((at for at, face in enumerate(self._faces) if face.id == card_id), None)

    def find(self, card_id: str) -> int | None:
        """Where the card is, whatever has been read so far, or None."""
        found = self.index(card_id)
        if found is None and not self._whole:
            self.read_all()
            found = self.index(card_id)
        return found

    def faces(self) -> Sequence[CardFace]:
        """Every card, read to the end."""
        self.read_all()
        return self._faces

    def siblings(self, card_id: str | None = None) -> Sequence[CardFace]:
        """Every card of the list, the filter ignored and ``card_id`` left out."""
        self.read_all()
        return [face for face in self._all if face.id != card_id]

    def true_place(self, index: int, without: Collection[str] = ()) -> int:
        """The place among all cards of what is the place ``index`` among those shown: right after the shown card before it.

        Args:
            index: Below nothing is the top of the list, far past the end its bottom, whatever is shown.
            without: Cards that are counted in neither.
        """
        every = [face.id for face in self.siblings() if face.id not in without]
        if not self.filtered or not 0 <= index <= len(every):
            return max(0, min(index, len(every)))
        shown = [face.id for face in self._faces if face.id not in without]
        if not shown:
            return len(every)
        return every.index(shown[0]) if not index else every.index(shown[min(index, len(shown)) - 1]) + 1

    # --- changes ------------------------------------------------------------------------

    def reread(self, upto: int, total: int) -> bool:
        """Take what the source says now, at least ``upto`` cards of it; whether anything is different."""
        before = self._faces
        self._all, self._whole, self.total = [], False, total
        self.read(max(upto, PAGE))
        if self._keep is not None:
            self.read_all()
        return self._replace(before)

    def put(self, face: CardFace) -> bool:
        """Add or change one card at its place; whether anything shown is different.

        A place past the cards read so far is left to be read. ``total`` is the caller's to set.
        """
        before = list(self._faces)
        known = next((at for at, old in enumerate(self._all) if old.id == face.id), None)
        if known is not None:
            if self._all[known] == face:
                return False
            del self._all[known]
        at = bisect_left(self._all, (face.pos, face.id), key=lambda old: (old.pos, old.id))
        if at < len(self._all) or self._whole:
            self._all.insert(at, face)
        return self._replace(before)

    def drop(self, card_id: str) -> bool:
        """Take one card out; whether it was there."""
        before = list(self._faces)
        known = next((at for at, old in enumerate(self._all) if old.id == card_id), None)
        if known is None:
            return False
        del self._all[known]
        return self._replace(before)

    def keep(self, wanted: Callable[[CardFace], bool] | None) -> None:
        """Show only the cards that are ``wanted``; None shows all."""
        before, self._keep = self._faces, wanted
        if wanted is not None:
            self.read_all()
        self._replace(before)

    def _replace(self, before: Sequence[CardFace]) -> bool:
        """Keep the heights of the cards that are as they were, from the first on; whether any is not."""
        self._faces = list(self._all) if self._keep is None else [f for f in self._all if self._keep(f)]
        same = 0
        for old, new in zip(before, self._faces, strict=False):
            if old is not new and old != new:
                break
            same += 1
        del self._starts[same + 1 :]
        return same < len(self._faces) or len(before) != len(self._faces)

    # --- lines --------------------------------------------------------------------------

    def restyle(self, card_style: CardStyle) -> None:
        """Be drawn another way from now on."""
        self._card_style = card_style
        self._starts = [0]

    def open_under(self, card_id: str | None, lines: int = 0) -> None:
        """Leave ``lines`` blank lines under a card, for what is laid over them; None closes them again."""
        wanted = None if card_id is None else (card_id, lines)
        if wanted == self._opened:
            return
        changed = [self.index(each[0]) for each in (self._opened, wanted) if each is not None]
        self._opened = wanted
        del self._starts[min([at for at in changed if at is not None], default=len(self._starts)) + 1 :]

    def _blank(self, face: CardFace) -> int:
        return self._opened[1] if self._opened is not None and self._opened[0] == face.id else 0

    def _measure(self, upto: int) -> None:
        """Know the heights of the first ``upto`` cards."""
        self.read(upto)
        starts, card_style = self._starts, self._card_style
        line = starts[-1]
        for face in self._faces[len(starts) - 1 : upto]:
            line += height(face, card_style) + self._blank(face)
            starts.append(line)

    def start(self, index: int) -> int:
        """First line of the card at ``index``; of the place after the last card for ``len(self)``."""
        if index >= len(self._starts):
            self._measure(index)
        return self._starts[min(index, len(self._starts) - 1)]

    def end(self, index: int) -> int:
        """Line after the last of the card at ``index``, its gap not included; lines opened under it are."""
        return self.start(index + 1) - GAP[self._card_style.density]

    def at(self, line: int) -> int | None:
        """Index of the card that ``line`` belongs to, or None past the last."""
        while self._starts[-1] <= line:
            known = len(self._starts) - 1
            self._measure(known + 20)
            if len(self._starts) - 1 == known:
                return None
        return bisect_right(self._starts, line) - 1 if line >= 0 else None

    @property
    def measured(self) -> int:
        """Cards whose heights are known."""
        return len(self._starts) - 1

    def lines(self) -> int:
        """Lines of all cards; measures what is not known yet."""
        return self.start(len(self))

    def reaches(self, line: int) -> bool:
        """Whether there are lines past ``line``, without measuring more than it takes to tell."""
        return self.at(line) is not None
