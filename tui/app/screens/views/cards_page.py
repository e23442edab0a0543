"""CardsPage: the base of the pages that show cards as rows, to be looked at, filtered and opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from tui.app.commands.writing import visible_hints
from tui.app.screens.board_parts.face_facts import FaceFacts
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.card_cells import cells_of
from tui.app.screens.views.page_filter import PageFilter
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar
from tui.app.widgets.views.card_table import CardTable, TableField
from tui.model.filter.order import in_order

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.widget import Widget

    from tui.app.commands.key_reader import Layer
    from tui.app.widgets.views.card_table import Cells
    from tui.clock import Clock
    from tui.model.card import PlacedCard
    from tui.model.change import Change, Noun
    from tui.model.filter.facts import CardFacts
    from tui.workspace import Workspace

_ABOUT: frozenset[Noun] = frozenset({"boards", "lists", "cards", "labels", "members", "outbox"})
_RESTS = 8
"""How many times as long as a reading takes nothing is read again, so that keys come first."""

_LEAST_REST = 0.03


class AccountCard(NamedTuple):
    """A card on a page, and the account whose board it is on."""

    account: str
    card: PlacedCard

    @property
    def key(self) -> str:
        """The row's id: two accounts may see one card."""
        return f"{self.account} {self.card.face.id}"


class CardSection(NamedTuple):
    """Rows of a page below a heading.

    Attributes:
        title: The heading; "" for none.
        rows: The cards.
        total: How many cards there are, where more than those in ``rows``.
    """

    title: str
    rows: Sequence[AccountCard]
    total: int = 0


