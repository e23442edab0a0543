"""Saved searches of a member."""

import pytest


async def test_searches_are_saved_changed_and_forgotten(desk, person):
    path = "/members/me/savedSearches"
    mine = await desk.post(path, name="Mine", query="@me is:open", pos="bottom")
    other = await desk.post(path, name="Late", query="due:overdue", pos="top")
    assert [one["name"] for one in await desk.get(path)] == ["Late", "Mine"]
    changed = await desk.put(f"{path}/{mine['id']}", name="My cards", pos="top")
    assert (changed["name"], changed["query"], changed["pos"]) == ("My cards", "@me is:open", 4096)
    assert await desk.get(f"{path}/{other['id']}") == other
    bo = await person("bo")
    assert (await bo.refused("GET", f"{path}/{mine['id']}"))[0] == 404
    assert await desk.ok("DELETE", f"{path}/{mine['id']}") == {"_value": None}
    assert [one["name"] for one in await desk.get(path)] == ["Late"]


@pytest.mark.parametrize(
    "sent",
    [{"query": "x"}, {"name": "x"}, {"name": "", "query": "x"}, {"name": "x", "query": "y", "pos": -1}],
)
async def test_a_senseless_search_is_not_saved(desk, sent):
    assert (await desk.refused("POST", "/members/me/savedSearches", json=sent))[0] == 400
