"""Attachments, served: links, uploads, and what comes back of them."""

import struct

import pytest
from sqlalchemy import select, update

from tui.server.storage import db

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 30, 20) + bytes(5)


@pytest.fixture
async def card(desk):
    return await desk.card()


async def attach(desk, card, *file, **fields):
    return await desk.ok("POST", f"/cards/{card['id']}/attachments", files={"file": file}, data=fields)


async def test_an_upload_comes_back_as_it_went(desk, server, card):
    made = await attach(desk, card, "recipe ü.txt", b"flour\x00\xff", "text/plain", name="the recipe")
    assert (made["name"], made["fileName"], made["bytes"]) == ("the recipe", "recipe ü.txt", 7)
    assert (made["isUpload"], made["mimeType"], made["previews"], made["limits"]) == (
        True,
        "text/plain",
        [],
        {},
    )
    assert made["url"].endswith(
        f"/1/cards/{card['id']}/attachments/{made['id']}/download/recipe%20%C3%BC.txt"
    )
    reply = await desk.http.get(made["url"])
    assert (reply.status_code, reply.content) == (200, b"flour\x00\xff")
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["content-disposition"].startswith("attachment; ")
    kind, told = (await desk.log(server))[-1]
    assert (kind, told["attachment"]["name"]) == ("addAttachmentToCard", "the recipe")
    assert told["list"]["id"] == card["idList"]
    assert (await desk.get(f"/cards/{card['id']}"))["badges"]["attachments"] == 1


async def test_a_download_takes_its_credentials_from_the_header_only(desk, server, card):
    made = await attach(desk, card, "a.txt", b"x", "text/plain")
    reply = await desk.http.get(
        made["url"], headers={"Authorization": ""}, params={"key": server.key, "token": server.token}
    )
    assert (reply.status_code, reply.text) == (401, "unauthorized permission requested")


@pytest.mark.parametrize(
    ("name", "kind", "served"),
    [
        ("x.html", "text/html", "application/octet-stream"),
        ("x.svg", "image/svg+xml", "application/octet-stream"),
        ("x.png", "image/png", "image/png"),
        ("x.bin", "text/html\nSet-Cookie: a=b", "application/octet-stream"),
        ("x.pdf", "application/octet-stream", "application/pdf"),
    ],
)
async def test_nothing_that_is_served_can_run(desk, card, name, kind, served):
    made = await desk.ok(
        "POST",
        f"/cards/{card['id']}/attachments",
        files={"file": (name, b"<script>")},
        data={"mimeType": kind.partition("\n")[0] if kind.isprintable() else kind},
    )
    reply = await desk.http.get(made["url"])
    assert reply.headers["content-type"].partition(";")[0] == served
    assert "sandbox" in reply.headers["content-security-policy"]
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\y.txt", "y.txt"),
        ("..", "file"),
        ("a\u202eb", "ab"),
        ("n" * 400, "n" * 255),
    ],
)
async def test_a_file_name_is_only_a_name(desk, card, sent, kept):
    made = await attach(desk, card, sent, b"x")
    assert made["fileName"] == kept
    assert (await desk.http.get(made["url"])).content == b"x"


