"""Checklists and their items, served."""


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
