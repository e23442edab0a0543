"""CardFilter: shows only the cards that pass a filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from textual.timer import Timer

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.face_facts import FaceFacts
    from tui.app.screens.board_parts.header import BoardHeader
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.widgets.card_list import CardList, Order
    from tui.model.card import CardFace
    from tui.model.filter.filter import ParsedFilter, Sort

_AT_ONCE = 250
"""Number of cards of a list that are tested between two checks of the clock."""

_FIRST, _SLICE, _IDLE = 0.006, 0.004, 0.004
"""Seconds of testing before the first matches are shown, per later slice, and between two slices."""

_MINUTELY = 0.03
"""Seconds of testing at once each minute, if dates are tested."""

_PAINTED = 0.02
"""Seconds until the matches shown are painted; testing meanwhile would delay that."""


class CardFilter:
    """The filter that limits the board to matching cards, in the filter language of ``tui.model.filter``.

    The cards on the screen are tested first. The others are tested in idle time, or when a command needs
    them, so that keys need not wait; until then the lists show ``…`` as their number of cards.

    Args:
        head: Shows how many cards match.
    """

    def __init__(self, view: BoardView, head: BoardHeader, selection: Selection) -> None:
        self._view, self._kanban, self._head, self._selection = view, view.kanban, head, selection
        view.page.feed.minute_passed = self.renew
        self._card_before: CardFace | None = None  # the card with the cursor before there was a filter
        self._typed_from: CardFace | None = None  # the card with the cursor when its line was opened
        self._told = ""
        self._parsed: ParsedFilter | None = None
        self._asked_of: tuple[object, ...] = ()
        self._asks_as_of: datetime | None = None
        self._sorts = False
        self._problem = ""  # what the filter cannot understand, in words
        self._timer: Timer | None = None  # until the next slice

    @property
    def sorts(self) -> bool:
        """Whether the cards are shown in another order than that of their lists."""
        return self._sorts and bool(self._view.words)

    @property
    def text(self) -> str:
        """The filter as it was typed; "" shows all cards."""
        return self._view.words

    @property
    def searching(self) -> bool:
        """Whether some cards are not tested yet."""
        return self._timer is not None

    def begin(self) -> None:
        """Note the card with the cursor, to which the cursor returns while a filter is typed that shows it."""
        self._typed_from = self._kanban.card

    def narrow(self, text: str, *, typing: bool = False) -> None:
        """Show only the cards that match the filter ``text``; "" shows all.

        Words that are not understood are ignored and reported, but while ``typing`` not a last value that can
        be completed. If the list with the cursor has no match, the cursor goes to the nearest list that has
        one.
        """
        # The parser is imported late, because the first paint does not need it.
        from tui.model.filter.complete import what_lacks
        from tui.model.filter.filter import parse_typed

        self._go_to_nearest_match(ask=True)
        if not self._view.words:
            self._card_before = self._kanban.card
        self._view.words = text.strip()
        parsed, problem = parse_typed(self._view.words)
        self._sorts, self._view.sort_words = parsed.sort is not None, parsed.sort_words
        self._view.asks_beyond_face = parsed.asks_beyond_face
        self._set(parsed, narrower=self._parsed is not None and parsed.narrows(self._parsed))
        self._parsed = parsed
        self._problem = what_lacks(problem, text, self.complete(text) if typing else text)
        self._search(_FIRST)
        self._show_found()
        if typing:
            # A half typed word may have sent the cursor to another list.
            self._return_to(self._typed_from)

    def renew(self) -> None:
        """Test all cards again if lists were added, if the names of labels, lists or members changed, or with the time."""
        if not self._view.words or self._parsed is None:
            return
        passed = self._asks_as_of != self._as_of(self._parsed)
        if passed or self._asked_of != self._test_inputs():
            self._set(self._parsed, narrower=False)
            # Else the number of matches would be unknown for a moment each minute.
            self._search(_MINUTELY if passed else _FIRST)
            self._show_found()

    def _as_of(self, parsed: ParsedFilter) -> datetime | None:
        """Return the minute in which dates are tested; None if none are."""
        return self._view.as_of if parsed.asks_when else None

    def _set(self, parsed: ParsedFilter, *, narrower: bool) -> None:
        """Apply the filter to each list; ``narrower`` means that all its matches were already shown before."""
        facts, self._asked_of, self._asks_as_of = self._facts(), self._test_inputs(), self._as_of(parsed)
        wanted = facts.test_of(parsed, self._view.clock.now()) if parsed.clauses else None
        order = None if parsed.sort is None else self._order(parsed.sort, facts)
        self._view.marked = parsed.title_words
        self._view.item_due = (
            facts.item_due_by(parsed, self._view.clock.now()) if parsed.asks_when_due else None
        )
        self._kanban.row.mark(parsed.title_words, self._view.item_due)
        for at, cards in enumerate(self._lists()):
            at_once = _AT_ONCE if at < len(self._kanban.row.columns) else 0
            cards.set_filter(wanted, order, narrower=narrower, at_once=at_once)

    def settle(self) -> None:
        """Test all cards now, instead of in idle time."""
        if self.searching:
            self._search(None)
            self._show_found()

    def _lists(self) -> list[CardList]:
        """Return the cards of each list, starting with the lists on the screen."""
        in_sight = [column.cards for column in self._kanban.row.columns if column.cards is not None]
        return [*in_sight, *(cards for cards in self._kanban.row.card_lists if cards not in in_sight)]

    def _search(self, seconds: float | None) -> None:
        """Test cards for at most so many seconds; None tests all."""
        end = None if seconds is None else self._view.clock.monotonic() + seconds
        for cards in self._lists():
            while not cards.settled:
                cards.search(_AT_ONCE)
                if end is not None and self._view.clock.monotonic() >= end:
                    return

    @property
    def _short(self) -> bool:
        """Whether the screen has room for matches that are not found yet."""
        return any(
            not column.cards.settled and not column.cards.reaches(column.top + column.room - 1)
            for column in self._kanban.row.columns
            if column.cards is not None
        )

    def _search_on(self) -> None:
        """Test further cards in idle time."""
        self._timer = None
        with self._view.page.boundary():
            short = self._short
            self._search(_SLICE)
            if short or all(cards.settled for cards in self._kanban.row.card_lists):
                self._show_found()
            else:
                self._timer = self._view.page.set_timer(_IDLE, self._search_on)

    def _show_found(self) -> None:
        """Show the matches so far; the rest is tested in idle time."""
        if self._timer is not None:
            self._timer.stop()
        lists = self._kanban.row.card_lists
        settled = all(cards.settled for cards in lists)
        self._timer = None if settled else self._view.page.set_timer(_PAINTED, self._search_on)
        self._kanban.changed([each.id for each in self._kanban.lists])
        found = not any(cards.filtered for cards in lists) or any(map(len, lists))
        self._report_problems(found=found, settled=settled)
        self._go_to_nearest_match()
        self._head.show_title()
        self._selection.count()

    def complete(self, text: str) -> str:
        """Complete the last word of ``text``, also from the names on the board."""
        from tui.model.filter.complete import complete_filter

        style = self._kanban.row.card_style
        names = {
            "label": [label.name or label.color or "" for label in style.labels.values()],
            "list": [each.name for each in self._kanban.lists],
            "member": ["me", *(member.username for member in style.members.values())],
        }
        return complete_filter(text, names)

    def _report_problems(self, *, found: bool, settled: bool) -> None:
        """Show what the filter does not understand, or where else its words are; clear outdated messages."""
        from tui.model.filter.complete import elsewhere, filter_names

        if not (self._problem or found or settled):
            return  # it is not known yet whether there are matches
        problem = self._problem
        if not (problem or found or self._parsed is None):
            style = self._kanban.row.card_style
            names = filter_names(style.labels.values(), style.members.values(), self._kanban.lists)
            problem = elsewhere(self._parsed, names)
        if problem != self._told:
            self._told = problem
            self._view.page.tell(problem)

    def _test_inputs(self) -> tuple[object, ...]:
        """Return the lists, and everything else that a card's test depends on."""
        style, row = self._kanban.row.card_style, self._kanban.row
        me = self._view.page.workspace.access.me()
        return [*row.card_lists], dict(style.labels), dict(style.members), [*self._kanban.lists], me

    def _facts(self) -> FaceFacts:
        """Return the facts object for one card at a time."""
        from tui.app.screens.board_parts.face_facts import FaceFacts

        workspace = self._view.page.workspace
        me = workspace.access.me()
        lists = {each.id: each.name for each in self._kanban.lists}
        return FaceFacts(self._kanban.row.card_style, lists, "" if me is None else me.id, workspace.cards.get)

    def _order(self, sort: Sort, facts: FaceFacts) -> Order:
        """Return the function that sorts the cards of a list."""
        from tui.model.filter.filter import in_order

        def facts_of(face: CardFace) -> FaceFacts:
            facts.face = face
            return facts

        return lambda faces: in_order(faces, facts_of, sort)

    def _go_to_nearest_match(self, *, ask: bool = False) -> None:
        """Move the cursor to the nearest list with a match, once that list is known; ``ask`` tests cards to find it."""
        lists, here = self._kanban.lists, self._kanban.row.focused_index
        if not self._view.words:
            return
        for at in sorted(range(len(lists)), key=lambda at: (abs(at - here), at < here)):
            cards = self._kanban.row.card_list(lists[at].id)
            if cards is None:
                continue
            if ask:
                cards.reach(1)
            if len(cards):
                if at != here:
                    cards.read_all()
                    self._kanban.go_to_list(at)
                return
            if not cards.settled:
                return

    def clear(self) -> bool:
        """Show all cards; return whether some were hidden."""
        narrowed = bool(self._view.words)
        if narrowed:
            self.narrow("")
        return narrowed

    def leave(self) -> None:
        """Show all cards, and restore the cursor's place from before the filter."""
        self.narrow("")
        self._return_to(self._card_before)

    def _return_to(self, card: CardFace | None) -> None:
        """Put the cursor on a card if it is shown; it may have the service's id by now, and may have been moved."""
        if card is not None and card != self._kanban.card:
            self._view.reveal(card.id)
