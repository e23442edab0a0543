"""Cards, served: what a request changes, what it answers, and what it leaves in the log."""

import pytest


async def test_a_card_goes_to_the_bottom_and_is_numbered(desk):
    cards = [await desk.card(f"card {i}") for i in range(3)]
    assert [card["pos"] for card in cards] == [16384, 32768, 49152]
    assert [card["idShort"] for card in cards] == [1, 2, 3]
    await desk.ok("DELETE", f"/cards/{cards[2]['id']}")
    assert (await desk.card("next"))["idShort"] == 4


@pytest.mark.parametrize(
    ("asked", "pos"),
    [("top", 8192), ("bottom", 32768), (20000, 20000), ("1.5", 1.5), ("", 8192), (0, 8192), ("0.0", 8192)],
)
async def test_pos_of_a_new_card(desk, asked, pos):
    await desk.card("first")
    assert (await desk.card("second", pos=asked))["pos"] == pos


@pytest.mark.parametrize("pos", [-1, "x", "NaN", True, [], {}, 1e308])
async def test_a_senseless_pos_of_a_new_card_is_refused(desk, pos):
    told = await desk.refused("POST", "/cards", json={"idList": (await desk.lists())[0], "pos": pos})
    assert told == (400, "invalid value for pos")


async def test_zero_puts_whatever_is_new_at_the_top(desk):
    """A client in Java, whose things have a whole number for a place and never nothing, sends it with each."""
    card = await desk.card()
    steps = await desk.post("/checklists", idCard=card["id"], name="steps")
    field = {"idModel": desk.id, "modelType": "board", "name": "stage", "type": "list"}
    stage = await desk.post("/customFields", **field)
    for path, one in (
        ("/cards", {"idList": card["idList"], "name": "x"}),
        ("/lists", {"idBoard": desk.id, "name": "x"}),
        (f"/boards/{desk.id}/lists", {"name": "x"}),
        ("/checklists", {"idCard": card["id"], "name": "x"}),
        (f"/cards/{card['id']}/checklists", {"name": "x"}),
        (f"/checklists/{steps['id']}/checkItems", {"name": "x"}),
        (f"/cards/{card['id']}/attachments", {"url": "https://bakery.example/"}),
        ("/customFields", field),
        (f"/customFields/{stage['id']}/options", {"value": {"text": "x"}}),
    ):
        bottom = await desk.post(path, pos="bottom", **one)
        top = await desk.post(path, pos=0, **one)
        assert 0 < top["pos"] < bottom["pos"], path


@pytest.mark.parametrize("pos", [0, -1, "x", "NaN", "Infinity", True, [], {}, 1e308, "1e999"])
async def test_a_senseless_pos_is_refused(desk, pos):
    card = await desk.card()
    assert await desk.refused("PUT", f"/cards/{card['id']}", json={"pos": pos}) == (
        400,
        "invalid value for pos",
    )


async def test_neighbours_that_come_too_close_are_spread_anew(desk, server):
    for name, pos in (("a", 100), ("c", 100.015)):
        await desk.card(name, pos=pos)
    await desk.card("b", pos=100.0075)
    found = await desk.get(f"/lists/{(await desk.lists())[0]}/cards")
    assert [(card["name"], card["pos"]) for card in found] == [("a", 16384), ("b", 32768), ("c", 49152)]
    assert [kind for kind, _ in await desk.log(server)].count("updateCard") == 0


async def test_halving_for_ever_keeps_the_order(desk):
    names = [f"card {i}" for i in range(40)]
    for name in names:
        await desk.card(name, pos="top")
    found = await desk.get(f"/lists/{(await desk.lists())[0]}/cards")
    assert [card["name"] for card in found] == names[::-1]
    assert len({card["pos"] for card in found}) == len(names)


async def test_one_action_for_each_field_that_changes(desk, server):
    card = await desk.card()
    todo, doing, _ = await desk.lists()
    before = len(await desk.log(server))
    await desk.put(
        f"/cards/{card['id']}", name="Order rye", desc="by *Friday*", idList=doing, pos="top", closed=True
    )
    told = (await desk.log(server))[before:]
    assert [(kind, *data["old"]) for kind, data in told] == [
        ("updateCard", "idList"),
        ("updateCard", "name"),
        ("updateCard", "desc"),
        ("updateCard", "closed"),
    ]
    moved = told[0][1]
    assert (moved["listBefore"]["id"], moved["listAfter"]["id"]) == (todo, doing)
    assert "list" not in moved
    assert told[1][1]["card"]["name"] == "Order rye"
    assert told[1][1]["old"] == {"name": "Order flour"}


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


