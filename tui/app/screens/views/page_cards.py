"""PageCards: the cards of a page, from the stores of its accounts, and their facts for a filter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tui.app.screens.board_parts.face_facts import FaceFacts
from tui.app.screens.views.card_cells import field_cells
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.model.card import PlacedCard

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.screens.views.rereader import Rereader
    from tui.clock import Clock
    from tui.model.card import CardFace
    from tui.model.filter.facts import CardFacts
    from tui.model.filter.filter import ParsedFilter
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.workspace import Workspace


class AccountCard(NamedTuple):
    """A card on a page, and the account of its board.

    Attributes:
        card: The card, and its place.
        item_due: The due date of the checklist item by which the filter found it; "" for none.
    """

    account: str
    card: PlacedCard
    item_due: str = ""

    @property
    def key(self) -> str:
        """The row's id, which includes the account because two accounts may see one card."""
        return f"{self.account} {self.card.place}"


def card_style(
    page: WorkspaceScreen, clock: Clock, labels: Mapping[str, Label], members: Mapping[str, Member]
) -> CardStyle:
    """Return the style for cards with these labels and members on a page, in the theme's colours."""
    variables = page.app.theme_variables
    colours = {**{name: variables[name] for name in TOKENS}, "background": variables["background"]}
    dark = page.app.current_theme.dark
    return CardStyle(0, "compact", clock.now(), colours, dark=dark, labels=labels, members=members)


LONG = 10_000
"""Number of a board's cards up to which they are read before the first paint; more are read in a thread."""

FoundCards = Mapping[str, Sequence[PlacedCard]]
"""Cards by the name of their account."""


class PageCards:
    """The cards of a page.

    Args:
        read: Returns the cards of one account.

    Attributes:
        rows: The cards, whether or not they match a filter.
        board_id: The board all of whose cards are read; "" for a page of some cards of many boards.
        cells: The minimum and maximum widths of fields, by name.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        accounts: Callable[[], Mapping[str, Workspace]],
        read: Callable[[Workspace], Sequence[PlacedCard]],
        clock: Clock,
    ) -> None:
        self._page, self._find_accounts, self._read_cards, self._clock = page, accounts, read, clock
        self.accounts: Mapping[str, Workspace] = {}
        self.board_id = ""
        self.rows: list[AccountCard] = []
        self.style = CardStyle(0, "compact", clock.now(), {})
        self.cells: dict[str, tuple[int, int]] = {}
        self._facts: dict[str, FaceFacts] = {}
        self._unsubscribe: list[Callable[[], None]] = []

    def open(self) -> None:
        """Find the accounts, and subscribe the page to their changes."""
        self.close()
        self.accounts = self._find_accounts()
        others = (each for each in self.accounts.values() if each is not self._page.workspace)
        self._unsubscribe = [each.sync.subscribe(self._page.feed.receive) for each in others]

    def close(self) -> None:
        """Unsubscribe from the accounts."""
        while self._unsubscribe:
            self._unsubscribe.pop()()

    def read(self, rereader: Rereader, show: Callable[[FoundCards], object]) -> None:
        """Fetch the cards, and show them; so many that the keys would be held up are shown when a thread has them."""
        if sum(self._page.workspace.cards.counts(self.board_id).values()) <= LONG:
            show(self.fetch())
            return
        rereader.read_apart(self.fetch, show)
        if rereader.reading_first:
            show({})

    def fetch(self) -> FoundCards:
        """Return the stored cards of each account, by its name; any thread may ask."""
        return {name: self._read_cards(workspace) for name, workspace in self.accounts.items()}

    def take(self, found: FoundCards) -> None:
        """Take these cards, of accounts that are still there, and read the labels and members of their boards."""
        found = {name: cards for name, cards in found.items() if name in self.accounts}
        self.rows = [AccountCard(name, card) for name, cards in found.items() for card in cards]
        labels: dict[str, Label] = {}
        members: dict[str, Member] = {}
        for name, board in {(row.account, row.card.board_id) for row in self.rows}:
            boards = self.accounts[name].boards
            labels |= {label.id: label for label in boards.labels(board)}
            members |= {member.id: member for member in boards.members(board)}
        self.style = card_style(self._page, self._clock, labels, members)
        self._facts = {name: self._facts_of(self.accounts[name], cards) for name, cards in found.items()}
        self._measure()

    def _measure(self) -> None:
        self.cells = field_cells([row.card for row in self.rows], self.style)

    def _facts_of(self, workspace: Workspace, cards: Sequence[PlacedCard]) -> FaceFacts:
        me, lists = workspace.access.me(), {card.face.list_id: card.list_name for card in cards}
        return FaceFacts(self.style, lists, "" if me is None else me.id, workspace.cards.get)

    def patch(self, card_ids: frozenset[str]) -> bool:
        """Reread a few cards; return False if one was added, removed or moved, so that all must be reread."""
        # Two accounts may see one card.
        rows = [at for at, row in enumerate(self.rows) if row.card.face.id in card_ids]
        if {self.rows[at].card.face.id for at in rows} != card_ids:
            return False
        for at in rows:
            account, card, _ = self.rows[at]
            face = self.accounts[account].cards.face(card.face.id)
            if face is None or (face.list_id, face.pos, face.closed) != (
                card.face.list_id,
                card.face.pos,
                False,
            ):
                return False
            self.rows[at] = AccountCard(account, card._replace(face=face))
        # The others may have been drawn hours ago.
        self.style = replace(self.style, now=self._clock.now())
        self._measure()
        return True

    def faces(self, account: str, keys: Iterable[str]) -> list[CardFace]:
        """Return the cards of rows, without items, and without cards of accounts other than ``account``."""
        return [card.face for card in self._of_keys(account, keys) if not card.item]

    def items(self, account: str, keys: Iterable[str]) -> list[PlacedCard]:
        """Return the items of rows, without those of accounts other than ``account``."""
        return [card for card in self._of_keys(account, keys) if card.item]

    def _of_keys(self, account: str, keys: Iterable[str]) -> Iterator[PlacedCard]:
        """Yield the cards and items of an account's rows, in the order of ``keys``."""
        wanted = list(keys)
        # Only the keys of some rows are made: there may be 100,000 of them.
        ids = {key.partition(" ")[2].partition("/")[0] for key in wanted}
        rows = {row.key: row.card for row in self.rows if row.card.face.id in ids and row.account == account}
        yield from (rows[key] for key in wanted if key in rows)

    def facts(self, row: AccountCard) -> CardFacts:
        """Return the facts of a card, valid until the next call."""
        facts = self._facts[row.account]
        facts.face = row.card.face
        return facts

    def passing(self, parsed: ParsedFilter) -> list[AccountCard]:
        """Return the cards that match a filter."""
        now = self._clock.now()
        found = [row for row in self.rows if not parsed.clauses or parsed.passes(self.facts(row), now)]
        if not parsed.asks_when_due:
            return found
        item_due = {name: facts.item_due_by(parsed, now) for name, facts in self._facts.items()}
        return [row._replace(item_due=item_due[row.account](row.card.face)) for row in found]

    def names(self) -> Mapping[str, Sequence[str]]:
        """Return the names of labels, lists and members, which complete a filter."""
        return {
            "label": [label.name or label.color or "" for label in self.style.labels.values()],
            "list": list(dict.fromkeys(row.card.list_name for row in self.rows)),
            "member": ["me", *(member.username for member in self.style.members.values())],
        }
