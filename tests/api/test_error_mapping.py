"""What answers mean: nine shapes of an error, three signals of a limit, and plain text; misses are in test_miss.py."""

import json
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.api.meanings import JSON, NOW, meaning
from tui.api import error_mapping
from tui.api.error_mapping import ServiceAnswer, judge
from tui.api.fault import read_fault
from tui.errors import (
    CardscoutError,
    Forbidden,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    ServerFault,
    Unauthorized,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["error", "errors", "message", "code", "status", "data", "person", "success", "x"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


# --- errors -----------------------------------------------------------------------

NINE = [
    ({"error": 400, "message": "abn is wrong"}, "abn is wrong"),
    ({"error": "abn is wrong"}, "abn is wrong"),
    ({"error": {"code": "bad_abn", "message": "abn is wrong"}}, "abn is wrong"),
    ({"status": 400, "error": {"type": "invalid_request_error", "message": "abn is wrong"}}, "abn is wrong"),
    ({"errors": [{"id": "wrong_params", "code": 400, "details": "abn is wrong"}]}, "abn is wrong"),
    ({"statusCode": 400, "message": "Bad Request", "errors": ["abn is wrong"]}, "Bad Request; abn is wrong"),
    ([{"key": "abn", "code": "ERR-1", "msg": "abn is wrong"}], "abn is wrong"),
    ({"error": "abn is wrong", "error_code": "BAD_ABN", "message": "abn is wrong"}, "abn is wrong"),
    (
        {
            "error": {
                "code": "X",
                "message": "abn is wrong",
                "status": 400,
                "requestId": "r-9",
                "retryable": False,
            }
        },
        "abn is wrong",
    ),
]


@pytest.mark.parametrize(("body", "message"), NINE)
def test_nine_shapes_of_an_error(body, message):
    error = meaning(400, body)
    assert isinstance(error, Rejected)
    assert str(error) == message
    assert error.service == "enrich"


def test_json_inside_a_json_string_and_plain_text():
    for body in (json.dumps({"error": "abn is wrong"}), "abn is wrong"):
        assert str(meaning(400, json.loads(json.dumps(body)))) == "abn is wrong"
    wrapped = ServiceAnswer.read(
        400, {"content-type": JSON}, json.dumps(json.dumps({"error": "abn is wrong"})).encode()
    )
    with pytest.raises(Rejected, match="abn is wrong"):
        judge(wrapped, "enrich", NOW)


def test_what_an_error_says_besides_is_kept():
    fault = read_fault(NINE[8][0])
    assert (fault.code, fault.status, fault.request_id) == ("X", 400, "r-9")
    assert meaning(400, NINE[8][0]).request_id == "r-9"
    assert meaning(400, NINE[8][0], headers={"x-request-id": "h-1"}).request_id == "h-1"
    ours = {
        "error": {
            "code": "invalid_request",
            "message": "abn: no",
            "details": [{"field": "abn", "message": "no"}],
        }
    }
    assert meaning(400, ours).fields == {"abn": "no"}


@pytest.mark.fault("F29")
@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (400, "invalid id", Rejected, "invalid id"),
        (400, "invalid value for idList", Rejected, "invalid value for idList"),
        (400, "Invalid objectId", Rejected, "Invalid objectId"),
        (400, {"message": "invalid date", "error": "ERROR"}, Rejected, "invalid date"),
        (400, "that label is already on the card", Rejected, "already"),
        (401, "invalid key", Unauthorized, "invalid key"),
        (401, "invalid app key", Unauthorized, "app key"),
        (401, "invalid token", Unauthorized, "invalid token"),
        (401, "expired token", Unauthorized, "expired"),
        (401, "unauthorized permission requested", Forbidden, "permission"),
        (401, "unauthorized card permission requested", Forbidden, "permission"),
        (401, "missing scopes", Forbidden, "scopes"),
        (403, {"message": "too many", "error": "API_TOO_MANY_CARDS_REQUESTED"}, Forbidden, "too many"),
        (403, "Can't generate calendarKey", Forbidden, "calendarKey"),
        (404, "The requested resource was not found.", NotFound, "not found"),
        (404, "model not found", NotFound, "model"),
        (404, "Cannot GET /1/xyz", NotFound, "Cannot GET"),
        (409, "conflict", Rejected, "conflict"),
        (413, "", Rejected, "413"),
        (418, {}, Rejected, "418"),
        (429, {"error": "API_TOKEN_LIMIT_EXCEEDED", "message": "Rate limit exceeded"}, RateLimited, "wait"),
        (
            429,
            {"message": "Exceeded rate limit to /1/member", "error": "RATE_LIMIT_EXCEEDED"},
            RateLimited,
            "wait",
        ),
        (
            449,
            {"path": "boards", "originalMessage": "Unauthorized", "originalStatus": 401},
            Rejected,
            "Unauthorized",
        ),
        (500, "boom", ServerFault, "500"),
        (503, "The database is busy", ServerFault, "503"),
        (504, "<html>504</html>", ServerFault, "504"),
    ],
)
def test_the_board_service_says_no(status, body, kind, words):
    error = meaning(status, body, service="board")
    assert type(error) is kind
    assert words in str(error)
    assert error.status == status
    assert error.service == "board"


