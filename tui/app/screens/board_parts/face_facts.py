"""FaceFacts: the values that a filter can test on a card of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.filter.facts import FilterTerm, NamedThing, folded_names, moment, moments
from tui.model.search import contains, fold_text, is_unspaced
from tui.model.values.scalars import created_at

if TYPE_CHECKING:
    from tui.app.widgets.card_face import CardStyle
    from tui.model.card import Card, CardFace
    from tui.model.filter.filter import ParsedFilter

    FaceTest = Callable[[CardFace], bool]

_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "due": "due",
        "due_complete": "due_complete",
        "item_dues": "item_dues",
        "labels": "label_ids",
        "list_name": "list_id",
        "members": "member_ids",
        "mine": "member_ids",
    }
)
"""Facts that one field of a face decides, with that field; only fields with the same value on many cards."""


class FaceFacts:
    """The facts of one card at a time, each computed at its first use.

    A filter tests every card at every key, so one object is reused for all cards.

    Args:
        me: Id of this account's member; "" if unknown.
        read: Returns a card with all its fields, or None.
    """

    face: CardFace

    def __init__(
        self,
        card_style: CardStyle,
        lists: Mapping[str, str],
        me: str,
        read: Callable[[str], Card | None],
    ) -> None:
        self._lists, self._me, self._read = lists, me, read
        self._labels = {
            ident: NamedThing(id=ident, name=label.name, other=label.color or "")
            for ident, label in card_style.labels.items()
        }
        self._members = {
            ident: NamedThing(id=ident, name=member.full_name, other=member.username, short=member.short)
            for ident, member in card_style.members.items()
        }
        self._label_tuples: dict[tuple[str, ...], tuple[NamedThing, ...]] = {}
        self._member_tuples: dict[tuple[str, ...], tuple[NamedThing, ...]] = {}
        self._names: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}

    @property
    def name(self) -> str:
        """The title."""
        return self.face.name

    @property
    def text(self) -> str:
        """The title and the names of labels and members, folded."""
        return f"{fold_text(self.face.name)}\n{self._named()}"

    def _named(self) -> str:
        """Return the names of labels and members, folded once for all cards that have the same ones."""
        named = (self.face.label_ids, self.face.member_ids)
        if (names := self._names.get(named)) is None:
            names = self._names[named] = folded_names(*self.labels, *self.members)
        return names

    def test_of(self, parsed: ParsedFilter, now: datetime) -> FaceTest:
        """Return a function that tests whether a card matches a filter at the time ``now``.

        It is called ten thousand times between two frames: what few fields decide is found out once for all cards
        with the same ones.
        """
        clauses = []
        for words, terms in parsed.clauses_by_words:
            tests = [self._term_test(term, now) for term in terms]
            clauses.append(reduce(_both, [*tests, self._words_test(words)] if words else tests))
        return reduce(_either, clauses)

    def _term_test(self, term: FilterTerm, now: datetime) -> FaceTest:
        fields = tuple(map(_FIELDS.get, term.decided_by))
        if not fields or None in fields:

            def tested(face: CardFace) -> bool:
                self.face = face
                return term.passes(self, now)

            return tested
        deciding, found = attrgetter(*filter(None, fields)), dict[Any, bool]()

        def known(face: CardFace) -> bool:
            values = deciding(face)
            if (passes := found.get(values)) is None:
                self.face = face
                passes = found[values] = term.passes(self, now)
            return passes

        return known

    def _words_test(self, words: Sequence[str]) -> FaceTest:
        """Return a function that tests whether all of these folded words are in the ``text`` of a card.

        No word spans two lines.
        """
        sought = [
            (word, is_unspaced(word), _named_like(word, self._labels), _named_like(word, self._members))
            for word in words
        ]

        def passes(face: CardFace) -> bool:
            name = face.name
            title = name.lower() if name.isascii() else fold_text(name)
            for word, unspaced, labels, members in sought:
                if (
                    word not in title
                    and not (unspaced and contains(title, word))
                    and labels.isdisjoint(face.label_ids)
                    and members.isdisjoint(face.member_ids)
                ):
                    return False
            return True

        return passes

    def item_due_by(self, parsed: ParsedFilter, now: datetime) -> Callable[[CardFace], str]:
        """Return a function from a card to the due date of the checklist item that matches the filter; "" for none."""

        def item_due(face: CardFace) -> str:
            if not face.item_dues:
                return ""
            self.face = face
            due = parsed.item_due(self, now)
            return "" if due is None else due.isoformat()

        return item_due

    @property
    def desc(self) -> str:
        """The description, read from the store."""
        card = self._read(self.face.id) if self.face.has_desc else None
        return "" if card is None else card.desc

    @property
    def has_desc(self) -> bool:
        """Whether there is a description."""
        return self.face.has_desc

    @property
    def list_name(self) -> str:
        """The name of the card's list."""
        return self._lists.get(self.face.list_id, "")

    @property
    def labels(self) -> tuple[NamedThing, ...]:
        """The labels; unknown ones have only their id."""
        return _named(self.face.label_ids, self._labels, self._label_tuples)

    @property
    def members(self) -> tuple[NamedThing, ...]:
        """The members; unknown ones have only their id."""
        return _named(self.face.member_ids, self._members, self._member_tuples)

    @property
    def mine(self) -> bool:
        """Whether this account's member is on the card."""
        return bool(self._me) and self._me in self.face.member_ids

    @property
    def due(self) -> datetime | None:
        """The due date; None if there is none or it cannot be parsed."""
        return moment(self.face.due) if self.face.due else None

    @property
    def due_complete(self) -> bool:
        """Whether the due date is marked as done."""
        return self.face.due_complete

    @property
    def item_dues(self) -> tuple[datetime, ...]:
        """The due dates of the open checklist items, earliest first."""
        return moments(self.face.item_dues)

    @property
    def created(self) -> datetime | None:
        """The creation time, taken from the id."""
        return created_at(self.face.id)

    @property
    def edited(self) -> datetime | None:
        """The time of the last change, read from the store."""
        card = self._read(self.face.id)
        return None if card is None else card.date_last_activity

    @property
    def closed(self) -> bool:
        """Whether it is archived."""
        return self.face.closed

    @property
    def is_template(self) -> bool:
        """Whether new cards are copied from it."""
        return self.face.template

    @property
    def items(self) -> int:
        """Items on its checklists."""
        return self.face.items

    @property
    def items_done(self) -> int:
        """Items that are ticked."""
        return self.face.items_done

    @property
    def comments(self) -> int:
        """Number of comments."""
        return self.face.comments

    @property
    def attachments(self) -> int:
        """Number of files and links."""
        return self.face.attachments

    @property
    def has_subject(self) -> bool:
        """Whether the card names a person or a company, according to the last recognition."""
        return bool(self.face.subject)


def _named(
    ids: tuple[str, ...],
    known: Mapping[str, NamedThing],
    made: dict[tuple[str, ...], tuple[NamedThing, ...]],
) -> tuple[NamedThing, ...]:
    """Return the things with these ``ids``, created once for all cards with the same ids."""
    if (named := made.get(ids)) is None:
        named = made[ids] = tuple(known.get(ident) or NamedThing(id=ident) for ident in ids)
    return named


def _named_like(word: str, things: Mapping[str, NamedThing]) -> frozenset[str]:
    """Return the ids of the ``things`` with the folded word in a name."""
    return frozenset(ident for ident, thing in things.items() if contains(folded_names(thing), word))


def _both(one: FaceTest, other: FaceTest) -> FaceTest:
    return lambda face: one(face) and other(face)


def _either(one: FaceTest, other: FaceTest) -> FaceTest:
    return lambda face: one(face) or other(face)
