"""The board screen: what is done on a board, and the writes it makes of it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.timer import Timer

from tui.app.arrange import arrange
from tui.app.commands.cards import NewCard
from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import Command, Deed, Instant, short
from tui.app.safe_text import safe_line
from tui.app.screens.board_line import BoardLine
from tui.app.screens.board_reader import PLACE
from tui.app.widgets.card_face import DENSITIES
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.model.card import CardFace
from tui.model.op import MoveCard
from tui.settings.config import Density

_STARTLED = 1.0
"""Seconds after the card under the cursor was taken away in which no verb falls on the next one."""

_RESTS = 2.0
"""Seconds of walking that a dropped line may cost of the cursor's place."""

_ON_CARDS = {"Card", "Cards"}
"""Groups of the verbs that act on the card with the cursor."""


class BoardScreen(BoardLine):
    """A board that is walked and changed."""

    deeds: ClassVar[tuple[Deed, ...]] = BOARD

    _startled = float("-inf")
    _noting: Timer | None = None
    _place: tuple[str, str] | None = None

    async def ask(self, deed: Command[Any]) -> None:
        """Run ``deed``, but none on a card that has only just come under the cursor by itself."""
        hits = deed.group in _ON_CARDS and not isinstance(deed, NewCard)
        if hits and self._clock.monotonic() - self._startled < _STARTLED:
            self._startled = float("-inf")
            self.tell("the card you meant has just gone: press again for this one")
            return
        if not isinstance(deed, Instant):
            self.kanban.acted = frozenset(card.id for card in self.cards)
        await super().ask(deed)

    # --- walking: what the commands ask for ----------------------------------------------

    def step(self, by: int) -> None:
        """Move the cursor by so many cards."""
        self.kanban.step(by)

    def aside(self, by: int) -> None:
        """Move the cursor by so many lists."""
        self.kanban.aside(by)

    def go_to(self, index: int) -> None:
        """Move the cursor to a card of its list."""
        self.kanban.go_to(index)

    def go_to_list(self, at: int) -> None:
        """Move the cursor to a list."""
        self.kanban.go_to_list(at)

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, which may be on the board only since this moment."""
        if list_id and (wanted := self.workspace.board_list(list_id)) is not None:
            self._read_board()
            ids = [each.id for each in self.lists]
            if wanted.id in ids:
                self.kanban.go_to_list(ids.index(wanted.id))

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens."""
        self.kanban.page(screens)

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        self.kanban.lift()
        self.offer()

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        self.kanban.put_down()
        self.offer()

    def put_back(self) -> bool:
        """Give up what is in the hand, else the selection, else the filter."""
        if self.kanban.put_back():
            self.offer()
            self.tell("put back")
            return True
        if self.kanban.picked:
            self.pick(())
            return True
        if self._words:
            self.narrow("")
            return True
        return False

    def pick(self, card_ids: Sequence[str]) -> None:
        """Select exactly these cards."""
        self.kanban.pick(card_ids)
        self.offer()

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place; what is done to a card while it is open is done by whoever opened it."""
        if self.card is not None and place.startswith("card:"):
            self.kanban.acted = frozenset({self.card.id})
        super().go(place, saying=saying)

    def denser(self) -> str:
        """Show cards in the next density."""
        at = (DENSITIES.index(self.kanban.look.density) + 1) % len(DENSITIES)
        density: Density = DENSITIES[at]
        self.workspace.remember("density", density)
        self.kanban.set_density(density)
        return density

    def many(self) -> tuple[str, Sequence[str]]:
        """The selected cards, else those of the list that are shown; and what they are called."""
        if self.kanban.picked:
            return "the selection", [card.id for card in self.cards]
        here = self.board_list
        return (here.name, [card.id for card in self.cards_of(here.id)]) if here is not None else ("", [])

    # --- writing --------------------------------------------------------------------------

    async def place(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        """Put cards one after another at a place among those shown; the cursor follows the first."""
        target = self.kanban.card_list(list_id)
        if self._board is None or target is None or not cards:
            return
        moving = {card.id: (card.list_id, card.pos) for card in cards}
        siblings = [face for face in target.siblings() if face.id not in moving]
        places = arrange(siblings, list(moving), target.true_place(index, moving))
        await self.workspace.submit_all(
            [
                MoveCard(board_id=self._board.id, card_id=ident, list_id=list_id, pos=pos)
                for ident, pos in places.items()
                if moving.get(ident) != (list_id, pos)
            ]
        )
        self.show_cards([cards[0].id], also=list(places))

    @on(Kanban.Placed)
    async def _place_dropped(self, message: Kanban.Placed) -> None:
        message.stop()
        # In the board's order, whichever of them was under the pointer.
        shown = [
            face for each in self.lists for face in self.cards_of(each.id) if face.id in message.card_ids
        ]
        # As they are, not as a card in the hand is previewed.
        dropped = [face for each in shown if (face := self.open_face(each.id)) is not None]
        if not dropped:
            self.tell("that card is gone")
            return
        self.kanban.acted = frozenset(face.id for face in dropped)
        await self.finish(self.work(self._drop(dropped, message.list_id, message.index), "drop"))

    async def _drop(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        await self.place(cards, list_id, index)
        name = next((each.name for each in self.lists if each.id == list_id), "")
        moved = "moved" if len(cards) == 1 else f"moved {len(cards)} cards"
        self.tell(
            f"{moved} to {name}" if any(card.list_id != list_id for card in cards) else moved, undo=True
        )

    @on(Kanban.Walked)
    def _walked(self, message: Kanban.Walked) -> None:
        message.stop()
        column = self.kanban.column_of(self.kanban.list_id)
        cut = self.board_list is not None and column is not None and column.name_cut
        self.query_one(StatusBar).place = safe_line(self.board_list.name) if cut and self.board_list else ""
        self._note_place()
        self.follow()

    def _note_place(self) -> None:
        """Remember where the cursor is, once it has rested: a write a key would be in the keys' way."""
        if self._board is not None and self.board_list is not None:
            here = "" if self.card is None else self.card.id
            self._place = (f"{PLACE}{self._board.id}", f"{self.board_list.id} {here}")
        if self._noting is None:
            self._noting = self.set_timer(_RESTS, self._keep_place)

    def _keep_place(self) -> None:
        if self._noting is not None:
            self._noting.stop()
        self._noting = None
        if self._place is not None:
            self.workspace.remember(*self._place)
            self._place = None

    def open_board(self, board_id: str | None) -> None:
        """Show another board; the place on this one is kept."""
        self._keep_place()
        super().open_board(board_id)
        self.offer()

    def on_unmount(self) -> None:
        """Keep the place. The toolkit calls the base class's handler too."""
        self._keep_place()

    @on(Kanban.Slid)
    def _tell_slid(self, message: Kanban.Slid) -> None:
        """Say that somebody took the card under the cursor away, and let no verb in the air fall on the next."""
        message.stop()
        was, face = message.card, self.workspace.face(message.card.id)
        moved = face is None or face.closed or face.list_id != was.list_id
        if not moved or self.holding or self.app.screen is not self:
            return
        self._startled = self._clock.monotonic()
        if self.workspace.board(self._board_id or "") is None:
            self.tell("somebody else deleted this board · b opens another")
            return
        where = next((each.name for each in self.lists if face and each.id == face.list_id), "another board")
        done = "was deleted" if face is None else "was archived" if face.closed else f"went to {where}"
        self.tell(f"somebody else: {short(was.name)} {done} · the cursor is on the next card")

    @on(TitleBar.Clicked)
    def _title_clicked(self, message: TitleBar.Clicked) -> None:
        message.stop()
        self.go("boards")

    @on(Kanban.Opened)
    def _open(self, message: Kanban.Opened) -> None:
        message.stop()
        self.go(f"card:{message.card.id}")
