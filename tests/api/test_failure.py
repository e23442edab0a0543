"""httpx's errors in our words; the TLS ones name their reason."""

import socket
import ssl

import httpx
import pytest

from tui.api.failure import TlsFailure, failure
from tui.api.message import Request
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.errors import Ambiguous, Unreachable

URL = httpx.URL("https://board.example")


def told(error, *, reading=True, proxied=False):
    return failure(error, URL, service="board", reading=reading, proxied=proxied)


def certificate(code):
    cause = ssl.SSLCertVerificationError(1, "certificate verify failed")
    cause.verify_code = code
    error = httpx.ConnectError("x")
    error.__cause__ = cause
    return error


@pytest.mark.fault("F32", "F33")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (10, "has expired"),
        (9, "check this machine's clock"),
        *((code, "for another host") for code in (62, 64)),
        (18, "self-signed"),
        *((code, "signed by nobody") for code in (19, 20, 21)),
        *((code, "not accepted") for code in (8, 11, 17, 22, 61, 63, 65)),
    ],
)
def test_a_certificate_is_refused_with_its_reason(code, words):
    error = told(certificate(code))
    assert words in str(error)
    assert isinstance(error, TlsFailure)
    assert not error.retryable


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://a.example/1", "a.example:443"),
        ("http://a.example/1", "a.example:80"),
        ("https://a.example:8080/1", "a.example:8080"),
        ("http://[::1]/1", "[::1]:80"),
        ("x://a.example/1", "a.example"),
    ],
)
def test_what_cannot_be_reached_is_named_with_its_port(url, place):
    error = failure(httpx.ConnectError("x"), httpx.URL(url), service="board", reading=True, proxied=False)
    assert str(error).startswith(f"{place} cannot be reached: ")


@pytest.mark.fault("F32")
async def test_a_certificate_failure_is_asked_once(service):
    board = service(certificate(10))
    with pytest.raises(Unreachable, match="expired"):
        await board.transport.send(Request("GET", "/1/x"))
    assert len(board.asked) == 1


def test_a_port_without_tls_is_said_so():
    error = httpx.ConnectError("x")
    error.__cause__ = ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number")
    assert "does not speak TLS" in str(told(error))


@pytest.mark.fault("F1", "F2", "F3")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (httpx.ConnectError("[Errno -2] Name or service not known"), "name not found"),
        (httpx.ConnectError("All connection attempts failed"), "connection refused"),
        (httpx.ConnectTimeout(""), "does not answer"),
    ],
)
def test_what_is_wrong_is_said(error, words):
    assert words in str(told(error))
    assert isinstance(told(error, reading=False), Unreachable)


def test_what_may_have_arrived_is_doubt_unless_it_only_reads():
    assert isinstance(told(httpx.ReadError("x"), reading=False), Ambiguous)
    assert isinstance(told(httpx.ReadError("x")), Unreachable)


@pytest.mark.fault("F42")
def test_a_proxy_is_named_without_its_password(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://me:hunter2@proxy.example:3128")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    text = str(told(httpx.ConnectError("x"), proxied=True))
    assert "through the proxy proxy.example:3128" in text
    assert "hunter2" not in text


async def test_nobody_listens_here_and_no_proxy_is_told_of_it(monkeypatch):
    # httpx would send this, key and all, to the proxy, in the clear.
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.invalid:3128")
    monkeypatch.delenv("NO_PROXY", raising=False)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    transport = Transport(f"http://127.0.0.1:{port}", clock=ManualClock())
    with pytest.raises(Unreachable, match=r"refused\.$") as caught:
        await transport.send(Request("POST", "/1/cards", form={}))
    assert "proxy" not in str(caught.value)
    await transport.close()
