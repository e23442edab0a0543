"""Lists: what a change sends where, and what is done to all cards of one."""

import httpx
import pytest

from tui.api.board.client import BoardClient

LIST, BOARD, OTHER = (f"66a1f0aa2f7c3b0011aa000{number}" for number in range(3))
ANSWER = httpx.Response(200, json={"id": LIST, "name": "New", "idBoard": BOARD, "pos": 1})


def form(request):
    return dict(httpx.QueryParams(request.content.decode()))


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"name": "New"}, [(f"/1/lists/{LIST}", {"name": "New"})]),
        ({"soft_limit": 5}, [(f"/1/lists/{LIST}/softLimit", {"value": "5"})]),
        (
            {"name": "New", "soft_limit": 5},
            [(f"/1/lists/{LIST}", {"name": "New"}), (f"/1/lists/{LIST}/softLimit", {"value": "5"})],
        ),
        ({"closed": True, "id_board": BOARD}, [(f"/1/lists/{LIST}", {"closed": "true", "idBoard": BOARD})]),
        ({}, [(f"/1/lists/{LIST}", {})]),
    ],
    ids=["a field", "the limit", "both", "two fields", "nothing"],
)
async def test_the_limit_of_a_list_has_an_address_of_its_own(service, changes, asked):
    board = service(ANSWER)
    changed = await BoardClient(board.transport).lists.update(LIST, **changes)
    assert changed.name == "New"
    assert [(one.url.path, form(one)) for one in board.asked] == asked
    assert {one.method for one in board.asked} == {"PUT"}
