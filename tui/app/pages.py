"""Pages: opens the pages above a board; each page's module is imported at its first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tui.app.commands.writing import GONE
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.page_stack import open_page
from tui.app.theme import keep_configured
from tui.app.widgets.card_face import DENSITIES

if TYPE_CHECKING:
    from pathlib import Path

    from tui.app.account.accounts import Transfer
    from tui.app.account.host import Host
    from tui.app.account.sample import BoardSource
    from tui.app.account.switch import Switch
    from tui.app.card_pages import CardPages
    from tui.app.enrich.pages import FoundPeople
    from tui.clock import Clock
    from tui.rules.runner import RuleRunner
    from tui.settings.config import Config
    from tui.workspace import Workspace


def import_ahead() -> None:
    """Import what the first card, help, palette, filter and undo need; call it in a thread, as it takes 0.1 s."""
    import textual.scrollbar  # noqa: F401 - the first list that is longer than its box imports it

    import tui.app.dialogs.run
    import tui.app.screens.board_parts.face_facts
    import tui.app.screens.board_parts.quick_add
    import tui.app.screens.boards
    import tui.app.screens.card
    import tui.app.screens.key_hints
    import tui.app.screens.labels
    import tui.model.filter.complete  # noqa: F401 - to have them in memory
    from tui.app.commands.catalogue import screens
    from tui.app.markdown import prose
    from tui.workspace import import_services

    import_services()
    screens()
    # Addresses of each kind, as the patterns for them take most of the time.
    prose("https://a.example www.a.example a@a.example")


class Pages:
    """The opener of the app's pages.

    Args:
        switch: Opens accounts, and knows which one is open.
        config_file: The config file; None if settings cannot be changed.
        config: The settings that were read at the start; None for the defaults.
        source: Imports boards into the local account; None for none.

    Attributes:
        places: The openers of pages by the name of the place; each gets the part after the name.
    """

    def __init__(
        self,
        app: Host,
        switch: Switch,
        clock: Clock,
        keys: dict[str, str],
        config_file: Path | None,
        config: Config | None = None,
        source: BoardSource | None = None,
    ) -> None:
        self._config_file, self._config, self._source = config_file, config, source
        self._app, self._switch, self._clock, self._keys = app, switch, clock, keys
        self._api_call: dict[str, str] = {}
        # They end with the account that was asked.
        self._found_people: WeakKeyDictionary[Workspace, dict[str, FoundPeople]] = WeakKeyDictionary()
        self.places: Mapping[str, Callable[[str], object]] = {
            "help": lambda _: self.help(),
            "palette": lambda _: self.palette(),
            "menu": self.menu,
            "archive": lambda _: self.archive(),
            "outbox": lambda _: self.outbox(),
            "history": lambda _: self.history(),
            "conflicts": lambda _: self.conflicts(),
            "notifications": lambda _: self.notifications(),
            "search": lambda _: self.search(),
            "settings": lambda _: self.settings(),
            "tour": lambda _: self.tour(),
            "leave-tour": lambda _: self.leave_tour(),
            "people": self.people,
            "bulk": self.bulk,
            "card": self.card,
            "found": self.found,
            "on-board": self.on_board,
            "stays": lambda _: self.stays(),
            "boards": lambda _: self._switch.show_boards(self._app.open_board_id),
            "rules": lambda _: self.rules(self._app.start_rules()),
            "sample": lambda _: self.sample(),
            "api-call": lambda _: self.api_call(),
            "view": self.view,
            "accounts": lambda _: self._switch.show_accounts(),
            "account": self._switch.open,
            "login": self._switch.show_login,
            "import": lambda _: self._transfer("import"),
            "export": lambda _: self._transfer("export"),
            "export-cards": lambda _: self._transfer("export-cards"),
            "rebind": lambda _: self._rebind(),
        }

    @cached_property
    def cards(self) -> CardPages:
        """The maker of the pages of cards."""
        from tui.app.card_pages import CardPages

        return CardPages(self._app, self._clock, self._keys)

    def card(self, ident: str) -> None:
        """Open a card; the part to show may follow the id after a slash."""
        card_id, _, part = ident.partition("/")
        screen = self.cards.page(card_id, part)
        screen.home = self._app.open_board_id
        open_page(self._app, screen)

    def found(self, ident: str) -> None:
        """Open a search hit above the current page; the cursor is put on it if its board is the open one."""
        if (card := self._app.workspace.cards.get(ident)) is None:
            self._app.say(GONE)
            return
        if self._app.board_screen is not None and self._app.open_board_id == card.id_board:
            self._app.board_screen.show_cards([card.id])
        self.card(ident)

    def on_board(self, ident: str) -> None:
        """Show the board of a card, with the cursor on the card."""
        if (card := self._app.workspace.cards.get(ident)) is not None:
            self._app.open_board(card.id_board)
            if self._app.board_screen is not None:
                self._app.board_screen.show_cards([card.id])

    def stays(self) -> None:
        """List the texts that name people who opted out, above the current page."""
        from tui.app.enrich.opting_out import show_what_stays

        if isinstance(page := self._app.screen, WorkspaceScreen):
            _ = page.work(partial(show_what_stays, page), "stays", asks=True)

    def archive(self) -> None:
        """Open the page of the open board's archive."""
        from tui.app.screens.archive import ArchiveScreen

        board = self._app.board_screen.board if self._app.board_screen is not None else None
        if board is not None:
            open_page(self._app, ArchiveScreen(self._app.workspace, board, keys=self._keys))

    def outbox(self) -> None:
        """Open the page of changes that the service has not received."""
        from tui.app.screens.outbox import OutboxScreen

        open_page(self._app, OutboxScreen(self._app.workspace, keys=self._keys))

    def history(self) -> None:
        """Open the page of the history, whose recent changes can be undone."""
        from tui.app.screens.history import HistoryScreen

        open_page(self._app, HistoryScreen(self._app.workspace, clock=self._clock, keys=self._keys))

    def conflicts(self) -> None:
        """Open the page of conflicts: fields that two people changed differently."""
        from tui.app.screens.conflicts import ConflictsScreen

        open_page(self._app, ConflictsScreen(self._app.workspace, clock=self._clock, keys=self._keys))

    def notifications(self) -> None:
        """Open the page of notifications about what others did."""
        from tui.app.screens.notifications import NotificationsScreen

        open_page(self._app, NotificationsScreen(self._app.workspace, clock=self._clock, keys=self._keys))

    def rules(self, runner: RuleRunner | None) -> None:
        """Open the page of the rules; ``runner`` runs them in this program, None if there are none."""
        if runner is None:
            self._app.say("there are no rules here")
            return
        from tui.app.screens.rules import RulesScreen

        open_page(self._app, RulesScreen(self._app.workspace, runner, self._switch, keys=self._keys))

    def api_call(self) -> None:
        """Ask for a call of any address of a service; the fields start with the last call."""
        from tui.app.screens.api_call import ApiCallDialog

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            dialog = ApiCallDialog(screen.boxes, screen.workspace, self._switch.name, self._api_call)
            _ = screen.work(dialog.ask, "api-call", asks=True)

    def view(self, what: str) -> None:
        """Open a page that shows cards in a view other than lists."""
        from tui.app.screens.views.opening import Views

        Views(self._app, self._switch, self._clock, self._keys, self.cards.page).open(what)

    def leave_tour(self) -> None:
        """End the tour of the board, unless its current step asks for the key that leaves it."""
        if (board := self._app.board_screen) is not None and board.tour is not None:
            board.tour.leave()

    def tour(self) -> None:
        """Begin or end the tour of the board."""
        from tui.app.screens.board_parts.tour import BoardTour

        board = self._app.board_screen
        if board is None:
            return
        if board.tour is not None:
            board.tour.end()
        else:
            board.tour = BoardTour(board, lambda: setattr(board, "tour", None))

    def sample(self) -> None:
        """Create the sample boards in the local account."""
        from tui.app.account.sample import make_sample

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            make_sample(self._app, screen, self._source, self._switch.name)

    def search(self) -> None:
        """Open the search over the cards of all boards."""
        from tui.app.screens.search import SearchScreen

        open_page(self._app, SearchScreen(self._app.workspace))

    def settings(self) -> None:
        """Open the page of the settings."""
        if self._config_file is None:
            self._app.say("there are no settings here")
            return
        from tui.app.screens.settings import SettingsScreen

        page = SettingsScreen(
            self._app.workspace, self._config_file, self._apply, held=self._config, keys=self._keys
        )
        open_page(self._app, page)

    def _apply(self, name: str, value: str | int | None) -> bool:
        """Apply a setting to the running screens; return whether it takes effect without a restart."""
        if name == "theme" and isinstance(value, str):
            self._app.use_theme(value)
            keep_configured(self._app.workspace, value)
        elif name == "density" and value in DENSITIES and self._app.board_screen is not None:
            self._app.board_screen.head.show_density(DENSITIES[DENSITIES.index(value)])
        else:
            return False
        return True

    def people(self, company: str) -> None:
        """Open the search for people, for ``company`` if it is not ""."""
        from tui.app.enrich.pages import FoundPeople
        from tui.app.screens.enrich.people import PeopleScreen

        board = self._app.board_screen
        home = board.board_list if board is not None else None
        screen = PeopleScreen(
            self._app.workspace,
            clock=self._clock,
            company=company,
            board=board.board if board is not None else None,
            home=home.id if home is not None else None,
            kept=self._found_people.setdefault(self._app.workspace, {}).setdefault(company, FoundPeople()),
            keys=self._keys,
        )
        open_page(self._app, screen)

    def bulk(self, run: str) -> None:
        """Open the page of a bulk lookup: the run with the id ``run``, or a new run if ""."""
        from tui.app.screens.enrich.bulk import BulkScreen

        board = self._app.board_screen
        if board is not None:
            title, card_ids = board.cards_for_bulk() if not run else ("", ())
            screen = BulkScreen(
                self._app.workspace,
                clock=self._clock,
                card_ids=card_ids,
                title=title,
                run=run,
                keys=self._keys,
            )
            open_page(self._app, screen)

    def _transfer(self, what: Transfer) -> None:
        from tui.app.dialogs import transfer

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            manager = self._switch.accounts
            files = None if manager is None else manager.files(self._switch.name)
            transfer.start(self._app, screen, files, what)

    def _rebind(self) -> None:
        from tui.app.dialogs.rebind import rebind

        if (manager := self._switch.accounts) is None:
            self._app.say("there are no settings here")
        elif isinstance(screen := self._app.screen, WorkspaceScreen):
            job = partial(rebind, screen, manager, self._keys)
            _ = screen.work(job, "rebind", asks=True)

    def help(self) -> None:
        """Open the help of the current page, which can also run commands."""
        from tui.app.dialogs.run import open_help

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            open_help(self._app, screen)

    def palette(self) -> None:
        """Open the palette of the current page."""
        from tui.app.dialogs.run import open_palette

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            open_palette(self._app, screen)

    def menu(self, about: str) -> None:
        """Open the menu of the card; that of the list if ``about`` is ``list`` or there is no card."""
        from tui.app.dialogs.run import open_menu

        if isinstance(screen := self._app.screen, WorkspaceScreen):
            open_menu(self._app, screen, card=about != "list")
