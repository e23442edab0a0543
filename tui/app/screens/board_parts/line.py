"""InlineLine: the inline text line of the board, for new cards, a title or the filter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.geometry import Region

from tui.app.arrange import arrange_below
from tui.app.commands.boards import NewBoard
from tui.app.commands.lists import NewList
from tui.app.screens.screen import tell_conflict
from tui.app.widgets.line_editor import HEIGHT, LineEditor

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.early_title import EarlyTitle
    from tui.app.screens.board_parts.filter import CardFilter
    from tui.app.screens.board_parts.loader import BoardLoader
    from tui.app.screens.board_parts.quick_add import QuickAdd
    from tui.app.screens.board_parts.selection import Selection
    from tui.model.card import CardFace

_WIDE = 80
"""Maximum width of the line in cells, if its column is not wider."""

_FRAME = 6
"""Cells of the line's frame, of its padding, and of the cursor with a blank before it."""


class InlineLine:
    """The controller of the inline line; its purpose is ``new:<list>``, ``title:<card>`` or ``filter``.

    Args:
        selection: Shows the key hints of the line.
    """

    def __init__(
        self,
        view: BoardView,
        loader: BoardLoader,
        filter: CardFilter,
        selection: Selection,
    ) -> None:
        self._view, self._page, self._kanban, self._editor = view, view.page, view.kanban, view.editor
        self._workspace = view.page.workspace
        self._loader, self._filter, self._selection = loader, filter, selection
        self._previous_card: str | None = None  # the card after which the next new card is inserted
        # A draft that was taken here after another window had taken it, with its key.
        self._too_late: tuple[str, str] | None = None
        self._old_title = ""  # the title before the edit
        self._quick: QuickAdd | None = None  # created with the first new card, not with the screen
        self._early: EarlyTitle | None = None

    # --- opening it -----------------------------------------------------------------------

    def add_card(self) -> None:
        """Open the line for new cards below the cursor, or ask for a first board or list if there is none.

        While the lists are loading, a box asks for the title instead.
        """
        here = self._page.board_list
        if here is None and self._early_title().is_early:
            self._page.work(self._ask_early, "early-title", asks=True)
        elif here is None:
            first = NewBoard if self._view.board is None else NewList
            command = self._page.keymap.commands[first.name()]
            self._page.work(partial(command.run, self._page), first.name(), asks=True)
        else:
            self._previous_card = None if self._kanban.card is None else self._kanban.card.id
            self._open_new(here.id)

    async def _ask_early(self) -> None:
        """Ask for a title before the lists are loaded, then open the line below the new card."""
        if await self._early_title().ask() and self._page.board_list is not None:
            self.add_card()

    def _early_title(self) -> EarlyTitle:
        if self._early is None:
            from tui.app.screens.board_parts.early_title import EarlyTitle

            self._early = EarlyTitle(self._view, self._add_early)
        return self._early

    async def _add_early(self, list_id: str, titles: Sequence[str]) -> None:
        self._quick_add().read_names()
        await self._add(list_id, titles, pasted=False, in_line=False)

    def _open_new(self, list_id: str) -> None:
        key = f"new-card:{list_id}"
        if kept := self._kept_early():
            self._workspace.drafts.keep(key, f"{self._workspace.drafts.get(key)} {kept}".strip())
        offers = self._unfinished_drafts(key)
        quick = self._quick_add()
        region = self._kanban.make_room(self._kanban.index, quick.height, after=True).translate(
            self._kanban.region.offset
        )
        region = self._widened(region)
        self._editor.open(
            f"new:{list_id}",
            region,
            placeholder="title",
            repeats=True,
            offers=offers,
            complete=quick.complete,
        )
        quick.open(region, self._editor.line.value, list_id)
        self._selection.offer()

    def _kept_early(self) -> str:
        """Return the titles without cards that were typed before the lists were loaded, now or in an earlier run."""
        left = self._workspace.drafts.unfinished(f"early-card:{self._view.board_id}")
        return self._early_title().take_kept() if left or self._early is not None else ""

    def _quick_add(self) -> QuickAdd:
        if self._quick is None:
            from tui.app.screens.board_parts.quick_add import QuickAdd

            self._quick = QuickAdd(self._view)
        return self._quick

    def edit_title(self) -> None:
        """Open the line for the title of the card with the cursor, and offer an earlier draft."""
        if (card := self._kanban.card) is None:
            return
        offers = [each for each in self._unfinished_drafts(f"title:{card.id}") if each != card.name]
        self._old_title = card.name
        region = self._kanban.make_room(self._kanban.index, HEIGHT).translate(self._kanban.region.offset)
        region = self._widened(region, card.name)
        self._editor.open(f"title:{card.id}", region, value=card.name, offers=offers)
        self._selection.offer()

    def _widened(self, region: Region, title: str | None = None) -> Region:
        """Return the region of the line, widened within the window for a new card, or a title that has no room in it."""
        screen = self._page.size.width
        fits = title is not None and cell_len(title) + _FRAME <= region.width
        width = region.width if fits else max(region.width, min(_WIDE, screen))
        return Region(max(min(region.x, screen - width), 0), region.y, width, region.height)

    def _unfinished_drafts(self, key: str) -> list[str]:
        """Return the unfinished drafts for ``key``, newest first."""
        drafts = self._workspace.drafts
        return [each for each in dict.fromkeys((drafts.get(key), *drafts.all_unfinished(key))) if each]

    def ask_filter(self) -> None:
        """Open the line for the filter."""
        from tui.model.filter.filter import to_continue

        self._filter.begin()
        self._loader.read_whole()
        self._editor.open(
            "filter",
            None,
            complete=self._filter.complete,
            value=to_continue(self._view.words),
            placeholder="words  #label  @me  list:name  due:week  has:comment  is:done  -not  or",
        )
        self._selection.offer()

    def follow_card(self) -> None:
        """Move the line to its card's current place, after the card may have moved."""
        kind, _, ident = self._editor.purpose.partition(":")
        under = {"new": self._previous_card, "title": ident}.get(kind)
        cards = self._kanban.cursor.cards
        index = None if under is None or cards is None else cards.index(self._page.feed.current_id(under))
        if index is not None:
            new = kind == "new"
            room = self._kanban.make_room(index, self._quick_add().height if new else HEIGHT, after=new)
            region = room.translate(self._kanban.region.offset)
            region = self._widened(region, None if new else self._editor.line.value)
            self._editor.open(self._editor.purpose, region)
            if new:
                self._quick_add().move(region)

    def _close(self) -> None:
        if self._quick is not None:
            self._quick.close()
        self._editor.close()
        self._kanban.close_up()
        self._selection.offer()

    # --- what comes from it ---------------------------------------------------------------

    async def take(self, message: LineEditor.Said) -> None:
        """Dispatch a message of the line editor."""
        match message:
            case LineEditor.Entered():
                await self._take_line(message)
            case LineEditor.Lines():
                await self._take_lines(message)
            case LineEditor.Typed():
                self._follow_line(message)
            case LineEditor.Took():
                await self._accept_draft(message)
            case LineEditor.Literal() if message.purpose.startswith("new:"):
                self._quick_add().toggle_literal(message.text)
            case LineEditor.MakesLabels() if message.purpose.startswith("new:"):
                self._quick_add().toggle_making_labels(message.text)
            case LineEditor.Left():
                await self._leave_line(message)
            case _:
                pass

    async def _take_line(self, message: LineEditor.Entered) -> None:
        purpose, _, ident = message.purpose.partition(":")
        text = message.text.strip()
        if self._too_late is not None and self._too_late == (self._draft_of(message.purpose), message.text):
            return  # entered before it was known; the line is empty by now
        if purpose == "new":
            if text:
                await self._add_soon(ident, [text])
            return
        self._close()
        if purpose == "filter":
            self._filter.narrow(text)
        elif purpose == "title" and text:
            await self._take_title(self._page.feed.current_id(ident), text)

    async def _take_title(self, card_id: str, text: str) -> None:
        card = self._view.open_face(card_id)
        if card is None:
            self._page.tell(f"that card is gone: {self._page.key_names['new-card']} has what you typed")
            await self._save_as_draft(text)
        elif text != card.name.strip():
            await self._page.finish(self._page.work(partial(self._retitle, card, text), "retitle"))
            return
        self._workspace.drafts.keep(f"title:{card_id}", "")

    async def _take_lines(self, message: LineEditor.Lines) -> None:
        """Create a card from every pasted line; if the line is not for new cards, join the pasted lines."""
        purpose, _, ident = message.purpose.partition(":")
        if purpose == "new":
            await self._add_soon(ident, message.lines, pasted=True)
        else:
            self._editor.line.insert_text_at_cursor(" ".join(message.lines))

    def _follow_line(self, message: LineEditor.Typed) -> None:
        self._too_late = None
        if message.purpose == "filter":
            self._filter.narrow(message.text, typing=True)
        else:
            if message.purpose.startswith("new:"):
                self._quick_add().show(message.text)
            # Saved at each change, so that typed text survives any end of the program.
            base = self._old_title if message.purpose.startswith("title:") else None
            self._workspace.drafts.keep(self._draft_of(message.purpose), message.text, base)

    async def _save_as_draft(self, text: str) -> None:
        """Save text typed for something that is gone as a new-card draft of the list with the cursor."""
        if (here := self._page.board_list) is not None:
            self._workspace.drafts.keep(f"new-card:{here.id}", text)
            await self._workspace.drafts.mark_unfinished(f"new-card:{here.id}")

    async def _accept_draft(self, message: LineEditor.Took) -> None:
        """Continue with a draft, unless another window has taken it meanwhile."""
        key = self._draft_of(message.purpose)
        if message.purpose.startswith("title:") and (base := self._workspace.drafts.base(key)) is not None:
            self._old_title = base
        if message.purpose.startswith("new:"):
            self._quick_add().show(message.text)
        drafts = self._workspace.drafts
        if drafts.get(key) not in {"", message.text}:
            await drafts.mark_unfinished(key)  # another draft, taken before
        if not await drafts.claim(key, message.text):
            self._too_late = key, message.text
            if self._editor.line.value == message.text:
                self._editor.line.value = ""
            self._page.tell("another window has taken this draft")
        # Oldest first, so that repeated tabs go through all drafts.
        self._editor.offer_next([each for each in drafts.all_unfinished(key)[::-1] if each != message.text])

    def _draft_of(self, purpose: str) -> str:
        """Return the draft key for a purpose of the line."""
        kind, _, ident = purpose.partition(":")
        return f"{'new-card' if kind == 'new' else kind}:{self._page.feed.current_id(ident)}"

    async def _leave_line(self, message: LineEditor.Left) -> None:
        purpose, key = message.purpose.partition(":")[0], self._draft_of(message.purpose)
        self._close()
        if purpose == "filter":
            self._filter.leave()
        elif purpose == "title":
            if not message.offered or self._workspace.drafts.get(key) == message.text:
                self._workspace.drafts.keep(key, "")
        elif message.text.strip() or message.offered:
            # Esc never loses a text; a draft is deleted only by taking and clearing it.
            await self._workspace.drafts.mark_unfinished(key)
            here = self._workspace.boards.get_list(key.partition(":")[2])
            where = "" if here is None else f" in {here.name}"
            self._page.tell(f"what you typed is kept: {self._page.key_names['new-card']}{where} shows it")

    # --- writing --------------------------------------------------------------------------

    async def _retitle(self, card: CardFace, name: str) -> None:
        from tui.model.writes.cards import UpdateCard

        if self._view.board is not None:
            write = UpdateCard(board_id=self._view.board.id, card_id=card.id, name=name)
            count = await self._workspace.writes.submit_all(
                [write], draft=f"title:{card.id}", seen={"name": self._old_title}
            )
            if count:
                tell_conflict(self._page)
            else:
                self._page.tell("title changed", undo=True)

    async def _add_soon(self, list_id: str, texts: Sequence[str], *, pasted: bool = False) -> None:
        await self._page.finish(
            self._page.work(
                partial(self._add, self._page.feed.current_id(list_id), texts, pasted=pasted), "add-card"
            )
        )

    async def _tell_gone(self, texts: Sequence[str]) -> None:
        """Close the line of a list that is gone, and keep the typed text as a draft."""
        self._close()
        await self._save_as_draft(" ".join(texts))
        self._page.tell(
            f"that list is gone: nothing was added, {self._page.key_names['new-card']} has what you typed"
        )

    async def _add(self, list_id: str, texts: Sequence[str], *, pasted: bool, in_line: bool = True) -> None:
        """Add cards to a list, below the one added last or the cursor's, and reopen the line for the next.

        A card whose text names another list goes to the end of that list. ``pasted`` lines are literal
        titles; if the write fails, they are put into the line, where typed text would stay. Texts that were
        not typed ``in_line`` do not change the line, which may contain the next title already.
        """
        board, cards = self._view.board, self._kanban.row.card_list(list_id)
        if board is None or cards is None:
            await self._tell_gone(texts)
            return
        after = self._page.feed.current_id(self._previous_card or "")
        place = partial(arrange_below, cards, card_id=after)
        made = self._quick_add().plan(texts, board.id, list_id, place, literal=pasted)
        with ExitStack() as failed:
            if pasted:
                failed.callback(self._restore_line, list_id, texts)
            await self._workspace.writes.submit_all(
                made.writes, draft=f"new-card:{list_id}" if in_line else ""
            )
            failed.pop_all()
        self._previous_card = made.here[-1] if made.here else self._previous_card
        typing = in_line and self._editor.purpose.startswith("new:")
        if typing:
            # Cleared only now, since a failed write must leave the line unchanged.
            self._editor.clear()
        self._loader.show([self._previous_card] if self._previous_card else [])
        # Whoever pastes #hot or a date may expect it to be read, as it is when it is typed.
        self._page.tell(f"{made.words} · titles as pasted" if pasted else made.words, undo=True)
        here = self._page.board_list
        if typing and here is not None and here.id == list_id:
            self._open_new(list_id)

    def _restore_line(self, list_id: str, names: Sequence[str]) -> None:
        """Put names that could not be saved back into the line, before any text typed since."""
        purpose, _, ident = self._editor.purpose.partition(":")
        if purpose == "new" and self._page.feed.current_id(ident) == list_id:
            line = self._editor.line
            line.value = " ".join([*names, line.value]).strip()
            line.cursor_position = len(line.value)
