"""Whatever an import lets in, the board service can show."""

import copy
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from tui.errors import CardscoutError
from tui.server import db
from tui.server.transfer import export_board, import_board

EXPORTS = Path(__file__).parents[3] / "shared" / "exports"
JUNK: tuple[Any, ...] = (None, 5, "\ud800", {"x": []})
NOUNS = ("lists", "cards", "labels", "checklists", "members", "memberships", "actions")
ASKED = (
    (
        "?fields=all&lists=all&cards=all&card_fields=all&card_checklists=all&card_attachments=true&card_members=true"
        "&checklists=all&labels=all&members=all&member_fields=all&memberships=all&actions=all&organization=true"
    ),
    "/lists/all?cards=all",
    "/cards/all?checkItemStates=true",
    "/actions?display=true&entities=true&limit=1000",
)


@pytest.fixture
async def document(desk, server):
    """An export with one of everything."""
    label = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    card = await desk.card(idLabels=[label["id"]], due="2031-01-01", desc="flour")
    checklist = await desk.post(f"/cards/{card['id']}/checklists", name="Steps")
    await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call", checked=True)
    await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.post(f"/cards/{card['id']}/attachments", url="https://bakery.example")
    await desk.put(f"/cards/{card['id']}", name="Order rye")
    with db.reading(server.engine) as connection:
        return export_board(connection, desk.id)


def damaged(document):
    """Copies of ``document``, each with one value exchanged for junk, or a key the wire knows added as junk."""
    for key in document:
        for junk in JUNK:
            yield f"{key}={junk!r}", {**document, key: junk}
    for noun in NOUNS:
        more = {
            "idMembersVoted",
            "cover",
            "badges",
            "coordinates",
            "prefs",
            "appCreator",
            "nameData",
            "limits",
        }
        for key in {*document[noun][0], *more}:
            for junk in JUNK:
                broken = copy.deepcopy(document)
                broken[noun][0][key] = junk
                yield f"{noun}.{key}={junk!r}", broken


async def shown(http, board_id, what):
    for asked in ASKED:
        reply = await http.get(f"/boards/{board_id}{asked}")
        assert reply.status_code == 200, (what, asked, reply.status_code, reply.text)
        json.loads(reply.text)
    boards = await http.get(
        "/members/me", params={"boards": "all", "board_fields": "all", "organizations": "all"}
    )
    assert boards.status_code == 200, what


def kept(server):
    """All that is stored; what is the same is shown the same."""
    with db.reading(server.engine) as connection:
        return hash(
            tuple(
                (table.name, tuple(sorted(map(repr, connection.execute(select(table))))))
                for table in db.metadata.sorted_tables
                if table.name != "meta"
            )
        )


@pytest.mark.slow
async def test_one_junk_value_anywhere(document, http, server):
    taken, seen = 0, set()
    for what, broken in damaged(document):
        try:
            with db.writing(server.engine) as connection:
                report = import_board(connection, broken, mode="replace", owner_id=server.id_member)
        except CardscoutError:
            continue
        taken += 1
        if (now := kept(server)) not in seen:
            seen.add(now)
            await shown(http, report.board_id, what)
    assert taken > 100
    assert len(seen) > 50


@pytest.mark.skipif(not EXPORTS.exists(), reason="the real exports are not beside this checkout")
@pytest.mark.parametrize("path", sorted(EXPORTS.glob("*.json")), ids=lambda path: path.stem)
async def test_real_boards_are_shown_as_they_were_exported(path, http: httpx.AsyncClient, server):
    document = json.loads(path.read_text())
    with db.writing(server.engine) as connection:
        report = import_board(connection, document, owner_id=server.id_member)
    await shown(http, report.board_id, path.stem)
    cards = (await http.get(f"/boards/{report.board_id}/cards/all")).json()
    was = {card["id"]: card for card in document["cards"]}
    assert {card["id"] for card in cards} == set(was)
    for card in cards:
        same = (
            "name",
            "desc",
            "pos",
            "closed",
            "idList",
            "idLabels",
            "idMembers",
            "due",
            "shortLink",
            "idShort",
        )
        assert {name: card[name] for name in same} == {name: was[card["id"]][name] for name in same}
