"""The cover of a card: an attached picture, a colour, or none."""

import pytest

from tests.server.board.test_attachments import PNG, attach


@pytest.fixture
async def card(desk):
    return await desk.card()


async def test_covers(desk):
    path = f"/cards/{(await desk.card())['id']}"
    assert (await desk.put(path, cover={"color": "lime"}))["cover"]["color"] == "lime"
    assert (await desk.put(path, cover=""))["cover"]["color"] is None
    for bad in ({"color": "mauve"}, {"nothing": 1}, [], 5, {"color": []}):
        assert await desk.refused("PUT", path, json={"cover": bad}) == (400, "invalid value for cover")
    assert (await desk.refused("PUT", path, json={"idAttachmentCover": "f" * 24}))[0] == 400


async def test_a_colour_takes_the_place_of_a_picture_and_back(desk, card):
    path = f"/cards/{card['id']}"
    made = await attach(desk, card, "oven.png", PNG, "image/png")
    assert (await desk.put(path, idAttachmentCover=made["id"]))["cover"]["idAttachment"] == made["id"]
    green = await desk.put(path, cover={"color": "lime", "size": "full"})
    assert (green["cover"]["color"], green["cover"]["size"]) == ("lime", "full")
    assert (green["cover"]["idAttachment"], green["idAttachmentCover"]) == (None, None)
    both = await desk.put(path, cover={"idAttachment": made["id"], "brightness": "light"})
    assert (both["idAttachmentCover"], both["cover"]["color"]) == (made["id"], None)
    assert (await desk.put(path, cover=""))["cover"]["idAttachment"] is None


@pytest.mark.parametrize(
    "cover",
    [
        5,
        [],
        "x",
        {"color": "mauve"},
        {"size": "huge"},
        {"idAttachment": "f" * 24},
        {"idAttachment": 5},
        {"x": 1},
    ],
)
async def test_a_senseless_cover_is_refused(desk, card, cover):
    assert await desk.refused("PUT", f"/cards/{card['id']}", json={"cover": cover}) == (
        400,
        "invalid value for cover",
    )
