"""A board that is read through the API, page by page, is one that an import takes whole."""

import httpx
import pytest

from tests.stories.world import URL
from tui.api.auth import oauth
from tui.api.board.client import BoardClient
from tui.api.transport import Transport
from tui.clock import SystemClock
from tui.errors import Garbled
from tui.secret import Secret
from tui.server.demo_data.seed import seed
from tui.server.exports.transfer import export_board, import_board
from tui.server.run import LocalServer
from tui.server.storage import db

BOARD = "66a1f0aa2f7c3b0011aa0000"


def client_of(server):
    """A client of a server in this process."""
    auth = oauth(server.key, Secret(server.token))
    return BoardClient(Transport(URL, auth=auth, http=server.transport(), clock=SystemClock()))


@pytest.fixture
def servers(tmp_path):
    """Two servers, the first with the sample boards; and the id of one of these."""
    opened = [LocalServer.open(tmp_path / name, SystemClock()) for name in ("a", "b")]
    with db.writing(opened[0].engine) as connection:
        board = seed(connection, SystemClock(), owner_id=opened[0].id_member, mode="copy")[0]
    yield *opened, board
    for one in opened:
        one.close()


async def test_a_board_read_from_one_service_is_imported_whole_by_another(servers, monkeypatch):
    monkeypatch.setattr("tui.api.board.exports.CARDS_OF_CHECKLISTS", 10)
    there, here, board = servers
    client = client_of(there)
    lists = await client.boards.lists(board)
    await client.lists.update(lists[-1].id, closed=True)
    [card, *_] = await client.lists.cards(lists[0].id)
    await client.cards.update(card.id, closed=True)
    document = await client.exports.board(board)
    with db.writing(here.engine) as connection:
        report = import_board(connection, document, owner_id=here.id_member)
    assert (report.outcome, report.skipped, report.repaired) == ("imported", (), ())
    with db.reading(there.engine) as connection:
        expected = export_board(connection, board)
    with db.reading(here.engine) as connection:
        found = export_board(connection, board)
    for noun in ("lists", "cards", "labels", "checklists", "members", "actions"):
        same = [(one["id"], one.get("name"), one.get("closed"), one.get("pos")) for one in found[noun]]
        assert same == [(x["id"], x.get("name"), x.get("closed"), x.get("pos")) for x in expected[noun]]
    parts = ("desc", "due", "idLabels", "idMembers", "idChecklists", "dueComplete")
    assert len(found["cards"]) > 10
    for one, other in zip(found["cards"], expected["cards"], strict=True):
        assert [one[part] for part in parts] == [other[part] for part in parts]
        assert [x["url"] for x in one["attachments"]] == [x["url"] for x in other["attachments"]]


@pytest.mark.parametrize(
    "answers", [[[]], [{"name": "no id"}], [{"id": BOARD, "name": "Leads"}, {"error": "no list"}]]
)
async def test_what_is_no_board_is_no_export(service, answers):
    board = service(*(httpx.Response(200, json=one) for one in answers))
    with pytest.raises(Garbled):
        await BoardClient(board.transport).exports.board(BOARD)
