"""Lists, served."""

import pytest


async def test_a_new_list_goes_to_the_left_unless_asked(desk):
    assert (await desk.post("/lists", name="Ideas", idBoard=desk.id))["pos"] == 8192
    assert (await desk.post(f"/boards/{desk.id}/lists", name="Later", pos="bottom"))["pos"] == 65536
    names = [one["name"] for one in await desk.get(f"/boards/{desk.id}/lists")]
    assert names == ["Ideas", "To Do", "Doing", "Done", "Later"]


async def test_a_short_link_is_no_parameter(desk):
    short = (await desk.get(f"/boards/{desk.id}", fields="shortLink"))["shortLink"]
    assert await desk.refused("POST", "/lists", json={"name": "x", "idBoard": short}) == (
        400,
        "invalid value for idBoard",
    )


@pytest.mark.parametrize("name", ["", "   ", None, 5, [], {}, "x" * 16385])
async def test_a_list_needs_a_name(desk, name):
    assert await desk.refused("POST", "/lists", json={"name": name, "idBoard": desk.id}) == (
        400,
        "invalid value for name",
    )


async def test_archiving_a_list_hides_its_cards_but_does_not_archive_them(desk):
    card = await desk.card()
    assert (await desk.put(f"/lists/{card['idList']}/closed", value="true"))["closed"] is True
    assert await desk.get(f"/boards/{desk.id}/cards") == []
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/cards/open")] == [card["id"]]
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/lists/closed")] == [card["idList"]]
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/lists", cards="all", filter="all")] != []


async def test_changes_leave_one_action_each_and_none_when_nothing_changes(desk, server):
    first = (await desk.lists())[0]
    before = len(await desk.log(server))
    for _ in range(2):
        await desk.put(f"/lists/{first}", name="Backlog", pos="bottom", closed=True)
    told = (await desk.log(server))[before:]
    assert sorted((kind, *data["old"]) for kind, data in told) == [
        ("updateList", "closed"),
        ("updateList", "name"),
        ("updateList", "pos"),
    ]


async def test_every_card_archived_or_moved(desk, server):
    cards = [await desk.card(f"card {i}") for i in range(3)]
    todo, doing, _ = await desk.lists()
    there = await desk.card("there already", idList=doing)
    moved = await desk.post(f"/lists/{todo}/moveAllCards", idBoard=desk.id, idList=doing)
    assert [one["id"] for one in moved] == [card["id"] for card in cards]
    assert [one["id"] for one in await desk.get(f"/lists/{doing}/cards")] == [
        there["id"],
        *(c["id"] for c in cards),
    ]
    assert await desk.post(f"/lists/{doing}/archiveAllCards") == {}
    assert await desk.get(f"/lists/{doing}/cards") == []
    assert len(await desk.get(f"/lists/{doing}/cards", filter="closed")) == 4
    assert [kind for kind, _ in await desk.log(server)].count("updateCard") == 7


async def test_lists_are_not_deleted(desk):
    first = (await desk.lists())[0]
    assert await desk.refused("DELETE", f"/lists/{first}") == (404, f"Cannot DELETE /1/lists/{first}")
