"""The board screen: what is done on a board, and the writes it makes of it."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on

from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import Deed
from tui.app.screens.board_view import BoardView
from tui.app.widgets.card_face import DENSITIES, Density
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar
from tui.model import position
from tui.model.base import new_local_id
from tui.model.card import CardFace
from tui.model.op import CreateCard, MoveCard, Op, UpdateCard


class BoardScreen(BoardView):
    """A board that is walked and changed."""

    deeds: ClassVar[tuple[Deed, ...]] = BOARD

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

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens."""
        self.kanban.page(screens)

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        self.kanban.lift()

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        self.tell("")
        self.kanban.put_down()

    def put_back(self) -> bool:
        """Give up what is in the hand, else the selection, else the filter."""
        if self.kanban.put_back():
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

    def denser(self) -> str:
        """Show cards in the next density."""
        at = (DENSITIES.index(self.kanban.look.density) + 1) % len(DENSITIES)
        density: Density = DENSITIES[at]
        self.workspace.remember("density", density)
        self.kanban.set_density(density)
        return density

    # --- writing --------------------------------------------------------------------------

    async def place(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        """Put cards one after another at a place; the cursor follows the first."""
        if self._board is None or not cards:
            return
        target = self.kanban.card_list(list_id)
        moving = {card.id for card in cards}
        siblings = [face for face in (target.siblings() if target else ()) if face.id not in moving]
        positions = [face.pos for face in siblings]
        ops: list[Op] = []
        index = min(index, len(siblings))
        for offset, card in enumerate(cards):
            pos, moved = position.make_room(positions, index + offset)
            for at, new in moved.items():
                positions[at] = new
                if at < index or at >= index + offset:
                    other = siblings[at if at < index else at - offset]
                    ops.append(MoveCard(board_id=self._board.id, card_id=other.id, list_id=list_id, pos=new))
            positions.insert(index + offset, pos)
            if (card.list_id, card.pos) != (list_id, pos):
                ops.append(MoveCard(board_id=self._board.id, card_id=card.id, list_id=list_id, pos=pos))
        await self.workspace.submit_all(ops)
        self._patch(frozenset(op.card_id for op in ops if isinstance(op, MoveCard)))
        self.kanban.reveal(cards[0].id, list_id)

    @on(Kanban.Placed)
    async def _place_dropped(self, message: Kanban.Placed) -> None:
        message.stop()
        face = self.open_face(message.card_id)
        if face is None:
            self.tell("that card is gone")
            return
        await self.finish(self.work(self._drop(face, message.list_id, message.index), "drop"))

    async def _drop(self, face: CardFace, list_id: str, index: int) -> None:
        await self.place([face], list_id, index)
        name = next((each.name for each in self.lists if each.id == list_id), "")
        self.tell(f"moved to {name}" if list_id != face.list_id else "moved", undo=True)

    @on(Kanban.Walked)
    def _walked(self, message: Kanban.Walked) -> None:
        message.stop()
        self.follow()

    @on(Kanban.Refused)
    def _say_refused(self, message: Kanban.Refused) -> None:
        message.stop()
        self.tell(message.reason)

    @on(Kanban.Opened)
    def _open(self, message: Kanban.Opened) -> None:
        message.stop()
        self.go(f"card:{message.card.id}")

    # --- the line that is typed in --------------------------------------------------------

    def add_card(self) -> None:
        """Open the line for new cards after the cursor."""
        here = self.board_list
        if here is None:
            return
        region = self.kanban.region_of(self.index, after=True).translate(self.kanban.region.offset)
        draft = self.workspace.draft(f"new-card:{here.id}")
        self.editor.open(
            "new", region, value=draft, placeholder="title · enter adds · esc ends", repeats=True
        )

    def edit_title(self) -> None:
        """Open the line for the title of the card with the cursor."""
        if (card := self.card) is not None:
            region = self.kanban.region_of(self.index).translate(self.kanban.region.offset)
            self.editor.open(f"title:{card.id}", region, value=card.name)

    def ask_filter(self) -> None:
        """Open the line that narrows the board."""
        bottom = self.query_one(StatusBar).region
        region = bottom.translate((0, -2)).grow((0, 0, 2, 0))
        self.editor.open(
            "filter", region, value=self._words, placeholder="words of title, label or member · esc clears"
        )

    @on(LineEditor.Entered)
    async def _take_line(self, message: LineEditor.Entered) -> None:
        message.stop()
        purpose, _, card_id = message.purpose.partition(":")
        text = message.text.strip()
        if purpose == "filter":
            self.editor.close()
        elif purpose == "title":
            self.editor.close()
            if (
                text
                and (card := self.workspace.face(self.now_called(card_id))) is not None
                and text != card.name
            ):
                await self.finish(self.work(self._retitle(card, text), "retitle"))
        elif text:
            await self.finish(self.work(self._add(text), "add-card"))

    @on(LineEditor.Typed)
    def _follow_line(self, message: LineEditor.Typed) -> None:
        message.stop()
        if message.purpose == "filter":
            self.narrow(message.text)
        elif message.purpose == "new" and self.board_list is not None:
            self.workspace.keep_draft(f"new-card:{self.board_list.id}", message.text)

    @on(LineEditor.Left)
    def _leave_line(self, message: LineEditor.Left) -> None:
        message.stop()
        if message.purpose == "filter":
            self.narrow("")

    async def _retitle(self, card: CardFace, name: str) -> None:
        if self._board is not None:
            await self.workspace.submit(UpdateCard(board_id=self._board.id, card_id=card.id, name=name))
            self.tell("title changed", undo=True)

    async def _add(self, name: str) -> None:
        """Add a card after the cursor, and be ready for the next one."""
        here, board = self.board_list, self._board
        cards = self.kanban.card_list(here.id) if here else None
        if here is None or board is None or cards is None:
            return
        siblings = cards.siblings()
        after = self.card
        index = 0 if after is None else next((i for i, f in enumerate(siblings) if f.id == after.id), -1) + 1
        pos, moved = position.make_room([face.pos for face in siblings], index)
        ops: list[Op] = [
            MoveCard(board_id=board.id, card_id=siblings[at].id, list_id=here.id, pos=new)
            for at, new in moved.items()
        ]
        ident = new_local_id()
        ops.append(CreateCard(board_id=board.id, card_id=ident, list_id=here.id, name=name, pos=pos))
        await self.workspace.submit_all(ops)
        self.workspace.keep_draft(
            f"new-card:{here.id}", self.editor.line.value if self.editor.purpose == "new" else ""
        )
        self._patch(frozenset({ident, *(siblings[at].id for at in moved)}))
        self.kanban.reveal(self.now_called(ident), here.id)
        self.tell("added", undo=True)
        if self.editor.purpose == "new":
            self.add_card()

    # --- the filter -----------------------------------------------------------------------

    def narrow(self, words: str) -> None:
        """Show only the cards that have all of ``words``; "" shows all."""
        self._words = words.strip()
        wanted = self._matcher(self._words.casefold().split()) if self._words else None
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None:
                cards.keep(wanted)
        self.kanban.changed([each.id for each in self.lists])
        self._show_title()

    def _matcher(self, words: Sequence[str]) -> Callable[[CardFace], bool]:
        look = self.kanban.look
        labels = {ident: label.name.casefold() for ident, label in look.labels.items()}
        members = {ident: f"{m.full_name} {m.username}".casefold() for ident, m in look.members.items()}

        def wanted(face: CardFace) -> bool:
            parts = [face.name.casefold()]
            parts += [labels.get(ident, "") for ident in face.label_ids]
            parts += [members.get(ident, "") for ident in face.member_ids]
            text = " ".join(parts)
            return all(word in text for word in words)

        return wanted
