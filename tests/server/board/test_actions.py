"""Single actions, and the comments that are changed in them."""


async def test_what_is_told_of_an_action(desk):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    path = f"/actions/{comment['id']}"
    assert await desk.get(f"{path}/type") == {"_value": "commentCard"}
    assert (await desk.get(f"{path}/data"))["text"] == "done?"
    assert (await desk.get(f"{path}/board"))["id"] == desk.id
    assert (await desk.get(f"{path}/card"))["id"] == card["id"]
    assert (await desk.get(f"{path}/list"))["id"] == card["idList"]
    assert (await desk.get(f"{path}/memberCreator"))["username"] == "you"
    assert (await desk.get(f"{path}/organization"))["id"]
    assert (await desk.refused("GET", f"{path}/member"))[0] == 404
    assert (await desk.refused("GET", f"{path}/mood"))[0] == 404
    bare = await desk.get(path, display="false", memberCreator="false")
    assert not bare.keys() & {"display", "memberCreator"}
    named = await desk.get(path, memberCreator_fields="username")
    assert named["memberCreator"] == {"id": comment["idMemberCreator"], "username": "you"}
    (small,) = await desk.get(f"/cards/{card['id']}/actions", format="minimal")
    assert small.keys() == {"id", "idMemberCreator", "type", "date"}
