"""The line that is typed in on the board: new cards, a title, the filter."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from textual import on

from tui.app.arrange import arrange
from tui.app.commands.boards import NewBoard
from tui.app.commands.command import CONFLICT, show_key
from tui.app.matching import fold
from tui.app.screens.board_reader import FEW, BoardReader
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import HEIGHT, LineEditor
from tui.app.widgets.status_bar import Hint, StatusBar
from tui.model.base import new_local_id
from tui.model.card import CardFace
from tui.model.change import Change
from tui.model.op import CreateCard, MoveCard, UpdateCard

_OFFERS: Mapping[str, tuple[Hint, ...]] = MappingProxyType(
    {
        "new": (("enter", "adds"), ("esc", "ends")),
        "title": (("enter", "keeps it"), ("esc", "leaves it as it was")),
        "filter": (("enter", "stays with these"), ("esc", "shows all again")),
        "carry": (("h j k l", "carry"), ("enter", "drops"), ("esc", "puts back")),
        "": (),
    }
)
"""What the bottom line offers while something special goes on."""


_WITH_PICKED = (
    ("back", "clears"), ("move-card-to", "move"), ("archive-card", "archive"), ("labels", "labels"), ("due", "due"),
    ("members", "members"), ("enrich-many", "enrich"), ("delete-card-for-good", "delete"),
)  # fmt: skip
"""What the bottom line offers for selected cards: names of commands, and words."""


class BoardLine(BoardReader):
    """A board with a line to type in: what it is for stands in its purpose, ``new:<list>``, ``title:<card>``, ``filter``."""

    _after: str | None = None  # the card that the next new one follows
    _was = ""  # the title that is being changed
    _left: CardFace | None = None  # the card that had the cursor when the filter began

    def offer(self) -> None:
        """Show the keys that matter now, and how many cards are selected."""
        kind = self.editor.purpose.partition(":")[0] or ("carry" if self.holding else "")
        count, picked = 0, len(self.kanban.picked)
        offers = _OFFERS[kind]
        if picked:
            count = len(self.cards)
            keys = ((self.keymap.keys_of(name), word) for name, word in _WITH_PICKED)
            offers = offers or tuple((show_key(key[0]), word) for key, word in keys if key)
        words = f"{count} selected" + (f", {picked - count} not shown" if picked > count else "")
        bar = self.query_one(StatusBar)
        bar.selected = words if picked else ""
        bar.mode(offers)

    # --- opening it -----------------------------------------------------------------------

    def add_card(self) -> None:
        """Open the line for new cards after the cursor; where there is no board yet, ask for the first."""
        if self._board is None:
            self.work(NewBoard().run(self), NewBoard.name(), asks=True)
        elif (here := self.board_list) is not None:
            self._after = None if self.card is None else self.card.id
            self._open_new(here.id)

    def _open_new(self, list_id: str) -> None:
        offer = self._kept(f"new-card:{list_id}")
        region = self.kanban.open_up(self.index, HEIGHT, after=True).translate(self.kanban.region.offset)
        self.editor.open(f"new:{list_id}", region, placeholder="title", repeats=True, offer=offer)
        self.offer()

    def edit_title(self) -> None:
        """Open the line for the title of the card with the cursor, with what was typed and not kept before."""
        if (card := self.card) is None:
            return
        offer = self._kept(f"title:{card.id}")
        self._was = card.name
        region = self.kanban.open_up(self.index, HEIGHT).translate(self.kanban.region.offset)
        self.editor.open(
            f"title:{card.id}", region, value=card.name, offer=offer if offer != card.name else ""
        )
        self.offer()

    def _kept(self, key: str) -> str:
        """What was typed for ``key`` and never entered."""
        return self.workspace.drafts.get(key) or self.workspace.drafts.left(key)

    def ask_filter(self) -> None:
        """Open the line that narrows the board."""
        bottom = self.query_one(StatusBar).region
        region = bottom.translate((0, 1 - HEIGHT)).grow((0, 0, HEIGHT - 1, 0)).translate((0, -1))
        self.editor.open("filter", region, value=self._words, placeholder="words of title, label or member")
        self.offer()

    def _follow_card(self) -> None:
        """Keep the line at its card, which may be higher, lower or elsewhere since something changed."""
        kind, _, ident = self.editor.purpose.partition(":")
        under = {"new": self._after, "title": ident}.get(kind)
        cards = self.kanban.cards
        index = None if under is None or cards is None else cards.index(self.now_called(under))
        if index is not None:
            region = self.kanban.open_up(index, HEIGHT, after=kind == "new")
            self.editor.open(self.editor.purpose, region.translate(self.kanban.region.offset))

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different."""
        super().reload(change)
        self._follow_card()
        self._count_picked()

    def _reread(self) -> None:
        super()._reread()
        self._follow_card()
        self._count_picked()

    def _count_picked(self) -> None:
        """Some of the selected cards may be shown no more, or again."""
        if self.kanban.picked:
            self.offer()

    def _close(self) -> None:
        self.editor.close()
        self.kanban.close_up()
        self.offer()

    # --- what comes from it ---------------------------------------------------------------

    @on(LineEditor.Entered)
    async def _take_line(self, message: LineEditor.Entered) -> None:
        message.stop()
        purpose, _, ident = message.purpose.partition(":")
        text = message.text.strip()
        if purpose == "new":
            if text:
                await self._add_soon(ident, [text])
            return
        self._close()
        if purpose == "title" and text:
            await self._take_title(self.now_called(ident), text)

    async def _take_title(self, card_id: str, text: str) -> None:
        card = self.open_face(card_id)
        if card is None:
            self.tell("that card is gone: n has what you typed")
            await self._keep_aside(text)
        elif text != card.name.strip():
            await self.finish(self.work(self._retitle(card, text), "retitle"))
            return
        self.workspace.drafts.keep(f"title:{card_id}", "")

    @on(LineEditor.Lines)
    async def _take_lines(self, message: LineEditor.Lines) -> None:
        """Make a card of every line that was pasted; other lines are one line."""
        message.stop()
        purpose, _, ident = message.purpose.partition(":")
        if purpose == "new":
            await self._add_soon(ident, message.lines, pasted=True)
        else:
            self.editor.line.insert_text_at_cursor(" ".join(message.lines))

    @on(LineEditor.Typed)
    def _follow_line(self, message: LineEditor.Typed) -> None:
        message.stop()
        if message.purpose == "filter":
            self.narrow(message.text)
        else:
            # Typed text outlives whatever ends the program.
            self.workspace.drafts.keep(self._draft_of(message.purpose), message.text)

    async def _keep_aside(self, text: str) -> None:
        """Keep what was typed for something that is gone, for new cards of the list with the cursor."""
        if (here := self.board_list) is not None:
            self.workspace.drafts.keep(f"new-card:{here.id}", text)
            await self.workspace.drafts.leave(f"new-card:{here.id}")

    @on(LineEditor.Took)
    def _take_offered(self, message: LineEditor.Took) -> None:
        message.stop()
        self.workspace.drafts.take(self._draft_of(message.purpose), message.text)

    def _draft_of(self, purpose: str) -> str:
        """The key of the draft of what is typed."""
        kind, _, ident = purpose.partition(":")
        return f"{'new-card' if kind == 'new' else kind}:{self.now_called(ident)}"

    @on(LineEditor.Left)
    async def _leave_line(self, message: LineEditor.Left) -> None:
        message.stop()
        purpose, key = message.purpose.partition(":")[0], self._draft_of(message.purpose)
        self._close()
        if message.forgotten:
            await self.workspace.drafts.forget(key, message.forgotten)
            self.tell("the draft is forgotten")
        if purpose == "filter":
            self.narrow("")
            if self._left is not None:
                self.kanban.reveal(self._left.id, self._left.list_id)
        elif purpose == "title":
            self.workspace.drafts.keep(key, "")
        elif message.text.strip():
            await self.workspace.drafts.leave(key)
            self.tell("what you typed is kept: n shows it")

    # --- writing --------------------------------------------------------------------------

    async def _retitle(self, card: CardFace, name: str) -> None:
        if self._board is not None:
            op = UpdateCard(board_id=self._board.id, card_id=card.id, name=name)
            count = await self.workspace.submit_all([op], draft=f"title:{card.id}", seen={"name": self._was})
            self.tell(CONFLICT if count else "title changed", undo=not count)

    async def _add_soon(self, list_id: str, names: Sequence[str], *, pasted: bool = False) -> None:
        await self.finish(self.work(self._add(self.now_called(list_id), names, pasted=pasted), "add-card"))

    async def _add(self, list_id: str, names: Sequence[str], *, pasted: bool) -> None:
        """Add cards to a list, after the last one that was added or had the cursor, and be ready for the next.

        A write that fails leaves in the line what was typed there; what was ``pasted`` as cards is put there.
        """
        board, cards = self._board, self.kanban.card_list(list_id)
        if board is None or cards is None:
            self._close()
            await self._keep_aside(" ".join(names))
            self.tell("that list is gone: nothing was added, n has what you typed")
            return
        siblings = cards.siblings()
        after = self.now_called(self._after or "")
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
            await self.workspace.submit_all(ops)
            kept = True
        finally:
            if pasted and not kept:
                self._give_back(list_id, names)
        *_, self._after = made
        typing = self.editor.purpose.startswith("new:")
        if typing:
            # Only now: a write that fails leaves the line as it is.
            self.editor.clear()
        self.workspace.drafts.keep(f"new-card:{list_id}", "")
        self.show_cards([self._after], also=list(places))
        self.tell("added" if len(made) == 1 else f"added {len(made)} cards", undo=True)
        if typing and self.board_list is not None and self.board_list.id == list_id:
            self._open_new(list_id)

    def _give_back(self, list_id: str, names: Sequence[str]) -> None:
        """Put what could not be saved into the line again, before what has been typed since."""
        purpose, _, ident = self.editor.purpose.partition(":")
        if purpose == "new" and self.now_called(ident) == list_id:
            line = self.editor.line
            line.value = " ".join([*names, line.value]).strip()
            line.cursor_position = len(line.value)

    def show_cards(self, card_ids: Sequence[str], *, also: Sequence[str] = ()) -> None:
        """Show these cards as they are now, and put the cursor on the first that is on the board."""
        looked = frozenset([*card_ids, *also])
        if len(looked) <= FEW:
            self._patch(looked)
        else:
            self._reread()
        for card_id in card_ids:
            # By the id it has now: the service may have taken it in already.
            if (face := self.open_face(card_id)) is not None and self.kanban.reveal(face.id, face.list_id):
                return

    # --- the filter -----------------------------------------------------------------------

    def narrow(self, words: str) -> None:
        """Show only the cards that have all of ``words``; "" shows all.

        Where the list with the cursor has none, the cursor goes to the nearest that has.
        """
        if not self._words:
            self._left = self.card
        self._words = words.strip()
        wanted = self._matcher(fold(self._words).split()) if self._words else None
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None:
                cards.keep(wanted)
        self.kanban.changed([each.id for each in self.lists])
        if self._words:
            self._go_where_matches_are()
        self._show_title()
        self._count_picked()

    def _go_where_matches_are(self) -> None:
        found = [at for at, each in enumerate(self.lists) if len(self.kanban.card_list(each.id) or ())]
        here = self.kanban.at
        if found and here not in found:
            self.kanban.go_to_list(min(found, key=lambda at: (abs(at - here), at < here)))

    def _matcher(self, words: Sequence[str]) -> Callable[[CardFace], bool]:
        look = self.kanban.look
        labels = {ident: fold(label.name) for ident, label in look.labels.items()}
        members = {ident: fold(f"{m.full_name} {m.username}") for ident, m in look.members.items()}

        def wanted(face: CardFace) -> bool:
            parts = [fold(face.name)]
            parts += [labels.get(ident, "") for ident in face.label_ids]
            parts += [members.get(ident, "") for ident in face.member_ids]
            text = " ".join(parts)
            return all(word in text for word in words)

        return wanted

    @on(Kanban.Refused)
    def _say_refused(self, message: Kanban.Refused) -> None:
        message.stop()
        self.offer()
        self.tell(message.reason)
