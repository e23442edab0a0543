"""``GET /search/members``: members are suggested while a name is typed."""

import pytest


async def test_members_are_found_while_a_name_is_typed(desk, person):
    for name in ("bo", "bobby", "ada"):
        await person(name)
    asked = "/search/members"
    assert [one["username"] for one in await desk.get(asked, query="bo")] == ["bo", "bobby"]
    assert [one["username"] for one in await desk.get(asked, query="@ada")] == ["ada"]
    assert [one["username"] for one in await desk.get(asked, query="Ada Ex")] == ["ada"]
    assert len(await desk.get(asked, query="example")) == 3
    assert len(await desk.get("/search/members/", query="example", limit=1)) == 1
    assert [one["username"] for one in await desk.get(asked, query="ada@bakery.example")] == ["ada"]
    assert await desk.get(asked, query="zz") == []
    (one,) = await desk.get(asked, query="ada", fields="fullName")
    assert (one["fullName"], "username" in one, one["similarity"] > 0) == ("Ada Example", False, True)


async def test_members_of_the_workspace_or_the_board_that_is_named(desk, person):
    bo, _ = await person("bo", on="normal"), await person("ada")
    (workspace,) = await desk.get("/members/me/organizations")
    asked = {"query": "example", "idOrganization": workspace["id"]}
    assert await desk.get("/search/members", **asked, onlyOrgMembers=True) == []
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    assert len(await desk.get("/search/members", **asked, onlyOrgMembers=True)) == 1
    assert len(await desk.get("/search/members", **asked)) == 2
    near = await desk.get("/search/members", query="example", idBoard=desk.id)
    assert [one["username"] for one in near] == ["bo", "ada"]


@pytest.mark.parametrize(
    ("params", "name"),
    [({}, "query"), ({"query": "x", "limit": 21}, "limit"), ({"query": "x", "idBoard": "x"}, "idBoard")],
)
async def test_senseless_searches_for_members_are_refused(desk, params, name):
    assert await desk.refused("GET", "/search/members", params=params) == (400, f"invalid value for {name}")
