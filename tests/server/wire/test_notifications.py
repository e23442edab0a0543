"""Notifications as they are sent."""

from tests.server.people.conftest import many


async def test_what_a_notification_is_about(desk, person):
    bo = await person("bo", on="normal")
    card = await many(desk, bo, 1)
    ident = (await bo.get("/members/me/notifications"))[0]["id"]
    path = f"/notifications/{ident}"
    assert (await bo.get(f"{path}/board", fields="name")) == {"id": desk.id, "name": "Bakery launch"}
    assert (await bo.get(f"{path}/card"))["id"] == card["id"]
    assert (await bo.get(f"{path}/list"))["id"] == card["idList"]
    assert (await bo.get(f"{path}/memberCreator"))["username"] == "you"
    assert (await bo.get(f"{path}/organization"))["name"] == "workspace"
    assert await bo.get(f"{path}/type") == {"_value": "mentionedOnCard"}
    whole = await bo.get(
        path, board=True, card=True, card_fields="name", list=True, display=True, entities=True
    )
    assert (whole["card"], whole["board"]["id"]) == ({"id": card["id"], "name": "Order flour"}, desk.id)
    assert whole["display"]["translationKey"] == "action_comment_on_card"
    joined = (await bo.get("/members/me/notifications"))[-1]["id"]
    assert (await bo.refused("GET", f"/notifications/{joined}/card"))[0] == 404
    assert (await bo.get(f"/notifications/{joined}/member"))["username"] == "bo"


async def test_who_caused_it_is_left_out_or_cut_where_that_is_asked(desk, person):
    bo = await person("bo", on="normal")
    await many(desk, bo, 1)
    path = "/members/me/notifications"
    (first, joined) = await bo.get(path, memberCreator_fields="username")
    assert first["memberCreator"].keys() == {"id", "username"}
    assert (joined["type"], joined["member"]["username"]) == ("addedToBoard", "bo")
    assert all("memberCreator" not in one for one in await bo.get(path, memberCreator="false"))


async def test_only_what_was_written_can_be_reacted_to(desk, person):
    bo = await person("bo", on="normal")
    await many(desk, bo, 1)
    told = await bo.get("/members/me/notifications", fields="type,isReactable,reactions,idAction")
    assert [(one["type"], one["isReactable"], one["reactions"]) for one in told] == [
        ("mentionedOnCard", True, []),
        ("addedToBoard", False, []),
    ]


async def test_a_sentence_is_that_of_the_action_behind_it(desk, person):
    bo = await person("bo", on="normal")
    card = await desk.card()
    await desk.post(f"/cards/{card['id']}/idMembers", value=bo.member)
    (told, *_) = await bo.get("/members/me/notifications", display="true", entities="true")
    assert (told["type"], told["display"]["translationKey"]) == ("addedToCard", "action_added_member_to_card")
    assert {"card", "member"} <= {one["type"] for one in told["entities"]}
