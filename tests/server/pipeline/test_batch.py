"""``GET /batch``: several reads at once."""

import pytest

from tui.server.pipeline.batch import MOST


async def test_each_answer_under_its_status_in_order(desk):
    card = await desk.card()
    urls = [f"/boards/{desk.id}?fields=name", "/nothing", f"/cards/{card['id']}/name", f"/boards/{'f' * 24}",
            "/boards/no-id-at-all", "/batch?urls=/members/me"]  # fmt: skip
    board, nothing, name, gone, wrong, nested = await desk.get("/batch", urls=",".join(urls))
    assert board == {"200": {"id": desk.id, "name": "Bakery launch"}}
    assert nothing == {"name": "NotFoundError", "message": "Cannot GET /1/nothing", "statusCode": 404}
    assert name == {"200": {"_value": "Order flour"}}
    assert gone == {
        "name": "NotFoundError",
        "message": "The requested resource was not found.",
        "statusCode": 404,
    }
    assert wrong == {"name": "BadRequestError", "message": "invalid id", "statusCode": 400}
    assert nested["statusCode"] == 404


@pytest.mark.parametrize("comma", [",", "%2C"])
async def test_a_comma_inside_an_address(desk, comma):
    urls = f"/boards/{desk.id}?fields=name{comma}closed,/members/me?fields=username"
    board, me = await desk.get("/batch", urls=urls)
    assert board["200"] == {"id": desk.id, "name": "Bakery launch", "closed": False}
    assert me["200"]["username"] == "you"


async def test_addresses_as_a_repeated_parameter(desk):
    answers = await desk.get("/batch", urls=["/members/me?fields=username", f"/boards/{desk.id}?fields=name"])
    assert [list(one) for one in answers] == [["200"], ["200"]]


async def test_what_one_may_not_see_is_refused_alone(desk, person):
    bo = await person("bo")
    hidden, me = await bo.get("/batch", urls=f"/boards/{desk.id},/members/me?fields=username")
    assert hidden == {
        "name": "UnauthorizedError",
        "message": "unauthorized permission requested",
        "statusCode": 401,
    }
    assert me["200"]["username"] == "bo"


@pytest.mark.parametrize("urls", [None, "", ",", ",".join(["/members/me"] * (MOST + 1))])
async def test_none_or_too_many_are_refused(desk, urls):
    params = {} if urls is None else {"urls": urls}
    assert await desk.refused("GET", "/batch", params=params) == (400, "invalid value for urls")


@pytest.mark.parametrize(
    "address", ["//[", "/%zz", "/\u0000", "/boards/?fields=%", "x", "/" * 400, "/cards/a?b=c&b=d"]
)
async def test_hostile_addresses_are_answered(desk, address):
    (answer,) = await desk.get("/batch", urls=address)
    assert answer["statusCode"] in {400, 401, 404}
