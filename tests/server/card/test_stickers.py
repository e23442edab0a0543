"""Stickers on a card."""

import pytest


async def test_a_sticker_is_put_on_moved_and_taken_off(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}/stickers"
    made = await desk.post(path, image="taco-cool", top=10, left=-20.5, zIndex=1)
    assert (made["image"], made["top"], made["left"], made["zIndex"], made["rotate"]) == (
        "taco-cool",
        10,
        -20.5,
        1,
        0,
    )
    assert (await desk.put(f"{path}/{made['id']}", top=0, left=0, zIndex=2, rotate=90))["rotate"] == 90
    assert [one["id"] for one in await desk.get(path)] == [made["id"]]
    assert await desk.get(path, fields="image") == [{"id": made["id"], "image": "taco-cool"}]
    assert len((await desk.get(f"/cards/{card['id']}", stickers="true"))["stickers"]) == 1
    assert await desk.ok("DELETE", f"{path}/{made['id']}") == {"stickers": []}
    assert (await desk.refused("GET", f"{path}/{made['id']}"))[0] == 404


@pytest.mark.parametrize(
    ("body", "name"),
    [({"image": ""}, "image"), ({"top": 101}, "top"), ({"left": "x"}, "left"), ({"zIndex": None}, "zIndex"),
     ({"zIndex": 1.5}, "zIndex"), ({"rotate": 361}, "rotate")],
)  # fmt: skip
async def test_a_senseless_sticker_is_refused(desk, body, name):
    card = await desk.card()
    usual = {"image": "taco-cool", "top": 0, "left": 0, "zIndex": 1}
    reply = await desk.refused("POST", f"/cards/{card['id']}/stickers", json=usual | body)
    assert reply == (400, f"invalid value for {name}")
