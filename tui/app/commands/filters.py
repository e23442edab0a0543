"""Commands on the order of the cards, on the matches of the board's filter, and on saved filters."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from itertools import accumulate
from shlex import quote
from typing import TYPE_CHECKING, ClassVar

from tui.app.commands.board_context import IN_HAND, BoardContext
from tui.app.commands.command import BY, Choice, Command, CommandType, ImmediateCommand
from tui.app.matching import fold
from tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SAVE = "\n"
"""The value of the choice to save the filter; no name has more than one line."""

_RENAME, _DELETE = "ctrl+r", "ctrl+d"
_VERBS = {_RENAME: "rename", _DELETE: "delete"}
"""What the keys do to a filter of the list, as to a label in theirs."""

SORT_NAMES = {
    "due": "due date, the next first",
    "-due": "due date, the last first",
    "name": "title",
    "-created": "age, the newest first",
    "created": "age, the oldest first",
    "-edited": "last change, the newest first",
    "label": "label",
    "": "none: in the order of the lists",
}
"""The offered orders, as written after ``sort:``."""


class SortCards(Command[BoardContext]):
    """Sort the cards by due date, title, age or label, without moving any."""

    asks = True
    keys = ("g S",)
    group = "View"
    hint = "sort cards"

    async def run(self, context: BoardContext) -> None:
        """Ask for the order, and put it into the filter."""
        from tui.model.filter.filter import with_sort

        choices = [Choice(value=sort or "none", text=name) for sort, name in SORT_NAMES.items()]
        chosen = await context.choose("Sort by", choices)
        if chosen is not None:
            context.filter.narrow(with_sort(context.filter.text, "" if chosen == "none" else chosen))


def _choices(context: BoardContext) -> list[Choice]:
    filters = context.workspace.memory.saved_filters()
    return [Choice(value=name, text=name, note=f"/{text}") for name, text in sorted(filters.items())]


def _nothing_more(_typed: str) -> Sequence[Choice]:
    return ()


class _SavedFilterCommand(Command[BoardContext]):
    """A command that needs a saved filter."""

    asks = True
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no filter is saved."""
        if context.workspace.memory.saved_filters():
            return None
        keys = context.key_names
        return f"no filter is saved yet: {keys['filter']} sets one, then {keys['saved-filters']} saves it"

    async def _choose(self, context: BoardContext, title: str) -> str:
        """Let the user choose a filter; return its name, or ""."""
        return await context.choose(title, _choices(context)) or ""


