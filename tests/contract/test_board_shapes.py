"""The shapes of what the board service answers, against the reference of the hosted service."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from tui.server.storage import db

RECORDED = Path(__file__).with_name("recorded_actions.json")
"""By type of action: the names in its data, as the hosted service was seen to send them."""
NUMBER = (int, float)


@pytest.fixture
async def made(http):
    """A card with everything on it, and the board it is on."""

    async def ok(method, path, **body):
        reply = await http.request(method, path, json=body)
        assert reply.status_code == 200, reply.text
        return reply.json()

    board = await ok("POST", "/boards", name="Bakery launch")
    (first, second, *_) = await ok("GET", f"/boards/{board['id']}/lists")
    label = await ok("POST", f"/boards/{board['id']}/labels", name="urgent", color="red")
    card = await ok(
        "POST", "/cards", idList=first["id"], name="Order flour", due="2031-05-06", idLabels=[label["id"]]
    )
    path = f"/cards/{card['id']}"
    await ok("POST", f"{path}/idMembers", value=(await ok("GET", "/members/me"))["id"])
    checklist = await ok("POST", f"{path}/checklists", name="Steps")
    item = await ok("POST", f"/checklists/{checklist['id']}/checkItems", name="call mill")
    comment = await ok("POST", f"{path}/actions/comments", text="done?")
    link = await ok("POST", f"{path}/attachments", url="https://bakery.example/recipe", name="recipe")
    return {"ok": ok, "board": board, "first": first, "second": second, "label": label, "card": card,
            "checklist": checklist, "item": item, "comment": comment, "link": link, "path": path}  # fmt: skip


def has(thing, **types):
    wrong = {
        name: thing.get(name, "(missing)")
        for name, kind in types.items()
        if not isinstance(thing.get(name, "(missing)"), kind)
    }
    assert wrong == {}


async def test_board(made):
    board = await made["ok"]("GET", f"/boards/{made['board']['id']}")
    assert board.keys() == {
        "id", "name", "desc", "descData", "closed", "idOrganization", "idEnterprise", "pinned", "url", "shortUrl",
        "prefs", "labelNames",
    }  # fmt: skip
    has(
        board,
        id=str,
        name=str,
        desc=str,
        closed=bool,
        idOrganization=str,
        pinned=bool,
        prefs=dict,
        labelNames=dict,
    )
    assert board["url"] == board["shortUrl"] + "/bakery-launch"
    has(
        board["prefs"],
        permissionLevel=str,
        voting=str,
        comments=str,
        invitations=str,
        selfJoin=bool,
        background=str,
    )
    (mine,) = await made["ok"]("GET", "/members/me/boards")
    has(
        mine,
        shortLink=str,
        starred=bool,
        subscribed=bool,
        memberships=list,
        dateLastActivity=str,
        powerUps=list,
    )


async def test_list(made):
    has(
        made["first"],
        id=str,
        name=str,
        closed=bool,
        idBoard=str,
        pos=NUMBER,
        subscribed=bool,
        datasource=dict,
    )


async def test_card(made):
    card = await made["ok"]("GET", made["path"])
    has(
        card, id=str, badges=dict, checkItemStates=list, closed=bool, dueComplete=bool, dateLastActivity=str, desc=str,
        due=str, idBoard=str, idChecklists=list, idList=str, idMembers=list, idMembersVoted=list, idShort=int,
        idLabels=list, labels=list, manualCoverAttachment=bool, name=str, pos=NUMBER, shortLink=str, shortUrl=str,
        subscribed=bool, url=str, cover=dict, isTemplate=bool,
    )  # fmt: skip
    has(
        card["badges"], attachmentsByType=dict, location=bool, votes=int, viewingMemberVoted=bool, subscribed=bool,
        fogbugz=str, checkItems=int, checkItemsChecked=int, comments=int, attachments=int, description=bool, due=str,
        dueComplete=bool,
    )  # fmt: skip
    assert {"start", "dueReminder", "email", "idAttachmentCover", "descData", "cardRole"} <= card.keys()
    assert {"attachments", "stickers", "limits"} <= made["card"].keys()
    assert card["url"].endswith(f"/c/{card['shortLink']}/1-order-flour")
    assert card["due"] == "2031-05-06T00:00:00.000Z"
    has(card["labels"][0], id=str, idBoard=str, name=str, color=str, uses=int)
    fed = (await made["ok"]("GET", f"/lists/{card['idList']}/cards"))[0]
    assert fed == card


async def test_what_hangs_on_a_card(made):
    has(
        made["checklist"], id=str, name=str, idBoard=str, idCard=str, pos=NUMBER, checkItems=list, limits=dict
    )
    has(made["item"], id=str, name=str, nameData=dict, pos=NUMBER, state=str, idChecklist=str, limits=dict)
    assert {"due", "dueReminder", "idMember"} <= made["item"].keys()
    has(
        made["link"],
        id=str,
        date=str,
        idMember=str,
        isUpload=bool,
        name=str,
        previews=list,
        url=str,
        pos=NUMBER,
    )
    (member,) = await made["ok"]("GET", f"{made['path']}/members")
    assert member.keys() == {
        "id", "activityBlocked", "avatarHash", "avatarUrl", "fullName", "idMemberReferrer", "initials", "nonPublic",
        "nonPublicAvailable", "username",
    }  # fmt: skip


async def test_comment(made):
    has(
        made["comment"],
        id=str,
        idMemberCreator=str,
        data=dict,
        type=str,
        date=str,
        limits=dict,
        memberCreator=dict,
    )
    has(made["comment"], display=dict, entities=list)
    assert set(made["comment"]["display"]["entities"]) >= {"contextOn", "card", "comment", "memberCreator"}
    fed = (await made["ok"]("GET", f"{made['path']}/actions"))[0]
    assert not fed.keys() & {"display", "entities"}


async def test_me(made):
    me = await made["ok"]("GET", "/members/me")
    has(
        me,
        id=str,
        username=str,
        fullName=str,
        initials=str,
        idBoards=list,
        idOrganizations=list,
        prefs=dict,
        url=str,
    )
    assert {"email", "status", "avatarUrl", "avatarHash"} <= me.keys()


async def live_through_it_all(made):
    ok, path = made["ok"], made["path"]
    items = f"{path}/checkItem/{made['item']['id']}"
    other = await ok("POST", "/boards", name="Other")
    await ok(
        "PUT",
        path,
        name="Order rye",
        desc="x",
        closed=True,
        pos=5,
        idList=made["second"]["id"],
        dueComplete=True,
        start="2030-01-01",
    )
    await ok("PUT", items, state="complete")
    await ok("PUT", items, name="call the mill")
    await ok("DELETE", items)
    await ok("PUT", f"/checklists/{made['checklist']['id']}", name="Plan")
    await ok("DELETE", f"/checklists/{made['checklist']['id']}")
    await ok("PUT", f"/actions/{made['comment']['id']}", text="done!")
    await ok("DELETE", f"/actions/{made['comment']['id']}")
    await ok("DELETE", f"{path}/attachments/{made['link']['id']}")
    await ok("DELETE", f"{path}/idLabels/{made['label']['id']}")
    await ok("DELETE", f"{path}/idMembers/me")
    await ok("PUT", f"/labels/{made['label']['id']}", name="soon")
    await ok("DELETE", f"/labels/{made['label']['id']}")
    await ok("PUT", f"/lists/{made['second']['id']}", name="Now")
    await ok("PUT", f"/boards/{made['board']['id']}", name="Ovens")
    await ok("PUT", path, idBoard=other["id"])
    gone = await ok("POST", "/cards", idList=made["first"]["id"], name="gone")
    await ok("DELETE", f"/cards/{gone['id']}")


async def test_the_data_of_every_action_as_recorded(made, server):
    recorded = json.loads(RECORDED.read_text("utf-8"))
    await live_through_it_all(made)
    with db.reading(server.engine) as connection:
        told = [(row.type, row.data) for row in connection.execute(select(db.actions))]
    assert len({kind for kind, _ in told}) == 28
    for kind, data in told:
        samples = [sample.split() for sample in recorded.get(kind, [])]
        if samples and "old" not in data:
            assert any(all(has_name(data, name) for name in sample) for sample in samples), (
                kind,
                data,
                samples,
            )
        elif samples:
            tops = [{name.partition(".")[0] for name in sample} for sample in samples]
            assert any(top - {"list", "listBefore", "listAfter"} <= data.keys() for top in tops), (kind, data)


def has_name(data, name):
    """Whether ``data`` has what is called ``card.id``."""
    first, _, rest = name.partition(".")
    return first in data and (not rest or (isinstance(data[first], dict) and has_name(data[first], rest)))
