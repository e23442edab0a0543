"""Commands that change something: they are hidden and refused on a read-only board.

A write on many cards is made for the cards that allow it; the others stay selected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.app.commands.command import Command, Context, quote_title
from tui.app.commands.keymap import Keymap, show_key

if TYPE_CHECKING:
    from tui.model.card import CardFace
    from tui.model.writes.base import Write

_WRITING_GROUPS = frozenset({"Card", "Cards", "Lists"})
_READING_COMMANDS = frozenset(
    {
        "open-card",
        "enrich",
        "enrich-many",
        "checklists",
        "files",
        "copy",
        "close-card",
        "open-link",
        "write-people",
    }
)
_WRITING_COMMANDS = frozenset(
    {"undo", "redo", "new-board", "rename-board", "star-this-board", "close-board"}
    | {"restore", "delete-archived", "keep-mine", "merge", "make-cards", "attach-run", "board-members"}
)
_ANYWHERE = frozenset({"undo", "redo", "new-board", "star-this-board"})
"""Those that change something else than a closed board that is shown."""
_OWN = _ANYWHERE | {"watch"}
"""Those that an observer has: they change nothing that others see."""


def is_write_command(command: Command[Any]) -> bool:
    """Return whether ``command`` always changes something at the service."""
    name = command.name()
    return name in _WRITING_COMMANDS or (command.group in _WRITING_GROUPS and name not in _READING_COMMANDS)


def read_only_reason(context: Context) -> str:
    """Return why the shown board is read-only, as a clause; "" if it may be changed, as far as known."""
    return context.workspace.access.read_only_reason(context.board.id if context.board is not None else "")


def refusal_on_read_only(command: Command[Any], context: Context) -> str:
    """Return why ``command`` is refused on a read-only board; "" if it is not refused."""
    reason = read_only_reason(context) if is_write_command(command) else ""
    access, board, name = context.workspace.access, context.board, command.name()
    if reason and board is not None and not access.forbidden_reason(board.id):
        again = f"{reason} · {context.key_names['closed-boards']} opens it again"
        return "" if name in _ANYWHERE else again
    of = "" if board is None or name == "new-board" else board.id
    if name in _OWN and not access.forbidden_reason(of, own=True):
        return ""
    # A new login gives another token, but no other role on the board.
    if not reason or reason != access.read_only_reason(""):
        return reason
    return f"{reason} · {context.key_names['show-accounts']} then {context.key_names['log-in']} logs in anew"


def visible_hints(
    keymap: Keymap, read_only: str, *, first: Collection[str] = (), empty: Context | None = None
) -> list[tuple[str, str]]:
    """Return keys and words for the bottom line, without commands that cannot run now.

    Args:
        keymap: Keymap of the screen.
        read_only: Why the board is read-only; "" if it may be changed.
        empty: The page, if it has no rows: most commands of such a page have nothing to act on.
        first: Names of commands to put first, so that a narrow terminal does not cut them off.
    """
    shown = [command for command in keymap.commands.values() if command.shown]
    if read_only:
        shown = [command for command in shown if not is_write_command(command)]
    if empty is not None:
        shown = [command for command in shown if command.refuse(empty) is None]
    shown.sort(key=lambda command: command.name() not in first)
    return [
        (show_key(keys[0]), command.shown) for command in shown if (keys := keymap.keys_of(command.name()))
    ]


GONE = "That card is not there any more."


class Done(NamedTuple):
    """What was done to cards, in words.

    Attributes:
        cards: The quoted title of a single card, or the number of changed cards: "5 cards", "3 of 5 cards".
        left: Which cards were left out and why, to follow the rest of the sentence; "" if none was.
    """

    cards: str
    left: str


async def submit_each(context: Context, writes: Sequence[Write], cards: Sequence[CardFace]) -> Done:
    """Submit the possible ones of ``writes`` as one batch, and report on ``cards``.

    Raises:
        StoreError: None of them can be made.
    """
    return report(context, cards, await context.workspace.writes.submit_each(writes))


def changed_by(writes: Sequence[Write], cards: Sequence[CardFace]) -> list[CardFace]:
    """Return those of ``cards`` that ``writes`` change; some may have the wanted state already."""
    named = {write.about_card for write in writes}
    return [card for card in cards if card.id in named]


def report(context: Context, cards: Sequence[CardFace], left: Iterable[tuple[str, str]]) -> Done:
    """Describe what was done to ``cards``, and select those that were ``left`` out, given with their reasons."""
    names = {card.id: quote_title(card.name) for card in cards}
    reasons = {ident: reason for ident, reason in left if ident in names}
    if reasons:
        context.pick_failed(tuple(reasons))
    by_reason: dict[str, list[str]] = {}
    for ident, reason in reasons.items():
        by_reason.setdefault(reason.rstrip("."), []).append(names[ident])
    words = "".join(
        f" · not {', '.join(titles)}: {reason[:1].lower()}{reason[1:]}"
        for reason, titles in by_reason.items()
    )
    if len(cards) == 1:
        return Done(quote_title(cards[0].name), words)
    done = len(cards) - len(reasons)
    return Done(f"{done} of {len(cards)} cards" if reasons else f"{len(cards)} cards", words)
