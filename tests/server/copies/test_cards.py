"""Copies: what goes along, what stays, and what the log says of it."""

import pytest

from tests.server.copies.conftest import parts

NONE = {
    "attachments": [], "checklists": [], "comments": [], "customFields": [], "due": (None, None), "labels": [],
    "members": [], "start": None, "stickers": [],
}  # fmt: skip


async def test_a_card_is_copied_with_everything(desk, server, full):
    before = len(await desk.log(server))
    copy = await desk.post("/cards", idList=full["idList"], idCardSource=full["id"])
    assert (copy["name"], copy["desc"], copy["idShort"], copy["pos"]) == (
        "Order flour",
        "by *Friday*",
        2,
        32768,
    )
    assert await parts(desk, copy) == await parts(desk, full)
    assert copy["badges"] | {"comments": 2} == full["badges"]
    told = (await desk.log(server))[before:]
    assert [kind for kind, _ in told] == [
        "copyCard", "addMemberToCard", "copyChecklist", "copyCommentCard", "copyCommentCard",
    ]  # fmt: skip
    assert told[0][1]["cardSource"]["id"] == full["id"]
    assert told[1][1]["fromCopy"] is True
    file = next(one for one in copy["attachments"] if one["isUpload"])
    assert copy["id"] in file["url"]
    assert (await desk.http.get(file["url"])).content == b"flour"
    await desk.ok("DELETE", f"/cards/{full['id']}")
    assert (await desk.http.get(file["url"])).content == b"flour"


@pytest.mark.parametrize("part", sorted(NONE))
async def test_one_part_is_kept_and_no_other(desk, full, part):
    copy = await desk.post("/cards", idList=full["idList"], idCardSource=full["id"], keepFromSource=part)
    assert await parts(desk, copy) == NONE | {part: (await parts(desk, full))[part]}


async def test_what_is_said_of_a_copy_wins_and_empty_things_are_not_said(desk, full):
    said = {"name": "Order rye", "desc": None, "due": "null", "idLabels": "", "idMembers": "", "pos": "top"}
    copy = await desk.post(
        "/cards", idList=full["idList"], idCardSource=full["id"], keepFromSource="all", **said
    )
    assert (copy["name"], copy["desc"], copy["due"]) == ("Order rye", full["desc"], full["due"])
    assert copy["idLabels"] == full["idLabels"]
    assert copy["pos"] < full["pos"]


async def test_to_another_board_goes_what_has_a_twin_there(desk, full):
    other = (await desk.post("/boards", name="Other"))["id"]
    target = (await desk.get(f"/boards/{other}/lists"))[0]["id"]
    twin = await desk.post("/labels", name="urgent", color="red", idBoard=other)
    bare = await desk.post("/cards", idList=target, idCardSource=full["id"])
    assert (bare["idLabels"], bare["idBoard"], bare["idShort"]) == ([twin["id"]], other, 1)
    assert (await parts(desk, bare))["customFields"] == []
    await desk.post("/customFields", idModel=other, modelType="board", name="cost", type="number", pos="top")
    copy = await desk.post("/cards", idList=target, idCardSource=full["id"])
    assert await parts(desk, copy) == await parts(desk, full)
    moved = await desk.put(f"/cards/{full['id']}", idBoard=other)
    assert (await parts(desk, moved))["customFields"] == [{"number": "3"}]


@pytest.mark.parametrize(
    ("path", "name"),
    [("/cards", "idCardSource"), ("/lists", "idListSource"), ("/boards", "idBoardSource"),
     ("/checklists", "idChecklistSource")],
)  # fmt: skip
@pytest.mark.parametrize("value", ["f" * 24, "x", 5])
async def test_a_senseless_source_is_refused_and_nothing_is_left(desk, full, path, name, value):
    before = await desk.get(f"/boards/{desk.id}/cards")
    body = {"name": "x", "idList": full["idList"], "idBoard": desk.id, "idCard": full["id"], name: value}
    assert await desk.refused("POST", path, json=body) == (400, f"invalid value for {name}")
    assert await desk.get(f"/boards/{desk.id}/cards") == before


async def test_an_unknown_part_is_refused(desk, full):
    body = {"idList": full["idList"], "idCardSource": full["id"], "keepFromSource": "votes"}
    assert await desk.refused("POST", "/cards", json=body) == (400, "invalid value for keepFromSource")


async def test_a_copied_comment_is_whose_copy_it_is(desk, full):
    copy = await desk.post(
        "/cards", idList=full["idList"], idCardSource=full["id"], keepFromSource="comments"
    )
    path = f"/cards/{copy['id']}/actions"
    first, _ = await desk.get(path, filter="copyCommentCard")
    assert (await desk.put(f"{path}/{first['id']}/comments", text="three"))["data"]["text"] == "three"
    assert await desk.ok("DELETE", f"{path}/{first['id']}/comments") == {"_value": None}
    assert (await desk.get(f"/cards/{copy['id']}"))["badges"]["comments"] == 1


@pytest.mark.parametrize(("keep", "cards"), [(None, 0), ("none", 0), ("cards", 1)])
async def test_a_board_is_copied(desk, full, keep, cards):
    await desk.put(f"/boards/{desk.id}", **{"prefs/background": "red", "prefs/permissionLevel": "public"})
    copy = await desk.post("/boards", name="Second", idBoardSource=desk.id, keepFromSource=keep)
    whole = await desk.get(
        f"/boards/{copy['id']}", lists="all", labels="all", customFields="true", cards="all", fields="all"
    )
    first = await desk.get(f"/boards/{desk.id}", lists="all", labels="all", customFields="true")
    assert (whole["name"], whole["idBoardSource"]) == ("Second", desk.id)
    assert (whole["prefs"]["background"], whole["prefs"]["permissionLevel"]) == ("red", "private")
    for noun, keys in (
        ("lists", ("name", "pos")),
        ("labels", ("name", "color")),
        ("customFields", ("name", "type")),
    ):
        shown = [[[one[key] for key in keys] for one in board[noun]] for board in (whole, first)]
        assert shown[0] == shown[1] != []
        assert not {one["id"] for one in whole[noun]} & {one["id"] for one in first[noun]}
    assert len(whole["cards"]) == cards
    for card in whole["cards"]:
        assert await parts(desk, card) == await parts(desk, full)
    (told,) = await desk.get(f"/boards/{copy['id']}/actions", filter="copyBoard,createBoard")
    assert (told["type"], told["data"]["boardSource"]) == ("copyBoard", {"id": desk.id})
