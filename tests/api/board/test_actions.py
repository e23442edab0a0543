"""Actions and the comments among them."""

import httpx
import pytest

from tui.api.board.actions import comment_of, read_comments
from tui.api.board.client import BoardClient
from tui.errors import Garbled, NotFound
from tui.model.action import Action

CARD, ANA = "66a1f0aa2f7c3b0011aa0002", "66a1f0aa2f7c3b0011aa0003"


def wire(number=1, **more):
    data = {"text": "done?", "card": {"id": CARD}} | more.pop("data", {})
    return {
        "id": f"66a1f100{number:016x}", "type": "commentCard", "date": "2026-11-21T09:00:00.000Z", "data": data,
        "idMemberCreator": ANA, "memberCreator": {"id": ANA, "username": "ana", "fullName": "Ana Reid"},
    } | more  # fmt: skip


def comment(**more):
    return comment_of(Action.parse(wire(**more)))


def test_a_comment_is_told_with_its_author_and_card():
    found = comment()
    assert found is not None
    assert (found.text, found.id_card, found.author, found.author_id) == ("done?", CARD, "Ana Reid", ANA)
    assert (found.edited, found.mine, found.pending) == (None, False, False)


@pytest.mark.parametrize(
    ("more", "author", "ident"),
    [
        ({"memberCreator": {"id": ANA, "username": "ana"}}, "ana", ANA),
        ({"memberCreator": None}, "", ANA),
        ({"idMemberCreator": None}, "Ana Reid", ANA),
        ({"idMemberCreator": None, "memberCreator": None}, "", ""),
    ],
)
def test_an_author_may_be_half_known(more, author, ident):
    found = comment(**more)
    assert found is not None
    assert (found.author, found.author_id) == (author, ident)


@pytest.mark.parametrize(
    "more", [{"type": "updateCard"}, {"data": {"text": None}}, {"data": {"text": 7}}, {"data": {"card": {}}}]
)
def test_what_is_no_comment_is_none(more):
    assert comment(**more) is None


@pytest.mark.parametrize(
    ("date", "there"), [("2026-11-21T10:00:00.000Z", True), ("soon", False), (17, False), (None, False)]
)
def test_a_date_of_an_edit_that_cannot_be_read_is_none(date, there):
    found = comment(data={"dateLastEdited": date})
    assert found is not None
    assert (found.edited is not None) is there


def test_a_page_counts_what_was_sent_and_what_was_left_out():
    page = read_comments([wire(3), wire(2, type="createCard"), {"id": 7}, wire(1)])
    assert [one.id[-1] for one in page] == ["3", "1"]
    assert (page.sent, page.skipped, page.oldest) == (4, 2, wire(1)["id"])
    with pytest.raises(Garbled):
        read_comments({"no": "list"})


async def test_a_comment_is_read_changed_and_deleted(service):
    board = service(httpx.Response(200, json=wire()))
    actions = BoardClient(board.transport).actions
    assert (await actions.get(wire()["id"])).id == wire()["id"]
    await actions.update_comment(wire()["id"], "done!")
    await actions.delete_comment(wire()["id"])
    assert [one.method for one in board.asked] == ["GET", "PUT", "DELETE"]
    assert {one.url.path for one in board.asked} == {f"/1/actions/{wire()['id']}"}
    assert dict(httpx.QueryParams(board.asked[1].content.decode())) == {"text": "done!"}


async def test_a_comment_that_is_gone_is_deleted_but_not_changed(service):
    board = service(httpx.Response(404, text="The requested resource was not found."))
    actions = BoardClient(board.transport).actions
    await actions.delete_comment(wire()["id"])
    with pytest.raises(NotFound):
        await actions.update_comment(wire()["id"], "x")