async def test_a_stream_without_a_name_is_a_file_too(desk, card):
    body = b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n\xff\xfe bytes\r\n--x--\r\n'
    made = await desk.ok(
        "POST",
        f"/cards/{card['id']}/attachments",
        content=body,
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert (await desk.http.get(made["url"])).content == b"\xff\xfe bytes"


@pytest.mark.parametrize(("sent", "kept"), [("Curaçao".encode(), "Curaçao"), (b"Cura\xe7ao", None)])
async def test_a_text_beside_a_file_is_utf_8_or_refused(desk, card, sent, kept):
    part = b'--x\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n'
    reply = await desk.http.request(
        "POST",
        f"/cards/{card['id']}/attachments",
        content=part % (b"file", b"x") + part % (b"name", sent) + b"--x--\r\n",
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )
    if kept is None:
        assert (reply.status_code, reply.text) == (400, "invalid value for name")
    else:
        assert reply.json()["name"] == kept


@pytest.mark.parametrize(
    ("charset", "part", "sent"),
    [("utf-7", "name", b"+2AA-"), ("utf-7", "file", b"+2AA-"), ("undefined", "name", b"x")],
)  # fmt: skip
async def test_a_charset_that_makes_no_text_is_refused(desk, card, charset, part, sent):
    reply = await desk.http.request(
        "POST",
        f"/cards/{card['id']}/attachments",
        content=b'--x\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n--x--\r\n'
        % (part.encode(), sent),
        headers={"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"},
    )
    assert (reply.status_code, reply.text) == (400, "Error parsing body: it is not UTF-8")


async def test_a_picture_has_its_size_and_may_be_the_cover(desk, server, card):
    made = await attach(desk, card, "oven.png", PNG, "image/png", setCover="true")
    (shown,) = made["previews"]
    assert (shown["width"], shown["height"], shown["bytes"], shown["scaled"]) == (30, 20, len(PNG), False)
    assert (await desk.http.get(shown["url"])).content == PNG
    now = await desk.get(f"/cards/{card['id']}")
    assert (now["idAttachmentCover"], now["cover"]["idAttachment"]) == (made["id"], made["id"])
    assert now["cover"]["scaled"] == made["previews"]
    assert now["manualCoverAttachment"] is True
    assert [one["id"] for one in await desk.get(f"/cards/{card['id']}/attachments", filter="cover")] == [
        made["id"]
    ]
    await desk.ok("DELETE", f"/cards/{card['id']}/attachments/{made['id']}")
    bare = await desk.get(f"/cards/{card['id']}")
    assert (bare["idAttachmentCover"], bare["cover"]["idAttachment"]) == (None, None)
    assert [kind for kind, _ in await desk.log(server)][-3:] == [
        "updateCard",
        "updateCard",
        "deleteAttachmentFromCard",
    ]


async def test_too_large_is_refused_and_nothing_is_left(desk, card):
    files = {"file": ("big", bytes(10 * 1024 * 1024 + 1))}
    assert (await desk.refused("POST", f"/cards/{card['id']}/attachments", files=files))[0] == 413
    assert await desk.get(f"/cards/{card['id']}/attachments") == []


@pytest.mark.parametrize("url", ["", "x", "javascript:alert(1)", "file:///etc/passwd", "https://", None, 5])
async def test_only_web_addresses_are_links(desk, card, url):
    path = f"/cards/{card['id']}/attachments"
    assert await desk.refused("POST", path, json={"url": url}) == (400, "invalid value for url")


async def test_a_deleted_attachment_takes_its_file_along(desk, server, card):
    made = await attach(desk, card, "a.txt", b"x")
    await desk.ok("DELETE", f"/cards/{card['id']}")
    assert (await desk.http.get(made["url"])).status_code == 404
    with db.reading(server.engine) as connection:
        assert connection.execute(select(db.uploads.c.id_attachment)).all() == []


async def test_rename_and_move(desk, card):
    first, second = [
        await desk.post(f"/cards/{card['id']}/attachments", url=f"https://bakery.example/{n}") for n in (1, 2)
    ]
    path = f"/cards/{card['id']}/attachments"
    assert (await desk.put(f"{path}/{second['id']}", name="menu", pos="top"))["name"] == "menu"
    assert [one["id"] for one in await desk.get(path)] == [second["id"], first["id"]]


async def test_a_card_or_board_of_this_server_is_counted_as_one(desk, card):
    other = await desk.card("other")
    board = await desk.get(f"/boards/{desk.id}")
    for url in (
        other["url"],
        board["url"],
        "https://trello.com/c/aB3dE5fG/7-rye",
        "https://bakery.example/c/x",
    ):
        await desk.post(f"/cards/{card['id']}/attachments", url=url)
    badges = (await desk.get(f"/cards/{card['id']}"))["badges"]
    assert (badges["attachments"], badges["attachmentsByType"]["trello"]) == (4, {"board": 1, "card": 2})


async def test_a_card_is_made_from_a_file_or_a_link(desk):
    first = (await desk.lists())[0]
    made = await desk.ok(
        "POST",
        "/cards",
        data={"idList": first, "mimeType": "text/plain"},
        files={"fileSource": ("a.txt", b"rye")},
    )
    assert (made["name"], [one["mimeType"] for one in made["attachments"]]) == ("a.txt", ["text/plain"])
    linked = await desk.post("/cards", idList=first, urlSource="https://bakery.example/menu")
    assert (linked["name"], [one["url"] for one in linked["attachments"]]) == (
        "https://bakery.example/menu",
        ["https://bakery.example/menu"],
    )


async def test_a_cover_in_the_address_is_text(desk, card):
    reply = await desk.ok("PUT", f"/cards/{card['id']}", params={"cover": '{"color": "lime"}'})
    assert reply["cover"]["color"] == "lime"


async def test_an_upload_that_is_sent_twice_is_kept_once(desk, card):
    path = f"/cards/{card['id']}/attachments"
    again = {"Idempotency-Key": "upload-1"}
    first, second = [
        await desk.ok("POST", path, files={"file": ("a.txt", b"rye")}, headers=again) for _ in range(2)
    ]
    assert first == second
    assert len(await desk.get(path)) == 1
    other = await desk.refused("POST", path, files={"file": ("a.txt", b"oats")}, headers=again)
    assert other[0] == 409


async def test_a_file_that_stayed_elsewhere_is_not_found(desk, server, card):
    made = await desk.post(f"/cards/{card['id']}/attachments", url="https://trello.com/1/x/download/a.txt")
    reply = await desk.http.get(f"/cards/{card['id']}/attachments/{made['id']}/download/a.txt")
    assert (reply.status_code, reply.text) == (404, "The requested resource was not found.")


async def test_a_file_of_a_private_board_is_nobody_elses(desk, server, card):
    made = await attach(desk, card, "a.txt", b"rye")
    with db.writing(server.engine) as connection:
        connection.execute(update(db.memberships).values(deactivated=True))
    assert (await desk.http.get(made["url"])).status_code == 401
