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
