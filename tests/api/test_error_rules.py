"""What answers mean at the bounds of each rule, and where a service names its errors in its own way."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from tui.api.error_mapping import AnswerRules, ErrorMeaning, ServiceAnswer, judge
from tui.api.fault import Fault
from tui.errors import (
    Forbidden,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
)

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


class Rules:
    """A service that names the error of every answer."""

    def __init__(self, meaning: ErrorMeaning | None, *, miss: bool = False) -> None:
        self.meaning, self.miss = meaning, miss
        self.asked: list[tuple[int, Any]] = []

    def parse(self, data: bytes, content_type: str) -> Any:
        return json.loads(data) if content_type else None

    def error(self, status: int, answered: Any) -> ErrorMeaning | None:
        self.asked.append((status, answered))
        return self.meaning

    def message(self, answered: Any) -> str:
        return ""

    def missed(self, answer: ServiceAnswer, status: int, fault: Fault) -> bool:
        return self.miss and answer.status == status and not fault.failed


def judged(
    status: int,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
    *,
    service: str = "enrich",
    rules: AnswerRules | None = None,
) -> RemoteError | bool:
    """The error that an answer is, or whether it is a miss."""
    try:
        return judge(ServiceAnswer(status, headers or {}, body), service, NOW, rules)
    except RemoteError as error:
        return error


def waits(body: Any = None, **headers: str) -> float:
    found = judged(429, body, {name.replace("_", "-"): value for name, value in headers.items()})
    assert isinstance(found, RateLimited)
    return found.retry_after


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("try again in 1500ms", 1.5),
        ("try again in 90 s", 90.0),
        ("retry after 45", 45.0),
        ("Retry after 2.5 m", 150.0),
        ("try in 0.2H", 720.0),
        ("try again in 2 h", 900.0),
        ("try again in 5ms", 1.0),
        ("try again soon", 10.0),
    ],
)
def test_a_wait_is_read_from_a_message_in_any_unit(message: str, seconds: float) -> None:
    assert waits({"message": message}) == seconds


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": " 7.5 "}, 7.5),
        ({"retry_after": "-3"}, 1.0),
        ({"retry_after": "901"}, 900.0),
        ({"retry_after": "Sat, 21 Nov 2026 09:00:30 GMT"}, 30.0),
        ({"retry_after": "Sat, 21 Nov 2026 09:00:30 -0000"}, 30.0),
        ({"retry_after": "Sat, 21 Nov 2026 10:00:30 +0100"}, 30.0),
        (
            {"retry_after": "Sat, 21 Nov 2026 09:00:30 GMT", "date": "Sat, 21 Nov 2026 09:00:10 GMT"},
            20.0,
        ),
        ({"retry_after": "soon"}, 40.0),
        ({"retry_after": " "}, 40.0),
        ({}, 40.0),
    ],
)
def test_a_wait_is_read_from_the_header_before_the_body(headers: dict[str, str], seconds: float) -> None:
    assert waits({"retry_after": 40, "message": "try again in 50 s"}, **headers) == seconds


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (300, Garbled, "The service answered 300, which means nothing here."),
        (399, Garbled, "The service answered 399, which means nothing here."),
        (400, Rejected, "The service refused (400)."),
        (401, Unauthorized, "The key or token is not accepted."),
        (402, OutOfCredits, "No credits are left for this."),
        (403, Forbidden, "This member may not do that."),
        (404, NotFound, "There is no such thing, or no longer."),
        (408, ServerFault, "The service failed (408)."),
        (410, NotFound, "There is no such thing, or no longer."),
        (422, Rejected, "The service refused (422)."),
        (429, RateLimited, "The service asks us to wait."),
        (451, OptedOut, "They asked not to be looked up."),
        (499, Rejected, "The service refused (499)."),
        (500, ServerFault, "The service failed (500)."),
    ],
)
@pytest.mark.parametrize("service", ["board", "enrich"])
def test_a_status_without_words_is_said_in_ours(
    service: str, status: int, kind: type[RemoteError], words: str
) -> None:
    found = judged(status, {"x": 1}, service=service)
    assert isinstance(found, RemoteError)
    assert (type(found), str(found), found.status, found.service) == (kind, words, status, service)


@pytest.mark.parametrize("status", [200, 201, 299])
def test_a_success_is_neither_an_error_nor_a_miss(status: int) -> None:
    assert judged(status, {"name": "Ana"}) is False


def test_a_lookup_that_goes_on_is_waited_for() -> None:
    found = judged(202, {"retry_after": 5})
    assert isinstance(found, RateLimited)
    assert (found.retry_after, found.status, str(found)) == (5.0, 202, "The service is still looking.")
    assert judged(202, {"retry_after": 5}, service="board") is False


@pytest.mark.parametrize(
    ("inside", "status"), [(400, 400), (422, 422), (599, 599), (399, 400), (600, 400), (0, 400)]
)
def test_an_error_in_a_success_has_the_status_that_it_names(inside: int, status: int) -> None:
    body = {"success": False, "status": inside, "message": "abn is wrong"}
    found = judged(200, body)
    assert isinstance(found, RemoteError)
    assert found.status == status
    assert judged(200, body, service="board") is False, "only an enrichment service hides errors so"
    assert judged(201, body) is False


@pytest.mark.parametrize(
    ("status", "kind"), [(400, OutOfCredits), (499, OutOfCredits), (500, ServerFault), (403, OutOfCredits)]
)
def test_words_about_credits_count_below_500(status: int, kind: type[RemoteError]) -> None:
    assert type(judged(status, {"error": {"code": "usage_limit", "message": "Usage limit"}})) is kind


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"code": "rate_limit"}, RateLimited),
        (403, {"code": "API_TOKEN_LIMIT_EXCEEDED"}, RateLimited),
        (403, {"message": "Try again in 5 s"}, RateLimited),
        (422, {"code": "rate_limit"}, Rejected),
        (400, {"message": "rate limit"}, Rejected),
    ],
)
def test_a_limit_is_told_by_its_code_or_by_a_wait(status: int, body: Any, kind: type[RemoteError]) -> None:
    assert type(judged(status, body)) is kind


def test_an_error_has_the_id_of_its_request_cut_short() -> None:
    found = judged(400, {"request_id": "inside"}, {"x-request-id": "r" * 120})
    assert isinstance(found, RemoteError)
    assert found.request_id == "r" * 100
    found = judged(400, {"request_id": "inside"})
    assert isinstance(found, RemoteError)
    assert found.request_id == "inside"


@pytest.mark.parametrize(
    ("kind", "error", "usual"),
    [
        ("wrong key", Unauthorized, 401),
        ("forbidden", Forbidden, 403),
        ("out of credits", OutOfCredits, 402),
        ("rate limit", RateLimited, 429),
        ("opted out", OptedOut, 451),
        ("wrong address", NotFound, 404),
        ("refused", Rejected, 400),
        ("failed", ServerFault, 503),
    ],
)
@pytest.mark.parametrize("status", [200, 399, 400, 418])
def test_an_error_that_the_rules_name_is_of_that_kind(
    status: int, kind: str, error: type[RemoteError], usual: int
) -> None:
    rules = Rules((kind, "their words"))
    found = judged(status, {"message": "others"}, {"retry-after": "3", "x-request-id": "r-1"}, rules=rules)
    assert type(found) is error
    assert rules.asked == [(status, {"message": "others"})]
    assert (found.service, found.request_id) == ("enrich", "r-1")
    if error is RateLimited:
        assert "their words" not in str(found)
    elif error is ServerFault:
        number = f" ({status})" if status >= 400 else ""
        assert str(found) == f"The service failed{number}: their words."
    else:
        assert str(found) == "their words"
    if isinstance(found, RateLimited):
        assert found.retry_after == 3.0
    if error in {Unauthorized, Forbidden, NotFound, Rejected, RateLimited}:
        assert found.status == (status if status >= 400 else usual)
    else:
        assert found.status == usual


def test_an_error_that_the_rules_name_without_words_has_those_of_the_answer() -> None:
    assert str(judged(200, {"message": "their words"}, rules=Rules(("refused", "")))) == "their words"


def test_the_rules_say_what_is_a_miss() -> None:
    assert judged(200, {"name": "Ana"}, rules=Rules(None, miss=True)) is True
    assert judged(200, {"name": "Ana"}, rules=Rules(None)) is False
    assert judged(200, {}, rules=Rules(None)) is False, "the usual ways are not asked for"
    assert judged(200, {}) is True


@pytest.mark.parametrize(("status", "garbled"), [(299, True), (300, False)])
def test_only_a_success_has_to_be_readable(status: int, garbled: bool) -> None:
    kind = {"content-type": "application/json"}
    if garbled:
        with pytest.raises(Garbled):
            ServiceAnswer.read(status, kind, b"{")
    else:
        assert ServiceAnswer.read(status, kind, b"{").text == "{"


def test_nothing_is_an_answer_only_where_nothing_is_promised() -> None:
    assert ServiceAnswer.read(204, {}, b" ") == ServiceAnswer(204, {})
    with pytest.raises(Garbled, match="The service answered with nothing"):
        ServiceAnswer.read(200, {}, b" ")


@pytest.mark.parametrize(
    ("data", "kind", "text", "html"),
    [
        (b" <p>", "text/plain", "", True),
        (b"no", "text/html", "", True),
        (b" no ", "text/plain", "no", False),
    ],
)
def test_the_text_of_an_error_is_kept_but_no_web_page(data: bytes, kind: str, text: str, html: bool) -> None:
    read = ServiceAnswer.read(500, {"content-type": kind}, data)
    assert (read.text, read.html, read.body) == (text, html, None)
    assert ServiceAnswer.read(500, {}, b"my key", lambda text: text.replace("key", "…")).text == "my …"
