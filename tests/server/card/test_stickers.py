"""What people leave on a card: stickers, votes, and reactions to its comments."""

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


async def test_a_vote_counts_once_and_can_be_taken_back(desk, server):
    me = (await desk.get("/members/me"))["id"]
    card = await desk.card()
    path = f"/cards/{card['id']}/membersVoted"
    assert await desk.post(path, value=me) == {"_value": None}
    assert await desk.refused("POST", path, json={"value": me}) == (
        400,
        "member has already voted on the card",
    )
    voted = await desk.get(f"/cards/{card['id']}", membersVoted="true")
    assert (voted["idMembersVoted"], voted["badges"]["votes"], voted["badges"]["viewingMemberVoted"]) == (
        [me],
        1,
        True,
    )
    assert [one["id"] for one in voted["membersVoted"]] == [one["id"] for one in await desk.get(path)] == [me]
    assert await desk.ok("DELETE", f"{path}/{me}") == {"_value": None}
    assert await desk.refused("DELETE", f"{path}/{me}") == (400, "member has not voted on the card")
    assert await desk.refused("POST", path, json={"value": "f" * 24}) == (400, "invalid value for value")
    assert [data["voted"] for kind, data in await desk.log(server) if kind == "voteOnCard"] == [True, False]


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
