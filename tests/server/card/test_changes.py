"""Changes to the fields of a card."""

import pytest


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
