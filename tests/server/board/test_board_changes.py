"""Changes to a board and its preferences."""

import pytest


async def test_changes_and_preferences(desk, server):
    before = len(await desk.log(server))
    for _ in range(2):
        changed = await desk.put(
            f"/boards/{desk.id}", **{"name": "Ovens", "prefs/background": "red", "labelNames/red": "hot"}
        )
    assert (changed["name"], changed["prefs"]["background"], changed["labelNames"]["red"]) == (
        "Ovens",
        "red",
        "hot",
    )
    told = (await desk.log(server))[before:]
    assert [data["old"] for _, data in told] == [{"name": "Bakery launch"}, {"prefs": {"background": "blue"}}]
    assert (await desk.put(f"/boards/{desk.id}/closed", value=True))["closed"] is True
    assert [one["id"] for one in await desk.get("/members/me/boards", filter="closed")] == [desk.id]
    assert await desk.get("/members/me/boards", filter="open") == []


@pytest.mark.parametrize(
    ("path", "value", "shown"),
    [
        ("prefs/permissionLevel", "org", ("prefs", "permissionLevel", "org")),
        ("prefs/selfJoin", "false", ("prefs", "selfJoin", False)),
        ("prefs/showCompleteStatus", "false", ("prefs", "showCompleteStatus", False)),
        ("labelNames/red_dark", "hot", ("labelNames", "red_dark", "hot")),
    ],
)
async def test_one_preference_and_one_name_of_a_colour(desk, path, value, shown):
    group, name, wanted = shown
    assert (await desk.put(f"/boards/{desk.id}/{path}", value=value))[group][name] == wanted
    reply = await desk.refused("PUT", f"/boards/{desk.id}/{group}/mood", json={"value": "x"})
    assert reply[0] == 404
