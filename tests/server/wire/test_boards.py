"""Boards as they are sent."""

import pytest
from sqlalchemy import update

from tui.server.storage import db
from tui.server.wire.boards import BACKGROUNDS, PREFS


async def test_a_board_has_what_it_was_never_told(desk):
    board = await desk.get(f"/boards/{desk.id}", fields="all")
    assert board["prefs"] == PREFS
    assert set(board["labelNames"].values()) == {""}
    assert board["shortUrl"].endswith(f"/b/{board['shortLink']}")
    assert board["url"] == f"{board['shortUrl']}/bakery-launch"
    assert board["nodeId"].endswith(f"{board['idOrganization']}/{desk.id}")
    assert PREFS["backgroundColor"] == BACKGROUNDS[PREFS["background"]]


async def test_a_name_without_letters_is_not_in_the_address(desk):
    await desk.put(f"/boards/{desk.id}", name="!!!")
    board = await desk.get(f"/boards/{desk.id}", fields="url,shortUrl")
    assert board["url"] == board["shortUrl"]


async def test_what_an_import_kept_is_sent_but_for_parts_with_an_address(desk, server):
    kept = {"futureField": 1, "customFields": [1], "pluginData": [2], "name": "another"}
    with db.writing(server.engine) as connection:
        connection.execute(update(db.boards).values(extra=kept))
    board = (await desk.get("/members/me/boards"))[0]
    assert (board["futureField"], board["name"]) == (1, "Bakery launch")
    assert not board.keys() & {"customFields", "pluginData"}


async def test_a_star_and_a_subscription_are_the_askers_own(desk, person):
    bo = await person("bo", on="normal")
    await bo.put(f"/boards/{desk.id}", starred=True, subscribed=True)
    for who, own in ((bo, True), (desk, False)):
        board = await who.get(f"/boards/{desk.id}", fields="starred,subscribed")
        assert (board["starred"], board["subscribed"]) == (own, own)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("all", "Bakery launch,Closed,Open,Team"), ("", "Bakery launch,Closed,Open,Team"), ("open", "Bakery launch,Open,Team"),
        ("closed", "Closed"), ("public", "Open"), ("organization", "Team"), ("members", "Bakery launch,Closed"),
        ("starred", "Team"), ("public,closed", "Closed,Open"), ("pinned", ""), ("none", ""),
        ("unpinned", "Bakery launch,Closed,Open,Team"),
    ],
)  # fmt: skip
async def test_boards_by_filter(desk, words, names):
    await desk.post("/boards", name="Open", prefs_permissionLevel="public")
    team = await desk.post("/boards", name="Team", prefs_permissionLevel="org")
    closed = await desk.post("/boards", name="Closed")
    await desk.put(f"/boards/{closed['id']}", closed=True)
    await desk.put(f"/boards/{team['id']}", starred=True)
    found = await desk.get("/members/me/boards", filter=words, fields="name")
    assert ",".join(sorted(one["name"] for one in found)) == names


async def test_a_filter_nobody_knows_is_refused(desk):
    refused = await desk.refused("GET", "/members/me/boards", params={"filter": "open,shiny"})
    assert refused == (400, "invalid value for filter")
