"""Labels put on a card and taken off."""


async def test_labels_are_put_on_taken_off_and_replaced(desk, server):
    green, yellow, *_ = [one["id"] for one in await desk.get(f"/boards/{desk.id}/labels")]
    card = await desk.card(idLabels=f"{yellow},{green}")
    assert card["idLabels"] == [yellow, green]
    assert [label["color"] for label in card["labels"]] == ["yellow", "green"]
    path = f"/cards/{card['id']}/idLabels"
    assert await desk.refused("POST", path, json={"value": green}) == (
        400,
        "that label is already on the card",
    )
    assert await desk.ok("DELETE", f"{path}/{green}") == {"_value": None}
    assert (await desk.put(f"/cards/{card['id']}", idLabels=[green]))["idLabels"] == [green]
    assert (await desk.put(path, value=""))["idLabels"] == []
    made = await desk.post(f"/cards/{card['id']}/labels", name="urgent", color="red_dark")
    assert (made["name"], made["color"], made["uses"]) == ("urgent", "red_dark", 1)
    kinds = [kind for kind, _ in await desk.log(server) if "LabelToCard" in kind or "LabelFromCard" in kind]
    assert kinds == ["addLabelToCard"] * 2 + ["removeLabelFromCard"] * 2 + [
        "addLabelToCard",
        "removeLabelFromCard",
        "addLabelToCard",
    ]


async def test_a_label_of_another_board_is_refused_and_nothing_is_half_done(desk):
    other = (await desk.post("/boards", name="Other"))["id"]
    theirs = (await desk.get(f"/boards/{other}/labels"))[0]["id"]
    first = (await desk.lists())[0]
    body = {"idList": first, "name": "x", "idLabels": [theirs]}
    assert await desk.refused("POST", "/cards", json=body) == (400, "invalid value for idLabels")
    assert await desk.get(f"/lists/{first}/cards") == []
