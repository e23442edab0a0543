"""CardList: the cards of a column, with faces read and exact heights computed on demand.

Nothing here draws. Lines are counted from the top of the first card; a card's last lines are its gap.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from math import inf
from operator import attrgetter
from typing import NamedTuple

from tui.app.widgets.card_face import GAP, CardStyle, height
from tui.model.card import CardFace

Order = Callable[[Sequence[CardFace]], Sequence[CardFace]]
"""Function that sorts cards into another order than that of their list."""

Source = Callable[[CardFace | None, int], Sequence[CardFace]]
"""Function that returns a list's next faces in order: those after one (None: the first), and at most so many."""

PAGE = 60
"""Faces read before the first paint, and the minimum for each later read."""

_CHUNK = 500
"""Number of cards that a filter tests before the matches are shown."""


_order_key = attrgetter("pos", "id")


class EmptyState(NamedTuple):
    """Placeholder for a list without cards.

    Attributes:
        words: Text that there are no cards, or that this is not known yet.
        hint: Text for what to do, shown where the list has the cursor.
    """

    words: str = "no cards"
    hint: str = "n adds one"
    known: bool = True


class CardList:
    """The cards of one list, as a column shows them.

    Args:
        total: Number of cards in the list, read or not.
        card_style: Style of the cards, on which their heights depend.
        place: Function that returns a card's index in its list, or None if it is not in the list.

    Attributes:
        nothing: Placeholder shown while there are no cards.
        hidden: Id of a card of this list that is carried over another one; "" for none.
        read_since_counted: Whether faces were read since ``total`` was counted, maybe of cards that it leaves out.
    """

    def __init__(
        self,
        list_id: str,
        source: Source,
        total: int,
        card_style: CardStyle,
        place: Callable[[str], int | None],
    ) -> None:
        self.list_id = list_id
        self.total = total
        self.nothing = EmptyState()
        self._source, self._place = source, place
        self._card_style = card_style
        self._all: list[CardFace] = []
        self._whole = False
        self._keep: Callable[[CardFace], bool] | None = None
        self._order: Order | None = None
        self._pool = self._all  # the cards that the filter tests, in order
        self._asked = 0  # how many of the pool were tested
        self._faces: list[CardFace] = []
        self._starts = [0]
        # Wrapping a title takes a hundred times as long as looking its height up, after each filter and each move.
        self._heights: dict[str, tuple[CardFace, int]] = {}
        self._opened: tuple[str, int] | None = None  # a card, and the number of blank lines under it
        self.hidden, self.read_since_counted = "", False

    # --- faces --------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of cards that the cursor can reach, read or not; with a filter, the matches so far."""
        found = self._whole or self._keep is not None
        return len(self._faces) if found else max(self.total, len(self._faces))

    @property
    def fully_read(self) -> bool:
        """Whether every face has been read."""
        return self._whole

    @property
    def known_faces(self) -> Sequence[CardFace]:
        """Faces read, shown or not."""
        return self._all

    @property
    def shown_faces(self) -> Sequence[CardFace]:
        """Faces read that are shown; while a filter is still testing, those that it found so far."""
        return self._faces

    @property
    def filtered(self) -> bool:
        """Whether a filter is set, so that only some cards are shown."""
        return self._keep is not None

    @property
    def settled(self) -> bool:
        """Whether the filter has tested all cards."""
        return self._keep is None or (self._whole and self._asked == len(self._pool))

    @property
    def ordered(self) -> bool:
        """Whether the cards are shown in another order than the list's."""
        return self._order is not None

    def _narrowed(self, among: list[CardFace]) -> list[CardFace]:
        """Return the filter matches ``among`` some cards, in the filter's order."""
        if self._keep is None and self._order is None:
            return among
        shown = among if self._keep is None else [face for face in among if self._keep(face)]
        return shown if self._order is None else list(self._order(shown))

    def read(self, upto: int) -> bool:
        """Read faces until there are ``upto``; return whether any was read."""
        if self._whole or upto <= len(self._all):
            return False
        wanted = max(upto - len(self._all), PAGE)
        # Counted by no offset: others add and remove cards meanwhile, and a carried card is shown elsewhere.
        page = self._source(self._all[-1] if self._all else None, wanted)
        self._whole, self.read_since_counted = len(page) < wanted, True
        page = [face for face in page if face.id != self.hidden]
        self._all.extend(page)
        if self._pool is not self._all:
            self._pool.extend(page)
        if self._whole:
            self.total = len(self._all)
        if self._keep is None:
            self._faces = self._narrowed(self._all)
        return True

    def read_all(self) -> None:
        """Read all remaining faces, and test them with the filter."""
        while not self._whole:
            self.read(max(self.total, len(self._all) + PAGE) + 1)
        self.search(len(self._pool))

    def search(self, count: int) -> None:
        """Test the next ``count`` cards with the filter, reading them if necessary.

        If the cards are sorted, nothing is shown before all were tested.
        """
        if self.settled:
            return
        self.read(len(self._all) - len(self._pool) + self._asked + count)
        some = self._pool[self._asked : self._asked + count]
        self._asked += len(some)
        if self._order is None:
            self._faces.extend(self._narrowed(some))
        elif self._whole and self._asked == len(self._pool):
            self._faces = self._narrowed(self._pool)

    def reach(self, count: int) -> None:
        """Find the first ``count`` filter matches, or all if there are fewer."""
        while len(self._faces) < count and not self.settled:
            self.search(_CHUNK)

    def face(self, index: int) -> CardFace | None:
        """Return the card at ``index``, or None past either end."""
        if index < 0 or index >= len(self):
            return None
        self.read(index + 1)
        return self._faces[index] if index < len(self._faces) else None

    def index(self, card_id: str) -> int | None:
        """Return the index of the card among those read, or None."""
        return next((at for at, face in enumerate(self._faces) if face.id == card_id), None)

    def find(self, card_id: str) -> int | None:
        """Return the index of the card, reading as far as necessary, or None."""
        found = self.index(card_id)
        if found is None and not self._whole and (place := self._place(card_id)) is not None:
            self.read(place + 1)
            found = self.index(card_id)
        if found is None and not self.settled:
            asked = next((at for at, face in enumerate(self._pool) if face.id == card_id), -1) + 1
            self.search(max(asked - self._asked, 0))
            found = self.index(card_id)
        return found

    def faces(self) -> Sequence[CardFace]:
        """Return every shown card, reading all faces."""
        self.read_all()
        return self._faces

    def siblings(self) -> Sequence[CardFace]:
        """Return every card of the list, ignoring the filter."""
        self.read_all()
        return self._all

    def siblings_near(self, index: int, without: Collection[str]) -> tuple[Sequence[CardFace], int]:
        """Return the list's first cards without some, to the one at a shown ``index`` or to the end, and its index there.

        A long list is read only as far as that card, unless hidden cards may be between the shown ones: under
        a filter, and in another order.

        Args:
            index: Below 0 is the top of the list, past its end the bottom, whatever is shown.
            without: Ids of cards to leave out of both counts.
        """
        if not self.filtered and not self.ordered:
            at = max(index, 0)
            self.read(at + 1 + len(without))
            near = list(islice((face for face in self._all if face.id not in without), at + 1))
            if at < len(near):
                return near, at
        every = [face for face in self.siblings() if face.id not in without]
        return every, self.unfiltered_index(index, without)

    def unfiltered_index(self, index: int, without: Collection[str] = ()) -> int:
        """Convert an ``index`` among shown cards, as of ``siblings_near``, to one among all: after the shown card before."""
        every = [face.id for face in self.siblings() if face.id not in without]
        if self.ordered and index > 0:
            # An index among sorted cards has no meaning in the list.
            return len(every)
        if not self.filtered or not 0 <= index <= len(every):
            return max(0, min(index, len(every)))
        shown = [face.id for face in self._faces if face.id not in without]
        if not shown:
            return len(every)
        return every.index(shown[0]) if not index else every.index(shown[min(index, len(shown)) - 1]) + 1

    # --- changes ------------------------------------------------------------------------

    def reread(self, upto: int, total: int) -> bool:
        """Reread the faces, at least ``upto``; return whether anything shown differs, the number of cards included."""
        before, counted = self._faces, self.total
        self._all, self._whole, self.total, self.hidden = [], False, total, ""
        self._pool, self._asked, self._faces = self._all, 0, []
        self.read(max(upto, PAGE))
        if self.filtered or self.ordered:
            self.read_all()
        return self._keep_heights(before) or self.total != counted

    def count(self, total: int) -> bool:
        """Set the number of cards, which was counted just now; return whether it differs."""
        counted, self.total, self.read_since_counted = self.total, total, False
        return counted != total

    def upsert(self, face: CardFace, *, again: bool = False) -> bool:
        """Insert or replace one card in order, the same one too to test it ``again``; return whether what is shown differs.

        A card that belongs past those read so far is left to a later read. The caller counts the cards.
        """
        if face.id == self.hidden:
            self.hidden = ""
        # A card that moved down while the list was being read was read twice.
        known = [old for old in self._all if old.id == face.id]
        return (again or known != [face]) and self._exchange(known, face)

    def drop(self, card_id: str) -> bool:
        """Remove one card; return whether anything shown differs."""
        if card_id == self.hidden:
            self.hidden = ""
        self._heights.pop(card_id, None)
        known = [face for face in self._all if face.id == card_id]
        return bool(known) and self._exchange(known)

    def hide(self, card_id: str) -> bool:
        """Leave out a card of the list that is carried over another one; return whether anything shown differs."""
        different, self.hidden = self.drop(card_id), card_id
        return different

    def set_filter(
        self,
        wanted: Callable[[CardFace], bool] | None,
        order: Order | None = None,
        *,
        narrower: bool = False,
        at_once: int | None = None,
    ) -> None:
        """Set the filter.

        Args:
            wanted: Whether a card is shown; None shows all.
            order: The order they are shown in; None for that of the list.
            narrower: Whether all matches were matches of the previous filter, so that only those are tested.
            at_once: How many cards are tested before ``search`` continues; None for all.
        """
        before = self._faces
        narrower = narrower and self._keep is not None and self._order is None
        self._pool = [*before, *self._pool[self._asked :]] if narrower else self._all
        self._keep, self._order, self._asked = wanted, order, 0
        self._faces = []
        if wanted is None:
            if order is not None:
                self.read_all()
            self._faces = list(self._narrowed(self._all))
        elif at_once is None or order is not None:
            self.read_all()
        else:
            self.search(at_once)
        self._keep_heights(before)

    def _exchange(self, known: Sequence[CardFace], face: CardFace | None = None) -> bool:
        """Replace the ``known`` states of a card; no other card is tested. Return whether anything shown differs."""
        before, gone = list(self._faces), {old.id for old in known}
        shown = [each for each in before if each.id not in gone]
        for old in known:
            self._asked -= _remove(self._pool, old) < self._asked
            if self._pool is not self._all:
                _remove(self._all, old)
        if face is not None and self._insert(face) and (self._keep is None or self._keep(face)):
            if self._order is not None:
                shown.sort(key=_order_key)
            insort(shown, face, key=_order_key)
        self._faces = shown if self._order is None else list(self._order(shown))
        return self._keep_heights(before)

    def _insert(self, face: CardFace) -> bool:
        """Insert a card unless it is past those read, and return whether the filter has tested the ones around it."""
        at = bisect_left(self._all, _order_key(face), key=_order_key)
        if at == len(self._all) and not self._whole:
            return False
        if self._pool is not self._all:
            self._all.insert(at, face)
            at = bisect_left(self._pool, _order_key(face), key=_order_key)
        self._pool.insert(at, face)
        if tested := at <= self._asked:
            self._asked += 1
        return tested or self._keep is None

    def _keep_heights(self, before: list[CardFace]) -> bool:
        """Keep the first lines of the first cards that are those of ``before``; return whether any card differs."""
        same = 0
        for old, new in zip(before, self._faces, strict=False):
            if old is not new and old != new:
                break
            same += 1
        del self._starts[same + 1 :]
        return same < len(self._faces) or len(before) != len(self._faces)

    # --- lines --------------------------------------------------------------------------

    def restyle(self, card_style: CardStyle) -> None:
        """Use another card style, and forget all heights."""
        self._card_style = card_style
        self._starts = [0]
        self._heights.clear()

    def set_space_under(self, card_id: str | None, lines: int = 0) -> None:
        """Leave ``lines`` blank lines under a card, for a widget laid over them; None closes the gap."""
        wanted = None if card_id is None else (card_id, lines)
        if wanted == self._opened:
            return
        changed = [self.index(each[0]) for each in (self._opened, wanted) if each is not None]
        self._opened = wanted
        del self._starts[min([at for at in changed if at is not None], default=len(self._starts)) + 1 :]

    def _height(self, face: CardFace) -> int:
        known, lines = self._heights.get(face.id, (None, 0))
        if known is not face and known != face:
            lines = height(face, self._card_style)
            self._heights[face.id] = (face, lines)
        opened = self._opened[1] if self._opened is not None and self._opened[0] == face.id else 0
        return lines + opened

    def _measure(self, upto: int) -> None:
        """Compute the start lines of the first ``upto`` cards."""
        if self._keep is None:
            self.read(upto)
        starts = self._starts
        for face in self._faces[len(starts) - 1 : upto]:
            starts.append(starts[-1] + self._height(face))

    def start(self, index: int) -> int:
        """Return the first line of the card at ``index``; for ``len(self)`` the line after the last card."""
        if index >= len(self._starts):
            self._measure(index)
        return self._starts[min(index, len(self._starts) - 1)]

    def end(self, index: int) -> int:
        """Return the line after the card at ``index``, without its gap but with the lines opened under it."""
        return self.start(index + 1) - GAP[self._card_style.density]

    def at(self, line: int) -> int | None:
        """Return the index of the card that ``line`` belongs to, or None past the last."""
        while self._starts[-1] <= line:
            known = len(self._starts) - 1
            self._measure(known + 20)
            if len(self._starts) - 1 == known:
                return None
        return bisect_right(self._starts, line) - 1 if line >= 0 else None

    @property
    def measured(self) -> int:
        """Number of cards whose heights are known."""
        return len(self._starts) - 1

    def lines(self) -> int:
        """Return the number of lines of all cards, measuring those not known yet."""
        return self.start(len(self))

    def reaches(self, line: int) -> bool:
        """Return whether there are lines past ``line``, measuring no more than needed."""
        return self.at(line) is not None


def _remove(faces: list[CardFace], face: CardFace) -> float:
    """Remove a card from a list in order, and return the index that it had; infinity if it is not there."""
    at = bisect_left(faces, _order_key(face), key=_order_key)
    if faces[at : at + 1] != [face]:
        return inf
    del faces[at]
    return at