class CardsPage(WorkspaceScreen):
    """A page of cards. Subclasses say which, in what sections, and what is shown of each.

    Args:
        workspace: The workspace of the open account.
        accounts: Returns the workspaces whose cards are shown, by account.
        account: Name of the open account.
        clock: The clock for dates and ages.
        at: Id of the row that has the cursor at first; "" for the first one.
        keys: The user's keys by command name.

    Attributes:
        rows: The cards, whether or not they pass the filter.
        style: How cards are drawn.
        body: The widget that shows the cards.
        place: The page's name, by which it is opened.
        heading: The title of the page.
        nothing: The text shown when there are no cards.
        fields: What is shown of each card.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = "CardTable"
    place: ClassVar[str] = ""
    heading: ClassVar[str] = ""
    nothing: ClassVar[str] = ""
    fields: ClassVar[Sequence[TableField]] = ()

    def __init__(
        self,
        workspace: Workspace,
        accounts: Callable[[], Mapping[str, Workspace]],
        *,
        account: str,
        clock: Clock,
        at: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._account, self._find_accounts, self.clock, self._at = account, accounts, clock, at
        self.accounts: Mapping[str, Workspace] = {}
        self._unsubscribe: list[Callable[[], None]] = []
        self.rows: list[AccountCard] = []
        self._facts: dict[str, FaceFacts] = {}
        self._lines: list[AccountCard | CardSection] = []
        self.style = CardStyle(0, "compact", clock.now(), {})
        self.table, self._bar = CardTable(self.fields), StatusBar()
        self.body: Widget = self.table
        self.filter = self.line = PageFilter(self, self._bar, self.show_rows, self._names)
        self._reread: Timer | None = None
        self._next_read_at = 0.0
        self._covered = False

    def compose(self) -> ComposeResult:
        """Yield the headings, the table, the text for no cards, the status bar and the line for the filter."""
        yield Static(id="cards-heading")
        yield Static(id="cards-columns")
        yield self.body
        yield Static(Content(self.nothing), id="cards-nothing")
        yield self._bar
        yield self.filter.editor

    def on_mount(self) -> None:
        """Read the cards. Textual calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.read())
        self._open_accounts()
        self.table.go_to(self._at)

    def on_unmount(self) -> None:
        """Unsubscribe from the accounts. Textual calls the base class's handler too."""
        self._leave_accounts()

    def on_screen_suspend(self) -> None:
        """Note that another page is above this one."""
        self._covered = True

    def on_screen_resume(self) -> None:
        """Read the accounts again after another page was above: one may have been removed there."""
        if self._covered:
            self._covered = False
            self._open_accounts()

    def _open_accounts(self) -> None:
        self._leave_accounts()
        self.accounts = self._find_accounts()
        others = (each for each in self.accounts.values() if each is not self.workspace)
        self._unsubscribe = [each.sync.subscribe(self.feed.receive) for each in others]
        self.read()

    def _leave_accounts(self) -> None:
        while self._unsubscribe:
            self._unsubscribe.pop()()

    # --- what subclasses say -------------------------------------------------------------------

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of an account."""
        raise TypeError(f"{type(self).__name__} shows no cards of {workspace!r}")

    def sections(self, rows: Sequence[AccountCard]) -> Iterable[CardSection]:
        """Divide the cards that pass the filter into sections."""
        return [CardSection("", rows)]

    def places(self, row: AccountCard) -> Mapping[str, str]:
        """Return what is said of where a card is, by field."""
        return {"list": row.card.list_name}

    # --- reading -------------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Read the cards again after a change of them, unless that was done just now: then a little later."""
        if change is None or not change.nouns & _ABOUT or self._reread is not None:
            return
        wait = self._next_read_at - self.clock.monotonic()
        if wait > 0:
            self._reread = self.set_timer(wait, self.read)
        else:
            self.read()

    def read(self) -> None:
        """Read the cards, and show those that pass the filter."""
        if self._reread is not None:
            self._reread.stop()
            self._reread = None
        if self._covered:
            # Read when the page is on top again: meanwhile an account may be closed.
            return
        began = self.clock.monotonic()
        with self.boundary():
            found = {name: self.cards_in(workspace) for name, workspace in self.accounts.items()}
            self.rows = [AccountCard(name, card) for name, cards in found.items() for card in cards]
            self._learn(found)
            self.show_rows()
        now = self.clock.monotonic()
        self._next_read_at = now + max(_RESTS * (now - began), _LEAST_REST)

    def _learn(self, found: Mapping[str, Sequence[PlacedCard]]) -> None:
        """Read the labels and members of the boards whose cards are shown."""
        boards = {(name, card.board_id) for name, cards in found.items() for card in cards}
        variables = self.app.theme_variables
        self.style = CardStyle(
            0,
            "compact",
            self.clock.now(),
            {**{name: variables[name] for name in TOKENS}, "background": variables["background"]},
            dark=self.app.current_theme.dark,
            labels={x.id: x for name, board in boards for x in self.accounts[name].boards.labels(board)},
            members={x.id: x for name, board in boards for x in self.accounts[name].boards.members(board)},
        )
        self._facts = {
            name: FaceFacts(
                self.style,
                {card.face.list_id: card.list_name for card in cards},
                "" if (me := self.accounts[name].access.me()) is None else me.id,
                self.accounts[name].cards.get,
            )
            for name, cards in found.items()
        }

    def facts(self, row: AccountCard) -> CardFacts:
        """Return the facts of a card, valid until they are asked for another one."""
        facts = self._facts[row.account]
        facts.face = row.card.face
        return facts

    def _names(self) -> Mapping[str, Sequence[str]]:
        """Return the names that complete a filter."""
        return {
            "label": [label.name or label.color or "" for label in self.style.labels.values()],
            "list": list(dict.fromkeys(row.card.list_name for row in self.rows)),
            "member": ["me", *(member.username for member in self.style.members.values())],
        }

    # --- showing -------------------------------------------------------------------------------

    def passing(self) -> list[AccountCard]:
        """Return the cards that pass the filter."""
        parsed, now = self.filter.parsed, self.clock.now()
        return [row for row in self.rows if not parsed.clauses or parsed.passes(self.facts(row), now)]

    def show_rows(self) -> None:
        """Show the cards that pass the filter, in its order."""
        rows, parsed = self.passing(), self.filter.parsed
        if parsed.sort is not None:
            sections: Iterable[CardSection] = [CardSection("", in_order(rows, self.facts, parsed.sort))]
        else:
            sections = self.sections(rows)
        self._lines = [line for each in sections for line in _lines(each)]
        keys = [line.key if isinstance(line, AccountCard) else "" for line in self._lines]
        moved = {
            f"{name} {old}": f"{name} {new}" for name in self.accounts for old, new in self.feed.bound.items()
        }
        self.table.show(keys, self._cells, self.style, moved=moved)
        self.set_class(not rows, "-nothing")
        words = f"nothing matches /{self.filter.text}" if self.rows else self.nothing
        self.query_one("#cards-nothing", Static).update(Content(words))
        self.show_heading(len(rows))
        self.show_keys()

    def _cells(self, index: int) -> Cells:
        line = self._lines[index]
        if isinstance(line, AccountCard):
            return cells_of(line.card.face, self.style, self.places(line))
        return {
            "": [
                (line.title, "cursor"),
                (_count(line, narrowed=bool(self.filter.parsed.clauses)), "ink-quiet"),
            ]
        }

    def show_heading(self, shown: int) -> None:
        """Show the heading, and how many cards pass the filter."""
        words = [
            self.heading_words(),
            f"/{self.filter.text} · {shown:,} of {len(self.rows):,} shown" if self.filter.text else "",
        ]
        said = " · ".join(filter(None, words))
        self.query_one("#cards-heading", Static).update(
            Content.assemble((f" {self.heading}", "bold $cursor"), (f"  {said}", "$ink-quiet"))
        )

    def heading_words(self) -> str:
        """Return the text after the heading: the number of cards, and what is not known."""
        count, unread = len(self.rows), sum(each.agenda.unread_boards() for each in self.accounts.values())
        cards = f"{count:,} card{'s' * (count != 1)}"
        return f"{cards} · {unread} board{'s' * (unread != 1)} not read yet" if unread else cards

    def show_keys(self) -> None:
        """Show the key hints."""
        self._bar.hint(visible_hints(self.keymap, self))

    # --- keys ----------------------------------------------------------------------------------

    @property
    def chosen(self) -> str | None:
        """Id of the row with the cursor."""
        return self.table.current

    def open_chosen(self) -> None:
        """Open the card with the cursor, in its account."""
        if self.table.current is None:
            return
        account, _, card_id = self.table.current.partition(" ")
        if account == self._account:
            self.go(f"card:{card_id}")
            return
        row = next(row for row in self.rows if row.key == self.table.current)
        self.go(f"view:card {self.place} {account} {row.card.board_id} {card_id}")

    def key_layers(self, key: str) -> Sequence[Layer]:
        """Return the key layers, or none while the line is open, when no key is a command."""
        return () if self.filter.editor.purpose else super().key_layers(key)

    @on(LineEditor.Said)
    def _typed(self, message: LineEditor.Said) -> None:
        message.stop()
        self.filter.take(message)
        if not self.filter.editor.purpose:
            self.body.focus()

    @on(CardTable.Entered)
    def _entered(self, message: CardTable.Entered) -> None:
        message.stop()
        self.open_chosen()

    def on_resize(self, _event: events.Resize) -> None:
        """Update the key hints."""
        self.show_keys()


def _lines(section: CardSection) -> list[AccountCard | CardSection]:
    rows = list(section.rows)
    return [section, *rows] if section.title and rows else [*rows]


def _count(section: CardSection, *, narrowed: bool) -> str:
    shown = len(section.rows)
    if section.total <= shown:
        return f"{shown:,}"
    return f"{shown:,} of {section.total:,}" if narrowed else f"{section.total:,} · {shown:,} shown"
