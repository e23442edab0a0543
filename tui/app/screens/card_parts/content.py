"""CardContent: the description, the checklists and the comments of an open card, with their text fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import ScrollableContainer

from tui.app.backdrop import Blank
from tui.app.commands.writing import read_only_reason
from tui.app.widgets.checklist_editor import DRAFTED, ChecklistEditor
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description
from tui.model.writes.cards import UpdateCard

if TYPE_CHECKING:
    from tui.app.commands.open_card import CardPart
    from tui.app.screens.card_parts.drafts import CardDrafts
    from tui.app.screens.card_parts.writer import CardWriter
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.card import Card

_TITLES = {"description": "Description", "checklists": "Checklists", "comments": "Comments"}


class _Part(Blank, ScrollableContainer):
    """The container of some of the card's parts."""


class CardContent(Blank, ScrollableContainer):
    """Container of everything below the form of a card.

    Args:
        drafts: Stores typed text until it is written.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        drafts: CardDrafts,
        writer: CardWriter,
        now: Callable[[], datetime],
    ) -> None:
        super().__init__(id="content", can_focus=False)
        self._page, self._workspace = page, page.workspace
        self._drafts, self._writer, self._now = drafts, writer, now
        self._card: Card | None = None

    def compose(self) -> ComposeResult:
        """Yield the text and the checklists, and the comments, which may stand beside them."""
        with _Part(id="work", can_focus=False):
            yield Description(id="description")
            yield ChecklistEditor(id="checklists")
        with _Part(id="talk", can_focus=False):
            yield Comments(id="comments")

    def on_mount(self) -> None:
        """Name the parts."""
        for ident, title in _TITLES.items():
            self.query_one(f"#{ident}").border_title = title

    def show(self, card: Card, bound: Mapping[str, str]) -> None:
        """Show a card; text that is being typed stays.

        Args:
            card: The card.
            bound: The service's ids of things created here, by their local ids.
        """
        self._card = card
        board, now = card.id_board, self._now()
        draft, since = self._drafts.get(f"desc:{card.id}"), self._drafts.base(f"desc:{card.id}")
        same = card.id in bound.values()
        self.query_one(Description).show(card.id, card.desc, draft, since=since, same=same)
        people = self._workspace.boards.members(board)
        names, checklists = self._workspace.names.people(board), self._workspace.cards.checklists(card.id)
        # Completion offers them in this order: those on the card, the others, and ``me`` last.
        offered = sorted(names, key=lambda one: (not one.other, one.id not in card.id_members))
        self.query_one(ChecklistEditor).show(
            board,
            card.id,
            checklists,
            bound,
            people=people,
            names=names,
            now=now,
            drafts={kind: self._drafts.get(f"{kind}:{card.id}") for kind in DRAFTED.values()},
        )
        talk, draft = self._workspace.cards.comments(card.id), self._drafts.get(f"comment:{card.id}")
        edit = self._drafts.get(f"recomment:{card.id}")
        begun = self._drafts.base(f"recomment:{card.id}") if edit else None
        awaited = 0 if talk else card.badges.comments
        self.query_one(Comments).show(
            board,
            card.id,
            talk,
            now,
            draft=draft,
            edit=(edit, begun or ""),
            bound=bound,
            people=offered,
            awaited=awaited,
        )

    def expect(self, item_id: str) -> None:
        """Put the cursor on an item of the checklists once it is shown."""
        self.query_one(ChecklistEditor).expect(item_id)

    def go_to(self, part: CardPart | None) -> None:
        """Go to a part, and start editing if that is its purpose; without a part go to the description."""
        match part:
            case "description":
                self.query_one(Description).edit()
            case "checklists":
                self._go_to_checklists()
            case "new-checklist":
                self.query_one(ChecklistEditor).add_checklist()
            case "comment":
                self.query_one(Comments).write()
            case _:
                self.query_one(Description).focus()

    def _go_to_checklists(self) -> None:
        """Go to the checklists; if there are none and one may be added, ask for its name.

        Without a checklist there are no rows to focus, and further keys would run as commands of the card.
        """
        card, editor = self._card, self.query_one(ChecklistEditor)
        listed = card is None or card.badges.check_items or self._workspace.cards.checklists(card.id)
        if listed or read_only_reason(self._page):
            editor.focus()
        else:
            editor.add_checklist()

    # --- what was typed --------------------------------------------------------------------

    @on(ChecklistEditor.Wrote)
    def _write_items(self, event: ChecklistEditor.Wrote) -> None:
        event.stop()
        draft = self._key(event.typed, event.writes[0].entity) if event.typed else ""
        text, give_back = event.editor.entered, event.editor.unsent
        self._writer.begin(event.writes, draft=draft, text=text, give_back=give_back, seen=event.seen)

    @on(ChecklistEditor.Drafted)
    def _keep_item(self, event: ChecklistEditor.Drafted) -> None:
        event.stop()
        self._drafts.keep(self._key(event.kind, event.card_id), event.text)

    @on(ChecklistEditor.Asked)
    def _ask_about_item(self, event: ChecklistEditor.Asked) -> None:
        event.stop()
        from tui.app.screens.card_parts.items import ask_about_item

        self._page.work(partial(ask_about_item, self._page, self._now(), event), "item", asks=True)

    @on(Comments.Wrote)
    def _write_comment(self, event: Comments.Wrote) -> None:
        event.stop()
        kind = "comment" if event.was is None else "recomment"
        draft = self._key(kind, event.card_id) if event.typed else ""
        give_back = partial(event.comments.unsent, event.typed, event.was) if event.typed else None
        if untold := event.comments.untold_words(event.typed):
            self._page.tell(untold)
        self._writer.begin(event.writes, draft=draft, text=event.typed, give_back=give_back, seen=event.seen)

    @on(Description.Wrote)
    def _write_text(self, event: Description.Wrote) -> None:
        event.stop()
        if self._card is not None:
            card_id = self._page.feed.current_id(self._card.id)
            write = UpdateCard(board_id=self._card.id_board, card_id=card_id, desc=event.text)
            give_back = partial(event.description.unsaved, event.text, event.was)
            key, seen = f"desc:{card_id}", {"desc": event.was}
            self._writer.begin((write,), draft=key, text=event.text, give_back=give_back, seen=seen)

    @on(Description.Drafted)
    def _keep_text(self, event: Description.Drafted) -> None:
        event.stop()
        self._drafts.keep(self._key("desc", event.card_id), event.text, event.base)

    @on(Comments.Drafted)
    def _keep_comment(self, event: Comments.Drafted) -> None:
        event.stop()
        kind = "comment" if event.base is None else "recomment"
        self._drafts.keep(self._key(kind, event.card_id), event.text, event.base)

    def _key(self, kind: str, card_id: str) -> str:
        """Return the draft key, with the card's current id."""
        return f"{kind}:{self._page.feed.current_id(card_id)}"
