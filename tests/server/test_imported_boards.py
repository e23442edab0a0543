"""Whatever an import lets in, the board service can show."""

import copy
import json
from typing import Any

import httpx
import pytest

from tests.exports import new_board, old_board
from tests.thinned import exhaustive
from tui.errors import CardscoutError
from tui.server.exports.transfer import export_board, import_board
from tui.server.storage import db

JUNK: tuple[Any, ...] = (None, 5, "\ud800", {"x": []})
NOUNS = (None, "lists", "cards", "labels", "checklists", "members", "memberships", "actions")
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


OFTEN = ("idMembersVoted", "cover", "badges", "coordinates", "prefs", "appCreator", "nameData", "limits")
"""Keys that the wire knows, put where they do not belong too."""


def damaged(document, noun):
    """Copies of ``document``, each with one value of a ``noun`` (of the board itself: none) exchanged for junk."""
    first, *others = [document] if noun is None else document[noun]
    for key in first if noun is None else dict.fromkeys((*first, *OFTEN)):
        for junk in JUNK:
            broken = {**first, key: junk}
            yield f"{noun}.{key}={junk!r}", broken if noun is None else {**document, noun: [broken, *others]}


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
    tables = [table.name for table in db.metadata.sorted_tables if table.name != "meta"]
    with db.reading(server.engine) as connection:
        raw = connection.connection.cursor()
        return hash(
            tuple((name, tuple(sorted(map(repr, raw.execute(f'SELECT * FROM "{name}"'))))) for name in tables)
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("noun", "step"),
    # No multiple of the number of values: each key and each value comes up.
    [*((noun, 11) for noun in NOUNS), *exhaustive((noun, 1) for noun in NOUNS)],
)
async def test_one_junk_value_anywhere(document, http, server, noun, step):
    before = copy.deepcopy(document)
    taken, seen = 0, set()
    for what, broken in list(damaged(document, noun))[::step]:
        try:
            with db.writing(server.engine) as connection:
                report = import_board(connection, broken, mode="replace", owner_id=server.id_member)
        except CardscoutError:
            continue
        taken += 1
        if (now := kept(server)) not in seen:
            seen.add(now)
            await shown(http, report.board_id, what)
    assert document == before
    assert taken > 40 / step
    assert len(seen) > (1 if noun == "members" else 20 / step)


@pytest.mark.parametrize("exported", [old_board, new_board])
async def test_boards_of_the_hosted_service_are_shown_as_they_were(exported, http: httpx.AsyncClient, server):
    document = exported()
    with db.writing(server.engine) as connection:
        report = import_board(connection, document, owner_id=server.id_member)
    await shown(http, report.board_id, exported.__name__)
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
