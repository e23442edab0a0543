"""Check items that become cards."""


async def test_an_item_becomes_a_card(desk, server):
    me = (await desk.get("/members/me"))["id"]
    card = await desk.card()
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    item = await desk.post(
        f"/checklists/{checklist['id']}/checkItems", name="call mill", due="2031-05-06", idMember=me
    )
    path = f"/cards/{card['id']}/checklist/{checklist['id']}/checkItem/{item['id']}"
    made = await desk.post(f"{path}/convertToCard")
    assert (made["name"], made["idList"], made["idMembers"]) == ("call mill", card["idList"], [me])
    assert made["due"] == "2031-05-06T00:00:00.000Z"
    assert (await desk.get(f"/cards/{card['id']}"))["badges"]["checkItems"] == 0
    data = next(data for kind, data in await desk.log(server) if kind == "convertToCardFromCheckItem")
    assert (data["cardSource"]["id"], data["checklist"]["id"], data["card"]["id"]) == (
        card["id"],
        checklist["id"],
        made["id"],
    )
    assert (await desk.refused("POST", f"{path}/convertToCard"))[0] == 404
