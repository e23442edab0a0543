"""What a body says of an error, in the shapes in which services say it."""

import json
from typing import Any

import pytest

from tui.api.fault import Fault, fold, folded, read_fault
from tui.api.miss import is_miss


@pytest.mark.parametrize("key", ["requestId", "request_id", "Request-ID", "REQUESTID"])
def test_a_key_is_the_same_however_it_is_written(key: str) -> None:
    assert fold(key) == "requestid"
    assert folded({key: 1, 2: 3}) == {"requestid": 1, "2": 3}


@pytest.mark.parametrize(
    ("body", "message", "code", "failed"),
    [
        ({"message": "no such card"}, "no such card", "", False),
        ({"error": "slow down"}, "slow down", "", True),
        ({"error": {"code": "no_match", "message": "Not found"}}, "Not found", "no_match", True),
        ({"errors": [{"detail": "one"}, {"detail": "two"}]}, "one; two", "", True),
        ({"message": "name and age", "errors": [{"detail": "name"}]}, "name and age", "", True),
        ({"success": False, "msg": "no"}, "no", "", True),
        ({"success": True, "msg": "yes"}, "yes", "", False),
        ({"status": 400, "title": "Bad"}, "Bad", "", True),
        ({"status": 399, "title": "Fine"}, "Fine", "", False),
        ({"status": "404", "reason": "gone"}, "gone", "", True),
        ([{"msg": "bad", "code": "x1"}], "bad", "x1", True),
        ([{"msg": "bad"}], "bad", "", False),
        ([], "", "", False),
        ("invalid id", "invalid id", "", True),
        ("  ", "", "", False),
        (json.dumps({"error": "inside"}), "inside", "", True),
        (json.dumps("quoted"), "quoted", "", True),
        ('{"cut', '{"cut', "", True),
        ({"code": "out_of_credits"}, "out_of_credits", "out_of_credits", False),
        ({"code": "42", "error": {"code": "quota"}}, "quota", "quota", True),
        ({"code": "outer", "error": {"code": "inner", "message": "m"}}, "m", "inner", True),
        (None, "", "", False),
        (7, "", "", False),
    ],
)
def test_the_message_and_the_code_are_found(body: Any, message: str, code: str, failed: bool) -> None:
    fault = read_fault(body)
    assert (fault.message, fault.code, fault.failed) == (message, code, failed)


def test_an_empty_body_is_no_fault() -> None:
    assert read_fault({}) == Fault()
    assert Fault() == Fault(
        message="", code="", status=0, fields={}, retry_after=None, request_id="", failed=False
    )


def test_a_message_is_one_line_and_no_longer_than_is_shown() -> None:
    assert read_fault({"message": "a\n  b\tc"}).message == "a b c"
    assert len(read_fault({"message": "x" * 400}).message) == 300
    assert len(read_fault({"request_id": "x" * 400}).request_id) == 100


def test_messages_are_looked_for_four_levels_down_and_not_endlessly() -> None:
    body: dict[str, Any] = {
        "error": {"error": {"error": {"error": {"message": "four", "error": {"message": "five"}}}}}
    }
    assert read_fault(body).message == "four"
    assert read_fault([{"message": str(number)} for number in range(30)]).message.split("; ") == [
        str(number) for number in range(20)
    ]


def test_numbers_are_read_from_texts_too() -> None:
    assert read_fault({"status": "429", "retry_after": "7.5"}).status == 429
    assert read_fault({"retryAfter": "7.5"}).retry_after == 7.5
    assert read_fault({"retry_in": 0, "error": {"retry_after": 3}}).retry_after == 0
    assert read_fault({"status": 0, "error": {"status": 503}}).status == 503
    assert read_fault({"status": True}).status == 0
    assert read_fault({"status": "soon", "retry_after": "x"}) == Fault()


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("invalid value for idList", {"idList": "invalid value"}),
        ("Invalid value for name; invalid value for pos", {"name": "invalid value"}),
        (
            {"errors": [{"field": "name", "message": "too long"}, {"param": "pos"}]},
            {"name": "too long", "pos": "invalid value"},
        ),
        ({"errors": [{"parameter": "x" * 80, "detail": "y" * 400}]}, {"x" * 60: "y" * 300}),
        ({"errors": [{"field": 7}, {"field": ""}]}, {}),
        ("it is an invalid value for idList", {}),
    ],
)
def test_fields_that_are_wrong_are_named(body: Any, fields: dict[str, str]) -> None:
    found = read_fault(body).fields
    assert fields.items() <= found.items()
    assert bool(found) == bool(fields)


def test_a_body_of_any_size_is_read_at_once() -> None:
    """Unbounded, each of these took minutes, in which nothing else was done."""

    def nested(depth: int, number: str = "") -> dict[str, Any]:
        inner = [nested(depth - 1, f"{number}.{place}") for place in range(20)] if depth else []
        return {"message": f"message {number}", "errors": inner}

    fault = read_fault(nested(4))
    assert fault.message.startswith("message ; message .0")
    for code in ("a" * 1_000_000, "no_such_person" + "a" * 1_000_000):
        fault = read_fault({"error": {"code": code, "message": "x" * 1_000_000}})
        assert (len(fault.code), len(fault.message)) == (300, 300)
        assert is_miss(404, None, fault) in {True, False}
