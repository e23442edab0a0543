"""Answers that mean "nobody was found", in every form they come in."""

import pytest

from tests.api.meanings import meaning
from tui.api.fault import read_fault
from tui.api.miss import is_miss
from tui.errors import (
    NotFound,
    ServerFault,
)

MISSES = [
    (404, {"error": {"code": "no_match", "message": "person profile not found", "status": 404}}),
    (404, {"error": {"type": "unknown_record", "message": "Unknown person."}}),
    (404, {"code": 404, "description": "Person profile does not exist", "name": "Not Found"}),
    (404, {"errors": [{"id": "not_found", "code": 404, "details": "No company was found for a.example"}]}),
    (410, "contact not found: ana@kauri.example"),
    (404, {"status": 404, "error": {"type": "not_found", "message": "No records were found"}}),
    (500, {"error": "Company profile not found"}),
    (500, "no record for this"),
    (400, {"error": 400, "message": "Profile not found"}),
    (200, None),
    (200, {}),
    (200, []),
    (200, {"person": None}),
    (200, {"data": None}),
    (200, {"data": []}),
    (200, {"data": {}}),
    (200, {"records": [], "total": 0}),
    (200, {"success": True, "total": 0, "records": []}),
    (200, {"results": []}),
    (200, {"matches": [None]}),
    (200, {"results": [{"error": {"code": "NOT_FOUND", "message": "x"}}]}),
    (200, {"data": [{"matchStatus": "NO_MATCH"}]}),
    (200, {"status": 404, "message": "nothing"}),
    (200, {"found": False}),
    (200, {"email": "a@b.example", "person": None}),
]


@pytest.mark.parametrize(("status", "body"), MISSES)
def test_a_miss_is_an_answer(status, body):
    assert meaning(status, body) is True


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, {"name": "Ana", "profile": None, "company": {}}),
        (200, {"data": {"name": "Ana"}}),
        (200, [{"person_id": "fp1"}]),
        (200, {"domain": "x", "name": None, "employees": "about 50"}),
        (200, {"matches": [None, {"name": "Ana"}]}),
    ],
)
def test_a_hit_is_no_miss(status, body):
    assert meaning(status, body) is False


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Not Found",
        "404 page not found",
        "Cannot POST /enrich/person",
        "default backend - 404",
        {},
        {"detail": "Not Found"},
        {"message": "Not Found"},
        {"error": {"code": "not_found", "message": "Not found"}},
        {"message": "no Route matched with those values"},
        {
            "statusCode": 404,
            "error": "Not Found",
            "message": "Route GET:/people?work_email=a@b.example not found",
        },
        {"status": 404, "error": "Not Found", "path": "/enrich/person"},
        {"message": "The route people could not be found."},
        {"title": "Not Found", "detail": "No static resource people."},
        {"error": "The requested resource was not found"},
        {"error": "Unrecognized request URL (GET: /v2/company)."},
    ],
)
def test_a_wrong_address_is_no_miss(body):
    assert isinstance(meaning(404, body), NotFound)


def test_a_fault_without_those_words_is_no_miss():
    assert isinstance(meaning(500, {"error": "boom"}), ServerFault)


def missed(body, status=200):
    return is_miss(status, body, read_fault(body))


@pytest.mark.parametrize("status", [401, 402, 403, 422, 429, 501, 503])
def test_other_errors_are_no_miss_whatever_they_say(status):
    assert not missed({"error": "Person profile not found"}, status)


def test_what_a_message_repeats_of_the_request_is_not_searched():
    assert not missed({"message": "/v1/person not found"}, 404)
    assert not missed({"message": "no.person.example not found"}, 404)
    assert missed({"message": "No person was found for ana@no.example"}, 404)


@pytest.mark.parametrize(
    "body",
    [
        {"data": {"results": [{"records": []}]}},
        [[], {}],
        [{"match_status": "none"}],
        {"error": {"code": "not-found"}, "person": {}},
        {"people": [{"found": False}, {"person": None}]},
    ],
)
def test_emptiness_is_seen_through_envelopes(body):
    assert missed(body)


@pytest.mark.parametrize(
    "body",
    [
        {"match_status": "FULL_MATCH", "name": "Ana"},
        {"found": True, "person": {"id": 1, "email": "a@b.example"}},
        {"title": "CEO", "person": None},
        {"credits": 5},
        [[], {"name": "Ana"}],
    ],
)
def test_whatever_is_left_is_no_miss(body):
    assert not missed(body)


def test_an_answer_that_is_wrapped_without_end_is_no_miss():
    body = []
    for _ in range(9):
        body = [{"data": body}] if body else [{"data": [1]}]
    assert not missed(body)
    assert not missed({}, 206)
    assert missed(None, 204)
