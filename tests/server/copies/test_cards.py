"""Copies: what goes along, what stays, and what the log says of it."""

import pytest


@pytest.fixture
async def full(desk):
    """A card with one of everything."""
    me = (await desk.get("/members/me"))["id"]
    label = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    field = await desk.post(
        "/customFields", idModel=desk.id, modelType="board", name="cost", type="number", pos="top"
    )
    card = await desk.card(
        desc="by *Friday*",
        due="2031-05-06",
        dueReminder=60,
        start="2031-05-01",
        idLabels=label["id"],
        idMembers=me,
    )
    path = f"/cards/{card['id']}"
    await desk.put(f"{path}/customField/{field['id']}/item", value={"number": "3"})
    checklist = await desk.post(f"{path}/checklists", name="Steps")
    for name in ("call mill", "pay"):
        await desk.post(f"/checklists/{checklist['id']}/checkItems", name=name, checked=name == "pay")
    await desk.ok("POST", f"{path}/attachments", files={"file": ("a.txt", b"flour")})
    await desk.post(f"{path}/attachments", url="https://bakery.example/")
    await desk.post(f"{path}/stickers", image="taco-cool", top=0, left=0, zIndex=1)
    for text in ("one", "two"):
        await desk.post(f"{path}/actions/comments", text=text)
    return await desk.get(path)


async def parts(desk, card):
    """What hangs on a card, without ids."""
    whole = await desk.get(
        f"/cards/{card['id']}",
        **dict.fromkeys(("attachments", "stickers", "customFieldItems", "members"), "true"),
        checklists="all",
    )
    comments = await desk.get(f"/cards/{card['id']}/actions", filter="commentCard,copyCommentCard")
    return {
        "attachments": [(one["name"], one["isUpload"], one["bytes"]) for one in whole["attachments"]],
        "checklists": [
            (one["name"], [(item["name"], item["state"]) for item in one["checkItems"]])
            for one in whole["checklists"]
        ],
        "comments": [one["data"]["text"] for one in comments],
        "customFields": [item["value"] for item in whole["customFieldItems"]],
        "due": (whole["due"], whole["dueReminder"]),
        "labels": [(one["name"], one["color"]) for one in whole["labels"]],
        "members": [one["username"] for one in whole["members"]],
        "start": whole["start"],
        "stickers": [one["image"] for one in whole["stickers"]],
    }


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


async def test_a_list_is_copied_with_its_open_cards(desk, full):
    await desk.put(f"/cards/{(await desk.card('gone'))['id']}", closed=True)
    made = await desk.post("/lists", name="Again", idBoard=desk.id, idListSource=full["idList"], pos="bottom")
    (copy,) = await desk.get(f"/lists/{made['id']}/cards", filter="all")
    assert (copy["name"], copy["pos"]) == (full["name"], full["pos"])
    assert await parts(desk, copy) == await parts(desk, full)


async def test_a_checklist_is_copied_to_another_card(desk, server, full):
    other = await desk.card("other")
    made = await desk.post(
        "/checklists", idCard=other["id"], name="Again", idChecklistSource=full["idChecklists"][0]
    )
    assert (made["name"], made["idCard"]) == ("Again", other["id"])
    assert [(item["name"], item["state"]) for item in made["checkItems"]] == [
        ("call mill", "incomplete"),
        ("pay", "complete"),
    ]
    kind, data = (await desk.log(server))[-1]
    assert (kind, data["checklistSource"]["name"], data["checklist"]["name"]) == (
        "copyChecklist",
        "Steps",
        "Again",
    )


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


async def test_a_copied_comment_is_whose_copy_it_is(desk, full):
    copy = await desk.post(
        "/cards", idList=full["idList"], idCardSource=full["id"], keepFromSource="comments"
    )
    path = f"/cards/{copy['id']}/actions"
    first, _ = await desk.get(path, filter="copyCommentCard")
    assert (await desk.put(f"{path}/{first['id']}/comments", text="three"))["data"]["text"] == "three"
    assert await desk.ok("DELETE", f"{path}/{first['id']}/comments") == {"_value": None}
    assert (await desk.get(f"/cards/{copy['id']}"))["badges"]["comments"] == 1
