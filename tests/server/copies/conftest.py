"""A card with one of everything, to be copied."""

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
