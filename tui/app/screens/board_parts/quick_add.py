"""QuickAdd: parses the line of a new card while it is typed, and creates the writes for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.app.widgets.assist.quick_preview import LABEL_OF_LIST, QuickPreview
from tui.app.widgets.line_editor import HEIGHT
from tui.model.position import between
from tui.model.search import fold_text
from tui.model.values.list_line import read_list
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import MoveCard
from tui.model.writes.labels import CreateLabel
from tui.presentation.quick_card import QuickCard, complete_quick, offered_names, read_quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from textual.geometry import Region

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.model.writes.base import Write
    from tui.presentation.quick_card import Known


class NewCards(NamedTuple):
    """A plan for new cards.

    Attributes:
        here: Ids of the new cards in the list with the cursor.
        card_ids: Ids of all new cards, and of the cards that are moved to make room.
        words: The message after they were created.
    """

    writes: tuple[Write, ...]
    here: tuple[str, ...]
    card_ids: tuple[str, ...]
    words: str


class QuickAdd:
    """The parser of the line of a new card."""

    def __init__(self, view: BoardView) -> None:
        self._view, self._preview = view, QuickPreview()
        self._known: Known = {}
        self._list_id = ""
        self._literal = False  # whether the line is taken literally
        self._makes_labels = False  # whether labels of the line that the board lacks are made

    @property
    def height(self) -> int:
        """Height in rows of the line and the preview under it."""
        return HEIGHT + QuickPreview.rows(self._view.page.size.width)

    def open(self, region: Region, text: str, list_id: str) -> None:
        """Show the preview of ``text``, a card of the list ``list_id``, at the end of ``region``; read the names on the board."""
        self._list_id = list_id
        self.read_names()
        if not self._preview.is_attached:
            _ = self._view.page.mount(self._preview)
        self._preview.display = True
        self._literal = self._makes_labels = False
        self.move(region)
        self.show(text)

    def read_names(self) -> None:
        """Read the names on the board that a line may contain."""
        if (board := self._view.board) is not None:
            self._known = self._view.page.workspace.names.signed(board.id)

    def move(self, region: Region) -> None:
        """Move the preview to the end of ``region``."""
        self._preview.put_under(region, HEIGHT, self._view.page.size.width)

    def close(self) -> None:
        """Hide the preview."""
        self._preview.display = False

    def show(self, text: str) -> None:
        """Show how ``text`` is understood."""
        if self._literal:
            self._preview.show(None)
        else:
            card = self._with_default_labels(self.read(text))
            self._preview.show(card, offered_names(text, self._known), self._creation_hint(card))

    def _with_default_labels(self, card: QuickCard) -> QuickCard:
        """Return ``card`` with the labels that its list gives it among its parts, once it has a title."""
        given = (
            {*self._default_labels(card.list_id or self._list_id)}.difference(card.label_ids)
            if card.title
            else ()
        )
        names = [(LABEL_OF_LIST, one.name) for one in self._known["#"] if one.id in given]
        return card.replace(parts=(*card.parts, *names)) if names else card

    def _default_labels(self, list_id: str) -> Sequence[str]:
        return self._view.page.workspace.names.default_labels(list_id)

    def _creation_hint(self, card: QuickCard) -> str:
        """Return how to create the first missing thing that the text names; "" if none is missing."""
        keys = self._view.page.key_names
        ways = {
            "label": "ctrl+n makes the label",
            "member": f"{keys['board-members']} invites people",
            "list": f"{keys['new-list']} makes a list",
        }
        return next((ways[kind] for kind in card.lacking), "")

    def toggle_literal(self, text: str) -> None:
        """Toggle whether this line is taken literally."""
        self._literal = not self._literal
        self.show(text)

    def toggle_making_labels(self, text: str) -> None:
        """Toggle whether the labels of this line that the board lacks are made with the card."""
        self._makes_labels = not self._makes_labels
        self.show(text)

    def read(self, text: str) -> QuickCard:
        """Return the card that ``text`` describes; if the user chose so, just its title."""
        if self._literal:
            return QuickCard(title=text.strip())
        return read_quick(text, self._known, self._view.clock.now(), makes_labels=self._makes_labels)

    def complete(self, text: str) -> str:
        """Return ``text`` with the name at its end completed, and a space after it."""
        completed = text if self._literal else complete_quick(text, self._known)
        return text if completed == text else f"{completed} "

    def plan(
        self,
        texts: Sequence[str],
        board_id: str,
        list_id: str,
        place: Callable[[Sequence[str]], Mapping[str, float]],
        *,
        literal: bool,
    ) -> NewCards:
        """Plan the cards of several lines.

        Args:
            texts: The lines.
            board_id: The board.
            list_id: The list with the cursor; a card whose line names another list goes to the end of that
                one.
            place: Returns the positions of new cards, by id, in the list with the cursor, and those of cards
                that make room for them.
            literal: Whether the lines are literal titles.
        """
        self.read_names()  # a label that somebody has made meanwhile is not made again
        cards = {new_local_id(): card for card in self._cards(texts, literal=literal)}
        lists = {ident: card.list_id or list_id for ident, card in cards.items()}
        here = [ident for ident, to in lists.items() if to == list_id]
        places = dict(place(here)) if here else {}
        places |= {ident: self._end_of(to) for ident, to in lists.items() if to != list_id}
        writes, made = _new_labels(cards.values(), board_id)
        account = self._view.page.workspace.access.me()
        me = "" if account is None else account.id
        for ident, pos in places.items():
            to = lists.get(ident, list_id)
            if ident in cards:
                whole = self._with_labels(cards[ident], made, to)
                writes += whole.writes(board_id=board_id, card_id=ident, list_id=to, pos=pos, me=me)
            else:
                writes.append(MoveCard(board_id=board_id, card_id=ident, list_id=to, pos=pos))
        return NewCards(tuple(writes), tuple(here), tuple(places), self._words([*cards.values()], list_id))

    def _cards(self, texts: Sequence[str], *, literal: bool) -> Iterator[QuickCard]:
        """Yield the cards of the lines; of ``literal`` ones, which were pasted, without the marks of a list.

        Pasted vCards are a card for each contact.
        """
        if not literal:
            yield from map(self.read, texts)
            return
        from tui.model.values.vcards import titles_of

        if titles := titles_of(texts):
            yield from (QuickCard(title=title) for title in titles)
            return
        for line in read_list(texts):
            yield QuickCard(title=line.text.strip(), done=line.done)

    def _words(self, cards: Sequence[QuickCard], list_id: str) -> str:
        """Say that cards were added; of one also to which list where that is another, and what was not understood."""
        if len(cards) != 1:
            return f"added {len(cards)} cards"
        [card] = cards
        words = (
            f"added to {self._list_name(card.list_id)}" if card.list_id not in {None, list_id} else "added"
        )
        if card.new_labels:
            words += f" · made the label{'s' * (len(card.new_labels) > 1)} {', '.join(card.new_labels)}"
        return f"{words} · {card.problems[0]}: it stays in the title" if card.problems else words

    def _list_name(self, list_id: str | None) -> str:
        return next((one.name for one in self._known["^"] if one.id == list_id), "")

    def _with_labels(self, card: QuickCard, made: Mapping[str, str], list_id: str) -> QuickCard:
        """Return ``card`` with those of its labels that are ``made``, and those that new cards of the list get."""
        new = (made[fold_text(name)] for name in card.new_labels)
        return card.replace(
            label_ids=tuple(dict.fromkeys((*card.label_ids, *new, *self._default_labels(list_id))))
        )

    def _end_of(self, list_id: str) -> float:
        """Return the position after the last card of a list."""
        ends = self._view.page.workspace.cards.ends(list_id)
        return between(ends[-1].pos if ends else None, None)


def _new_labels(cards: Iterable[QuickCard], board_id: str) -> tuple[list[Write], dict[str, str]]:
    """Return the writes that make the labels of cards which the board lacks, and their ids by folded name."""
    names = {fold_text(name): name for card in cards for name in card.new_labels}
    ids = {folded: new_local_id() for folded in names}
    return [
        CreateLabel(board_id=board_id, label_id=ids[folded], name=name) for folded, name in names.items()
    ], ids
