"""Base classes of commands: one class for each possible action of the user.

A class defines its keys, its label (the docstring: tooltip, palette line, help row and a row of ``docs/keys.md``), why
it cannot run now, and what it does. The keymap, the palette and the help are made from the list of a screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    Protocol,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
)

from tui.model.values.fields import Frozen

if TYPE_CHECKING:
    from datetime import datetime

    from tui.app.type_ahead import TypeAhead
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


CONFLICT = "somebody changed it too: theirs is saved, yours is kept · {conflicts} shows both"
"""Message for a change that somebody else made since the user began to edit."""

CONTESTED = "somebody changed it too: yours is saved, theirs is kept · {conflicts} shows both"
"""Message for a change of the user that somebody in another window contests."""

Attempt = Callable[[str], Awaitable[object]]
"""Coroutine function that is called with the typed line."""


class Choice(Frozen):
    """One line of a fuzzy choice.

    Attributes:
        value: Returned if the line is chosen.
        note: Text drawn dim at the right.
        also: Further text that is matched but not drawn, such as the board of a list, which the note shows.
    """

    value: str
    text: str
    note: str = ""
    also: str = ""


BY = "\t"
"""Stands between a key and the value of the choice that it was pressed on."""


class SecondLine:
    """A second line under the one that is asked for, filled in already.

    Attributes:
        title: What the line is.
        text: Its text; the box updates it while the user types.
    """

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text


class PromptOptions(TypedDict, total=False):
    """Options for asking for a line.

    Attributes:
        value: Initial text, to be edited.
        offer: Initial text, selected, so that typing replaces it.
        placeholder: Hint shown while the line is empty.
        reads: Returns the meaning of the line, shown under it; raises ValueError if it has none.
        attempt: Called with the line; if it fails, the line stays to be edited.
        note: Help shown under the question.
        hidden: Whether the line is a secret, which is drawn as dots and is in no picture.
        needed: Message for an empty line, which then must be filled; if "", an empty line cancels.
        action: What enter does with the line, such as "export"; by default "keep it".
        step: Whether this is one of several questions; esc then goes back to the previous one.
        blank: Whether an empty line is a valid answer, "".
        left: Called with the text of the line on cancel, so that it can be offered again.
        complete: Returns the line with its end completed, for tab.
        candidates: Returns the possible completions, shown if there are several.
        second: A second line, to which tab goes; enter in either answers.
    """

    value: str
    offer: str
    placeholder: str
    reads: Callable[[str], str] | None
    attempt: Attempt | None
    note: str
    hidden: bool
    needed: str
    action: str
    second: SecondLine | None
    step: bool
    blank: bool
    left: Callable[[str], object]
    complete: Callable[[str], str] | None
    candidates: Callable[[str], Sequence[str]] | None


Undoes = Literal["boards", "notifications", "nothing"]
"""What undo concerns on a page: changes of boards (of the open one, if there is one), marks of notifications, or nothing."""


class Context(Protocol):
    """Interface that a command uses, whichever screen it runs on."""

    @property
    def ahead(self) -> TypeAhead:
        """The key queue, which knows how fast the keys came."""

    @property
    def workspace(self) -> Workspace:
        """The workspace, for all access to data."""

    @property
    def board(self) -> Board | None:
        """The open board."""

    @property
    def board_list(self) -> BoardList | None:
        """The list with the focus, or the card's."""

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor, or the open one."""

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards a command acts on: the selected ones, or else the one with the cursor, or else none."""

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""

    @property
    def undoes(self) -> Undoes:
        """What the keys of undo and redo concern on this screen."""

    @property
    def key_names(self) -> Mapping[str, str]:
        """The user's key of each command, for sentences on the screen."""

    @property
    def pick_failed(self) -> Callable[[Sequence[str]], object]:
        """Select the cards that the command could not act on, if the screen can select cards."""

    async def confirm(
        self, question: str, *, detail: str = "", yes: str = "Yes", meant: bool = False
    ) -> bool:
        """Ask before something that cannot be undone; with ``meant``, Enter says yes."""

    async def prompt(
        self, title: str, *, date_from: datetime | None = None, **how: Unpack[PromptOptions]
    ) -> str | None:
        """Ask for a line and return it; return None if the user cancelled or left it blank.

        With ``date_from``, the line is a date, and a calendar is shown beside it.

        The line starts with ``value``, to be edited, or with ``offer``, selected so that the first key
        replaces it. Below it, ``reads`` shows what the line means while it is typed; it raises ValueError for
        nonsense. If ``attempt`` fails with the line, the error is shown below, and the line stays to be
        edited.
        """

    async def choose(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        at: str | None = None,
        typed: str = "",
        more: Callable[[str], Sequence[Choice]] | None = None,
        attempt: Attempt | None = None,
        complete: Callable[[str], str] | None = None,
        verbs: Mapping[str, str] = ...,
    ) -> str | None:
        """Let the user choose by typing a part of a text, starting at the value ``at``; return None on cancel.

        ``more`` returns further choices for the typed text, or raises ValueError with why there is none;
        ``typed`` is the initial text; ``complete`` completes it, for tab. ``attempt`` is called with the chosen
        value before the box closes; if it fails, box and typed text stay. ``verbs`` are words for ctrl+r and
        ctrl+d, which return the key, a tab and the value.
        """

    async def open_address(self, url: str) -> None:
        """Open a web address in the browser, after asking; without a browser, copy it to the clipboard."""

    def copy(self, text: str, name: str) -> None:
        """Copy ``text`` to the terminal's clipboard, and show that ``name`` was copied."""

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show a message in the status line; ``undo`` adds that ``u`` undoes it."""

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Reload these cards and put the cursor on the first, on a screen that shows cards."""

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, on a screen that shows it."""

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place.

        Args:
            place: ``back``, ``quit``, ``help``, ``palette``, ``theme``, ``suspend``, ``boards``, ``archive``,
                ``outbox``, ``conflicts``, ``notifications``, ``rules``, ``search``, ``api-call``,
                ``card:<id>`` or ``board:<id>``.
            saying: Message about a previous action, shown at the other place; ``u`` undoes that action.
        """


