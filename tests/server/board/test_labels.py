"""Labels, served."""

import pytest

from tui.model.label import COLORS


async def test_every_colour_and_none(desk):
    for color in (*COLORS, None, ""):
        made = await desk.post("/labels", name="x", color=color, idBoard=desk.id)
        assert made["color"] == (color or None)
    assert len(await desk.get(f"/boards/{desk.id}/labels", limit=1000)) == 38
    assert len(await desk.get(f"/boards/{desk.id}/labels", limit=5)) == 5


@pytest.mark.parametrize("color", ["mauve", 5, [], {}, True])
async def test_other_colours_are_refused(desk, color):
    body = {"name": "x", "color": color, "idBoard": desk.id}
    assert await desk.refused("POST", "/labels", json=body) == (400, "invalid value for color")


async def test_a_label_is_changed_and_deleted_from_every_card(desk, server):
    made = await desk.post(f"/boards/{desk.id}/labels", name="urgent", color="red")
    cards = [await desk.card(f"card {i}", idLabels=[made["id"]]) for i in range(2)]
    changed = await desk.put(f"/labels/{made['id']}", name="soon", color="null")
    assert (changed["name"], changed["color"], changed["uses"]) == ("soon", None, 2)
    assert (await desk.put(f"/labels/{made['id']}/color", value="sky"))["color"] == "sky"
    assert await desk.ok("DELETE", f"/labels/{made['id']}") == {"limits": {}}
    assert [(await desk.get(f"/cards/{card['id']}"))["labels"] for card in cards] == [[], []]
    kinds = [kind for kind, _ in await desk.log(server)]
    assert [kind for kind in kinds if kind in {"updateLabel", "deleteLabel"}] == ["updateLabel"] * 3 + [
        "deleteLabel"
    ]


@pytest.mark.parametrize("path", ["/labels", "/boards/{board}/labels"])
async def test_a_label_says_its_name_even_when_it_has_none(desk, path):
    body = {"color": "red", "idBoard": desk.id}
    path = path.format(board=desk.id)
    assert await desk.refused("POST", path, json=body) == (400, "invalid value for name")
    assert (await desk.post(path, **body, name=""))["name"] == ""


async def test_one_label_of_a_board_and_one_field_of_it(desk):
    made = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    assert (await desk.get(f"/boards/{desk.id}/labels/{made['id']}"))["name"] == "urgent"
    other = (await desk.post("/boards", name="Other"))["id"]
    assert (await desk.refused("GET", f"/boards/{other}/labels/{made['id']}"))[0] == 404
    assert await desk.get(f"/labels/{made['id']}/color") == {"_value": "red"}


async def test_a_change_of_labels_is_two_actions_of_which_feeds_show_none(desk, server):
    card = await desk.card()
    made = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    before = len(await desk.log(server))
    await desk.post(f"/cards/{card['id']}/idLabels", value=made["id"])
    (added, told), (changed, data) = (await desk.log(server))[before:]
    assert (added, told["value"], told["text"]) == ("addLabelToCard", "red", "urgent")
    assert (changed, data["old"], data["card"]["idLabels"]) == ("updateCard", {"idLabels": []}, [made["id"]])
    for params in ({}, {"filter": "updateCard"}, {"filter": "all"}):
        found = await desk.get(f"/boards/{desk.id}/actions", **params)
        assert "idLabels" not in [key for one in found for key in one["data"].get("old", ())]
    (asked,) = await desk.get(f"/boards/{desk.id}/actions", filter="updateCard:idLabels")
    assert asked["data"]["old"] == {"idLabels": []}
