"""CardFilter: shows only the cards that pass a filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.face_facts import FaceFacts
    from tui.app.screens.board_parts.header import BoardHeader
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.widgets.card_list import Order
    from tui.model.card import CardFace
    from tui.model.filter.filter import ParsedFilter, Sort


class CardFilter:
    """The filter that limits the board to matching cards, in the filter language of ``tui.model.filter``.

    Args:
        view: The board on the screen.
        head: Shows how many cards match.
        selection: Shows how many of the selected cards match.
    """

    def __init__(self, view: BoardView, head: BoardHeader, selection: Selection) -> None:
        self._view, self._kanban, self._head, self._selection = view, view.kanban, head, selection
        self._card_before: CardFace | None = None  # the card that had the cursor when the filter began
        self._told = ""
        self._parsed: ParsedFilter | None = None
        self._sorts = False

    @property
    def sorts(self) -> bool:
        """Whether the cards are shown in another order than that of their lists."""
        return self._sorts and bool(self._view.words)

    @property
    def text(self) -> str:
        """The filter as it was typed; "" shows all cards."""
        return self._view.words

    def narrow(self, text: str, *, typing: bool = False) -> None:
        """Show only the cards that pass the filter ``text``; "" shows all.

        Words that are not understood are left out, and what they lack is said; while ``typing``, not of a last value
        that can be completed. If the list with the cursor has no match, the cursor goes to the nearest that has one.
        """
        # Parsed by a module that the first paint does without.
        from tui.model.filter.complete import elsewhere, what_lacks
        from tui.model.filter.filter import parse_typed

        if not self._view.words:
            self._card_before = self._kanban.card
        self._view.words = text.strip()
        parsed, problem = parse_typed(self._view.words)
        self._sorts, self._view.sort_words = parsed.sort is not None, parsed.sort_words
        facts = self._facts()
        wanted = self._matcher(parsed, facts) if parsed.clauses else None
        order = None if parsed.sort is None else self._order(parsed.sort, facts)
        narrower = self._parsed is not None and parsed.narrows(self._parsed)
        for cards in self._kanban.row.card_lists:
            cards.set_filter(wanted, order, narrower=narrower)
        self._parsed = parsed
        self._view.marked = parsed.title_words
        self._kanban.row.mark(parsed.title_words)
        self._kanban.changed([each.id for each in self._kanban.lists])
        lacks = what_lacks(problem, text, self.complete(text) if typing else text)
        found = wanted is None or any(map(len, self._kanban.row.card_lists))
        self._tell_problem(lacks or ("" if found else elsewhere(parsed)))
        if self._view.words:
            self._go_where_matches_are()
        self._head.show_title()
        self._selection.count()

    def complete(self, text: str) -> str:
        """Return ``text`` with its last word completed, by the names on the board too."""
        from tui.model.filter.complete import complete_filter

        style = self._kanban.row.card_style
        names = {
            "label": [label.name or label.color or "" for label in style.labels.values()],
            "list": [each.name for each in self._kanban.lists],
            "member": ["me", *(member.username for member in style.members.values())],
        }
        return complete_filter(text, names)

    def _tell_problem(self, problem: str) -> None:
        """Say what the filter lacks; take it back once that is there."""
        if problem != self._told:
            self._told = problem
            self._view.page.tell(problem)

    def _facts(self) -> FaceFacts:
        """Return what is asked about the cards, one at a time."""
        from tui.app.screens.board_parts.face_facts import FaceFacts

        workspace = self._view.page.workspace
        me = workspace.access.me()
        lists = {each.id: each.name for each in self._kanban.lists}
        return FaceFacts(self._kanban.row.card_style, lists, "" if me is None else me.id, workspace.cards.get)

    def _matcher(self, parsed: ParsedFilter, facts: FaceFacts) -> Callable[[CardFace], bool]:
        """Return the function that says whether a card passes."""
        now = self._view.clock.now()

        def wanted(face: CardFace) -> bool:
            facts.face = face
            return parsed.passes(facts, now)

        return wanted

    def _order(self, sort: Sort, facts: FaceFacts) -> Order:
        """Return the function that sorts the cards of a list."""
        from tui.model.filter.order import in_order

        def facts_of(face: CardFace) -> FaceFacts:
            facts.face = face
            return facts

        return lambda faces: in_order(faces, facts_of, sort)

    def _go_where_matches_are(self) -> None:
        found = [
            at for at, each in enumerate(self._kanban.lists) if len(self._kanban.row.card_list(each.id) or ())
        ]
        here = self._kanban.row.focused_index
        if found and here not in found:
            self._kanban.go_to_list(min(found, key=lambda at: (abs(at - here), at < here)))

    def clear(self) -> bool:
        """Show all cards, and return whether some were hidden."""
        narrowed = bool(self._view.words)
        if narrowed:
            self.narrow("")
        return narrowed

    def leave(self) -> None:
        """Show all cards, and put the cursor where it was before the filter."""
        self.narrow("")
        if self._card_before is not None:
            self._kanban.cursor.reveal(self._card_before.id, self._card_before.list_id)