async def test_the_same_again_changes_nothing(desk, server, clock):
    card = await desk.card(due="2031-05-06T07:00:00Z", desc="flour")
    wanted = {
        "name": card["name"],
        "desc": "flour",
        "due": "2031-05-06T17:00:00+10:00",
        "closed": False,
        "pos": "top",
    }
    before = await desk.log(server)
    clock.advance(60)
    again = await desk.put(f"/cards/{card['id']}", idList=card["idList"], idLabels="", idMembers=[], **wanted)
    assert await desk.log(server) == before
    assert again["dateLastActivity"] == card["dateLastActivity"]


@pytest.mark.parametrize("empty", ["", "null", None])
async def test_a_due_date_is_cleared_by_nothing(desk, empty):
    card = await desk.card(due="2031-05-06")
    assert card["due"] == card["badges"]["due"] == "2031-05-06T00:00:00.000Z"
    assert (await desk.put(f"/cards/{card['id']}", due=empty))["due"] is None


async def test_json_null_of_other_fields_means_not_given(desk):
    card = await desk.card(desc="flour")
    same = await desk.put(f"/cards/{card['id']}", desc=None, name=None, idLabels=None, pos=None, closed=None)
    assert (same["name"], same["desc"]) == ("Order flour", "flour")


@pytest.mark.parametrize(
    "due", ["tomorrow", "2026-02-30", "2026-06-30T23:59:60Z", [], {}, True, "0001-01-01", 1e300]
)
async def test_a_senseless_date_is_refused_as_json(desk, due):
    card = await desk.card()
    reply = await desk.http.put(f"/cards/{card['id']}", json={"due": due})
    assert (reply.status_code, reply.json()) == (400, {"message": "invalid date", "error": "ERROR"})


async def test_labels_are_put_on_taken_off_and_replaced(desk, server):
    green, yellow, *_ = [one["id"] for one in await desk.get(f"/boards/{desk.id}/labels")]
    card = await desk.card(idLabels=f"{yellow},{green}")
    assert card["idLabels"] == [yellow, green]
    assert [label["color"] for label in card["labels"]] == ["yellow", "green"]
    path = f"/cards/{card['id']}/idLabels"
    assert await desk.refused("POST", path, json={"value": green}) == (
        400,
        "that label is already on the card",
    )
    assert await desk.ok("DELETE", f"{path}/{green}") == {"_value": None}
    assert (await desk.put(f"/cards/{card['id']}", idLabels=[green]))["idLabels"] == [green]
    assert (await desk.put(path, value=""))["idLabels"] == []
    made = await desk.post(f"/cards/{card['id']}/labels", name="urgent", color="red_dark")
    assert (made["name"], made["color"], made["uses"]) == ("urgent", "red_dark", 1)
    kinds = [kind for kind, _ in await desk.log(server) if "LabelToCard" in kind or "LabelFromCard" in kind]
    assert kinds == ["addLabelToCard"] * 2 + ["removeLabelFromCard"] * 2 + [
        "addLabelToCard",
        "removeLabelFromCard",
        "addLabelToCard",
    ]


async def test_a_label_of_another_board_is_refused_and_nothing_is_half_done(desk):
    other = (await desk.post("/boards", name="Other"))["id"]
    theirs = (await desk.get(f"/boards/{other}/labels"))[0]["id"]
    first = (await desk.lists())[0]
    body = {"idList": first, "name": "x", "idLabels": [theirs]}
    assert await desk.refused("POST", "/cards", json=body) == (400, "invalid value for idLabels")
    assert await desk.get(f"/lists/{first}/cards") == []


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


async def test_a_mirror_knows_the_card_whose_address_is_its_name(desk):
    card = await desk.card()
    mirror = await desk.card(name=card["shortUrl"], cardRole="mirror")
    assert (mirror["cardRole"], mirror["mirrorSourceId"]) == ("mirror", card["id"])
    assert (await desk.get(f"/cards/{mirror['id']}"))["mirrorSourceId"] == card["id"]
    gone = await desk.card(name="https://board.test/c/zzzzzzzz", cardRole="mirror")
    plain = await desk.card(name=card["shortUrl"])
    assert not any(one.get("mirrorSourceId") for one in (gone, plain))


async def test_whoever_is_put_on_a_card_comes_onto_its_board(desk, server, person):
    bo, cy = await person("bo"), await person("cy", on="normal")
    path = f"/cards/{(await desk.card())['id']}/idMembers"
    await desk.put(f"/boards/{desk.id}", **{"prefs/invitations": "admins"})
    assert await cy.said("POST", path, json={"value": bo.member}) == (400, "invalid value for idMember")
    assert [one["id"] for one in await desk.post(path, value=bo.member)] == [bo.member]
    types = {one["idMember"]: one["memberType"] for one in await desk.get(f"/boards/{desk.id}/memberships")}
    assert types[bo.member] == "normal"
    assert [kind for kind, _ in await desk.log(server)][-2:] == ["addMemberToBoard", "addMemberToCard"]


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


