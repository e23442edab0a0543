"""A board to search in."""

from datetime import timedelta

import pytest


async def names(desk, query, **more):
    found = await desk.get("/search", query=query, modelTypes="cards", cards_limit=100, **more)
    return [one["name"] for one in found["cards"]]


@pytest.fixture
async def bakery(desk, person, clock):
    """A board with cards that differ in everything a search can ask for."""
    bo = await person("bo", on="normal")
    labels = await desk.get(f"/boards/{desk.id}/labels")
    red = next(one["id"] for one in labels if one["color"] == "red")
    await desk.put(f"/labels/{red}", name="Fix it")
    _, doing, done = await desk.lists()
    clock.advance(timedelta(days=40).total_seconds())
    now = clock.now()
    flour = await desk.card(
        "Order flour", desc="from the mill at Tūī Ridge", idLabels=red, idMembers=bo.member
    )
    rye = await desk.card(
        "Order rye", idList=doing, due=(now + timedelta(hours=5)).isoformat(), cover={"color": "red"}
    )
    await desk.card("Café chairs", idList=done, due=(now - timedelta(days=1)).isoformat())
    await desk.put(f"/cards/{(await desk.card('Old oven'))['id']}", closed=True)
    await desk.post(f"/cards/{rye['id']}/actions/comments", text="ring the miller")
    steps = await desk.post("/checklists", idCard=flour["id"], name="Steps")
    await desk.post(f"/checklists/{steps['id']}/checkItems", name="weigh sacks")
    await desk.post(f"/cards/{flour['id']}/attachments", url="https://mill.example/list", name="price list")
    return {"bo": bo, "flour": flour, "rye": rye, "red": red}
