"""Votes for a card."""


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
