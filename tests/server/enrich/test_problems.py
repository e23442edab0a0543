"""Refusals of the enrichment service, in its one shape."""

import json

import pytest

from tui.server.enrich.problems import (
    EnrichDialect,
    NoMatch,
    Problem,
    bad_field,
    busy,
    in_flight,
    missing_identifier,
    no_credits,
    opted_out,
)
from tui.server.pipeline.idempotency import KeyReused
from tui.server.pipeline.params import Refused

HEADERS = {"X-Request-Id": "r1"}


def answered(refused, miss="404"):
    answer = EnrichDialect(miss).refusal(refused, HEADERS)
    reply = answer.response()
    return reply.status_code, json.loads(bytes(reply.body)), reply.headers


@pytest.mark.parametrize(
    ("problem", "status", "code", "again", "after"),
    [
        (bad_field("abn", "is wrong"), 400, "invalid_request", False, None),
        (missing_identifier(("email", "id")), 400, "missing_identifier", False, None),
        (no_credits(2, 1), 402, "no_credits", False, None),
        (NoMatch("person"), 404, "no_match", False, None),
        (in_flight(), 409, "idempotency_in_flight", True, "1"),
        (opted_out(), 451, "opted_out", False, None),
        (Problem(429, "rate_limited", "slower"), 429, "rate_limited", True, None),
        (busy(), 503, "busy", True, "5"),
    ],
)
def test_a_problem_says_what_it_is_and_whether_to_ask_again(problem, status, code, again, after) -> None:
    told, body, headers = answered(problem)
    assert told == status
    error = body["error"]
    assert error.keys() == {"code", "message", "status", "retryable", "request_id", "details"}
    assert (error["status"], error["code"], error["retryable"], error["request_id"]) == (
        status,
        code,
        again,
        "r1",
    )
    assert (headers["x-request-id"], headers.get("retry-after")) == ("r1", after)


def test_details_name_each_field() -> None:
    assert bad_field("abn", "is wrong").message == "abn: is wrong"
    assert [one["field"] for one in missing_identifier(("email", "id")).details] == ["email", "id"]
    assert no_credits(1, 0).message == "this lookup costs 1 credit and the account has 0"
    assert no_credits(2, 1).details == [
        {"field": "credits", "message": "this lookup costs 2 credits and the account has 1"}
    ]


@pytest.mark.parametrize(
    ("refused", "status", "code", "message"),
    [
        (Refused(400, "no"), 400, "bad_request", "no"),
        (Refused(413, {"message": "too much"}), 413, "request_entity_too_large", "too much"),
        (Refused(414, "too long"), 414, "request_uri_too_long", "too long"),
        (Refused(416, "beyond"), 416, "requested_range_not_satisfiable", "beyond"),
        (Refused(422, "no"), 422, "unprocessable_entity", "no"),
        (Refused(403, {"error": "X"}), 403, "forbidden", ""),
        (Refused(503, "later"), 503, "busy", "the directory is being written, try again"),
        (KeyReused(), 422, "idempotency_key_reused", "Idempotency-Key: was used for another request"),
    ],
)
def test_a_refusal_of_the_pipeline_is_told_alike(refused, status, code, message) -> None:
    told, body, _ = answered(refused)
    assert (told, body["error"]["code"], body["error"]["message"]) == (status, code, message)


@pytest.mark.parametrize(
    ("miss", "status", "body"),
    [
        ("empty", 200, {}),
        ("null", 200, {"company": None}),
        ("500", 500, {"error": "Company profile not found"}),
    ],
)
def test_only_a_miss_is_said_in_another_style(miss, status, body) -> None:
    assert answered(NoMatch("company"), miss)[:2] == (status, body)
    assert answered(opted_out(), miss)[0] == 451
