"""New cards: where they go, and what they know of others."""

import pytest


async def test_a_card_goes_to_the_bottom_and_is_numbered(desk):
    cards = [await desk.card(f"card {i}") for i in range(3)]
    assert [card["pos"] for card in cards] == [16384, 32768, 49152]
    assert [card["idShort"] for card in cards] == [1, 2, 3]
    await desk.ok("DELETE", f"/cards/{cards[2]['id']}")
    assert (await desk.card("next"))["idShort"] == 4


@pytest.mark.parametrize(
    ("asked", "pos"),
    [("top", 8192), ("bottom", 32768), (20000, 20000), ("1.5", 1.5), ("", 8192), (0, 8192), ("0.0", 8192)],
)
async def test_pos_of_a_new_card(desk, asked, pos):
    await desk.card("first")
    assert (await desk.card("second", pos=asked))["pos"] == pos


@pytest.mark.parametrize("pos", [-1, "x", "NaN", True, [], {}, 1e308])
async def test_a_senseless_pos_of_a_new_card_is_refused(desk, pos):
    told = await desk.refused("POST", "/cards", json={"idList": (await desk.lists())[0], "pos": pos})
    assert told == (400, "invalid value for pos")


async def test_zero_puts_whatever_is_new_at_the_top(desk):
    """A client in Java, whose things have a whole number for a place and never nothing, sends it with each."""
    card = await desk.card()
    steps = await desk.post("/checklists", idCard=card["id"], name="steps")
    field = {"idModel": desk.id, "modelType": "board", "name": "stage", "type": "list"}
    stage = await desk.post("/customFields", **field)
    for path, one in (
        ("/cards", {"idList": card["idList"], "name": "x"}),
        ("/lists", {"idBoard": desk.id, "name": "x"}),
        (f"/boards/{desk.id}/lists", {"name": "x"}),
        ("/checklists", {"idCard": card["id"], "name": "x"}),
        (f"/cards/{card['id']}/checklists", {"name": "x"}),
        (f"/checklists/{steps['id']}/checkItems", {"name": "x"}),
        (f"/cards/{card['id']}/attachments", {"url": "https://bakery.example/"}),
        ("/customFields", field),
        (f"/customFields/{stage['id']}/options", {"value": {"text": "x"}}),
    ):
        bottom = await desk.post(path, pos="bottom", **one)
        top = await desk.post(path, pos=0, **one)
        assert 0 < top["pos"] < bottom["pos"], path


async def test_a_mirror_knows_the_card_whose_address_is_its_name(desk):
    card = await desk.card()
    mirror = await desk.card(name=card["shortUrl"], cardRole="mirror")
    assert (mirror["cardRole"], mirror["mirrorSourceId"]) == ("mirror", card["id"])
    assert (await desk.get(f"/cards/{mirror['id']}"))["mirrorSourceId"] == card["id"]
    gone = await desk.card(name="https://board.test/c/zzzzzzzz", cardRole="mirror")
    plain = await desk.card(name=card["shortUrl"])
    assert not any(one.get("mirrorSourceId") for one in (gone, plain))
