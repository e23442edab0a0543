"""Views: opens the pages that show cards in views other than lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.all_accounts import AgendaPage, MyCardsPage
from tui.app.screens.views.page_stack import open_page

if TYPE_CHECKING:
    from tui.app.account.host import Host
    from tui.app.account.switch import Switch
    from tui.app.screens.board import BoardScreen
    from tui.clock import Clock
    from tui.model.board import Board


class Views:
    """Opens the table, the calendar, the dashboard and the other pages of this kind.

    Args:
        card_page: Makes the page of a card from its id and the part to start at.
    """

    def __init__(
        self,
        app: Host,
        switch: Switch,
        clock: Clock,
        keys: Mapping[str, str],
        card_page: Callable[[str, str], WorkspaceScreen],
    ) -> None:
        self._app, self._switch, self._clock, self._keys = app, switch, clock, keys
        self._card_page = card_page

    def open(self, what: str) -> None:
        """Open a page.

        Args:
            what: The page's name; or ``activity CARD``; or ``card PAGE ORIGIN ACCOUNT BOARD CARD``, which
                opens a card of another account above that page. Going back leads to the account ORIGIN. If
                PAGE is ``-``, the card is opened above its board.
        """
        name, *rest = what.split(" ")
        match name:
            case "card":
                page, origin, account, board, card = rest
                back = "" if origin == account else origin
                self._switch.open(account, board, then=lambda: self._open_card(page, back, account, card))
            case "activity":
                self._open_activity(*rest)
            case "table" | "calendar" | "dashboard":
                screen = self._app.board_screen
                if screen is not None and screen.board is not None:
                    make = {"table": self._table, "calendar": self._calendar, "dashboard": self._dashboard}
                    open_page(self._app, make[name](screen, screen.board))
            case _:
                self._open_page(name)

    def _dashboard(self, _screen: BoardScreen, board: Board) -> WorkspaceScreen:
        from tui.app.screens.views.dashboard import DashboardScreen

        return DashboardScreen(self._app.workspace, board, clock=self._clock, keys=self._keys)

    def _calendar(self, screen: BoardScreen, board: Board) -> WorkspaceScreen:
        from tui.app.screens.views.calendar import CalendarPage

        return CalendarPage(
            self._app.workspace,
            board,
            account=self._switch.name,
            clock=self._clock,
            text=screen.filter.text,
            keys=self._keys,
        )

    def _table(self, screen: BoardScreen, board: Board) -> WorkspaceScreen:
        from tui.app.screens.views.table import TablePage

        return TablePage(
            self._app.workspace,
            board,
            account=self._switch.name,
            clock=self._clock,
            at="" if screen.card is None else screen.card.id,
            text=screen.filter.text,
            follow=lambda card: screen.show_cards((card,)),
            keys=self._keys,
        )

    def _open_activity(self, card: str = "") -> None:
        from tui.app.screens.views.activity import ActivityScreen

        asker = self._app.screen
        board = asker.board if isinstance(asker, WorkspaceScreen) else None
        if board is not None:
            screen = ActivityScreen(self._app.workspace, board, card, clock=self._clock, keys=self._keys)
            open_page(self._app, screen)

    def _open_page(self, name: str, at: str = "", origin: str = "") -> None:
        page = {each.place: each for each in (MyCardsPage, AgendaPage)}[name]
        screen = page(
            self._app.workspace,
            self._switch.workspaces,
            account=self._switch.name,
            clock=self._clock,
            at=at,
            keys=self._keys,
        )
        screen.origin = origin
        open_page(self._app, screen)

    def _open_card(self, page: str, origin: str, account: str, card: str) -> None:
        if page != "-":
            self._open_page(page, f"{account} {card}", origin)
        ident, _, part = card.partition("/")
        open_page(self._app, self._card_page(ident, part))
