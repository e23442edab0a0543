"""InlineLine: the line that is typed in on the board, for new cards, a title or the filter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.app.arrange import arrange
from tui.app.commands.boards import NewBoard
from tui.app.commands.command import CONFLICT
from tui.app.commands.lists import NewList
from tui.app.widgets.line_editor import HEIGHT, LineEditor
from tui.model.base import new_local_id
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard

if TYPE_CHECKING:
    from tui.app.screens.board_parts.filter import CardFilter
    from tui.app.screens.board_parts.loader import BoardLoader
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.screens.board_parts.shown import Shown
    from tui.model.card import CardFace


class InlineLine:
    """Opens the line and does what is entered. What it is for is its purpose: ``new:<list>``, ``title:<card>``, ``filter``.

    Args:
        shown: The board on the screen.
        loader: Shows what was written.
        filter: Narrows the board to what is typed.
        selection: Offers the keys of the line.
    """

    def __init__(self, shown: Shown, loader: BoardLoader, filter: CardFilter, selection: Selection) -> None:  # noqa: A002 - what it is
        self._shown, self._page, self._kanban, self._editor = shown, shown.page, shown.kanban, shown.editor
        self._workspace = shown.page.workspace
        self._loader, self._filter, self._selection = loader, filter, selection
        self._after: str | None = None  # the card that the next new one follows
        self._was = ""  # the title that is being changed

    # --- opening it -----------------------------------------------------------------------

    def add_card(self) -> None:
        """Open the line for new cards after the cursor; where there is no board or no list yet, ask for the first."""
        if (here := self._page.board_list) is None:
            first = NewBoard if self._shown.board is None else NewList
            command = self._page.keymap.commands[first.name()]
            self._page.work(command.run(self._page), first.name(), asks=True)
        else:
            self._after = None if self._kanban.card is None else self._kanban.card.id
            self._open_new(here.id)

    def _open_new(self, list_id: str) -> None:
        offer = self._kept(f"new-card:{list_id}")
        region = self._kanban.open_up(self._kanban.index, HEIGHT, after=True).translate(
            self._kanban.region.offset
        )
        self._editor.open(f"new:{list_id}", region, placeholder="title", repeats=True, offer=offer)
        self._selection.offer()

    def edit_title(self) -> None:
        """Open the line for the title of the card with the cursor, with what was typed and not kept before."""
        if (card := self._kanban.card) is None:
            return
        offer = self._kept(f"title:{card.id}")
        self._was = card.name
        region = self._kanban.open_up(self._kanban.index, HEIGHT).translate(self._kanban.region.offset)
        self._editor.open(
            f"title:{card.id}", region, value=card.name, offer=offer if offer != card.name else ""
        )
        self._selection.offer()

    def _kept(self, key: str) -> str:
        """What was typed for ``key`` and never entered."""
        return self._workspace.drafts.get(key) or self._workspace.drafts.left(key)

    def ask_filter(self) -> None:
        """Open the line that narrows the board."""
        bottom = self._shown.bar.region
        region = bottom.translate((0, 1 - HEIGHT)).grow((0, 0, HEIGHT - 1, 0)).translate((0, -1))
        self._editor.open(
            "filter", region, value=self._shown.words, placeholder="words of title, label or member"
        )
        self._selection.offer()

    def follow_card(self) -> None:
        """Keep the line at its card, which may be higher, lower or elsewhere since something changed."""
        kind, _, ident = self._editor.purpose.partition(":")
        under = {"new": self._after, "title": ident}.get(kind)
        cards = self._kanban.cursor.cards
        index = None if under is None or cards is None else cards.index(self._page.feed.now_called(under))
        if index is not None:
            region = self._kanban.open_up(index, HEIGHT, after=kind == "new")
            self._editor.open(self._editor.purpose, region.translate(self._kanban.region.offset))

    def _close(self) -> None:
        self._editor.close()
        self._kanban.close_up()
        self._selection.offer()

    # --- what comes from it ---------------------------------------------------------------

    async def take(self, message: LineEditor.Said) -> None:
        """Take what was typed."""
        match message:
            case LineEditor.Entered():
                await self._take_line(message)
            case LineEditor.Lines():
                await self._take_lines(message)
            case LineEditor.Typed():
                self._follow_line(message)
            case LineEditor.Took():
                self._take_offered(message)
            case LineEditor.Left():
                await self._leave_line(message)
            case _:
                pass

    async def _take_line(self, message: LineEditor.Entered) -> None:
        purpose, _, ident = message.purpose.partition(":")
        text = message.text.strip()
        if purpose == "new":
            if text:
                await self._add_soon(ident, [text])
            return
        self._close()
        if purpose == "title" and text:
            await self._take_title(self._page.feed.now_called(ident), text)

    async def _take_title(self, card_id: str, text: str) -> None:
        card = self._shown.open_face(card_id)
        if card is None:
            self._page.tell(f"that card is gone: {self._page.key_names['new-card']} has what you typed")
            await self._keep_aside(text)
        elif text != card.name.strip():
            await self._page.finish(self._page.work(self._retitle(card, text), "retitle"))
            return
        self._workspace.drafts.keep(f"title:{card_id}", "")

    async def _take_lines(self, message: LineEditor.Lines) -> None:
        """Make a card of every line that was pasted; other lines are one line."""
        purpose, _, ident = message.purpose.partition(":")
        if purpose == "new":
            await self._add_soon(ident, message.lines, pasted=True)
        else:
            self._editor.line.insert_text_at_cursor(" ".join(message.lines))

    def _follow_line(self, message: LineEditor.Typed) -> None:
        if message.purpose == "filter":
            self._filter.narrow(message.text)
        else:
            # Typed text outlives whatever ends the program.
            base = self._was if message.purpose.startswith("title:") else None
            self._workspace.drafts.keep(self._draft_of(message.purpose), message.text, base)

    async def _keep_aside(self, text: str) -> None:
        """Keep what was typed for something that is gone, for new cards of the list with the cursor."""
        if (here := self._page.board_list) is not None:
            self._workspace.drafts.keep(f"new-card:{here.id}", text)
            await self._workspace.drafts.leave(f"new-card:{here.id}")

    def _take_offered(self, message: LineEditor.Took) -> None:
        key = self._draft_of(message.purpose)
        if message.purpose.startswith("title:") and (base := self._workspace.drafts.base(key)) is not None:
            self._was = base
        self._workspace.drafts.take(key, message.text)

    def _draft_of(self, purpose: str) -> str:
        """The key of the draft of what is typed."""
        kind, _, ident = purpose.partition(":")
        return f"{'new-card' if kind == 'new' else kind}:{self._page.feed.now_called(ident)}"

    async def _leave_line(self, message: LineEditor.Left) -> None:
        purpose, key = message.purpose.partition(":")[0], self._draft_of(message.purpose)
        self._close()
        if message.forgotten:
            await self._workspace.drafts.forget(key, message.forgotten)
            self._page.tell("the draft is forgotten")
        if purpose == "filter":
            self._filter.leave()
        elif purpose == "title":
            self._workspace.drafts.keep(key, "")
        elif message.text.strip():
            await self._workspace.drafts.leave(key)
            self._page.tell(f"what you typed is kept: {self._page.key_names['new-card']} shows it")

    # --- writing --------------------------------------------------------------------------

    async def _retitle(self, card: CardFace, name: str) -> None:
        if self._shown.board is not None:
            op = UpdateCard(board_id=self._shown.board.id, card_id=card.id, name=name)
            count = await self._workspace.writes.submit_all(
                [op], draft=f"title:{card.id}", seen={"name": self._was}
            )
            self._page.tell(
                CONFLICT.format_map(self._page.key_names) if count else "title changed", undo=not count
            )

    async def _add_soon(self, list_id: str, names: Sequence[str], *, pasted: bool = False) -> None:
        await self._page.finish(
            self._page.work(self._add(self._page.feed.now_called(list_id), names, pasted=pasted), "add-card")
        )

    async def _add(self, list_id: str, names: Sequence[str], *, pasted: bool) -> None:
        """Add cards to a list, after the last one that was added or had the cursor, and be ready for the next.

        A write that fails leaves in the line what was typed there; what was ``pasted`` as cards is put there.
        """
        board, cards = self._shown.board, self._kanban.row.card_list(list_id)
        if board is None or cards is None:
            self._close()
            await self._keep_aside(" ".join(names))
            self._page.tell(
                f"that list is gone: nothing was added, {self._page.key_names['new-card']} has what you typed"
            )
            return
        siblings = cards.siblings()
        after = self._page.feed.now_called(self._after or "")
        index = next((i for i, face in enumerate(siblings) if face.id == after), -1) + 1
        made = {new_local_id(): name for name in names}
        places = arrange(siblings, list(made), index)
        ops: list[CreateCard | MoveCard] = [
            CreateCard(board_id=board.id, card_id=ident, list_id=list_id, name=made[ident], pos=pos)
            if ident in made
            else MoveCard(board_id=board.id, card_id=ident, list_id=list_id, pos=pos)
            for ident, pos in places.items()
        ]
        kept = False
        try:
            await self._workspace.writes.submit_all(ops)
            kept = True
        finally:
            if pasted and not kept:
                self._give_back(list_id, names)
        *_, self._after = made
        typing = self._editor.purpose.startswith("new:")
        if typing:
            # Only now: a write that fails leaves the line as it is.
            self._editor.clear()
        self._workspace.drafts.keep(f"new-card:{list_id}", "")
        self._loader.show([self._after], also=list(places))
        self._page.tell("added" if len(made) == 1 else f"added {len(made)} cards", undo=True)
        if typing and self._page.board_list is not None and self._page.board_list.id == list_id:
            self._open_new(list_id)

    def _give_back(self, list_id: str, names: Sequence[str]) -> None:
        """Put what could not be saved into the line again, before what has been typed since."""
        purpose, _, ident = self._editor.purpose.partition(":")
        if purpose == "new" and self._page.feed.now_called(ident) == list_id:
            line = self._editor.line
            line.value = " ".join([*names, line.value]).strip()
            line.cursor_position = len(line.value)