async def test_a_deleted_card_is_gone_with_its_comments(desk, server):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="secret")
    assert await desk.ok("DELETE", f"/cards/{card['id']}") == {"limits": {}}
    missing = (404, "The requested resource was not found.")
    assert await desk.refused("GET", f"/cards/{card['id']}") == missing
    assert await desk.refused("DELETE", f"/cards/{card['id']}") == missing
    assert await desk.refused("GET", f"/actions/{comment['id']}") == missing
    kind, data = (await desk.log(server))[-1]
    assert kind == "deleteCard"
    assert data["card"].keys() == {"id", "idShort", "shortLink"}


async def test_badges_count_what_hangs_on_the_card(desk):
    card = await desk.card(desc="flour")
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    items = f"/checklists/{checklist['id']}/checkItems"
    await desk.post(items, name="call", checked=True, due="2031-01-01")
    await desk.post(items, name="pay", due="2032-01-01")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.post(f"/cards/{card['id']}/attachments", url="https://trello.com/c/aB3dE5fG", name="twin")
    badges = (await desk.get(f"/cards/{card['shortLink']}"))["badges"]
    assert badges["checkItems"] == 2
    assert badges["checkItemsChecked"] == 1
    assert badges["checkItemsEarliestDue"] == "2032-01-01T00:00:00.000Z"
    assert (badges["comments"], badges["attachments"], badges["description"]) == (1, 1, True)
    assert badges["attachmentsByType"] == {"trello": {"board": 0, "card": 1}}


async def test_the_lists_of_a_missing_or_foreign_list(desk):
    assert await desk.refused("POST", "/cards", json={"name": "x"}) == (400, "invalid value for idList")
    assert await desk.refused("POST", "/cards", json={"idList": "aB3dE5fG"}) == (
        400,
        "invalid value for idList",
    )
    assert await desk.refused("POST", "/cards", json={"idList": "f" * 24}) == (
        404,
        "could not find the board that the card belongs to",
    )


@pytest.mark.parametrize("field", ["name", "desc"])
async def test_the_longest_text_and_one_more(desk, field):
    card = await desk.card()
    long = "ä" * 16384
    assert (await desk.put(f"/cards/{card['id']}", **{field: long}))[field] == long
    assert await desk.refused("PUT", f"/cards/{card['id']}", json={field: long + "x"}) == (
        400,
        f"invalid value for {field}",
    )


async def test_pages_walk_back_in_time_and_meet_every_card_once(desk):
    made = [(await desk.card(f"card {i}", pos="top" if i % 2 else "bottom"))["id"] for i in range(7)]
    first = (await desk.lists())[0]
    seen, before = [], {}
    while page := await desk.get(f"/lists/{first}/cards", limit=3, **before):
        assert [card["pos"] for card in page] == sorted(card["pos"] for card in page)
        seen += [card["id"] for card in page]
        before = {"before": min(card["id"] for card in page)}
    assert sorted(seen) == sorted(made)
    since = await desk.get(f"/boards/{desk.id}/cards", since=made[4])
    assert {card["id"] for card in since} == set(made[5:])


async def test_what_is_nested_in_a_card(desk):
    card = await desk.card()
    await desk.post("/checklists", idCard=card["id"])
    whole = await desk.get(
        f"/cards/{card['id']}",
        fields="name,idList", checklists="all", attachments="true", members="true", board="true", list="true",
        actions="all", stickers="true",
    )  # fmt: skip
    assert set(whole) == {
        "id",
        "name",
        "idList",
        "checklists",
        "attachments",
        "members",
        "board",
        "list",
        "actions",
        "stickers",
    }
    assert whole["checklists"][0]["name"] == "Checklist"
    assert whole["board"]["name"] == "Bakery launch"
    assert [one["type"] for one in whole["actions"]] == ["addChecklistToCard", "createCard"]


async def test_field_routes(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}"
    assert await desk.get(f"{path}/name") == {"_value": "Order flour"}
    assert (await desk.get(f"{path}/badges"))["checkItems"] == 0
    assert (await desk.put(f"{path}/dueComplete", value=True))["dueComplete"] is True
    assert (await desk.put(f"{path}/closed", value="True"))["closed"] is True
    assert (await desk.refused("GET", f"{path}/nothing"))[0] == 404
    assert (await desk.refused("PUT", f"{path}/badges", json={"value": 1}))[0] == 404
    assert await desk.refused("GET", path, params={"fields": "name,nothing"}) == (
        400,
        "invalid value for fields",
    )


async def test_covers(desk):
    path = f"/cards/{(await desk.card())['id']}"
    assert (await desk.put(path, cover={"color": "lime"}))["cover"]["color"] == "lime"
    assert (await desk.put(path, cover=""))["cover"]["color"] is None
    for bad in ({"color": "mauve"}, {"nothing": 1}, [], 5, {"color": []}):
        assert await desk.refused("PUT", path, json={"cover": bad}) == (400, "invalid value for cover")
    assert (await desk.refused("PUT", path, json={"idAttachmentCover": "f" * 24}))[0] == 400