async def _keep(context: BoardContext, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Change the saved filters; rules that name one follow it to its new name, and one that cannot go on is told."""
    async with context.workspace.writes.followed():
        await context.workspace.memory.change_filters(change)


async def _save(context: BoardContext, name: str, text: str) -> None:
    """Save the filter ``text`` under a name, after asking if another filter has it.

    Raises:
        UsageError: The user keeps the other one.
    """
    # Imported here, because the first paint does without.
    from tui.model.filter.saved import spelled

    filters = context.workspace.memory.saved_filters()
    name = spelled(filters, name)
    old = filters.get(name, text)
    if old != text and not await context.confirm(
        f"Replace the filter {name}?", detail=f"/{old} becomes /{text}", yes="Replace"
    ):
        raise UsageError(f"{name} is /{old}", hint="give another name")

    def change(now: dict[str, str]) -> dict[str, str]:
        taken = spelled(now, name)
        if now.get(taken, old) not in {old, text}:
            raise UsageError(f"{taken} is /{now[taken]} by now", hint="give another name")
        return now | {taken: text}

    await _keep(context, change)
    context.tell(
        f"saved the filter {name}: {context.key_names['saved-filters']} shows it, as --filter {quote(name)} does"
    )


class SaveFilter(Command[BoardContext]):
    """Save the filter under a name."""

    asks = True
    group = "View"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no filter is set."""
        return None if context.filter.text else f"there is no filter: {context.key_names['filter']} makes one"

    async def run(self, context: BoardContext) -> None:
        """Ask for the name, and save the filter."""
        text = context.filter.text

        async def keep(name: str) -> None:
            await _save(context, name, text)

        await context.prompt(
            "Save filter", offer=text, placeholder="its name", attempt=keep, action="save it"
        )


class SavedFilters(_SavedFilterCommand):
    """Show the cards of a saved filter, or save the one that is set."""

    keys = ("g slash",)
    hint = "saved filters"

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse if no filter is saved, and none is set that could be."""
        return None if context.filter.text else super().refuse(context)

    async def run(self, context: BoardContext) -> None:
        """Ask which filter, and filter by it, or save the one that is set; they are renamed and deleted there too."""
        key, name = await self._ask(context)
        while key:
            if name in context.workspace.memory.saved_filters():
                name = await (_rename if key == _RENAME else _delete)(context, name)
            if self.refuse(context):
                return
            key, name = await self._ask(context, name)
        if name == _SAVE:
            await SaveFilter().run(context)
        elif name.startswith(_SAVE):
            await _save(context, name.removeprefix(_SAVE), context.filter.text)
        # Another window may have deleted it while the box was open.
        elif shown := context.workspace.memory.saved_filters().get(name):
            context.filter.narrow(shown)

    @staticmethod
    async def _ask(context: BoardContext, at: str = "") -> tuple[str, str]:
        """Return the key by which something is done to a filter, "" for enter, and the filter's name."""
        text, saved = context.filter.text, context.workspace.memory.saved_filters()
        save, typed = list[Choice](), _nothing_more
        if text and text not in saved.values():
            save = [Choice(_SAVE, f"Save /{text}", "under a name")]
            typed = partial(_named, text, [fold(each) for each in (save[0].text, *saved)])
        chosen = await context.choose(
            "Filters", [*_choices(context), *save], at=at, more=typed, verbs=_VERBS if saved else {}
        )
        # A name that was pasted may have a tab of its own.
        key, _, name = (chosen or "").partition(BY)
        return (key, name) if key in _VERBS else ("", chosen or "")


def _named(text: str, known: Sequence[str], typed: str) -> Sequence[Choice]:
    """Offer what is typed as the name of the filter ``text``, unless it is a part of what is ``known``."""
    name = typed.strip()
    is_new = not any(fold(name) in each for each in known)
    return [Choice(f"{_SAVE}{name}", f"+ save /{text} as “{name}”")] if is_new else []


class RenameFilter(_SavedFilterCommand):
    """Rename a saved filter."""

    async def run(self, context: BoardContext) -> None:
        """Ask which filter, and for its name."""
        if name := await self._choose(context, "Rename a filter"):
            await _rename(context, name)


async def _rename(context: BoardContext, name: str) -> str:
    """Ask for another name of a filter; return the name that it has then."""
    from tui.model.filter.saved import spelled

    def renamed(new: str, filters: dict[str, str]) -> dict[str, str]:
        if name not in filters:
            raise UsageError(f"the filter {name} is gone", hint="another window has renamed or deleted it")
        text = filters.pop(name)
        if (other := spelled(filters, new)) in filters:
            raise UsageError(f"{other} is /{filters[other]}", hint="give another name")
        return filters | {new: text}

    async def keep(new: str) -> None:
        await _keep(context, partial(renamed, new))

    new = await context.prompt("Rename filter", offer=name, attempt=keep, action="rename it")
    if new is None or new == name:
        return name
    context.tell(f"renamed the filter {name} to {new}")
    return new


class DeleteFilter(_SavedFilterCommand):
    """Delete a saved filter."""

    async def run(self, context: BoardContext) -> None:
        """Ask which filter, and delete it."""
        if name := await self._choose(context, "Delete a filter"):
            await _delete(context, name)


async def _delete(context: BoardContext, name: str) -> str:
    """Delete a filter after asking, as undo does not bring it back; return the name of what is there then, or ""."""
    detail = f"/{context.workspace.memory.saved_filters().get(name, '')}"
    if (follower := context.workspace.writes.follower) and (rules := await follower.using(name)):
        needs = "rules need" if len(rules) > 1 else "rule needs"
        detail += f"\nThe {needs} it, and cannot work without: {', '.join(rules)}"
    if not await context.confirm(f"Delete the filter {name}?", detail=detail, yes="Delete"):
        return name
    await _keep(context, lambda filters: {each: text for each, text in filters.items() if each != name})
    context.tell(f"deleted the filter {name}")
    return ""


class _Match(ImmediateCommand[BoardContext]):
    """A step from one card that the filter shows to another, in any list."""

    group = "Walk"
    moves_cursor = True
    by: ClassVar[int]

    def refuse(self, context: BoardContext) -> str | None:
        """Refuse without a filter, without a match, and while a card is lifted."""
        if context.selection.holding:
            return IN_HAND
        if not context.filter.text:
            return f"there is no filter: {context.key_names['filter']} makes one"
        return None if sum(self._matches(context)) else "nothing matches in a list that is shown whole"

    @staticmethod
    def _matches(context: BoardContext) -> list[int]:
        """Return the number of matches in each list, in the board's order; none for a collapsed one."""
        is_folded = context.folds.is_folded
        return [0 if is_folded(each.id) else len(context.cards_of(each.id)) for each in context.lists]

    def act(self, context: BoardContext) -> None:
        """Go there; after the last match comes the first."""
        matches, home = self._matches(context), context.board_list
        here = next((at for at, each in enumerate(context.lists) if each == home), 0)
        index, count = context.kanban.index, sum(matches)
        at = sum(matches[:here]) + min(index, matches[here])
        at += self.by * (context.count or 1) if index < matches[here] else -(self.by < 0)
        ends = list(accumulate(matches))
        to_list = bisect_right(ends, at % count)
        context.kanban.go_to_list(to_list)
        context.kanban.go_to(at % count - (ends[to_list] - matches[to_list]))
        if not 0 <= at < count:
            context.tell(
                f"from the {'last match to the first' if self.by > 0 else 'first match to the last'}"
            )


class NextMatch(_Match):
    """Go to the next card that the filter shows, in this list or the ones after it."""

    keys = ("right_parenthesis",)
    by = 1


class PreviousMatch(_Match):
    """Go to the card before that the filter shows, in this list or the ones before it."""

    keys = ("left_parenthesis",)
    by = -1


MATCHES: tuple[CommandType, ...] = (NextMatch, PreviousMatch)
"""The commands on filter matches; other pages than the board show nothing else."""

FILTERS: tuple[CommandType, ...] = (SortCards, SavedFilters, SaveFilter, RenameFilter, DeleteFilter)
"""The commands on the order of the cards, and on saved filters."""
