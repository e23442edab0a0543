"""Members of a card."""


async def test_members_join_and_leave(desk, server):
    me = (await desk.get("/members/me"))["id"]
    card = await desk.card(idMembers=[me])
    path = f"/cards/{card['id']}/idMembers"
    assert await desk.refused("POST", path, json={"value": me}) == (400, "member is already on the card")
    assert await desk.refused("POST", path, json={"value": "f" * 24}) == (400, "invalid value for idMember")
    assert [one["id"] for one in await desk.get("/members/me/cards")] == [card["id"]]
    assert await desk.ok("DELETE", f"{path}/me") == []
    assert await desk.refused("DELETE", f"{path}/{me}") == (400, "member is not on the card")
    assert [one["username"] for one in await desk.post(f"/cards/{card['id']}/members", value=me)] == ["you"]
    assert [data["member"]["name"] for kind, data in await desk.log(server) if "Member" in kind] == [
        "You"
    ] * 3


async def test_whoever_is_put_on_a_card_comes_onto_its_board(desk, server, person):
    bo, cy = await person("bo"), await person("cy", on="normal")
    path = f"/cards/{(await desk.card())['id']}/idMembers"
    await desk.put(f"/boards/{desk.id}", **{"prefs/invitations": "admins"})
    assert await cy.said("POST", path, json={"value": bo.member}) == (400, "invalid value for idMember")
    assert [one["id"] for one in await desk.post(path, value=bo.member)] == [bo.member]
    types = {one["idMember"]: one["memberType"] for one in await desk.get(f"/boards/{desk.id}/memberships")}
    assert types[bo.member] == "normal"
    assert [kind for kind, _ in await desk.log(server)][-2:] == ["addMemberToBoard", "addMemberToCard"]


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
