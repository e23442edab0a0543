"""ConflictsScreen: conflicting changes by two people or two windows, with both texts side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.pages.conflicts import CONFLICTS
from tui.app.drawing.wrapping import opening
from tui.app.screens.list_page import ListPage
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.app.widgets.rows import Row, RowList
from tui.app.widgets.status_bar import StatusBar
from tui.presentation.contested_value import value_words
from tui.presentation.safe_text import safe_line, safe_text
from tui.presentation.timestamps import undivided_ago

if TYPE_CHECKING:
    from tui.app.commands.command import Attempt
    from tui.clock import Clock
    from tui.model.change import Change
    from tui.model.sync import Conflict
    from tui.workspace import Workspace

_PAGE = 100
"""Number of conflicts that are read at once; thousands may be kept after a service was put back."""

_LONGEST = 20_000
"""Maximum characters shown of a text; copying takes all of it."""


class ConflictsScreen(ListPage):
    """The page of conflicts: first the open ones, then those that are settled but not discarded."""

    heading = "Conflicts"
    nothing = (
        "Nobody else changed what you changed.\n\nWhen that happens both texts are here, until you choose one."
        "\nSo is what you typed for something that was deleted meanwhile."
    )
    about = frozenset({"conflicts", "boards", "lists", "cards", "sync"})
    commands = CONFLICTS

    def __init__(self, workspace: Workspace, *, clock: Clock, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(workspace, keys=keys)
        self._clock = clock
        self.feed.minute_passed = self.reload
        self._found: dict[str, Conflict] = {}
        self._limit, self._ends = _PAGE, True
        self._settled: dict[tuple[str | None, str, str], tuple[int, str]] = {}

    def compose(self) -> ComposeResult:
        """Yield the list of conflicts, and below it both texts of the current one."""
        yield Static(id="list-heading")
        yield RowList(id="list-rows")
        yield Static(id="conflict-why")
        with Horizontal(id="conflict-sides"):
            for side in ("mine", "theirs"):
                with ScrolledText(id=f"conflict-{side}"):
                    yield Static()
        yield Static(id="conflict-base")
        yield Static(Content(self.nothing), id="list-nothing")
        yield StatusBar()

    @property
    def conflict(self) -> Conflict | None:
        """The conflict under the cursor."""
        return self._found.get(self.chosen or "")

    @property
    def next_open(self) -> str | None:
        """The open conflict after the open one under the cursor, else the one before; None if there is none."""
        here, found = self.chosen, [ident for ident, one in self._found.items() if not one.chosen]
        if here not in found:
            return None
        at = found.index(here)
        return next(iter([*found[at + 1 :], *found[:at][-1:]]), None)

    def go_to(self, chosen: str | None) -> None:
        """Put the cursor on a conflict, if one is named."""
        self.rows.move_cursor_to(chosen or "")

    def tell_if_again(self, settled: Conflict, words: str) -> None:
        """Tell ``words`` once the field of a settled conflict is in conflict again, as the service finds out later."""
        self._settled[_field_of(settled)] = (settled.id, words)

    def _tell_those_again(self) -> None:
        for ident, one in self._found.items():
            before, words = self._settled.get(_field_of(one), (one.id, ""))
            if not one.chosen and one.id > before:
                del self._settled[_field_of(one)]
                if self.conflict is None or self.conflict.chosen:
                    self.go_to(ident)
                self.tell(words)

    def title_words(self) -> str:
        """Return how many conflicts are open."""
        count = self.workspace.conflicts.open()
        return f"{count} to be settled" if count else "none to be settled"

    def entries(self) -> list[Row]:
        """Return one row per conflict."""
        now = self._clock.now()
        kept = self.workspace.conflicts.all(self._limit)
        self._ends = len(kept) < self._limit
        found = [*self.workspace.conflicts.lost_drafts(), *kept]
        self._found = {one.draft or str(one.id): one for one in found}
        return [(one.draft or str(one.id), _row(one, undivided_ago(one.at, now))) for one in found]

    def reload(self, change: Change | None = None) -> None:
        """Reload the list and the two texts."""
        super().reload(change)
        self._tell_those_again()
        self._show_sides()

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if not self._ends and event.option_index >= self.rows.option_count - 1:
            # The next ones are read when the cursor comes to the last.
            self._limit += _PAGE
            self.reload()
        self._show_sides()

    def _show_sides(self) -> None:
        one = self.conflict
        now = self._clock.now()
        for side in ("mine", "theirs"):
            pane = self.query_one(f"#conflict-{side}", ScrolledText)
            pane.border_title = Content(_title(one, side, self.key_names))
            pane.set_class(one is not None and one.chosen == side, "-chosen")
            text = "" if one is None else value_words(getattr(one, side), one.shape, now)
            pane.query_one(Static).update(Content(safe_text(text[:_LONGEST], multiline=True) or _EMPTY))
        why = "" if one is None else _explanation(one, self.key_names)
        self.query_one("#conflict-why", Static).update(Content(why))
        base = "" if one is None else opening(value_words(one.base, one.shape, now), _BEFORE)
        before = f"before: {base}" if base else ""
        self.query_one("#conflict-base", Static).update(Content(before))

    async def merge(self, conflict: Conflict, attempt: Attempt) -> str | None:
        """Ask the user to merge the two texts, and run ``attempt`` with the result."""
        if conflict.shape == "line":
            return await self.prompt(f"One {conflict.field} of both", value=conflict.mine, attempt=attempt)
        from tui.app.screens.merge import MergeScreen

        drafts, key = self.workspace.drafts, f"merge:{conflict.id}"
        marked = self.workspace.conflicts.with_markers(conflict)
        left = drafts.get(key)
        if not left and (left := drafts.unfinished(key)):
            drafts.resume(key, left)
        if left and drafts.base(key) != marked:
            # One of the two was changed since: what was typed is not taken for a text of both.
            left = f"{left}\n{marked}"

        def keep(text: str) -> None:
            drafts.keep(key, "" if text == marked else text, marked)

        merged = await self.boxes.ask(MergeScreen(conflict.field, left or marked, attempt, keep))
        if merged is not None:
            keep("")
        return merged


def _field_of(one: Conflict) -> tuple[str | None, str, str]:
    """Return what tells of which field of which thing a conflict is; a thing whose name is contested has several names."""
    is_name = one.thing in {one.base, one.mine, one.theirs, one.now}
    return (one.card_id, "" if is_name else one.thing, one.field)


_EMPTY = "(nothing)"
_BEFORE = 200  # cells shown of the text before both changes
_WHY = {
    "both": "both changed it",
    "deleted": "deleted while you wrote",
    "moved": "both moved it",
    "archived": "archived while you wrote",
    "lost": "the service has lost it",
    "parts": "the service has lost it",
    "older": "the service has an older one again",
}
_SAVED = "What is saved is what everybody sees. The other is kept here only, until {discard} discards it"
_EXPLAINED = {
    "both": f"Somebody else, or you in another window, changed the {{field}} too. {_SAVED}{{merging}}.",
    "deleted": "It was deleted while you wrote. Your text is kept here only, until {discard} discards it.",
    "gone": "It is deleted meanwhile. Both texts are kept here only, until {discard} discards them.",
    "moved": f"The card was moved to two lists. {_SAVED}.",
    "archived": f"The card was archived while you wrote. {_SAVED}.",
    "older": f"The service seems to be put back to an older state, and has an older {{field}} again. {_SAVED}{{merging}}.",
    "parts": "The service does not have this any more, as when it is put back to an older state. It is kept here only: {keep-mine} writes it into a comment of the card, {discard} discards it.",
    "lost": "The service does not have this card any more, as when it is put back to an older state. It is kept here only: {keep-mine} makes it again, {discard} discards it.",
}
_GONE = frozenset({"deleted", "lost", "parts"})
_MADE = "A new one was made of it. The text is kept here too."
_SETTLED = " It is settled: after 30 days it goes by itself."
_DID = {"moved": "moved it too", "archived": "archived it while you wrote"}
_CHOSEN = {"mine": "yours is saved", "theirs": "theirs is saved", "merged": "merged"}

_CHOSEN_AGAIN = {"mine": "the lost one is saved", "theirs": "the older one stays", "merged": "merged"}


def _explanation(one: Conflict, keys: Mapping[str, str]) -> str:
    why = "gone" if one.gone and one.why not in _GONE else one.why
    merging = f"; {keys['merge']} makes one of both" if one.can_be_merged else ""
    said = _EXPLAINED[why].format_map({**keys, "field": one.field, "merging": merging})
    said = _MADE if one.chosen == "made" else said
    return f"{said}{_SETTLED}" if one.chosen else said


def _title(one: Conflict | None, side: str, keys: Mapping[str, str]) -> str:
    if one is None:
        return ""
    whose = _whose(one, side)
    if one.gone:
        theirs = f"{whose} · it is gone" if one.theirs else "it is gone"
        offer = "it is made anew" if one.chosen == "made" else f"{keys['keep-mine']} makes a new one of it"
        return f"{whose} · {offer}" if side == "mine" else theirs
    key = keys[f"keep-{side}"]
    if not _is_saved(one, side):
        return f"{whose}, not saved · {key} saves it"
    return f"{whose}, saved" if one.chosen else f"{whose}, saved · {key} keeps it"


def _whose(one: Conflict, side: str) -> str:
    if one.by_nobody:
        return "lost" if side == "mine" else "at the service"
    return "yours" if side == "mine" else safe_line(one.who) if one.who else "theirs"


def _is_saved(one: Conflict, side: str) -> bool:
    """Return whether the text of a side is what is saved now: it may have been changed again since."""
    if one.now is None:
        return side == (one.chosen or "theirs")
    return one.now == (one.mine if side == "mine" else one.theirs)


def _row(one: Conflict, when: str) -> Content:
    mark, style = ("✓ ", "$done") if one.chosen else ("≠ ", "$late")
    head = Content.assemble(
        (mark, style),
        (safe_line(one.thing), "" if one.chosen else "bold"),
        ("" if one.why in {"lost", "parts", "archived"} else f" · {one.field}", ""),
    )
    why = f"{safe_line(one.who)} {_DID[one.why]}" if one.who and one.why in _DID else _WHY[one.why]
    said = _state(one) or why
    where = f"  {said} · {safe_line(one.board)} · {when}"
    return Content.assemble(head, (where, "$ink-quiet"))


def _state(one: Conflict) -> str:
    """Return what became of the conflict; "" if nothing did, or if only why it is one is told."""
    if one.chosen == "made":
        return "made anew"
    if one.why in _GONE or (not one.chosen and not one.gone):
        return ""
    if one.gone:
        return "deleted meanwhile"
    if not one.has_versions:
        return ""
    is_as_chosen = one.chosen == "merged" or _is_saved(one, one.chosen)
    words = _CHOSEN_AGAIN if one.by_nobody else _CHOSEN
    return words.get(one.chosen, "") if is_as_chosen else "changed again since"