Need = Literal["board", "card", "cards", "cards of a board"]
"""What a command may need: an open board, the card with the cursor (or the open one), cards to act on."""


def no_board(context: Context) -> str | None:
    """Return why no command on a board is possible, or None if it is."""
    return (
        None if context.board else no_board_words(context, f"{context.key_names['switch-board']} opens one")
    )


def no_board_words(context: Context, way: str) -> str:
    """Return that no board is open and the ``way`` to one, or that one is being opened."""
    workspace = context.workspace
    opens = not workspace.boards.all() and workspace.sync.status().state in {"starting", "loading"}
    return "the board is being opened" if opens else f"no board is open: {way}"


def _missing(need: Need, context: Context) -> str | None:
    """Return why a need of the command is not met, or None if it is."""
    if need == "board":
        return no_board(context)
    there = context.card is not None if need == "card" else context.cards
    needs_board = need == "cards of a board"
    return None if there and (context.board or not needs_board) else "no card has the cursor"


C_contra = TypeVar("C_contra", contravariant=True)
"""Type of a command's context: a ``Context``, or less for a command of a part of a screen."""

C = TypeVar("C")
P = ParamSpec("P")


@lru_cache(maxsize=1024)
def _with_hyphens(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Command(Generic[C_contra]):
    """Base of all commands; stateless. The first line of a subclass's docstring is its label.

    Attributes:
        keys: Default keys: each a Textual key name, or two of them with a blank for a sequence (``g g``).
        group: Heading in the help. Commands of Card, Cards or Lists change something, so they are refused on
            a read-only board (``writing``).
        shown: Label in few words by which the hints line at the bottom offers the command; "" if it does not.
        quick: Whether the command waits only for the store. Later keys then wait for it, so that each command
            sees the result of the one before. A quick command never asks.
        asks: Whether the command opens a box; later keys are then held for that box.
        opens: Whether the command opens a line, a page or a box that takes later keys. If such a command, or
            one that asks, is refused, keys typed for it are dropped.
        moves_cursor: Whether the command only moves the cursor, so that further such keys may be handled
            before a paint.
        series: Common description of commands that differ only in a number; the help has one line for all of
            them.
        over_text: Whether the command's keys take precedence over those of a focused text field.
        needs: What must be there for the command to run; None for nothing, or if ``refuse`` checks it.
    """

    keys: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = ""
    shown: ClassVar[str] = ""
    quick: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    moves_cursor: ClassVar[bool] = False
    over_text: ClassVar[bool] = False
    needs: ClassVar[Need | None] = None
    series: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    """Label in few words for the possible next keys of a sequence; ``shown`` if there is none."""

    @classmethod
    def name(cls) -> str:
        """Return the name in bindings, configuration and docs: ``MoveCardRight`` is ``move-card-right``."""
        return _with_hyphens(cls.__name__)

    @classmethod
    def label(cls) -> str:
        """Return the label: the docstring's first line without its full stop."""
        return (cls.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    def applies(self, context: C_contra) -> bool:  # noqa: ARG002 - subclasses look
        """Return whether the command takes its keys now; otherwise they are left to other commands."""
        return True

    def refuse(self, context: C_contra) -> str | None:
        """Return why the command cannot run now, or None if it can."""
        # Only commands of whole screens have needs; the context of a part's command has fewer attributes.
        return None if self.needs is None else _missing(self.needs, cast("Context", context))

    async def run(self, context: C_contra, /) -> None:
        """Run the command in a worker of the screen, so that it may wait and ask.

        Raises:
            CardscoutError: Shown by the screen's error boundary.
        """
        raise TypeError(f"{type(self).__name__} does nothing with {context!r}")


class ImmediateCommand(Command[C_contra]):
    """A command that neither waits nor asks, so it runs at once, without a worker."""

    def act(self, context: C_contra, /) -> None:
        """Run the command."""
        raise TypeError(f"{type(self).__name__} does nothing with {context!r}")

    async def run(self, context: C_contra, /) -> None:
        """Call ``act``."""
        self.act(context)


def calls(
    method: Callable[Concatenate[C, P], object], *args: P.args, **options: P.kwargs
) -> Callable[[Any, C], None]:
    """Return the ``act`` of a command that only calls a method of its context.

    Args:
        method: A method of the context's class; the method of the same name is called on the actual context.
        args: Its positional arguments.
        options: Its keyword arguments.
    """

    def act(_command: object, context: C) -> None:
        getattr(context, method.__name__)(*args, **options)

    return act


def awaits(
    method: Callable[Concatenate[C, P], Awaitable[object]], *args: P.args, **options: P.kwargs
) -> Callable[[Any, C], Coroutine[Any, Any, None]]:
    """Return the ``run`` of a command that only awaits a method of its context; as for ``calls``."""

    async def run(_command: object, context: C) -> None:
        await getattr(context, method.__name__)(*args, **options)

    return run


class GoCommand(ImmediateCommand[Context]):
    """A command that shows another place: a page, a box, or the shell."""

    place: ClassVar[str]

    def act(self, context: Context) -> None:
        """Go there."""
        context.go(self.place)


CommandType = type[Command[Any]]


_MAX_TITLE = 36  # characters of a title in a sentence
_MAX_DIGITS = 8  # of a number that is counted on


async def rename(
    context: Context,
    noun: str,
    was: str,
    write: Callable[[str], Write],
    words: Callable[[str], str] = str,
) -> None:
    """Ask for another name of a board or a list, and rename it by ``write``; ``words`` tells the new name."""
    conflicts = 0

    async def submit(name: str) -> None:
        nonlocal conflicts
        if name != was:
            conflicts = await context.workspace.writes.submit_all([write(name)], seen={"name": was})

    name = await context.prompt(f"Rename {noun}", offer=was, attempt=submit, action="rename it")
    if name is not None and name != was:
        said = CONFLICT.format_map(context.key_names) if conflicts else f"renamed {was} to {words(name)}"
        context.tell(said, undo=not conflicts)


def next_name(name: str, taken: Collection[str]) -> str:
    """Return the name to offer for a copy, such as ``Sprint 32`` of ``Sprint 31``, or ``Leads copy``; none that is ``taken``."""
    number = name.removeprefix(words := name.rstrip("0123456789"))
    if not 0 < len(number) <= _MAX_DIGITS:
        name = f"{name} copy"
        return next_name(f"{name} 1", taken) if name in taken else name
    numbered = (f"{words}{one:0{len(number)}}" for one in count(int(number) + 1))
    return next(one for one in numbered if one not in taken)


def quote_title(title: str) -> str:
    """Quote a card's title for a sentence, shortened to 36 characters."""
    return f"“{title if len(title) <= _MAX_TITLE else title[: _MAX_TITLE - 1].rstrip() + '…'}”"
