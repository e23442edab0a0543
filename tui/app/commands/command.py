"""Command: something a user can ask for, in one class.

The class gives its keys, its words (the docstring: tooltip, palette line, help row and a row of
``docs/keys.md``), why it cannot be done now, and what it does. A screen lists its commands; the key map, the
palette and the help are made from that list.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypedDict, TypeVar, Unpack

from textual.keys import KEY_NAME_REPLACEMENTS

from tui.errors import UsageError
from tui.model.fields import Frozen

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.workspace import Workspace


CONFLICT = "somebody changed it meanwhile: that stays, yours is among the conflicts · {conflicts} shows both"
"""What is said when something was changed since the user began to."""

Attempt = Callable[[str], Awaitable[object]]
"""What is done with a line that was typed."""


class Choice(Frozen):
    """One line of a fuzzy choice.

    Attributes:
        value: What is returned when it is chosen.
        text: What is matched and drawn.
        note: Drawn quietly at the right.
        also: Matched too, and not drawn again: what the note says of it, as the board of a list.
    """

    value: str
    text: str
    note: str = ""
    also: str = ""


class PromptOptions(TypedDict, total=False):
    """How a line is asked for.

    Attributes:
        value: What stands there already, to be mended.
        offer: What stands there already, to be taken or typed over.
        placeholder: What to type, shown while nothing is.
        reads: What the line means, said under it while it is typed; it raises ValueError where it means nothing.
        attempt: What is done with the line; when it fails, the line stays to be mended.
        note: What helps to answer, under the question.
        hidden: Whether the line is a secret, which is drawn as dots and is in no picture.
        needed: What is said to an empty line, which then stays to be filled; "" to take it for giving up.
        step: Whether it is one of several questions: esc goes back to the one before.
    """

    value: str
    offer: str
    placeholder: str
    reads: Callable[[str], str] | None
    attempt: Attempt | None
    note: str
    hidden: bool
    needed: str
    step: bool


class Context(Protocol):
    """What a command may know and use, whichever screen it runs on."""

    @property
    def workspace(self) -> Workspace:
        """The one door."""
        ...

    @property
    def board(self) -> Board | None:
        """The open board."""
        ...

    @property
    def board_list(self) -> BoardList | None:
        """The list that has the focus, or the card's."""
        ...

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor, or the open one."""
        ...

    @property
    def cards(self) -> Sequence[CardFace]:
        """What a verb acts on: the selected cards, else the card with the cursor, else nothing."""
        ...

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""
        ...

    @property
    def key_names(self) -> Mapping[str, str]:
        """The user's key of each command, as a person reads it: what a sentence says is to be pressed."""
        ...

    async def confirm(
        self, question: str, *, detail: str = "", yes: str = "Yes", meant: bool = False
    ) -> bool:
        """Ask before something that cannot be undone, or that is ``meant``: then Enter says yes."""
        ...

    async def prompt(self, title: str, **how: Unpack[PromptOptions]) -> str | None:
        """Ask for a line; None when it was given up. Blank answers come back as None too.

        It begins with ``value``, to be mended, or with ``offer``, which is selected: the first key replaces it.
        What it means, ``reads`` says under it as it is typed, and raises ValueError where it means nothing.
        What ``attempt`` does with the line may fail: why is then said where it was typed, to be mended there.
        """
        ...

    async def choose(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        at: str | None = None,
        typed: str = "",
        more: Callable[[str], Sequence[Choice]] | None = None,
        attempt: Attempt | None = None,
    ) -> str | None:
        """Let one be chosen by typing a part of it, beginning at the value ``at``; None when given up.

        ``more`` are choices made of what is typed; ``typed`` is there to begin with. What ``attempt`` does with the
        one that is taken is done before the box closes: when it fails, what was typed is still there.
        """
        ...

    async def open_address(self, url: str) -> None:
        """Open a web address in the browser, after asking; where there is none, put it on the clipboard."""
        ...

    def copy(self, text: str, name: str) -> None:
        """Put ``text`` on the terminal's clipboard, and say that ``name`` was."""
        ...

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something in the status line; ``undo`` adds that ``u`` takes it back."""
        ...

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Show these cards as they are now, where the screen shows cards; the cursor goes to the first."""
        ...

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, where the screen shows lists and it is there."""
        ...

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place.

        Args:
            place: ``back``, ``quit``, ``help``, ``palette``, ``theme``, ``suspend``, ``boards``, ``archive``, ``outbox``, ``conflicts``,
                ``notifications``, ``search``, ``card:<id>`` or ``board:<id>``.
            saying: What was done here, to be said there; ``u`` undoes it.
        """
        ...


def no_board(context: Context) -> str | None:
    """Why nothing can be done to a board, or None."""
    return None if context.board else f"no board is open: {context.key_names['switch-board']} opens one"


C_contra = TypeVar("C_contra", contravariant=True)
"""What a command may use: a ``Context``, or less where the command is one of a part of a screen."""


