"""Feeds of actions: what they show, hide, and how they page."""

import pytest


async def test_feeds_hide_what_only_webhooks_are_told_and_single_actions_do_not(desk, server):
    card = await desk.card()
    green = (await desk.get(f"/boards/{desk.id}/labels"))[0]["id"]
    await desk.post(f"/cards/{card['id']}/idLabels", value=green)
    feed = await desk.get(f"/boards/{desk.id}/actions", limit=1000)
    assert {one["type"] for one in feed} == {
        "createBoard",
        "addToOrganizationBoard",
        "createList",
        "createCard",
    }
    assert await desk.get(f"/boards/{desk.id}/actions", filter="addLabelToCard") == []
    assert "addLabelToCard" in [kind for kind, _ in await desk.log(server)]


async def test_filters_by_type_and_by_field(desk):
    card = await desk.card()
    _, doing, _ = await desk.lists()
    await desk.put(f"/cards/{card['id']}", name="Order rye", idList=doing)
    await desk.put(f"/cards/{card['id']}", due="2031-01-01")
    await desk.put(f"/cards/{card['id']}", due=None)

    async def feed(**params):
        found = await desk.get(f"/boards/{desk.id}/actions", display="true", **params)
        return [one["display"]["translationKey"] for one in found]

    assert await feed(filter="updateCard:name") == ["action_renamed_card"]
    assert await feed(filter="updateCard:idList,updateCard:due") == [
        "action_removed_a_due_date",
        "action_added_a_due_date",
        "action_move_card_from_list_to_list",
    ]
    assert await desk.get(f"/boards/{desk.id}/actions", filter="updateCard", format="count") == {"_value": 4}
    assert (await desk.refused("GET", f"/boards/{desk.id}/actions", params={"filter": "x;drop"}))[0] == 400


async def test_a_cursor_passes_nothing_by_and_shows_nothing_twice(desk):
    for i in range(6):
        await desk.card(f"card {i}")
    everything = await desk.get(f"/boards/{desk.id}/actions", limit=1000)
    ids = [one["id"] for one in everything]
    assert ids == sorted(ids, reverse=True)
    seen, before = [], {}
    while page := await desk.get(f"/boards/{desk.id}/actions", limit=4, **before):
        seen += [one["id"] for one in page]
        before = {"before": page[-1]["id"]}
    assert seen == ids
    since = await desk.get(f"/boards/{desk.id}/actions", since=ids[2])
    assert [one["id"] for one in since] == ids[:2]
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/actions", limit=4, page=1)] == ids[4:8]


@pytest.mark.parametrize(
    "params",
    [
        {"limit": 1001},
        {"limit": -1},
        {"limit": "x"},
        {"since": "soon"},
        {"page": 21},
        {"fields": "x"},
        {"format": "x"},
    ],
)
async def test_senseless_paging_is_refused(desk, params):
    assert (await desk.refused("GET", f"/boards/{desk.id}/actions", params=params))[0] == 400


async def test_since_a_moment(desk, clock):
    await desk.card("old")
    clock.advance(3600)
    await desk.card("new")
    found = await desk.get(f"/boards/{desk.id}/actions", since="2026-11-21T09:30:00Z")
    assert [one["data"]["card"]["name"] for one in found] == ["new"]
    assert (await desk.get("/members/me/actions", before="2026-11-21T09:30:00Z", limit=1))[0]["data"]["card"][
        "name"
    ] == "old"


async def test_since_the_board_was_last_looked_at(desk, clock):
    await desk.card("old")
    assert len(await desk.get(f"/boards/{desk.id}/actions", since="lastView", filter="createCard")) == 1
    clock.advance(60)
    await desk.post(f"/boards/{desk.id}/markedAsViewed")
    assert await desk.get(f"/boards/{desk.id}/actions", since="lastView") == []
    clock.advance(60)
    card = await desk.card("new")
    found = await desk.get(f"/boards/{desk.id}/actions", since="lastView")
    assert [one["data"]["card"]["name"] for one in found] == ["new"]
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/cards", since="lastView")] == [card["id"]]


async def test_a_moment_is_exact_to_the_millisecond(desk, clock):
    for name in ("one", "two", "three"):
        await desk.card(name)
        clock.advance(0.2)
    one, two, three = reversed(await desk.get(f"/boards/{desk.id}/actions", filter="createCard"))
    path = f"/boards/{desk.id}/actions"
    assert await desk.get(path, filter="createCard", since=two["date"]) == [three]
    assert await desk.get(path, filter="createCard", before=two["date"]) == [one]


async def test_a_feed_is_counted_or_told_in_short(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}/actions"
    assert await desk.get(path, filter="all", format="count") == {"_value": 1}
    (minimal,) = await desk.get(path, filter="all", format="minimal")
    assert minimal.keys() == {"id", "idMemberCreator", "type", "date"}


async def test_who_acted_is_left_out_or_cut_where_that_is_asked(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}/actions"
    (whole,) = await desk.get(path, filter="createCard")
    assert whole["memberCreator"]["username"] == "you"
    (without,) = await desk.get(path, filter="createCard", memberCreator="false")
    assert "memberCreator" not in without
    (cut,) = await desk.get(
        path, filter="createCard", memberCreator_fields="initials", fields="type,memberCreator"
    )
    assert cut == {
        "id": whole["id"], "type": "createCard", "memberCreator": {"id": whole["idMemberCreator"], "initials": "Y"},
    }  # fmt: skip


async def test_a_feed_is_cut_to_some_cards(desk):
    first, second = await desk.card("one"), await desk.card("two")
    found = await desk.get(f"/boards/{desk.id}/actions", idModels=f"{second['id']},{'f' * 24}")
    assert [one["data"]["card"]["name"] for one in found] == ["two"]
    assert len(await desk.get(f"/boards/{desk.id}/actions", idModels=f"{first['id']},{second['id']}")) == 2


async def test_reactions_are_told_where_they_are_asked_for(desk):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.post(f"/actions/{comment['id']}/reactions", unified="1F44D")
    (told,) = await desk.get(f"/cards/{card['id']}/actions", reactions="true")
    assert [one["emoji"]["unified"] for one in told["reactions"]] == ["1F44D"]
    assert told["limits"]["reactions"]["uniquePerAction"]["disableAt"] == 17
    (bare,) = await desk.get(f"/cards/{card['id']}/actions")
    assert "reactions" not in bare


async def test_a_change_of_labels_is_in_a_feed_by_its_whole_name_only(desk):
    card = await desk.card()
    await desk.put(f"/cards/{card['id']}", idLabels=(await desk.get(f"/boards/{desk.id}/labels"))[0]["id"])
    for words in ("all", "updateCard"):
        kinds = [one["type"] for one in await desk.get(f"/boards/{desk.id}/actions", filter=words)]
        assert "updateCard" not in kinds
