"""Reactions to the comments of a card."""

import pytest


async def test_a_reaction_is_given_once_and_taken_back(desk):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="fresh rye")
    path = f"/actions/{comment['id']}/reactions"
    made = await desk.post(path, unified="1F44D", shortName="thumbsup")
    assert (made["emoji"]["native"], made["idModel"]) == ("\N{THUMBS UP SIGN}", comment["id"])
    assert (await desk.post(path, native="\N{THUMBS UP SIGN}"))["id"] == made["id"]
    await desk.post(path, shortName="tada")
    assert [one["count"] for one in await desk.get(f"/actions/{comment['id']}/reactionsSummary")] == [1, 1]
    (fed,) = await desk.get(f"/cards/{card['id']}/actions", reactions="true")
    assert len(fed["reactions"]) == 2
    assert (await desk.get(f"{path}/{made['id']}"))["member"]["username"] == "you"
    assert await desk.ok("DELETE", f"{path}/{made['id']}") == {"_value": None}
    assert len(await desk.get(path)) == 1


@pytest.mark.parametrize("body", [{}, {"unified": "x"}, {"unified": "D800"}, {"native": 5}])
async def test_a_senseless_reaction_is_refused(desk, body):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="fresh rye")
    assert (await desk.refused("POST", f"/actions/{comment['id']}/reactions", json=body))[0] == 400


async def test_only_comments_are_reacted_to(desk):
    await desk.card()
    (created,) = await desk.get(f"/boards/{desk.id}/actions", filter="createCard")
    assert (await desk.refused("POST", f"/actions/{created['id']}/reactions", json={"native": "x"}))[0] == 400
