"""LabelsScreen: the labels of a board in a box, over the board or the open card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult

from tui.app.commands.command import CONFLICT
from tui.app.screens.boxes.box import Box
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.label_editor import LabelEditor
from tui.errors import CardscoutError
from tui.model.writes.labels import DeleteLabel

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint
    from tui.model.change import Change
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


def open_labels(page: WorkspaceScreen) -> None:
    """Open the board's labels over ``page``, for the cards that a command acts on."""
    # A second press before the box is shown must not open a second box.
    if page.board is not None and page.cards and page.is_current:
        cards = [card.id for card in page.cards]
        page.boxes.open(LabelsScreen(page.workspace, page.board.id, cards, keys=page.keys_read.user_keys))


class LabelsScreen(WorkspaceScreen, Box[None]):
    """A box with the label editor.

    Args:
        workspace: The workspace of the open account.
        board_id: Id of the board that has the labels.
        card_ids: Ids of the cards that get the labels.
        keys: The user's keys by command name.
    """

    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]
    offers: ClassVar[tuple[Hint, ...]] = (
        ("enter", "on/off"),
        ("esc", "done"),
        ("ctrl+r", "rename"),
        ("ctrl+t", "colour"),
        ("ctrl+d", "delete"),
    )

    def __init__(
        self,
        workspace: Workspace,
        board_id: str,
        card_ids: Sequence[str],
        *,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._board_id = board_id
        self._card_ids = tuple(card_ids)

    def compose(self) -> ComposeResult:
        """Yield the editor."""
        yield LabelEditor(id="labels")

    def on_mount(self) -> None:
        """Show the labels, and focus the editor."""
        editor = self.query_one(LabelEditor)
        count = len(self._card_ids)
        editor.border_title = "Labels" if count == 1 else f"Labels of {count} cards"
        self.reload()
        editor.focus()

    def reload(self, change: Change | None = None) -> None:
        """Read the labels, and which cards have them."""
        bound = change.bound if change is not None else {}
        self._card_ids = tuple(self.feed.current_id(card_id) for card_id in self._card_ids)
        cards = [
            card for card_id in self._card_ids if (card := self.workspace.cards.get(card_id)) is not None
        ]
        worn = {card.id: frozenset(card.id_labels) for card in cards}
        self.query_one(LabelEditor).show(
            self._board_id, self.workspace.boards.labels(self._board_id), worn, bound
        )

    @on(LabelEditor.Wrote)
    def _write(self, event: LabelEditor.Wrote) -> None:
        event.stop()
        self.work(partial(self._submit, event.ops, event.seen), "write", asks=True)

    async def _submit(self, ops: Sequence[Write], seen: Mapping[str, object]) -> None:
        try:
            contested = await self.workspace.writes.submit_all(ops, seen=seen)
        except CardscoutError:
            self.query_one(LabelEditor).unsent()
            raise
        if contested:
            self.tell(CONFLICT.format_map(self.key_names))
        elif isinstance(ops[0], DeleteLabel):
            self.tell(
                f"the label is deleted, on every card too · esc, then {self.key_names['undo']} brings it back"
            )

    @on(LabelEditor.Done)
    def _done(self, event: LabelEditor.Done) -> None:
        event.stop()
        _ = self.dismiss(None)
