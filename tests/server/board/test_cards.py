"""Cards, served: what a request changes, what it answers, and what it leaves in the log."""

import pytest


@pytest.mark.parametrize("pos", [0, -1, "x", "NaN", "Infinity", True, [], {}, 1e308, "1e999"])
async def test_a_senseless_pos_is_refused(desk, pos):
    card = await desk.card()
    assert await desk.refused("PUT", f"/cards/{card['id']}", json={"pos": pos}) == (
        400,
        "invalid value for pos",
    )


async def test_neighbours_that_come_too_close_are_spread_anew(desk, server):
    for name, pos in (("a", 100), ("c", 100.015)):
        await desk.card(name, pos=pos)
    await desk.card("b", pos=100.0075)
    found = await desk.get(f"/lists/{(await desk.lists())[0]}/cards")
    assert [(card["name"], card["pos"]) for card in found] == [("a", 16384), ("b", 32768), ("c", 49152)]
    assert [kind for kind, _ in await desk.log(server)].count("updateCard") == 0


async def test_halving_for_ever_keeps_the_order(desk):
    names = [f"card {i}" for i in range(40)]
    for name in names:
        await desk.card(name, pos="top")
    found = await desk.get(f"/lists/{(await desk.lists())[0]}/cards")
    assert [card["name"] for card in found] == names[::-1]
    assert len({card["pos"] for card in found}) == len(names)


async def test_a_deleted_card_is_gone_with_its_comments(desk, server):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="secret")
    assert await desk.ok("DELETE", f"/cards/{card['id']}") == {"limits": {}}
    missing = (404, "The requested resource was not found.")
    assert await desk.refused("GET", f"/cards/{card['id']}") == missing
    assert await desk.refused("DELETE", f"/cards/{card['id']}") == missing
    assert await desk.refused("GET", f"/actions/{comment['id']}") == missing
    kind, data = (await desk.log(server))[-1]
    assert kind == "deleteCard"
    assert data["card"].keys() == {"id", "idShort", "shortLink"}


async def test_the_lists_of_a_missing_or_foreign_list(desk):
    assert await desk.refused("POST", "/cards", json={"name": "x"}) == (400, "invalid value for idList")
    assert await desk.refused("POST", "/cards", json={"idList": "aB3dE5fG"}) == (
        400,
        "invalid value for idList",
    )
    assert await desk.refused("POST", "/cards", json={"idList": "f" * 24}) == (
        404,
        "could not find the board that the card belongs to",
    )


@pytest.mark.parametrize("field", ["name", "desc"])
async def test_the_longest_text_and_one_more(desk, field):
    card = await desk.card()
    long = "ä" * 16384
    assert (await desk.put(f"/cards/{card['id']}", **{field: long}))[field] == long
    assert await desk.refused("PUT", f"/cards/{card['id']}", json={field: long + "x"}) == (
        400,
        f"invalid value for {field}",
    )


async def test_field_routes(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}"
    assert await desk.get(f"{path}/name") == {"_value": "Order flour"}
    assert (await desk.get(f"{path}/badges"))["checkItems"] == 0
    assert (await desk.put(f"{path}/dueComplete", value=True))["dueComplete"] is True
    assert (await desk.put(f"{path}/closed", value="True"))["closed"] is True
    assert (await desk.refused("GET", f"{path}/nothing"))[0] == 404
    assert (await desk.refused("PUT", f"{path}/badges", json={"value": 1}))[0] == 404
    assert await desk.refused("GET", path, params={"fields": "name,nothing"}) == (
        400,
        "invalid value for fields",
    )


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
