"""Boards: what is asked of the service, and what of its answers is put together."""

import httpx
import pytest

from tui.api.board.client import BoardClient
from tui.errors import Forbidden, NotFound

BOARD, MEMBER = "66a1f0aa2f7c3b0011aa0001", "66a1f0aa2f7c3b0011aa0009"
WHOLE = {"id": BOARD, "name": "Leads"}
GONE = httpx.Response(404, text="The requested resource was not found.")


def ident(number):
    return f"66a1f100{number:016x}"


def form(request):
    return dict(httpx.QueryParams(request.content.decode()))


@pytest.fixture
def boards(service):
    def make(*steps):
        made = service(*steps)
        return BoardClient(made.transport).boards, made.asked

    return make


def ok(body):
    return httpx.Response(200, json=body)


async def test_a_board_is_made_with_what_was_said_only(boards):
    api, asked = boards(ok(WHOLE))
    await api.create(name="Leads", idempotency_key="k1", default_lists=False, background="lime")
    assert form(asked[0]) == {
        "name": "Leads",
        "desc": "",
        "defaultLists": "false",
        "prefs_background": "lime",
    }
    await api.update(BOARD, name="Won", background="sky")
    assert form(asked[1]) == {"name": "Won", "prefs/background": "sky"}


@pytest.mark.parametrize("when", [None, "2026-11-24T12:00:00.000Z"])
async def test_the_last_activity_is_asked_for_alone(boards, when):
    api, asked = boards(ok({**WHOLE, "dateLastActivity": when}))
    found = await api.last_activity(BOARD)
    assert (found and found.isoformat()) == (when and "2026-11-24T12:00:00+00:00")
    assert dict(asked[0].url.params) == {"fields": "name,dateLastActivity"}


@pytest.mark.parametrize(
    ("starred", "stars", "sent"),
    [
        (True, [], [("POST", "/1/members/me/boardStars")]),
        (True, [{"id": ident(1), "idBoard": BOARD}], []),
        (False, [{"id": ident(1), "idBoard": BOARD}, {"id": ident(2), "idBoard": ident(9)}], [("DELETE", f"/1/members/me/boardStars/{ident(1)}")]),
        (False, [], []),
        (True, {"odd": 1}, [("POST", "/1/members/me/boardStars")]),
        (False, [None, 7], []),
    ],
)  # fmt: skip
async def test_a_star_is_set_only_where_that_changes_something(boards, starred, stars, sent):
    api, asked = boards(ok(stars), ok({}))
    await api.star(BOARD, starred=starred)
    assert [(one.method, one.url.path) for one in asked[1:]] == sent


async def test_of_several_stars_each_is_taken_off_and_one_may_be_gone(boards):
    api, asked = boards(ok([{"id": ident(n), "idBoard": BOARD} for n in (1, 2)]), GONE, ok({}))
    await api.star(BOARD, starred=False)
    assert len(asked) == 3


@pytest.mark.parametrize(
    "call", [lambda api: api.delete(BOARD), lambda api: api.remove_member(BOARD, MEMBER)]
)
async def test_what_is_gone_already_is_done(boards, call):
    api, _ = boards(GONE)
    await call(api)
    api, _ = boards(httpx.Response(401, text="unauthorized permission requested"))
    with pytest.raises(Forbidden):
        await call(api)


async def test_a_member_gets_a_role(boards):
    api, asked = boards(ok({}))
    await api.set_member(BOARD, MEMBER, role="observer")
    assert (asked[0].method, asked[0].url.path, form(asked[0])) == (
        "PUT",
        f"/1/boards/{BOARD}/members/{MEMBER}",
        {"type": "observer"},
    )


PARTS = {
    "lists": [{"id": ident(1), "name": "New"}], "labels": [{"id": ident(2)}, None], "members": [{"id": MEMBER}],
    "memberships": [{"id": ident(3), "idMember": MEMBER}],
}  # fmt: skip