class Command(Generic[C_contra]):
    """Something a user can ask for. Subclasses are stateless; their docstring's first line is their words.

    Attributes:
        keys: Defaults; a key is a Textual key name or, for two in a row, two of them and a blank (``g g``).
        group: Heading in the help. A command of Card, Cards or Lists changes something: it is refused where a board
            may only be read (``writing``).
        shown: Whether the hints line at the bottom offers it.
        quick: Whether it only waits for the store: then keys typed after it wait for it, so that each finds
            what the one before it left. A quick command never asks.
        asks: Whether it opens a box: then what is typed after it is kept for that box.
        opens: Whether it opens a line, a page or a box that takes what is typed after it. Where it is refused, as
            where one that asks is, what was typed for it is dropped.
        walks: Whether it only moves the cursor: then keys like it may be taken before it is painted.
        over_text: Whether its keys go before those that a line or a text has for itself while it is typed in.
    """

    keys: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = ""
    shown: ClassVar[bool] = False
    quick: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    walks: ClassVar[bool] = False
    over_text: ClassVar[bool] = False
    hint: ClassVar[str] = ""
    """Its word in the hints line; the name when empty."""

    @classmethod
    def name(cls) -> str:
        """The name it is bound, configured and documented by: ``MoveCardRight`` is ``move-card-right``."""
        return "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")

    @classmethod
    def words(cls) -> str:
        """What it does, in a line."""
        return (cls.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    def applies(self, context: C_contra) -> bool:  # noqa: ARG002 - subclasses look
        """Whether its keys mean this command now; otherwise they are another's."""
        return True

    def refuse(self, context: C_contra) -> str | None:  # noqa: ARG002 - subclasses look
        """Why it cannot be done now, or None when it can."""
        return None

    async def run(self, context: C_contra) -> None:
        """Do it. Runs in a worker of the screen, so it may wait and ask.

        Raises:
            CardscoutError: Shown by the screen's error boundary.
        """
        raise TypeError(f"{type(self).__name__} does nothing with {context!r}")


class ImmediateCommand(Command[C_contra]):
    """A command that neither waits nor asks, so it runs at once, without a worker."""

    def act(self, context: C_contra) -> None:
        """Do it."""
        raise TypeError(f"{type(self).__name__} does nothing with {context!r}")

    async def run(self, context: C_contra) -> None:
        """Do it."""
        self.act(context)


CommandType = type[Command[Any]]


class KeyConflict(Frozen):
    """A key that two commands of a screen want; the first keeps it."""

    key: str
    kept: str
    lost: str


class Keymap(Frozen):
    """Which key asks for which command on a screen.

    Attributes:
        commands: Every command of the screen by name, in the order of the help.
        keys: Command names by key; a two-key sequence is written with a blank.
        conflicts: Keys that more than one command wanted.
    """

    commands: Mapping[str, Command[Any]]
    keys: Mapping[str, str]
    conflicts: tuple[KeyConflict, ...] = ()
    prefixes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, commands: Iterable[CommandType], overrides: Mapping[str, str] | None = None) -> Keymap:
        """The keys of ``commands``, with the user's instead where there are any.

        Args:
            commands: Command classes.
            overrides: Keys by command name, several divided by a comma; ``""`` takes the key away. Names of
                commands of other screens are passed over.
        """
        overrides = overrides or {}
        known = {command.name(): command() for command in commands}
        keys: dict[str, str] = {}
        conflicts: list[KeyConflict] = []
        # A user's choice goes before a default of another command.
        for name in sorted(known, key=lambda name: name not in overrides):
            wanted = known[name].keys if name not in overrides else parse_keys(overrides[name])
            conflicts += [
                KeyConflict(key, keys[key], name) for key in wanted if keys.setdefault(key, name) != name
            ]
        prefixes = frozenset(key.split(" ")[0] for key in keys if " " in key)
        conflicts += [KeyConflict(key, keys[key], f"{key} …") for key in prefixes if key in keys]
        return cls(known, keys, tuple(conflicts), prefixes)

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys that ask for the command ``name``."""
        return tuple(key for key, owner in self.keys.items() if owner == name)


_SHOWN = {
    "space": "space", "escape": "esc", "full_stop": ".", "comma": ",", "greater_than_sign": ">",
    "less_than_sign": "<", "plus": "+", "question_mark": "?", "colon": ":", "slash": "/", "minus": "-", "dollar_sign": "$",
    "at": "@", "number_sign": "#", "pageup": "pgup", "pagedown": "pgdn", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_TYPED = {shown: key for key, shown in _SHOWN.items() if len(shown) == 1} | {
    "esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "return": "enter", "del": "delete", "ins": "insert",
}  # fmt: skip


def show_key(key: str) -> str:
    """``key`` as a person reads it: ``full_stop`` is ``.``, ``ctrl+d`` stays."""
    return " ".join(_SHOWN.get(part, part) for part in key.split(" "))


_LONGEST = 36  # characters of a title in a sentence


def short(title: str) -> str:
    """A card's title in a sentence: in quotes, and not all of a long one."""
    return f"“{title if len(title) <= _LONGEST else title[: _LONGEST - 1].rstrip() + '…'}”"


def parse_keys(text: str) -> tuple[str, ...]:
    """The keys a user wrote, as the toolkit names them.

    Args:
        text: Keys divided by commas; ``comma`` or a lone ``,`` is the comma itself.

    Raises:
        UsageError: A sequence of more than two keys.
    """
    if text.strip() == ",":
        return ("comma",)
    keys = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        names = [_named(name) for name in part.split()]
        if len(names) > 2:  # a sequence is two keys
            raise UsageError(f"{part!r} is more than two keys", hint="use one key, or two divided by a blank")
        keys.append(" ".join(names))
    return tuple(keys)


def _named(key: str) -> str:
    """What the toolkit calls ``key``: signs go by their names in Unicode, modifiers by the alphabet."""
    stem, plus, last = key.rpartition("+")
    if plus and not last:
        stem, last = stem.removesuffix("+"), plus
    modifiers = sorted(stem.lower().split("+")) if stem else []
    if len(last) > 1:
        last = _TYPED.get(last.lower(), last.lower())
    elif not last.isalnum():
        name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
        last = _TYPED.get(last, KEY_NAME_REPLACEMENTS.get(name, name))
    elif "ctrl" in modifiers:
        last = last.lower()
    return "+".join([*modifiers, last])
