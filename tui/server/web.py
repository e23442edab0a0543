"""Exports of boards and cards by web address: ``/b/{shortLink}.json`` and ``/c/{shortLink}.json``.

The hosted service serves the export of a board or a card under its web address with ``.json`` appended, to
those who may see it, which is everybody for a public board (docs/reference/board.md, 3.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.server.exports.transfer import export_board
from tui.server.pipeline.params import Params
from tui.server.pipeline.route import Route, Routes
from tui.server.rights import find
from tui.server.wire import members, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_SUFFIX = ".json"
_MOST_ACTIONS = 1000
_WHOLE_CARD = Params(
    {
        "fields": "all",
        "checklists": "all",
        "actions": "all",
        "actions_limit": str(_MOST_ACTIONS),
        **dict.fromkeys(("attachments", "members", "customFieldItems", "stickers", "pluginData"), "true"),
    }
)


def board_document(call: Call) -> Json:
    """Return the export of a board, with only the public fields of its members."""
    board = find.board(call, _short_link(call, "board"))
    document = export_board(call.connection, board.id)
    belonging = [member["id"] for member in document["members"]]
    people = members.by_id(call.connection, belonging, call.origin)
    return {
        **document,
        "members": [people[ident] for ident in belonging],
        "actions": document["actions"][:_MOST_ACTIONS],
        "pluginData": document.get("pluginData") or [],
        "customFields": document.get("customFields") or [],
    }


def card_document(call: Call) -> Json:
    """Return a card with everything on it."""
    card = find.card(call, _short_link(call, "card"))
    return nested.shown_card(call.with_params(_WHOLE_CARD), card.id)


def _short_link(call: Call, folder: str) -> str:
    """Return the short link in the address: the name of the document, or of its folder.

    Raises:
        Refused: 404, the address is not that of a document.
    """
    document = call.path["document"]
    if not document.endswith(_SUFFIX):
        raise call.no_route()
    return call.path.get(folder) or document.removesuffix(_SUFFIX)


ROUTES = Routes(
    (
        Route("GET", "b/{document}", board_document),
        Route("GET", "b/{board}/{document}", board_document),
        Route("GET", "c/{document}", card_document),
        Route("GET", "c/{card}/{document}", card_document),
    )
)
