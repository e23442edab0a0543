"""Changes to a board and its preferences."""

import pytest
from sqlalchemy import event


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


async def test_a_new_board_is_furnished(desk):
    whole = await desk.get(
        f"/boards/{desk.id}", lists="open", labels="all", memberships="all", members="all", fields="all"
    )
    assert [(one["name"], one["pos"]) for one in whole["lists"]] == [
        ("To Do", 16384),
        ("Doing", 32768),
        ("Done", 49152),
    ]
    assert [(one["name"], one["color"]) for one in whole["labels"]] == [
        ("", color) for color in ("green", "yellow", "orange", "red", "purple", "blue")
    ]
    assert [one["memberType"] for one in whole["memberships"]] == ["admin"]
    assert [one["username"] for one in whole["members"]] == ["you"]
    assert len(whole["labelNames"]) == 30
    bare = await desk.post(
        "/boards", name="Bare", defaultLists="false", defaultLabels=False, prefs_background="lime"
    )
    assert (
        await desk.get(f"/boards/{bare['id']}/lists"),
        await desk.get(f"/boards/{bare['id']}/labels"),
    ) == ([], [])
    assert bare["prefs"]["backgroundColor"] == "#4BBF6B"


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"name": ""}, "name"),
        ({"name": "x", "prefs_background": "mauve"}, "background"),
        ({"name": "x", "idOrganization": "nothing"}, "idOrganization"),
        ({"name": "x", "defaultLists": "perhaps"}, "defaultLists"),
        ({"name": "x", "idBoardSource": "f" * 24}, "idBoardSource"),
    ],
)
async def test_a_senseless_board_is_refused_and_nothing_is_left(desk, body, name):
    assert await desk.refused("POST", "/boards", json=body) == (400, f"invalid value for {name}")
    assert len(await desk.get("/members/me/boards")) == 1


async def test_what_a_new_board_holds_takes_as_many_statements_as_one_list(http, server):
    counted = []
    event.listen(server.engine, "before_cursor_execute", lambda *_: counted.append(1))
    taken = []
    # The first action after a start is numbered behind the newest there is.
    assert (await http.post("/boards", json={"name": "First"})).status_code == 200
    for labels in (False, True):
        for lists in (False, True):
            counted.clear()
            sent = {"name": "Launch", "defaultLists": lists, "defaultLabels": labels}
            assert (await http.post("/boards", json=sent)).status_code == 200
            taken.append(len(counted))
    nothing, three_lists, six_labels, both = taken
    # Three are for the log: the actions, the date of the board, and the webhooks that are told.
    assert three_lists - nothing == six_labels - nothing == 1 + 3
    assert both - nothing == 2 + 3
