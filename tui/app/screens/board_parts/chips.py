"""Chips: the labels and members of the board in a line under its title, for use with the mouse."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from textual.content import Content

from tui.app.commands.writing import changed_by, submit_each
from tui.app.widgets.board.chip_strip import Chip, ChipStrip
from tui.app.widgets.label_tag import tag
from tui.model.writes.labels import AddCardLabel, RemoveCardLabel
from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.model.writes.toggle import is_on_all, toggled
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.widgets.kanban import Kanban
    from tui.model.card import CardFace
    from tui.model.writes.base import Write


class ChipPage(Protocol):
    """The screen of a board, as far as chips need it."""

    selection: Selection

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards that a command acts on."""


class Chips:
    """The line of chips, and its clicks and drags."""

    def __init__(self, page: ChipPage, view: BoardView) -> None:
        self._page, self._view, self._kanban = page, view, view.kanban
        self._strip: ChipStrip | None = None

    def toggle(self) -> bool:
        """Show or hide the line; return whether it is shown now."""
        if self._strip is not None:
            self._kanban.mouse.cancel()
            _ = self._strip.remove()
            self._strip = None
            return False
        self._strip = ChipStrip()
        _ = self._view.page.mount(self._strip, before="#body")
        self.reload()
        return True

    def reload(self) -> None:
        """Show the board's current labels and members."""
        if self._strip is None:
            return
        boards, board = self._view.page.workspace.boards, self._view.board
        labels = [] if board is None else boards.labels(board.id)
        members = [] if board is None else boards.members(board.id)
        dark = self._view.page.app.current_theme.dark
        names = [(one.id, one.display_name) for one in members]
        self._strip.show(
            [
                *(Chip("label", label.id, tag(label, dark=dark)) for label in labels),
                *(Chip("member", ident, Content(f"@{safe_line(name)}")) for ident, name in names),
            ]
        )

    async def take(self, message: Kanban.Said) -> None:
        """Draw a dragged chip, and apply a click or a drop."""
        match message:
            case ChipStrip.ChipDragged():
                self._kanban.mouse.drag_in(message.chip.name, message.pointer)
            case ChipStrip.ChipWheeled():
                self._kanban.mouse.wheel(message.event, message.way)
            case ChipStrip.ChipDropped():
                face = self._kanban.mouse.drag_in(message.chip.name, message.pointer)
                self._kanban.mouse.end_drag_in()
                picked = self._page.selection.cards
                await self._put(
                    message.chip, picked if face in picked else [face] if face is not None else []
                )
            case ChipStrip.ChipClicked():
                await self._put(message.chip, tuple(self._page.cards))
            case _:
                pass

    async def _put(self, chip: Chip, cards: Sequence[CardFace]) -> None:
        """Add a label or member to cards, or remove it if all of them have it."""
        page = self._view.page
        if not cards:
            page.tell(f"{chip.name}: drop it on a card")
        else:
            await page.finish(page.work(partial(self._toggle, chip, cards), "chip"))

    async def _toggle(self, chip: Chip, cards: Sequence[CardFace]) -> None:
        if (board := self._view.board) is None:
            return
        page = self._view.page
        faces = [page.workspace.cards.face(card.id) or card for card in cards]
        on_cards = {card.id: card.label_ids if chip.kind == "label" else card.member_ids for card in faces}
        off = is_on_all(on_cards, chip.ident)
        writes = toggled(
            on_cards,
            chip.ident,
            put_on=partial(_write, chip, board.id, off=False),
            take_off=partial(_write, chip, board.id, off=True),
        )
        done = await submit_each(page, writes, changed_by(writes, faces))
        page.tell(f"{chip.name} {'taken off' if off else 'put on'} {done.cards}{done.left}", undo=True)


def _write(chip: Chip, board_id: str, card_id: str, *, off: bool) -> Write:
    """Return the write that adds a chip to a card or removes it."""
    at = {"board_id": board_id, "card_id": card_id}
    if chip.kind == "label":
        return (RemoveCardLabel if off else AddCardLabel)(**at, label_id=chip.ident)
    return (RemoveCardMember if off else AddCardMember)(**at, member_id=chip.ident)
