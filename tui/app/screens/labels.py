"""LabelsScreen: the labels of a board in a box, over the board or the open card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult

from tui.app.commands.writing import GONE, report
from tui.app.screens.boxes.box import Box
from tui.app.screens.screen import WorkspaceScreen, tell_conflict
from tui.app.widgets.label_editor import LabelEditor
from tui.errors import CardscoutError
from tui.model.writes.labels import DeleteLabel

if TYPE_CHECKING:
    from tui.app.commands.writing import Done
    from tui.app.widgets.status_bar import Hint
    from tui.model.card import CardFace
    from tui.model.change import Change
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


def open_labels(page: WorkspaceScreen) -> None:
    """Open the board's labels over ``page``, for the cards that a command acts on."""
    # A second key press before the box is shown must not open a second box.
    if page.board is not None and page.cards and page.is_active:
        screen = LabelsScreen(
            page.workspace,
            page.board.id,
            page.cards,
            pick_failed=page.pick_failed,
            keys=page.keys_read.user_keys,
        )
        page.boxes.open(screen)


class LabelsScreen(WorkspaceScreen, Box[None]):
    """A box with the label editor.

    Args:
        pick_failed: Selects the cards that could not get one on the page below.
    """

    about = frozenset({"labels", "cards"})
    offers: tuple[Hint, ...] = (
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
        cards: Sequence[CardFace],
        *,
        pick_failed: Callable[[Sequence[str]], object] = bool,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._board_id = board_id
        self._cards, self.pick_failed = tuple(cards), pick_failed

    def compose(self) -> ComposeResult:
        """Yield the editor."""
        yield LabelEditor(id="labels")

    def on_mount(self) -> None:
        """Show the labels, and focus the editor."""
        editor = self.query_one(LabelEditor)
        count = len(self._cards)
        editor.border_title = "Labels" if count == 1 else f"Labels of {count} cards"
        self.reload()
        editor.focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.reload())

    def reload(self, change: Change | None = None) -> None:
        """Read the labels, and which cards have them."""
        bound = change.bound if change is not None else {}
        self._cards = tuple(face.replace(id=self.feed.current_id(face.id)) for face in self._cards)
        cards = [card for face in self._cards if (card := self.workspace.cards.get(face.id)) is not None]
        on_cards = {card.id: frozenset(card.id_labels) for card in cards}
        self.query_one(LabelEditor).show(
            self._board_id, self.workspace.boards.labels(self._board_id), on_cards, bound
        )

    @on(LabelEditor.ModeChanged)
    def _offer(self, event: LabelEditor.ModeChanged) -> None:
        """Show the key hints for the editor's current question."""
        event.stop()
        other = {
            "color": (("enter", "take it"), ("esc", "back")),
            "rename": (("enter", "save"), ("esc", "back")),
        }
        self.offers = other.get(event.mode, type(self).offers)
        self.app.screen_change_signal.publish(self)

    @on(LabelEditor.Wrote)
    def _write(self, event: LabelEditor.Wrote) -> None:
        event.stop()
        self.work(partial(self._submit, event.writes, event.seen), "write", asks=True)

    async def _submit(self, writes: Sequence[Write], seen: Mapping[str, object]) -> None:
        try:
            contested = seen and await self.workspace.writes.submit_all(writes, seen=seen)
            done = None if seen else await self._submit_each(writes)
        except CardscoutError:
            self.query_one(LabelEditor).unsent()
            raise
        if contested:
            tell_conflict(self)
        elif done is not None and done.left:
            self.tell(f"{done.cards} changed{done.left}")
        elif isinstance(writes[0], DeleteLabel):
            self.tell(
                f"the label is deleted, on every card too · esc, then {self.key_names['undo']} brings it back"
            )

    async def _submit_each(self, writes: Sequence[Write]) -> Done:
        """Submit the possible ones of ``writes``, and report once on the deleted cards."""
        left = await self.workspace.writes.submit_each(writes)
        gone = [card.id for card in self._cards if self.workspace.cards.get(card.id) is None]
        done = report(self, self._cards, [*left, *((ident, GONE) for ident in gone)])
        self._cards = tuple(card for card in self._cards if card.id not in gone)
        return done

    @on(LabelEditor.Done)
    def _done(self, event: LabelEditor.Done) -> None:
        event.stop()
        _ = self.dismiss(None)
