"""Every address, asked by somebody who has no business there: nothing is told, and nothing is changed."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert, select

from tests.thinned import thinned
from tui.server.catalogue import SINGLE_ROUTES
from tui.server.pipeline.auth import grant
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

SECRET = "Zqsecret"
"""A word of all texts that the stranger must not see."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def add_webhook(server, somebody, model: str) -> str:
    """Register one of the owner, and return its id."""
    ident = IdMaker().at(datetime(2026, 1, 2, tzinfo=UTC))
    with db.writing(server.engine) as connection:
        token = connection.execute(
            select(db.tokens.c.id).where(db.tokens.c.id_member == somebody.member)
        ).scalar()
        row = {
            "id": ident,
            "id_token": token,
            "id_model": model,
            "callback_url": "https://example.org/zq",
            "description": f"{SECRET} hook",
        }
        connection.execute(insert(db.webhooks).values(row))
    return ident


def narrowed(server, somebody) -> str:
    """Return a token of the same person that only reads."""
    now = datetime(2026, 11, 21, 9, tzinfo=UTC)
    with db.writing(server.engine) as connection:
        return grant(
            connection, ident=IdMaker().at(now), id_member=somebody.member, key="c" * 32,
            scopes=frozenset({"read"}), now=now,
        )  # fmt: skip


async def furnish(desk, server) -> dict[str, Any]:
    """Put something of everything on the board, and return the ids by the names of placeholders and parameters."""
    await desk.put(f"/boards/{desk.id}", name=f"{SECRET} board", desc=f"{SECRET} text")
    first, second, *_ = await desk.lists()
    await desk.put(f"/lists/{first}", name=f"{SECRET} list")
    card = await desk.card(f"{SECRET} card", desc=f"{SECRET} of the card")
    at = f"/cards/{card['id']}"
    me = (await desk.get("/members/me"))["id"]
    await desk.post(f"{at}/idMembers", value=me)
    label = await desk.post("/labels", idBoard=desk.id, name=f"{SECRET} label", color="red")
    await desk.post(f"{at}/idLabels", value=label["id"])
    checklist = await desk.post("/checklists", idCard=card["id"], name=f"{SECRET} checklist")
    item = await desk.post(f"/checklists/{checklist['id']}/checkItems", name=f"{SECRET} item")
    comment = await desk.post(f"{at}/actions/comments", text=f"{SECRET} comment")
    reaction = await desk.post(f"/actions/{comment['id']}/reactions", shortName="thumbsup")
    file = await desk.ok(
        "POST",
        f"{at}/attachments",
        files={"file": (f"{SECRET}.txt", f"{SECRET} file".encode(), "text/plain")},
    )
    field = await desk.post(
        "/customFields", idModel=desk.id, modelType="board", name=f"{SECRET} field", type="list", pos="top"
    )
    option = await desk.post(f"/customFields/{field['id']}/options", value={"text": f"{SECRET} option"})
    sticker = await desk.post(f"{at}/stickers", image="star", top=1, left=1, zIndex=1, rotate=0)
    team = await desk.post("/organizations", displayName=f"{SECRET} team", desc=f"{SECRET} of the team")
    star = await desk.post("/members/me/boardStars", idBoard=desk.id, pos="top")
    search = await desk.post("/members/me/savedSearches", name=f"{SECRET} search", query=SECRET, pos="top")
    memberships = await desk.get(f"/boards/{desk.id}/memberships")
    return {
        "board": desk.id, "list": first, "other list": second, "card": card["id"], "member": me, "label": label["id"],
        "checklist": checklist["id"], "item": item["id"], "action": comment["id"], "reaction": reaction["id"],
        "attachment": file["id"], "file": file["fileName"], "customField": field["id"], "option": option.get("id") or option["_id"],
        "sticker": sticker["id"], "organization": team["id"], "star": star["id"],
        "webhook": add_webhook(server, desk, desk.id), "search": search["id"], "membership": memberships[0]["id"],
    }  # fmt: skip


async def state_of(desk, ids: dict[str, Any]) -> str:
    """Return all that the owner sees, as one text."""
    paths = (
        f"/boards/{ids['board']}?lists=all&cards=all&labels=all&checklists=all&customFields=true&members=all",
        f"/boards/{ids['board']}?memberships=all&cards=all&card_attachments=true&card_stickers=true&myPrefs=true",
        f"/boards/{ids['board']}/actions?limit=1000&reactions=true",
        f"/cards/{ids['card']}?actions=all&members=true&membersVoted=true&customFieldItems=true",
        f"/boards/{ids['board']}/boardStars",
        "/members/me/boardStars",
        "/members/me/savedSearches",
        f"/organizations/{ids['organization']}?members=all&memberships=all&boards=all",
        f"/webhooks/{ids['webhook']}",
    )
    told = [await desk.get(path) for path in paths]
    return json.dumps(told, sort_keys=True)


