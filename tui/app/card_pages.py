"""CardPages: makes the pages of cards, and keeps one built while nobody types.

A third of the time in which a card opens is that of building the widgets of its page, which are the same for each card.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

from tui.app.painting import mount_hidden, paint_when_filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import App

    from tui.app.account.host import Host
    from tui.app.screens.card import CardScreen
    from tui.clock import Clock

_PAUSE = 0.15
"""Seconds without a key before a page is built."""

_LOOKS = 8
"""Maximum looks for the modules of a page, each after twice the pause: 40 seconds in all, until a card is opened."""

_MODULE = "tui.app.screens.card"


class CardPages:
    """The maker of the pages of cards.

    A page is used once: what was done in it ends with it.

    Args:
        keys: The user's keys by command name.

    Attributes:
        spare: The page that is built already; None for none.
    """

    def __init__(self, app: Host, clock: Clock, keys: Mapping[str, str]) -> None:
        self._app, self._clock, self._keys = app, clock, keys
        self.spare: CardScreen | None = None
        self._built_for: tuple[object, ...] = ()
        self._builds_ahead = False
        self._looks = 0

    def page(self, card_id: str, part: str = "") -> CardScreen:
        """Return a page for a card: one that is built already, if there is one, or a new one.

        Args:
            card_id: Id of the card.
            part: The part to start at; "" for the top.
        """
        page = self._take_spare()
        if page is None:
            return self._made(card_id, part)
        page.choose_card(card_id, part)
        paint_when_filled(page)
        return page

    def build_ahead(self) -> None:
        """Keep a page built from now on."""
        self._builds_ahead = True
        self._build_later()

    def drop(self) -> None:
        """Remove the page that is built already, because its account is left."""
        page, self.spare = self.spare, None
        if page is not None:
            _ = page.remove()
        if self._builds_ahead:
            self._build_later()

    def _made(self, card_id: str = "", part: str = "") -> CardScreen:
        from tui.app.screens.card import CardScreen

        return CardScreen(self._app.workspace, card_id, clock=self._clock, part=part, keys=self._keys)

    def _take_spare(self) -> CardScreen | None:
        """Return the page that is built already, if it is of this account, and has the size and the colours of the app."""
        page, self.spare = self.spare, None
        if self._builds_ahead:
            self._build_later()
        if page is None or (page.is_mounted and self._built_for == self._look()):
            return page
        _ = page.remove()
        return None

    def _build_later(self, looks: int = 0) -> None:
        self._looks = looks
        _ = self._app.set_timer(_PAUSE * 2**looks, self._build)

    def _build(self) -> None:
        """Build a page, unless there is one, once nobody types and its modules are in memory."""
        if self.spare is not None or self._app.board_screen is None:
            return
        if _MODULE not in sys.modules:
            # A thread imports them; if that failed, the first card that is opened does.
            if self._looks < _LOOKS:
                self._build_later(self._looks + 1)
            return
        if self._app.ahead.seconds_since_key < _PAUSE:
            self._build_later()
            return
        self.spare, self._built_for = self._made(), self._look()
        mount_hidden(cast("App[None]", self._app), self.spare)

    def _look(self) -> tuple[object, ...]:
        """Return what a page is built for: the account, the size, the colours and the keys."""
        app = self._app
        return id(app.workspace), app.size, app.current_theme.name, tuple(self._keys.items())
