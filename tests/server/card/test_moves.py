"""Moves of cards to other lists and boards."""

import pytest


async def test_a_move_with_a_place_is_two_actions_and_without_keeps_it(desk, server):
    card = await desk.card(pos=777)
    _, doing, done = await desk.lists()
    assert (await desk.put(f"/cards/{card['id']}", idList=doing))["pos"] == 777
    await desk.put(f"/cards/{card['id']}", idList=done, pos=5)
    assert [list(data["old"]) for kind, data in await desk.log(server) if kind == "updateCard"] == [
        ["idList"],
        ["idList"],
        ["pos"],
    ]


async def test_to_another_board_and_back_gives_numbers_and_two_actions(desk, server):
    other = (await desk.post("/boards", name="Other"))["id"]
    (label,) = [one["id"] for one in await desk.get(f"/boards/{desk.id}/labels") if one["color"] == "red"]
    own = await desk.post("/labels", name="ours", color="sky", idBoard=desk.id)
    card = await desk.card(idLabels=[label, own["id"]])
    await desk.post(f"/cards/{card['id']}/actions/comments", text="ready?")
    await desk.post(f"/cards/{card['id']}/checklists", name="Steps")
    moved = await desk.put(f"/cards/{card['id']}", idBoard=other)
    assert (moved["idBoard"], moved["idShort"], moved["pos"]) == (other, 1, 16384)
    assert [(one["color"], one["idBoard"]) for one in moved["labels"]] == [("red", other)]
    assert moved["badges"]["comments"] == 1
    assert (await desk.get(f"/boards/{other}/checklists"))[0]["idCard"] == card["id"]
    assert [
        one["type"] for one in await desk.get(f"/boards/{desk.id}/actions", filter="moveCardFromBoard")
    ] == ["moveCardFromBoard"]
    assert [one["type"] for one in await desk.get(f"/boards/{other}/actions", limit=1)] == ["moveCardToBoard"]
    assert (await desk.put(f"/cards/{card['id']}", idBoard=desk.id))["idShort"] == 2


@pytest.mark.parametrize("elsewhere", [True, False], ids=["another board", "another list"])
async def test_a_card_that_comes_with_a_position_respaces_nobody_at_its_old_one(desk, elsewhere):
    """Its old position is the one that a card of the new list has."""
    board, home = (
        (await desk.post("/boards", name="Other"))["id"] if elsewhere else desk.id,
        (await desk.lists())[0],
    )
    to = (await desk.post("/lists", name="There", idBoard=board))["id"]
    there = [(await desk.post("/cards", name="x", idList=to, pos=pos))["id"] for pos in (50, 100)]
    card = await desk.card(idList=home, pos=100)
    assert (await desk.put(f"/cards/{card['id']}", idBoard=board, idList=to, pos=25))["pos"] == 25
    assert [(await desk.get(f"/cards/{ident}"))["pos"] for ident in there] == [50, 100]
    # Without one it has to be made room for.
    card = await desk.card(idList=home, pos=100)
    await desk.put(f"/cards/{card['id']}", idBoard=board, idList=to)
    assert len({one["pos"] for one in await desk.get(f"/lists/{to}/cards")}) == 4


@pytest.fixture
async def other(desk):
    board = await desk.post("/boards", name="Other")
    return board | {"lists": [one["id"] for one in await desk.get(f"/boards/{board['id']}/lists")]}


async def test_all_cards_of_a_list_move_to_another_board(desk, server, other):
    cards = [await desk.card(f"card {i}") for i in range(3)]
    there = await desk.card("there already", idList=other["lists"][1])
    body = {"idBoard": other["id"], "idList": other["lists"][1]}
    moved = await desk.post(f"/lists/{cards[0]['idList']}/moveAllCards", **body)
    assert [one["id"] for one in moved] == [card["id"] for card in cards]
    assert {one["idBoard"] for one in moved} == {other["id"]}
    found = await desk.get(f"/lists/{other['lists'][1]}/cards")
    assert [(one["id"], one["pos"]) for one in found] == [
        (card["id"], 16384 * n) for n, card in enumerate([there, *cards], 1)
    ]
    assert [one["idShort"] for one in found] == [1, 2, 3, 4]
    assert [kind for kind, _ in await desk.log(server)].count("moveCardFromBoard") == 3
    feed = await desk.get(f"/boards/{other['id']}/actions", filter="moveCardToBoard")
    assert len(feed) == 3


@pytest.mark.parametrize(("name", "value"), [("idBoard", "f" * 24), ("idList", None), ("idList", "own")])
async def test_a_senseless_target_is_refused(desk, other, name, value):
    card = await desk.card()
    value = card["idList"] if value == "own" else value
    body = {"idBoard": desk.id if name == "idList" else other["id"], "idList": other["lists"][0], name: value}
    reply = await desk.refused("POST", f"/lists/{card['idList']}/moveAllCards", json=body)
    assert reply == (400, f"invalid value for {name}")


async def test_a_list_moves_to_another_board_with_all_its_cards(desk, server, other):
    label = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    twin = await desk.post("/labels", name="urgent", color="red", idBoard=other["id"])
    card = await desk.card(idLabels=label["id"])
    closed = await desk.put(f"/cards/{(await desk.card('old'))['id']}", closed=True)
    await desk.post(f"/cards/{card['id']}/checklists", name="Steps")
    path = f"/lists/{card['idList']}"
    moved = await desk.put(f"{path}/idBoard", value=other["id"], pos="top")
    assert (moved["idBoard"], moved["pos"]) == (other["id"], 8192)
    found = await desk.get(f"{path}/cards", filter="all")
    assert [(one["id"], one["idBoard"], one["idShort"]) for one in found] == [
        (card["id"], other["id"], 1),
        (closed["id"], other["id"], 2),
    ]
    assert found[0]["idLabels"] == [twin["id"]]
    assert [one["idCard"] for one in await desk.get(f"/boards/{other['id']}/checklists")] == [card["id"]]
    (arrived,) = await desk.get(f"/boards/{other['id']}/actions", filter="moveListToBoard")
    (left,) = await desk.get(f"/boards/{desk.id}/actions", filter="moveListFromBoard")
    assert (arrived["data"]["boardSource"]["id"], left["data"]["boardTarget"]["id"]) == (desk.id, other["id"])
    assert len(await desk.get(f"/boards/{desk.id}/lists")) == 2


async def test_how_many_cards_a_list_should_hold(desk, server):
    first = (await desk.lists())[0]
    for _ in range(2):
        assert (await desk.put(f"/lists/{first}/softLimit", value=3))["softLimit"] == 3
    assert (await desk.put(f"/lists/{first}", softLimit=None))["softLimit"] is None
    told = [data["old"] for kind, data in await desk.log(server) if kind == "updateList"]
    assert told == [{"softLimit": None}, {"softLimit": 3}]
    assert await desk.refused("PUT", f"/lists/{first}", json={"softLimit": -1}) == (
        400,
        "invalid value for softLimit",
    )