def test_a_wrong_parameter_is_named():
    assert meaning(400, "invalid value for idList", service="board").fields == {"idList": "invalid value"}


def test_what_a_list_of_fields_repeats_is_said_once():
    told = "seniority: does not know 'banana'"
    body = {"error": {"message": told, "details": [{"field": "seniority", "message": told[11:]}]}}
    error = meaning(400, body)
    assert (str(error), error.fields) == (told, {"seniority": told[11:]})


@pytest.mark.parametrize(("service", "command"), [("board", "accounts login"), ("enrich", "providers add")])
def test_a_refused_key_says_where_another_is_given(service, command):
    assert f"cardscout {command}" in meaning(401, {"message": "invalid key"}, service=service).hint


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (402, ""),
        (402, {"error": {"code": "no_credits", "message": "0 left"}}),
        (200, {"success": False, "code": "no_credits", "error": "0 left"}),
        (400, {"error": {"code": "PFAPI0011", "message": "Credit Limit Reached"}}),
        (403, {"message": "You have insufficient credits"}),
        (403, {"code": 403, "description": "Not enough credits, please top up"}),
        (429, {"errors": [{"id": "usage_exceeded", "code": 429, "details": "Upgrade your plan to go on"}]}),
    ],
)
def test_no_credits(status, body):
    error = meaning(status, body)
    assert isinstance(error, OutOfCredits)
    assert "cardscout providers use" in error.hint


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (451, ""),
        (451, {"errors": [{"id": "claimed_email", "code": 451, "details": "The person asked us not to"}]}),
        (200, {"success": False, "error": {"code": "COMPLIANCE_RESTRICTED", "message": "They opted out"}}),
    ],
)
def test_who_opted_out(status, body):
    assert isinstance(meaning(status, body), OptedOut)


@pytest.mark.fault("F23")
def test_a_web_page_is_never_shown():
    error = meaning(502, "<html><h1>Bad Gateway</h1></html>", service="board")
    assert "<" not in str(error)
    error = meaning(404, "<html>nginx</html>")
    assert isinstance(error, NotFound)
    assert "<" not in str(error)


def test_words_are_one_line_and_not_endless():
    error = meaning(400, "a\nb\t" + "x" * 5000, service="board")
    assert str(error).startswith("a b x")
    assert len(str(error)) == 300


# --- limits -------------------------------------------------------------------------


