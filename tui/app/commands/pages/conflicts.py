"""Commands of the conflicts page: keep one text or merge both; the other stays for a month, or until discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.list_pages import SCROLL_TEXT, Back, FirstRow, ListPageContext, OnChosen

if TYPE_CHECKING:
    from tui.app.commands.command import Attempt, CommandType
    from tui.model.sync import Chosen, Conflict

AGAIN = "it was changed once more meanwhile: look again"


class ConflictContext(ListPageContext, Protocol):
    """The conflicts page."""

    @property
    def conflict(self) -> Conflict | None:
        """The conflict under the cursor."""

    async def merge(self, conflict: Conflict, attempt: Attempt) -> str | None:
        """Let the user merge both texts, and call ``attempt`` with the result; return None on cancel."""

    @property
    def next_open(self) -> str | None:
        """The open conflict after the open one under the cursor, else the one before; None if there is none."""

    def go_to(self, chosen: str | None) -> None:
        """Put the cursor on a conflict, if one is named."""

    def tell_if_again(self, settled: Conflict, words: str) -> None:
        """Tell ``words`` once the field of a settled conflict is in conflict again."""


async def _choose(context: ConflictContext, chosen: Chosen, words: str) -> None:
    conflict, after = context.conflict, context.next_open
    if conflict is None:
        return
    done = await context.workspace.conflicts.choose(conflict, chosen)
    _tell(context, conflict, words, after, done=done)


def _tell(context: ConflictContext, conflict: Conflict, words: str, after: str | None, *, done: bool) -> None:
    kept = f"the other is kept here for 30 days, or until {context.key_names['discard']} discards it"
    context.tell(f"{words} · {kept}" if done else AGAIN)
    if done:
        context.tell_if_again(conflict, AGAIN)
        context.go_to(after)


class KeepMine(OnChosen[ConflictContext]):
    """Save your text; for something deleted, put it into a new comment or card."""

    keys = ("m",)
    shown = "save yours"

    def refuse(self, context: ConflictContext) -> str | None:
        """Refuse if the text is in a new comment or card already."""
        if context.conflict is not None and context.conflict.chosen == "made":
            return "made already: {undo} takes the last one back, {copy-mine} copies the text".format_map(
                context.key_names
            )
        return super().refuse(context)

    async def run(self, context: ConflictContext) -> None:
        """Choose the user's text, or put it into a new comment or card."""
        conflict, after = context.conflict, context.next_open
        if conflict is not None and conflict.gone:
            made = await context.workspace.conflicts.restore_as_new(conflict)
            context.tell(f"made a new {made} of it", undo=True)
            context.go_to(after)
        else:
            await _choose(context, "mine", "yours is saved")


class KeepTheirs(OnChosen[ConflictContext]):
    """Keep their text, which is saved already, or save it again."""

    keys = ("t",)
    shown = "keep theirs"

    def refuse(self, context: ConflictContext) -> str | None:
        """Refuse if the thing is deleted, so that there is nothing that could be saved."""
        conflict = context.conflict
        if conflict is not None and conflict.gone:
            return "it is deleted: {keep-mine} makes a new one of yours, {discard} discards it".format_map(
                context.key_names
            )
        return super().refuse(context)

    async def run(self, context: ConflictContext) -> None:
        """Choose the other text."""
        await _choose(context, "theirs", "theirs is saved")


class Merge(OnChosen[ConflictContext]):
    """Make one text of both."""

    asks = True
    keys = ("e",)
    shown = "merge"

    def refuse(self, context: ConflictContext) -> str | None:
        """Refuse if there are no two texts to merge."""
        conflict = context.conflict
        if conflict is not None and not conflict.can_be_merged:
            return (
                "there are no two texts to merge: {keep-mine} takes yours, {keep-theirs} theirs".format_map(
                    context.key_names
                )
            )
        return super().refuse(context)

    async def run(self, context: ConflictContext) -> None:
        """Ask for the merged text, and store it."""
        conflict, after, done = context.conflict, context.next_open, False
        if conflict is None:
            return

        async def keep(text: str) -> None:
            nonlocal done
            done = await context.workspace.conflicts.choose(conflict, "merged", text)

        if await context.merge(conflict, keep) is not None:
            _tell(context, conflict, "the merged text is saved", after, done=done)


class CopyMine(OnChosen[ConflictContext]):
    """Copy your text."""

    keys = ("y",)
    shown = "copy yours"

    async def run(self, context: ConflictContext) -> None:
        """Copy the user's text."""
        if context.conflict is not None:
            context.copy(context.conflict.mine, "your text")


class CopyTheirs(OnChosen[ConflictContext]):
    """Copy their text."""

    keys = ("Y",)

    async def run(self, context: ConflictContext) -> None:
        """Copy the other text."""
        if context.conflict is not None:
            context.copy(context.conflict.theirs, "their text")


class OpenConflicting(OnChosen[ConflictContext]):
    """Open the card it is about."""

    keys = ("enter",)
    shown = "card"

    def refuse(self, context: ConflictContext) -> str | None:
        """Refuse if the conflict has no card, or its card is gone."""
        conflict = context.conflict
        there = conflict is not None and context.workspace.cards.get(conflict.card_id or "") is not None
        return super().refuse(context) or (None if there else "it is about no card, or one that is gone")

    async def run(self, context: ConflictContext) -> None:
        """Open the card."""
        if context.conflict is not None:
            context.go(f"card:{context.conflict.card_id}")


class Discard(OnChosen[ConflictContext]):
    """Discard the conflict, and the text that was not chosen, after asking."""

    asks = True
    keys = ("X", "delete")
    shown = "discard"

    async def run(self, context: ConflictContext) -> None:
        """Ask for confirmation, then discard the conflict."""
        conflict = context.conflict
        if conflict is None:
            return
        lost = {"mine": "theirs", "theirs": "what you wrote", "merged": "both texts"}.get(
            conflict.chosen, "what you wrote"
        )
        question = f"Discard {lost}?"
        if await context.confirm(question, detail="It cannot be brought back.", yes="Discard"):
            await context.workspace.conflicts.discard(conflict)
            context.tell("discarded")


CONFLICTS: tuple[CommandType, ...] = (
    Back,
    FirstRow,
    KeepMine,
    KeepTheirs,
    Merge,
    OpenConflicting,
    CopyMine,
    CopyTheirs,
    Discard,
    *SCROLL_TEXT,
    *APP,
)
