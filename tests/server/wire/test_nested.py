"""Nouns within the answer for another."""

import pytest


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


async def test_a_list_with_its_cards_and_its_board(desk):
    card = await desk.card()
    old = await desk.card(name="Old")
    await desk.put(f"/cards/{old['id']}", closed=True)
    path = f"/lists/{card['idList']}"
    shown = await desk.get(
        path, fields="name", cards="open", card_fields="name", board="true", board_fields="name"
    )
    assert shown == {
        "id": card["idList"],
        "name": "To Do",
        "cards": [{"id": card["id"], "name": "Order flour"}],
        "board": {"id": desk.id, "name": "Bakery launch"},
    }
    assert len((await desk.get(path, cards="all"))["cards"]) == 2
    assert not {"cards", "board"} & (await desk.get(path, cards="none", board="false")).keys()
    assert await desk.refused("GET", path, params={"cards": "some"}) == (400, "invalid value for filter")


async def test_everything_nested_in_one_answer(desk):
    card = await desk.card(due="2031-01-01")
    await desk.post(f"/cards/{card['id']}/checklists", name="Steps")
    await desk.post(f"/cards/{card['id']}/attachments", url="https://bakery.example/")
    whole = await desk.get(
        f"/boards/{desk.id}",
        fields="all", lists="all", cards="all", card_fields="name", card_checklists="all", checklists="all",
        checklist_fields="name", labels="all", labels_limit=1000, label_fields="color", members="all",
        member_fields="all", memberships="all", customFields="true", card_customFieldItems="true",
        card_attachments="true", card_attachment_fields="url", card_stickers="true", card_members="true",
        actions="createCard", actions_limit=1000, boardStars="mine", organization="true", pluginData="true",
        myPrefs="true", tags="true",
    )  # fmt: skip
    (shown,) = whole["cards"]
    assert shown.keys() == {
        "id", "name", "checklists", "customFieldItems", "attachments", "stickers", "members",
    }  # fmt: skip
    assert [one.keys() for one in shown["attachments"]] == [{"id", "url"}]
    assert [one.keys() for one in whole["checklists"]] == [{"id", "name", "checkItems"}]
    assert {frozenset(one) for one in whole["labels"]} == {frozenset({"id", "color"})}
    assert [one["type"] for one in whole["actions"]] == ["createCard"]
    assert (whole["boardStars"], whole["customFields"], whole["pluginData"], whole["tags"]) == (
        [],
        [],
        [],
        [],
    )
    assert whole["organization"]["id"] == whole["idOrganization"]


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("visible", "done,plain"), ("all", "archived,done,hidden,plain"), ("open", "done,hidden,plain"), ("closed", "archived"),
        ("complete", "done"), ("incomplete", "hidden,plain"), ("none", ""),
    ],
)  # fmt: skip
async def test_cards_by_filter(desk, word, names):
    await desk.card("plain")
    await desk.put(f"/cards/{(await desk.card('done'))['id']}", dueComplete=True)
    await desk.put(f"/cards/{(await desk.card('archived'))['id']}", closed=True)
    last = (await desk.lists())[-1]
    await desk.card("hidden", idList=last)
    await desk.put(f"/lists/{last}/closed", value=True)
    found = await desk.get(f"/boards/{desk.id}/cards/{word}", fields="name")
    assert ",".join(sorted(one["name"] for one in found)) == names
    nested = (
        (await desk.get(f"/boards/{desk.id}", cards=word, card_fields="name"))["cards"]
        if word != "none"
        else []
    )
    assert sorted(one["name"] for one in nested) == sorted(one["name"] for one in found)


async def test_actions_of_very_many_cards_are_refused(desk, monkeypatch):
    await desk.card("one")
    path = f"/boards/{desk.id}/cards"
    assert [one["type"] for one in (await desk.get(path, actions="all"))[0]["actions"]] == ["createCard"]
    monkeypatch.setattr("tui.server.wire.nested._MOST_WITH_ACTIONS", 1)
    await desk.card("two")
    status, text = await desk.refused("GET", path, params={"actions": "all"})
    assert (status, "API_TOO_MANY_CARDS_REQUESTED" in text) == (403, True)


async def test_checklists_with_and_without_items_and_cards(desk):
    card, other = await desk.card("one"), await desk.card("two")
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    await desk.post("/checklists", idCard=other["id"], name="More")
    await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    path = f"/boards/{desk.id}/checklists"
    whole = await desk.get(path, fields="name", checkItem_fields="name", cards="open", card_fields="name")
    assert [(one["name"], [item["name"] for item in one["checkItems"]]) for one in whole] == [
        ("Steps", ["call"]),
        ("More", []),
    ]
    assert [one["cards"] for one in whole] == [
        [{"id": card["id"], "name": "one"}],
        [{"id": other["id"], "name": "two"}],
    ]
    assert all("checkItems" not in one for one in await desk.get(path, checkItems="none"))
    assert await desk.get(path, filter="none") == []


async def test_voters_and_covers_are_nested_where_they_are_asked_for(desk):
    me = (await desk.get("/members/me"))["id"]
    await desk.put(f"/boards/{desk.id}", **{"prefs/voting": "members"})
    card = await desk.card()
    await desk.post(f"/cards/{card['id']}/membersVoted", value=me)
    await desk.post(f"/cards/{card['id']}/attachments", url="https://bakery.example/")
    shown = await desk.get(
        f"/cards/{card['id']}",
        fields="name",
        membersVoted="true",
        memberVoted_fields="username",
        attachments="cover",
        pluginData="true",
    )
    assert shown["membersVoted"] == [{"id": me, "username": "you"}]
    assert (shown["attachments"], shown["pluginData"]) == ([], [])


async def test_a_filter_nobody_knows_is_refused(desk):
    refused = (400, "invalid value for filter")
    assert await desk.refused("GET", f"/boards/{desk.id}/lists/some") == refused
    first = (await desk.lists())[0]
    assert await desk.refused("GET", f"/lists/{first}/cards", params={"filter": "some"}) == refused


async def test_lists_by_filter_with_their_cards(desk):
    card = await desk.card()
    await desk.put(f"/lists/{(await desk.lists())[-1]}/closed", value=True)
    path = f"/boards/{desk.id}/lists"
    assert [one["name"] for one in await desk.get(path, filter="all")] == ["To Do", "Doing", "Done"]
    assert [one["name"] for one in await desk.get(path, filter="closed")] == ["Done"]
    assert await desk.get(path, filter="none") == []
    shown = await desk.get(path, cards="open", card_fields="name", fields="name")
    assert [one["cards"] for one in shown] == [[{"id": card["id"], "name": "Order flour"}], []]
