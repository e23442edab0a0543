"""What an answer says beside the record: the id of the call."""

import pytest

from tui.api.enrich.receipt import request_id
from tui.api.message import Response


@pytest.mark.parametrize(
    ("headers", "body", "ident"),
    [
        ({"x-request-id": "h" * 101}, {"request_id": "b"}, "h" * 100),
        ({"x-amzn-requestid": "h"}, {"request_id": "b"}, "h"),
        ({"x-request-id": ""}, {"requestId": "b" * 101}, "b" * 100),
        ({}, {"trace_id": "t"}, "t"),
        ({}, None, ""),
    ],
)
def test_the_id_of_a_call_is_in_a_header_or_in_the_body_and_not_endless(
    headers: dict[str, str], body: dict[str, str] | None, ident: str
) -> None:
    assert request_id(Response(200, headers, body)) == ident
