"""The pages of cards across all boards of all accounts: the user's own cards, and the agenda."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.app.commands.pages.views import ACROSS
from tui.app.drawing.wrapping import fit_path
from tui.app.screens.views.cards_page import CardsPage
from tui.app.screens.views.sections import CardSection, place_bounds
from tui.app.screens.views.unread_boards import UnreadBoards
from tui.app.widgets.views.card_table import TableField
from tui.model.filter.agenda import SECTIONS, TITLES, Section, bounds, section_of
from tui.presentation.safe_text import safe_line
from tui.settings.environment_account import shown_account

if TYPE_CHECKING:
    from tui.app.screens.views.page_cards import AccountCard
    from tui.model.card import PlacedCard
    from tui.model.change import Change
    from tui.workspace import Workspace

_DUE, _TITLE = TableField("due", 10, rank=1), TableField("title", 20, share=5)
_LABELS = TableField("labels", 12, rank=3)


class AllAccountsPage(CardsPage):
    """A page of cards of many boards."""

    about = CardsPage.about | {"sync"}
    by_board = False  # whether the headings are the boards

    @cached_property
    def unread(self) -> UnreadBoards:
        """The boards whose cards are unknown."""
        return UnreadBoards(self, lambda: self.found.accounts, self.show_rows, shown_account)

    def on_mount(self) -> None:
        """Ask to be told of each minute. Textual calls the base class's handler too."""
        self.feed.minute_passed = self._minute_passed

    def _minute_passed(self) -> None:
        """Read the cards of several accounts again, as only the open one's due dates are looked at."""
        if len(self.found.accounts) > 1:
            self.read()
        else:
            self.filter.minute_passed()

    def reload(self, change: Change | None = None) -> None:
        """Reread the cards after a change of them, and retry unread boards once a service answers."""
        if change is None or change.nouns & CardsPage.about:
            super().reload(change)
        if change is not None and "sync" in change.nouns:
            self.unread.retry()

    def read_totals(self) -> None:
        """Read the boards whose cards are unknown."""
        self.unread.read()

    def heading_words(self) -> str:
        """Return the number of cards and items, and the state of boards whose cards are unknown."""
        items = sum(bool(row.card.item) for row in self.found.rows)
        count = len(self.found.rows) - items
        counted = (
            f"{count:,} card{'s' * (count != 1)}",
            f"{items:,} item{'s' * (items != 1)}" if items else "",
        )
        return " · ".join(filter(None, (*counted, self.unread.words)))

    def places(self, row: AccountCard) -> Mapping[str, str]:
        """Return the names of a card's place as one text, shortened so that the list's stays readable."""
        names = _place_names(self, row)
        room = self.table.rooms(self.table.size.width).get("where", 0)
        return {"where": fit_path(names, room, 0 if len(names) == 1 else 1)}

    def show_rows(self) -> None:
        """Show the cards, with a field for their places that is not wider than these."""
        self.found.cells["where"] = place_bounds(_place_names(self, row) for row in self.found.rows)
        super().show_rows()

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place; from a page that was taken along to another account, go back to the first one."""
        if place == "back" and self.origin:
            super().go(f"account:{self.origin}", saying=saying)
            return
        super().go(place, saying=saying)


class MyCardsPage(AllAccountsPage):
    """The page of the cards of the user, board by board."""

    place, called, by_board = "mine", "my cards", True
    heading = "My cards"
    nothing = "You are on no card here, and no item of a checklist is yours.\n\n{assign-me} on a card puts you on it."
    fields = (_DUE, _TITLE, _LABELS, TableField("where", 14, share=2, rank=2))
    commands = ACROSS

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of an account that its member is on."""
        return workspace.agenda.mine()

    def sections(self, rows: Sequence[AccountCard]) -> Iterable[CardSection]:
        """Group the cards by board."""
        for (account, _, name), cards in groupby(
            rows, lambda row: (row.account, row.card.board_id, row.card.board_name)
        ):
            whose = f" · {safe_line(shown_account(account))}" if len(self.found.accounts) > 1 else ""
            yield CardSection(f"{safe_line(name)}{whose}", list(cards))


class AgendaPage(AllAccountsPage):
    """The page of the cards with a due date: overdue, today, next 7 days, later, done."""

    place, called = "agenda", "the agenda"
    heading = "Agenda"
    _counts: Mapping[Section, int] = MappingProxyType({})
    _done = frozenset[str]()
    nothing = "No card has a due date.\n\n{due} on a card sets one."
    fields = (_DUE, _TITLE, _LABELS, TableField("where", 16, share=2, rank=2))
    commands = ACROSS

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of an account that have a due date."""
        return workspace.agenda.due()

    def read_totals(self) -> None:
        """Count the cards of each section, including those that are not read."""
        super().read_totals()
        now = self.clock.now()
        counts = [each.agenda.due_counts(now) for each in self.found.accounts.values()]
        self._counts = {name: sum(each[name] for each in counts) for name in SECTIONS}

    def sections(self, rows: Sequence[AccountCard]) -> Iterable[CardSection]:
        """Group the cards by their due dates."""
        ends = bounds(self.clock.now())
        for name in SECTIONS:
            found = [row for row in rows if _section(row, ends) == name]
            found.sort(key=_due, reverse=name == "done")
            yield CardSection(TITLES[name], found, self._counts[name])

    def show_rows(self) -> None:
        """Show the cards; the cursor goes with its card, but not to what is done: ``x x x`` works down a section."""
        before, self._done = self._done, frozenset(row.key for row in self.found.rows if row.card.finished)
        self.follows_card = self.chosen not in self._done - before
        super().show_rows()


def _place_names(page: AllAccountsPage, row: AccountCard) -> list[str]:
    """Return the names of a card's list, of its board unless a heading shows it, and of one of several accounts."""
    if page.by_board and page.filter.parsed.sort is None:
        return [safe_line(row.card.list_name)]
    whose = [shown_account(row.account)] if len(page.found.accounts) > 1 else []
    return [safe_line(name) for name in (row.card.board_name, row.card.list_name, *whose)]


def _due(row: AccountCard) -> str:
    return row.card.face.due or ""


def _section(row: AccountCard, ends: tuple[str, str, str]) -> str:
    return section_of(_due(row), ends, done=row.card.finished)
