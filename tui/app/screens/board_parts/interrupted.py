"""Texts that were being typed when the program ended: each is named once, and offered where it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import quote_title
from tui.app.drawing.wrapping import fit
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.workspace import Workspace

_KINDS = {
    "comment": "a comment on",
    "desc": "the description of",
    "title": "the title of",
    "item": "an item of a checklist on",
    "checklist": "the name of a checklist on",
    "new-card": "a new card in",
}
"""What a text is, by the kind in its key."""

_SEARCH = "people"  # the kind that is a filled form, with nothing to enter

_MOST = 4
"""Most texts that are named."""

_CELLS = 40
"""Cells of a text that are told."""


def interrupted_words(workspace: Workspace) -> list[str]:
    """Return a line for each text that was not entered, with its beginning: ``a comment on “Ring Ana”: She rang b…``.

    The texts are not returned again.
    """
    found = [
        f"{_words(workspace, key)}: {fit(safe_line(' '.join(text.split())), _CELLS)}"
        for key, text in workspace.drafts.interrupted().items()
        if key.partition(":")[0] != _SEARCH and not _is_there(workspace, key, text)
    ]
    more = [f"and {len(found) - _MOST} more"] if len(found) > _MOST else []
    return [*found[:_MOST], *more]


def _words(workspace: Workspace, key: str) -> str:
    kind, _, ident = key.partition(":")
    is_new = kind == "new-card"
    thing = workspace.boards.get_list(ident) if is_new else workspace.cards.face(ident)
    gone = f"a {'list' if is_new else 'card'} that is gone"
    return f"{_KINDS.get(kind, kind)} {gone if thing is None else quote_title(thing.name)}"


def _is_there(workspace: Workspace, key: str, text: str) -> bool:
    """Return whether a text is what the card has already: it was changed back, or written in the last moment."""
    kind, _, ident = key.partition(":")
    card = workspace.cards.get(ident) if kind in {"title", "desc"} else None
    return card is not None and text == (card.name if kind == "title" else card.desc)
