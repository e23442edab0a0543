"""Boards, served."""

from sqlalchemy import update

from tui.server.exports.transfer import export_board, import_board
from tui.server.storage import db


async def test_a_star_is_one_members_own_and_no_action(desk, server):
    before = await desk.log(server)
    await desk.put(f"/boards/{desk.id}", starred=True, subscribed=True)
    assert [one["starred"] for one in await desk.get("/members/me/boards", filter="starred")] == [True]
    assert await desk.log(server) == before


async def test_a_deleted_board_is_gone_with_all_that_was_on_it(desk):
    card = await desk.card()
    await desk.post("/checklists", idCard=card["id"])
    assert await desk.ok("DELETE", f"/boards/{desk.id}") == {"_value": None}
    for path in (f"/boards/{desk.id}", f"/cards/{card['id']}", f"/lists/{card['idList']}"):
        assert (await desk.refused("GET", path))[0] == 404


async def test_a_card_by_its_number_on_its_board_only(desk):
    card = await desk.card()
    other = (await desk.post("/boards", name="Other"))["id"]
    for name in (card["id"], card["shortLink"], "1"):
        assert (await desk.get(f"/boards/{desk.id}/cards/{name}"))["id"] == card["id"]
        assert (await desk.refused("GET", f"/boards/{other}/cards/{name}"))[0] == 404


async def test_the_document_of_a_board(desk, server):
    await desk.card("Order flour")
    short = (await desk.get(f"/boards/{desk.id}", fields="shortLink"))["shortLink"]
    for address in (f"/b/{short}.json", f"/b/{short}/bakery-launch.json"):
        document = (await desk.http.get(f"http://board.test{address}")).json()
        assert (document["name"], [card["name"] for card in document["cards"]]) == (
            "Bakery launch",
            ["Order flour"],
        )
    assert (await desk.http.get(f"http://board.test/b/{short}")).status_code == 404


async def test_an_imported_boards_custom_fields_can_be_used(desk, server, clock):
    field = await desk.post(
        "/customFields", idModel=desk.id, modelType="board", name="cost", type="number", pos="top"
    )
    card = await desk.card()
    await desk.put(f"/cards/{card['id']}/customField/{field['id']}/item", value={"number": "3"})
    await desk.post(f"/cards/{card['id']}/stickers", image="taco-cool", top=0, left=0, zIndex=1)
    me = (await desk.get("/members/me"))["id"]
    with db.writing(server.engine) as connection:
        copy = import_board(connection, export_board(connection, desk.id), mode="copy", owner_id=me)
    (made,) = await desk.get(
        f"/boards/{copy.board_id}/cards", customFieldItems="true", stickers="true", fields="name"
    )
    assert [item["value"] for item in made["customFieldItems"]] == [{"number": "3"}]
    assert [one["image"] for one in made["stickers"]] == ["taco-cool"]
    assert made["customFieldItems"][0]["idCustomField"] != field["id"]


async def test_the_document_of_a_card(desk, server):
    card = await desk.card("Order flour", idMembers=(await desk.get("/members/me"))["id"])
    await desk.post(f"/cards/{card['id']}/checklists", name="Steps")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="rye?")
    for address in (f"/c/{card['shortLink']}.json", f"/c/{card['shortLink']}/1-order-flour.json"):
        document = (await desk.http.get(f"http://board.test{address}")).json()
        assert [one["name"] for one in document["checklists"]] == ["Steps"]
        assert [one["username"] for one in document["members"]] == ["you"]
        assert "commentCard" in {one["type"] for one in document["actions"]}
        assert {"attachments", "customFieldItems", "pluginData", "stickers"} <= document.keys()


async def test_documents_of_public_boards_are_everybodys_and_tell_no_addresses(desk, server):
    card = await desk.card()
    short = (await desk.get(f"/boards/{desk.id}", fields="shortLink"))["shortLink"]
    with db.writing(server.engine) as connection:
        connection.execute(update(db.members).values(email="ada@bakery.example"))
    nobody = {"Authorization": ""}
    for address in (f"/b/{short}.json", f"/c/{card['shortLink']}.json"):
        reply = await desk.http.get(f"http://board.test{address}", headers=nobody)
        assert (reply.status_code, reply.text) == (401, "unauthorized permission requested")
    await desk.put(f"/boards/{desk.id}/", **{"prefs/permissionLevel": "public"})
    for address in (f"/b/{short}.json", f"/c/{card['shortLink']}.json"):
        reply = await desk.http.get(f"http://board.test{address}", headers=nobody)
        assert reply.status_code == 200
        assert "ada@bakery.example" not in reply.text
    assert (await desk.http.get(f"/boards/{desk.id}", headers=nobody)).status_code == 401


async def test_what_a_board_only_tells_is_passed_over_when_it_comes_back(desk):
    before = await desk.get(f"/boards/{desk.id}")
    told = {f"prefs/{name}": "" if value is None else value for name, value in before["prefs"].items()}
    sent = told | {"name": "Bakery", "starred": "", "prefs/backgroundColor": "#000000"}
    after = await desk.put(f"/boards/{desk.id}", **sent)
    assert (after["name"], after["prefs"]) == ("Bakery", before["prefs"])
    refused = await desk.refused("PUT", f"/boards/{desk.id}", json={"prefs/mood": "good"})
    assert refused == (400, "invalid value for prefs/mood")


async def test_how_one_member_has_a_board(desk):
    path = f"/boards/{desk.id}/myPrefs"
    assert (await desk.get(path))["showSidebar"] is True
    assert (await desk.put(f"{path}/showSidebar", value=False))["showSidebar"] is False
    assert (await desk.put(f"{path}/emailPosition", value="top"))["emailPosition"] == "top"
    assert (await desk.refused("PUT", f"{path}/emailPosition", json={"value": "left"}))[0] == 400
    assert (await desk.refused("PUT", f"{path}/mood", json={"value": "x"}))[0] == 404
    assert (await desk.get(f"/boards/{desk.id}", myPrefs="true"))["myPrefs"]["emailPosition"] == "top"
    refused = await desk.refused("POST", f"/boards/{desk.id}/calendarKey/generate")
    assert refused == (403, "Can't generate calendarKey")
    await desk.put(f"/boards/{desk.id}", **{"prefs/calendarFeedEnabled": True})
    made = await desk.post(f"/boards/{desk.id}/calendarKey/generate")
    assert len(made["myPrefs"]["calendarKey"]) == 32
    assert made.keys() == {"id", "myPrefs"}
    # The service tells neither key with the other preferences.
    assert await desk.post(f"/boards/{desk.id}/emailKey/generate") == {
        "id": desk.id,
        "myPrefs": await desk.get(path),
    }
    assert (await desk.get(path)).keys() == {
        "showSidebar", "showSidebarMembers", "showSidebarBoardActions", "showSidebarActivity", "emailPosition",
        "idEmailList",
    }  # fmt: skip
