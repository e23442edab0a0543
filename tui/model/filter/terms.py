"""Terms of a filter: one question about a card each."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from tui.model.filter.facts import CardFacts, FilterTerm, NamedThing
from tui.model.filter.finished import is_finished
from tui.model.filter.when import Test
from tui.model.search import contains, fold_text

ME = "me"
"""The name of this account's member, which must match exactly: it is not the beginning of a Mere."""

ID_LENGTH = 24

HAS: Mapping[str, Callable[[CardFacts], bool]] = MappingProxyType(
    {
        "attachment": lambda card: card.attachments > 0,
        "checklist": lambda card: card.items > 0,
        "comment": lambda card: card.comments > 0,
        "description": lambda card: card.has_desc,
        "due": lambda card: card.due is not None or bool(card.item_dues),
        "file": lambda card: card.attachments > 0,
        "label": lambda card: bool(card.labels),
        "member": lambda card: bool(card.members),
        "subject": lambda card: card.has_subject,
    }
)
"""The tests of ``has:``."""

IS: Mapping[str, Callable[[CardFacts], bool]] = MappingProxyType(
    {
        "archived": lambda card: card.closed,
        "checked": lambda card: card.items > 0 and card.items_done == card.items,
        "done": lambda card: is_finished(card.list_name, due_met=card.due_complete),
        "mine": lambda card: card.mine,
        "open": lambda card: not card.closed,
        "template": lambda card: card.is_template,
    }
)
"""The tests of ``is:``."""


class WordTerm(FilterTerm):
    """Whether a text of the card contains ``words``, without regard to case and accents.

    Attributes:
        words: The words, folded.
        field: ``name`` or ``desc``; "" for the title and the names of labels and members.
    """

    words: str
    field: str = ""

    @property
    def in_one_line(self) -> bool:
        """Whether it is about the title and the names of labels and members, and a match is in one of these."""
        return not self.field and "\n" not in self.words

    def passes(self, card: CardFacts, now: datetime) -> bool:  # noqa: ARG002 - not about time
        """Return whether the words are in the text, one behind the other."""
        if not self.field:
            return contains(card.text, self.words)
        return contains(fold_text(card.name if self.field == "name" else card.desc), self.words)

    def narrows(self, other: "FilterTerm") -> bool:
        """Return whether the words of ``other`` are among these."""
        return isinstance(other, WordTerm) and self.field == other.field and other.words in self.words


class NameTerm(FilterTerm):
    """Tests whether the card has a label, list or member with one of the names.

    Attributes:
        kind: ``label``, ``list`` or ``member``.
        names: Names, folded, or ids; the beginning of a name is enough. ``*`` stands for any, ``me`` for this
            account.
    """

    kind: str
    names: tuple[str, ...]

    @property
    def decided_by(self) -> tuple[str, ...]:
        """The labels, the members or the list."""
        return {"label": ("labels",), "member": ("members", "mine")}.get(self.kind, ("list_name",))

    def passes(self, card: CardFacts, now: datetime) -> bool:  # noqa: ARG002 - not about time
        """Return whether one of the names is one of the card's."""
        names = self.names
        match self.kind:
            case "label":
                named = card.labels
            case "member":
                if ME in names and card.mine:
                    return True
                named, names = card.members, tuple(name for name in names if name != ME)
            case _:
                named = (_named_list(card.list_name),)
        for each in named:
            for name in names:
                if each.is_called(name):
                    return True
        return False

    def narrows(self, other: "FilterTerm") -> bool:
        """Return whether the last of the names begins with that of ``other``, and none must match as a whole."""
        if not isinstance(other, NameTerm) or self.kind != other.kind:
            return False
        if any(name in {ME, "*"} or len(name) == ID_LENGTH for name in (*self.names, *other.names)):
            return self == other
        return self.names[:-1] == other.names[:-1] and self.names[-1].startswith(other.names[-1])


@lru_cache(maxsize=256)
def _named_list(name: str) -> NamedThing:
    """Return a list as a thing with a name, made once for all of its cards."""
    return NamedThing(id="", name=name)


class DateTerm(FilterTerm):
    """Tests a date of the card; for ``due``, also those of its open checklist items.

    Attributes:
        field: ``due``, ``created`` or ``edited``.
        tests: The tests; one is enough.
        open_tests: Tests that a finished card does not pass, whatever its dates are.
    """

    field: str
    tests: tuple[Test, ...]
    open_tests: tuple[Test, ...] = ()

    @property
    def decided_by(self) -> tuple[str, ...]:
        """What makes a card due, or the date itself."""
        return ("due", "item_dues", "list_name", "due_complete") if self.field == "due" else (self.field,)

    def passes(self, card: CardFacts, now: datetime) -> bool:
        """Return whether the date passes one of the tests."""
        match self.field:
            case "due":
                due, items = card.due, card.item_dues
                return self._passes(card, items if items and due is None else (due, *items), now)
            case "created":
                moment = card.created
            case _:
                # Read from the store for each card, so only if the filter needs it.
                moment = card.edited
        return any(test(moment, now) for test in self.tests)

    def passes_itself(self, card: CardFacts, now: datetime) -> bool:
        """Return whether the card's own due date matches; a missing one counts only if no item has a date."""
        return self._passes(card, () if card.due is None and card.item_dues else (card.due,), now)

    def item_due(self, card: CardFacts, now: datetime) -> datetime | None:
        """Return the first matching due date of an open item, or None."""
        return next((due for due in card.item_dues if self._passes(card, (due,), now)), None)

    def _passes(self, card: CardFacts, dues: Iterable[datetime | None], now: datetime) -> bool:
        """Return whether one of the card's due dates matches; called for ten thousand cards at each typed letter."""
        for due in dues:
            for test in self.tests:
                if test(due, now):
                    return True
            for test in self.open_tests:
                if test(due, now) and not is_finished(card.list_name, due_met=card.due_complete):
                    return True
        return False


class TraitTerm(FilterTerm):
    """Whether the card has, or is, one of several things.

    Attributes:
        tests: Tests out of ``HAS`` or ``IS``; one is enough.
    """

    tests: tuple[Callable[[CardFacts], bool], ...]

    def passes(self, card: CardFacts, now: datetime) -> bool:  # noqa: ARG002 - not about time
        """Return whether one of them is so."""
        return any(test(card) for test in self.tests)


class NotTerm(FilterTerm):
    """Negates another term."""

    term: FilterTerm

    @property
    def decided_by(self) -> tuple[str, ...]:
        """What decides the other term."""
        return self.term.decided_by

    def passes(self, card: CardFacts, now: datetime) -> bool:
        """Return whether the other term fails."""
        return not self.term.passes(card, now)