async def test_a_snapshot_is_one_question_where_the_service_nests(boards):
    api, asked = boards(ok(WHOLE | PARTS))
    found = await api.snapshot(BOARD)
    assert len(asked) == 1
    assert (found["board"].name, [one.name for one in found["lists"]], found["skipped"]) == (
        "Leads",
        ["New"],
        1,
    )
    assert not found["board"].unknown_fields.keys() & PARTS.keys()


async def test_a_part_that_was_left_out_is_asked_for_and_an_empty_one_is_not(boards):
    def answer(request):
        part = request.url.path.rpartition("/")[2]
        return ok(PARTS[part]) if part in PARTS else ok(WHOLE | {"lists": [], "labels": None})

    api, asked = boards(answer)
    found = await api.snapshot(BOARD)
    assert [one.url.path.rpartition("/")[2] for one in asked[1:]] == ["labels", "members", "memberships"]
    assert (found["lists"], len(found["labels"]), len(found["members"])) == ([], 1, 1)


async def test_checklists_come_by_pages_of_cards(boards):
    def answer(request):
        numbers = [number for number in range(3) if ident(number) < request.url.params.get("before", "z")]
        return ok([{"id": ident(number), "checklists": [{"id": ident(100 + number)}]} for number in numbers])

    api, asked = boards(answer)
    pages = [page async for page in api.every_checklist(BOARD)]
    assert sorted(one.id for page in pages for one in page) == [ident(100 + number) for number in range(3)]
    assert {one.url.path for one in asked} == {f"/1/boards/{BOARD}/cards"}
    assert asked[0].url.params["filter"] == "all"


@pytest.mark.parametrize(
    "cards", [[{"id": ident(1)}], [None, {"id": ident(1), "checklists": "many"}], {"odd": 1}]
)
async def test_a_service_that_nests_no_checklists_is_asked_for_all(boards, cards):
    def answer(request):
        return ok([{"id": ident(100)}] if request.url.path.endswith("/checklists") else cards)

    api, _ = boards(answer)
    found = [one.id async for page in api.every_checklist(BOARD) for one in page]
    assert found[:1] == [ident(100)]


@pytest.mark.parametrize(
    "answer",
    [GONE, httpx.Response(400, text="invalid value for field"), ok({"_value": None})],
    ids=["no route", "no field", "empty field"],
)
async def test_a_log_that_the_service_does_not_have_is_told(boards, answer):
    api, asked = boards(answer)
    with pytest.raises(NotFound):
        await api.log(BOARD, since=ident(1))
    assert dict(asked[0].url.params) == {"limit": "1000", "since": ident(1)}


@pytest.mark.parametrize(
    ("call", "path", "params"),
    [
        (lambda api: api.mine(filter="closed"), "/1/members/me/boards", {"filter": "closed", "fields": "all"}),
        (lambda api: api.lists(BOARD), f"/1/boards/{BOARD}/lists", {"filter": "open", "fields": "all"}),
        (lambda api: api.labels(BOARD), f"/1/boards/{BOARD}/labels", {"limit": "1000", "fields": "all"}),
        (lambda api: api.members(BOARD), f"/1/boards/{BOARD}/members", {"fields": "all"}),
        (lambda api: api.memberships(BOARD), f"/1/boards/{BOARD}/memberships", {}),
        (lambda api: api.cards(BOARD, limit=5, before=ident(1)), f"/1/boards/{BOARD}/cards", {"filter": "open", "fields": "all", "attachments": "true", "limit": "5", "before": ident(1)}),
        (lambda api: api.actions(BOARD, since=ident(1)), f"/1/boards/{BOARD}/actions", {"limit": "1000", "since": ident(1), "filter": "all"}),
    ],
)  # fmt: skip
async def test_what_is_asked_for(boards, call, path, params):
    api, asked = boards(ok([]))
    assert list(await call(api)) == []
    assert (asked[0].url.path, dict(asked[0].url.params)) == (path, params)
