"""Commands of the people page: search, page, mark, look up, make cards, write a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.command import Choice, Command, CommandType, Context, ImmediateCommand, calls
from tui.app.commands.list_pages import Back
from tui.app.enrich.person_cards import make_person_cards
from tui.app.file_fields import save_csv
from tui.presentation.safe_text import shown_path

if TYPE_CHECKING:
    from tui.model.person import Person


class PeopleFound(Protocol):
    """The people in the results."""

    @property
    def person(self) -> Person | None:
        """The person under the cursor."""

    @property
    def targets(self) -> Sequence[Person]:
        """The marked people, or else the one under the cursor, with all fields of their lookups."""

    @property
    def marked_or_page(self) -> Sequence[Person]:
        """The marked people, or else all on the page."""

    def mark(self) -> None:
        """Mark or unmark the person under the cursor, and go to the next."""

    def mark_all(self) -> None:
        """Mark everybody on this page, or unmark them."""

    def unmark(self) -> None:
        """Remove all marks."""


class PeoplePages(Protocol):
    """Pages of results, each requested separately."""

    def turn(self, by: int) -> str:
        """Show the page ``by`` pages further; return why that is impossible, or ""."""


class PeopleContext(Context, Protocol):
    """The page with the search form and the results."""

    home: str | None
    """The list that was under the cursor on the board."""

    @property
    def hits(self) -> PeopleFound:
        """The people in the results."""

    @property
    def search(self) -> PeoplePages:
        """The pages of results."""

    def enter(self) -> None:
        """Look up the person under the cursor, or the person's company."""

    def narrow(self) -> None:
        """Focus the form."""

    def phones(self) -> None:
        """Show or hide the numbers on a do-not-call register."""

    def colleagues(self) -> None:
        """Search the company of the person under the cursor."""

    def copy_here(self) -> None:
        """Copy the field under the cursor, or else the name."""


class _OnHit(ImmediateCommand[PeopleContext]):
    """A command on a person who was found."""

    group = "People"

    def refuse(self, context: PeopleContext) -> str | None:
        """Refuse if nobody is under the cursor."""
        searches = f"{context.key_names['narrow']} searches"
        return None if context.hits.person is not None else f"nobody is under the cursor: {searches}"


class LookUp(_OnHit):
    """Look the person up, or the company of one who was; the price stands below."""

    keys = ("enter",)
    shown = "look up"
    act = calls(PeopleContext.enter)


class Mark(_OnHit):
    """Mark the person, or take the mark away, and go to the next one."""

    keys = ("space", "x", "v")
    shown = "mark"

    def act(self, context: PeopleContext) -> None:
        """Toggle the person's mark."""
        context.hits.mark()


class MarkPage(_OnHit):
    """Mark everybody on this page, or nobody on it any more."""

    keys = ("ctrl+a",)

    def act(self, context: PeopleContext) -> None:
        """Toggle the marks of the page."""
        context.hits.mark_all()


class MakeCards(Command[PeopleContext]):
    """Make a card of each marked person in a list you choose."""

    asks = True
    keys = ("c", "n")
    group = "People"
    shown = "make cards"

    def refuse(self, context: PeopleContext) -> str | None:
        """Refuse if nobody is marked or under the cursor."""
        return None if context.hits.targets else "nobody is marked or under the cursor"

    async def run(self, context: PeopleContext) -> None:
        """Ask for the list, and make the cards."""
        people = context.hits.targets
        lists = _lists(context)
        if not lists:
            context.tell(
                f"there is no list to put cards in: {context.key_names['switch-board']} opens a board"
            )
            return
        title = f"Make {len(people):,} card{'s' * (len(people) != 1)} in"
        chosen = await context.choose(title, lists, at=context.home)
        if chosen is None:
            return
        where = next(each.text for each in lists if each.value == chosen)
        if (made := await make_person_cards(context, chosen, people, where)) is not None:
            context.hits.unmark()
            context.tell(made.words, undo=bool(made.card_ids))


class WritePeople(Command[PeopleContext]):
    """Write the marked people, else the page, to a CSV file."""

    asks = True
    keys = ("w",)
    group = "People"
    shown = "CSV"

    def refuse(self, context: PeopleContext) -> str | None:
        """Refuse if nobody was found."""
        return None if context.hits.marked_or_page else "nobody was found yet"

    async def run(self, context: PeopleContext) -> None:
        """Ask for the file, and write the CSV."""
        people = context.hits.marked_or_page
        path = await save_csv(context, context.workspace.people.csv(people), "people.csv")
        if path is not None:
            context.tell(
                f"{len(people):,} {'person' if len(people) == 1 else 'people'} written to {shown_path(path)}"
            )


class NextPage(ImmediateCommand[PeopleContext]):
    """Show the next page."""

    keys = ("right", "l", "pagedown")
    group = "People"
    shown = "page"

    def act(self, context: PeopleContext) -> None:
        """Show the next page."""
        if reason := context.search.turn(1):
            context.tell(reason)


class PageBefore(ImmediateCommand[PeopleContext]):
    """Show the page before."""

    keys = ("left", "h", "pageup")
    group = "People"

    def act(self, context: PeopleContext) -> None:
        """Show the previous page."""
        if reason := context.search.turn(-1):
            context.tell(reason)


class Narrow(ImmediateCommand[PeopleContext]):
    """Change what is searched for."""

    keys = ("slash", "f", "tab")
    group = "People"
    shown = "filters"
    act = calls(PeopleContext.narrow)


class Colleagues(_OnHit):
    """Search the company of the person."""

    keys = ("s",)
    act = calls(PeopleContext.colleagues)


class CopyField(_OnHit):
    """Copy the field under the cursor, else the name."""

    keys = ("y",)
    act = calls(PeopleContext.copy_here)


class Phones(_OnHit):
    """Show the numbers on a do-not-call register, or hide them."""

    keys = ("p",)
    act = calls(PeopleContext.phones)


def _lists(context: Context) -> list[Choice]:
    """Return the lists of the open board, then those of the other boards, as choices."""
    here = context.board.id if context.board is not None else ""
    boards = sorted(context.workspace.boards.all(), key=lambda board: board.id != here)
    return [
        Choice(each.id, each.name, "" if board.id == here else board.name)
        for board in boards
        for each in context.workspace.boards.lists(board.id)
    ]


PEOPLE: tuple[CommandType, ...] = (
    Narrow, LookUp, Mark, MarkPage, MakeCards, WritePeople, NextPage, PageBefore, Colleagues, CopyField, Phones, Back,
    *APP,
)  # fmt: skip
