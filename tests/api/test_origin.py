"""Addresses that credentials may be sent to."""

import httpx
import pytest

from tui.api.origin import origin, redirect_target, validate_base_url
from tui.api.transport import Transport
from tui.clock import SystemClock
from tui.errors import Garbled, UsageError


@pytest.mark.parametrize(
    ("base", "why"),
    [
        ("http://board.example", "for all to read"),
        ("ftp://board.example", "no web address"),
        ("board.example", "no web address"),
        ("https://me:pw@board.example", "password"),
        ("https://", "no web address"),
        ("https://board.example/?a=b", "no web address"),
        ("https://[", "no web address"),
        ("https://x:port", "no URL"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(base, why):
    with pytest.raises(UsageError, match=why) as caught:
        Transport(base, clock=SystemClock())
    assert caught.value.hint
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_plain_http_is_for_this_machine(host):
    Transport(f"http://{host}:8000", clock=SystemClock())


def checked(address, service="board", *, in_process=False):
    return validate_base_url(address, service, in_process=in_process)


@pytest.mark.parametrize(
    ("address", "service", "found"),
    [
        (" https://board.example/ ", "board", "https://board.example"),
        ("https://board.example/1/", "board", "https://board.example"),
        ("https://enrich.example/1", "enrich", "https://enrich.example/1"),
        ("https://enrich.example/api/", "enrich", "https://enrich.example/api"),
        ("http://localhost:8470", "board", "http://localhost:8470"),
    ],
)
def test_an_address_is_kept_without_its_version_and_slash(address, service, found):
    assert checked(address, service) == found


def test_what_stays_in_the_process_needs_no_encryption():
    assert checked("http://board.test", in_process=True) == "http://board.test"


@pytest.mark.parametrize(("service", "command"), [("board", "accounts add"), ("enrich", "providers add")])
def test_a_password_in_an_address_has_a_better_place(service, command):
    with pytest.raises(UsageError, match="holds a password") as caught:
        checked("https://me:pw@x.example", service)
    assert command in caught.value.hint


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://board.example/x?y", "https://board.example:443"),
        ("http://board.example", "http://board.example:80"),
        ("https://Board.example:8443/", "https://board.example:8443"),
    ],
)
def test_an_origin_has_its_port(url, found):
    assert origin(httpx.URL(url)) == found


HERE = httpx.URL("https://board.example/1/boards")


def onward(where):
    request = httpx.Request("GET", HERE)
    headers = {} if where is None else {"location": where}
    return redirect_target(httpx.Response(307, headers=headers, request=request), HERE)


@pytest.mark.parametrize(
    "where", ["/1/boards/x", "x", "https://board.example:443/1/boards/x", "//board.example/1"]
)
def test_a_redirect_within_the_origin_is_followed(where):
    assert origin(onward(where)) == origin(HERE)


@pytest.mark.parametrize(
    "where",
    [
        "https://evil.example/",
        "http://board.example/1",
        "https://board.example:444/",
        "//evil.example",
        "https://board.example.evil.example/",
    ],
)
def test_a_redirect_elsewhere_is_refused(where):
    with pytest.raises(Garbled, match=r"https://board\.example:443"):
        onward(where)
