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
