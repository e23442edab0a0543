"""Boards that a member starred."""

import pytest


@pytest.fixture
async def boards(desk):
    return [desk.id, *[(await desk.post("/boards", name=name))["id"] for name in ("B", "C")]]


async def order(desk):
    return [one["idBoard"] for one in await desk.get("/members/me/boardStars")]


async def test_stars_have_an_order(desk, boards):
    stars = [await desk.post("/members/me/boardStars", idBoard=ident, pos="bottom") for ident in boards]
    assert [(one["idBoard"], one["pos"]) for one in stars] == list(
        zip(boards, (16384, 32768, 49152), strict=True)
    )
    assert await order(desk) == boards
    moved = await desk.put(f"/members/me/boardStars/{stars[2]['id']}", pos="top")
    assert moved["pos"] == 8192
    assert await order(desk) == [boards[2], boards[0], boards[1]]
    assert await desk.get(f"/members/me/boardStars/{stars[0]['id']}") == stars[0]
    assert await desk.get(f"/boards/{boards[1]}/boardStars") == [stars[1]]
    assert await desk.ok("DELETE", f"/members/me/boardStars/{stars[0]['id']}") == {"_value": None}
    assert (await desk.refused("GET", f"/members/me/boardStars/{stars[0]['id']}"))[0] == 404
    assert await order(desk) == [boards[2], boards[1]]


async def test_a_starred_board_keeps_its_star(desk):
    first = await desk.post("/members/me/boardStars", idBoard=desk.id, pos="top")
    assert await desk.post("/members/me/boardStars", idBoard=desk.id, pos="bottom") == first
    assert (await desk.get(f"/boards/{desk.id}", fields="starred"))["starred"] is True
    await desk.put(f"/boards/{desk.id}", starred=False)
    assert await order(desk) == []


async def test_stars_are_each_members_own(desk, person):
    bo, cy = await person("bo", on="observer"), await person("cy")
    star = await bo.post("/members/me/boardStars", idBoard=desk.id, pos="top")
    assert (await desk.get(f"/boards/{desk.id}", fields="starred"))["starred"] is False
    assert await desk.get(f"/boards/{desk.id}/boardStars") == []
    assert (await desk.refused("DELETE", f"/members/me/boardStars/{star['id']}"))[0] == 404
    refused = await cy.refused("POST", "/members/me/boardStars", json={"idBoard": desk.id, "pos": "top"})
    assert refused == (401, "unauthorized permission requested")


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ({"pos": "top"}, "idBoard"),
        ({"idBoard": "aB3dE5fG", "pos": "top"}, "idBoard"),
        ({"pos": "middle"}, "pos"),
        ({}, "pos"),
    ],
)
async def test_a_senseless_star_is_refused(desk, sent, name):
    sent = {"idBoard": desk.id} | sent if name == "pos" else sent
    assert await desk.refused("POST", "/members/me/boardStars", json=sent) == (
        400,
        f"invalid value for {name}",
    )