@pytest.mark.fault("F17", "F18", "F19", "F24")
@pytest.mark.parametrize(
    ("status", "body", "headers", "seconds"),
    [
        (429, {}, {"retry-after": "7"}, 7),
        (
            200,
            {"success": False, "code": "rate_limited", "status": 429, "error": "Slow. Retry in 36s."},
            {},
            36,
        ),
        (429, "Too fast. Retry in 5s", {}, 5),
        (403, {"errors": [{"details": "retry after 3 s"}]}, {}, 3),
        (429, {"error": {"code": "result_pending", "retry_after_seconds": 12}}, {}, 12),
        (429, {}, {}, 10),
        (429, "", {"retry-after": "0"}, 1),
        (429, "", {"retry-after": "-5"}, 1),
        (429, "", {"retry-after": "31536000"}, 900),
        (429, "", {"retry-after": "soon"}, 10),
        (429, "", {"retry-after": "Wed, 21 Oct 1999 07:28:00 GMT"}, 1),
        (429, "", {"retry-after": "Sat, 21 Nov 2026 09:00:30 GMT"}, 30),
        (
            429,
            "",
            {"retry-after": "Thu, 19 Nov 2026 09:00:30 GMT", "date": "Thu, 19 Nov 2026 09:00:00 GMT"},
            30,
        ),
        (202, {"status": "pending", "retry_after": "x"}, {}, 10),
        (202, {"status": "pending", "retry_after": 4}, {}, 4),
    ],
)
def test_signals_of_a_limit(status, body, headers, seconds):
    error = meaning(status, body, headers=headers)
    assert isinstance(error, RateLimited)
    assert error.retry_after == seconds


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (202, {"status": "pending"}),
        (
            409,
            {"error": {"code": "idempotency_in_flight", "message": "a call with this key may be under way"}},
        ),
        (409, {"error": {"type": "idempotency_error", "message": "There is another in-progress request."}}),
        (409, {"title": "A request is outstanding for this Idempotency-Key"}),
    ],
)
def test_what_is_under_way_may_be_charged_and_is_waited_for(status, body):
    error = meaning(status, body)
    assert isinstance(error, RateLimited)
    assert error.sent
    assert not isinstance(meaning(409, body, service="board"), RateLimited)


def test_a_key_of_another_request_is_no_request_under_way():
    body = {
        "error": {
            "code": "idempotency_key_reused",
            "message": "Idempotency-Key: was used for another request",
        }
    }
    assert isinstance(meaning(409, body), Rejected)
    assert not meaning(409, body).sent


# --- misses -------------------------------------------------------------------------


def test_the_board_service_has_no_misses():
    assert meaning(200, {}, service="board") is False
    assert isinstance(meaning(404, {}, service="board"), NotFound)
    assert isinstance(meaning(500, "Company profile not found", service="board"), ServerFault)


def test_no_error_is_looked_for_in_a_success_of_the_board_service(monkeypatch):
    looked = Mock(side_effect=read_fault)
    monkeypatch.setattr(error_mapping, "read_fault", looked)
    for service in ("board", "enrich"):
        meaning(200, {"error": "a card may be called that"}, service=service)
    looked.assert_called_once()


def test_a_success_that_says_it_failed_is_refused():
    error = meaning(200, {"success": False, "error": "country is wrong"})
    assert isinstance(error, Rejected)
    assert str(error) == "country is wrong"


def test_no_content_is_an_answer_and_emptiness_is_none():
    assert judge(ServiceAnswer.read(204, {}, b""), "board", NOW) is False
    with pytest.raises(Garbled):
        ServiceAnswer.read(200, {"content-type": JSON}, b"  ")


@given(st.sampled_from([200, 202, 204, 304, 400, 401, 403, 404, 418, 429, 449, 500, 599]), VALUES)
def test_no_answer_escapes_the_tree(status, body):
    for service in ("board", "enrich"):
        assert isinstance(meaning(status, body, service=service), (bool, CardscoutError))


@given(st.sampled_from([200, 400, 500]), st.binary(max_size=80), st.sampled_from(["", JSON, "text/html"]))
def test_no_bytes_escape_the_tree(status, data, kind):
    try:
        judge(ServiceAnswer.read(status, {"content-type": kind}, data), "enrich", NOW)
    except CardscoutError:
        return