def values(ids: dict[str, Any]) -> dict[str, Any]:
    """Return a value for each parameter by which a thing may be named, all of them the owner's."""
    return {
        "idBoard": ids["board"], "idList": ids["other list"], "idCard": ids["card"], "idMember": ids["member"],
        "idModel": ids["board"], "modelType": "board", "idOrganization": ids["organization"], "idBoardSource": ids["board"],
        "idCardSource": ids["card"], "idChecklistSource": ids["checklist"], "idLabels": ids["label"],
        "idMembers": ids["member"], "idChecklist": ids["checklist"], "idAttachmentCover": ids["attachment"],
        "keepFromSource": "all", "callbackURL": "https://example.org/bo", "color": "green", "pos": "top", "type": "text",
        "query": SECRET, "value": ids["member"], "shortName": "tada", "displayName": "Bo", "closed": "true", "image": "star",
        "top": 1, "left": 1, "zIndex": 1, "rotate": 0, "url": "https://example.org/bo", "boards_count": 1,
    }  # fmt: skip


def filled(pattern: str, ids: dict[str, Any], field: str) -> str:
    return "/" + PLACEHOLDER.sub(
        lambda found: str(ids.get(found[1], {"field": field, "filter": "all"}.get(found[1], "f" * 24))),
        pattern,
    )


async def leave(ada, bo):
    """Be put on the board, and be taken off it."""
    await ada.put(f"/boards/{ada.id}/members/{bo.member}", type="normal")
    await bo.get(f"/boards/{ada.id}")
    await ada.ok("DELETE", f"/boards/{ada.id}/members/{bo.member}")


async def own_things(bo) -> dict[str, str]:
    """Make what the other person has, and return the ids by the names of placeholders."""
    board = await bo.post("/boards", name="Of Bo")
    place = (await bo.get(f"/boards/{board['id']}/lists"))[0]["id"]
    card = await bo.post("/cards", idList=place, name="of Bo")
    team = await bo.post("/organizations", displayName="Of Bo")
    return {
        "board": board["id"],
        "list": place,
        "card": card["id"],
        "member": bo.member,
        "organization": team["id"],
    }


def addresses(method: str, ids: dict[str, Any], own: dict[str, str]) -> Iterator[str]:
    """Yield every address of a method: with all that it names the owner's, and with what can be Bo's his."""
    for route in SINGLE_ROUTES:
        names = PLACEHOLDER.findall(route.pattern)
        if route.method != method:
            continue
        for field in ("name", "desc", "value") if "field" in names else ("",):
            yield filled(route.pattern, ids, field)
            mixed = filled(route.pattern, ids | own, field)
            if own.keys() & set(names) and (method, mixed.strip("/").partition("s/")[2]) not in {
                ("DELETE", ident) for ident in own.values()
            }:
                yield mixed


@pytest.mark.parametrize("left", thinned([False, True], 1))
@pytest.mark.parametrize("method", ["GET", "PUT", "POST", "DELETE"])
async def test_who_is_not_on_a_board_is_told_nothing_of_it_and_changes_nothing(server, person, method, left):
    ada, bo = await person("ada"), await person("bo")
    ada.id = (await ada.post("/boards", name="Bakery"))["id"]
    if left:
        await leave(ada, bo)
    ids, own = await furnish(ada, server), await own_things(bo)
    before, told = await state_of(ada, ids), list[str]()
    sent = values(ids)
    for path in addresses(method, ids, own):
        if method == "GET":
            reply = await bo.http.request(method, path, params=sent)
        else:
            reply = await bo.http.request(method, path, json={"name": "by Bo", "text": "by Bo"} | sent)
        assert reply.status_code < 500, (method, path, reply.text)
        # What was searched for is said again.
        if SECRET in reply.text.replace(f'"{SECRET}"', ""):
            told.append(f"{method} {path} {reply.status_code} {reply.text[:200]}")
    assert told == []
    assert await state_of(ada, ids) == before


@pytest.mark.parametrize("method", thinned(["PUT", "POST", "DELETE"], 1))
async def test_a_token_that_only_reads_changes_nothing(server, person, method):
    ada = await person("ada")
    ada.id = (await ada.post("/boards", name="Bakery"))["id"]
    ids = await furnish(ada, server)
    before = await state_of(ada, ids)
    reader = narrowed(server, ada)
    for path in addresses(method, ids, {}):
        reply = await ada.http.request(
            method, path, params={"token": reader}, json={"name": "by Bo", "text": "by Bo"} | values(ids)
        )
        assert reply.status_code >= 400, (method, path, reply.text)
    assert await state_of(ada, ids) == before
