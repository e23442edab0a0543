"""Checklists and their items, served."""

import pytest


async def test_a_checklist_is_renamed_and_deleted_with_its_items(desk, server, checklist):
    await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    assert (await desk.put(f"/checklists/{checklist['id']}/name", value="Plan"))["name"] == "Plan"
    assert await desk.ok("DELETE", f"/checklists/{checklist['id']}") == {"limits": {}}
    card = await desk.get(f"/cards/{checklist['idCard']}")
    assert (card["idChecklists"], card["badges"]["checkItems"]) == ([], 0)
    assert [kind for kind, _ in await desk.log(server)][-2:] == ["updateChecklist", "removeChecklistFromCard"]


async def test_what_is_told_of_checklists(desk, checklist):
    await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    path = f"/checklists/{checklist['id']}"
    assert (await desk.get(path, checkItems="none")).keys().isdisjoint({"checkItems"})
    named = await desk.get(path, fields="name", checkItem_fields="name")
    assert named["name"] == "Steps"
    assert [item.keys() for item in named["checkItems"]] == [{"id", "name"}]
    assert [card["id"] for card in (await desk.get(path, cards="all"))["cards"]] == [checklist["idCard"]]
    assert await desk.get(f"/boards/{desk.id}/checklists", filter="none") == []
    assert [one["id"] for one in (await desk.get(f"/boards/{desk.id}/checklists", cards="all"))] == [
        checklist["id"]
    ]
    assert await desk.get(f"{path}/name") == {"_value": "Steps"}
    assert await desk.get(f"{path}/checkItems", filter="none") == []
    assert [card["id"] for card in await desk.get(f"{path}/cards")] == [checklist["idCard"]]
    assert (await desk.get(f"{path}/board"))["id"] == desk.id


async def test_items_are_added_ticked_renamed_moved_and_deleted(desk, server, checklist):
    items = f"/checklists/{checklist['id']}/checkItems"
    call, pay = [await desk.post(items, name=name) for name in ("call mill", "pay")]
    assert (call["pos"], pay["pos"], call["state"]) == (16384, 32768, "incomplete")
    path = f"/cards/{checklist['idCard']}/checkItem"
    assert (await desk.put(f"{path}/{pay['id']}", state="complete"))["state"] == "complete"
    assert (await desk.put(f"{path}/{pay['id']}", state=True))["state"] == "complete"
    assert (await desk.put(f"{path}/{pay['id']}", pos="top", name="pay mill"))["pos"] == 8192
    whole = await desk.get(f"/checklists/{checklist['id']}")
    assert [one["name"] for one in whole["checkItems"]] == ["pay mill", "call mill"]
    states = (await desk.get(f"/cards/{checklist['idCard']}"))["checkItemStates"]
    assert states == [{"idCheckItem": pay["id"], "state": "complete"}]
    assert await desk.ok("DELETE", f"{items}/{call['id']}") == {"limits": {}}
    kinds = [kind for kind, _ in await desk.log(server) if "heckItem" in kind]
    assert kinds == ["createCheckItem"] * 2 + ["updateCheckItemStateOnCard"] + ["updateCheckItem"] * 2 + [
        "deleteCheckItem"
    ]


async def test_an_item_moves_to_another_checklist_of_its_card_only(desk, checklist):
    item = await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    second = await desk.post(f"/cards/{checklist['idCard']}/checklists", name="Later")
    path = f"/cards/{checklist['idCard']}/checklist/{checklist['id']}/checkItem/{item['id']}"
    assert (await desk.put(path, idChecklist=second["id"]))["idChecklist"] == second["id"]
    elsewhere = await desk.post("/checklists", idCard=(await desk.card("other"))["id"])
    path = f"/cards/{checklist['idCard']}/checkItem/{item['id']}"
    assert (await desk.refused("PUT", path, json={"idChecklist": elsewhere["id"]})) == (
        400,
        "invalid value for idChecklist",
    )
    assert (await desk.refused("PUT", f"/cards/{elsewhere['idCard']}/checkItem/{item['id']}", json={}))[
        0
    ] == 404


@pytest.mark.parametrize("state", ["done", 5, [], {}])
async def test_there_are_two_states(desk, checklist, state):
    item = await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    path = f"/cards/{checklist['idCard']}/checkItem/{item['id']}"
    assert await desk.refused("PUT", path, json={"state": state}) == (400, "invalid value for state")


async def test_the_older_addresses_of_an_item(desk, checklist):
    base = f"/cards/{checklist['idCard']}/checklist/{checklist['id']}/checkItem"
    item = await desk.post(base, name="call")
    assert (await desk.put(f"{base}/{item['id']}/name", value="call mill"))["name"] == "call mill"
    assert (await desk.put(f"{base}/{item['id']}/state", value="complete"))["state"] == "complete"
    assert (await desk.get(f"{base}/{item['id']}"))["name"] == "call mill"
    states = await desk.get(f"/cards/{checklist['idCard']}/checkItemStates")
    assert states == [{"idCheckItem": item["id"], "state": "complete"}]
    assert await desk.ok("DELETE", f"{base}/{item['id']}") == {"limits": {}}


async def test_an_item_is_given_to_who_is_on_the_board(desk, checklist):
    me = (await desk.get("/members/me"))["id"]
    path = f"/checklists/{checklist['id']}/checkItems"
    item = await desk.post(path, name="call", idMember=me, due="2031-05-06", dueReminder=60)
    assert (item["idMember"], item["dueReminder"]) == (me, 60)
    body = {"name": "x", "idMember": "f" * 24}
    assert await desk.refused("POST", path, json=body) == (400, "invalid value for idMember")
    path = f"/cards/{checklist['idCard']}/checkItem/{item['id']}"
    assert (await desk.put(path, idMember=None, due=None))["idMember"] is None
