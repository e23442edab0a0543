"""Unfinished texts from before the program ended: each is listed once, and offered where it was typed.

What was typed for something that is gone is among the conflicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import quote_title
from tui.app.drawing.wrapping import opening

if TYPE_CHECKING:
    from tui.workspace import Workspace

_KINDS = {
    "comment": "a comment on",
    "recomment": "a change of a comment on",
    "desc": "the description of",
    "title": "the title of",
    "item": "an item of a checklist on",
    "checklist": "the name of a checklist on",
    "new-card": "a new card in",
    "early-card": "a new card on",
}
"""Names of unfinished texts, by the kind in their key."""

_PLACES = {"new-card": "list", "early-card": "board"}
"""The kind of thing that a text without a card belongs to, by the kind in its key."""

_SEARCH = "people"  # the kind for a filled form, which has nothing to enter

_MERGE = "merge"  # the kind for the two texts of a conflict, made one

_MOST = 4
"""Maximum number of texts that are listed."""

_CELLS = 40
"""Maximum cells shown of a text; it is offered in full where it was typed."""


def interrupted_words(workspace: Workspace) -> list[str]:
    """Return a line with the beginning of each unfinished text: ``a comment on “Ring Ana”: She rang b…``.

    Each text is returned once, first those for deleted things.
    """
    interrupted = workspace.drafts.interrupted()
    found = [
        (_name_of(workspace, key), key, text)
        for key, text in interrupted.items()
        if key.partition(":")[0] != _SEARCH and not _is_there(workspace, key, text)
    ]
    found.sort(key=lambda each: each[0] is not None)
    told, rest = found[:_MOST], found[_MOST:]
    if interrupted:
        workspace.drafts.told(interrupted.keys())
    lines = [_line(name, key, text) for name, key, text in told]
    return [*lines, *([f"and {len(rest)} more"] if rest else [])]


def _name_of(workspace: Workspace, key: str) -> str | None:
    """Return the name of the thing that a text was typed for, or None if it is gone."""
    kind, _, ident = key.partition(":")
    match kind:
        case "new-card":
            found = workspace.boards.get_list(ident)
            return None if found is None else found.name
        case "early-card":
            board = workspace.boards.get(ident)
            return None if board is None else board.name
        case _:
            face = workspace.cards.face(ident)
            return None if face is None else face.name


def _line(name: str | None, key: str, text: str) -> str:
    kind = key.partition(":")[0]
    if kind == _MERGE:
        return f"one text of both, among the conflicts: {opening(text, _CELLS)}"
    gone = f"a {_PLACES.get(kind, 'card')} that is gone, now among the conflicts"
    what = f"{_KINDS.get(kind, kind)} {gone if name is None else quote_title(name)}"
    return f"{what}: {opening(text, _CELLS)}"


def _is_there(workspace: Workspace, key: str, text: str) -> bool:
    """Return whether the card has this text already, since it was changed back or saved at the last moment."""
    kind, _, ident = key.partition(":")
    card = workspace.cards.get(ident) if kind in {"title", "desc"} else None
    return card is not None and text == (card.name if kind == "title" else card.desc)
