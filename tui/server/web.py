"""Addresses beside the API: a board as its export, ``/b/{shortLink}.json``.

The hosted service serves the export of a board under the board's own web address with ``.json`` behind it
(board-api reference, 3.3).
"""

from tui.model.base import Json
from tui.server.board import find
from tui.server.call import Call
from tui.server.route import Route, Routes
from tui.server.transfer import export_board

_SUFFIX = ".json"


def board_document(call: Call) -> Json:
    """A board as it is exported; the short link is the name of the document, or the folder it is in."""
    document = call.path["document"]
    if not document.endswith(_SUFFIX):
        raise call.no_route()
    ident = call.path.get("board") or document.removesuffix(_SUFFIX)
    return export_board(call.connection, find.board(call, ident).id)


ROUTES = Routes(
    (Route("GET", "b/{document}", board_document), Route("GET", "b/{board}/{document}", board_document))
)
