"""Credentials: how they look on the wire, and that they look like nothing anywhere else."""

import copy
import pickle

import httpx
import pytest

from tui.api.auth import NO_AUTH, basic, bearer, oauth
from tui.api.message import Request
from tui.errors import CredentialError, RemoteError
from tui.secret import Secret


def test_on_the_wire():
    assert oauth(" k1 ", Secret("t1\n")).headers == {
        "Authorization": 'OAuth oauth_consumer_key="k1", oauth_token="t1"'
    }
    assert bearer(Secret("b1")).headers == {"Authorization": "Bearer b1"}
    assert NO_AUTH.headers == {}


def test_nowhere_else():
    auth = oauth("CANARYkey", Secret("CANARYtoken"))
    assert "CANARY" not in f"{auth!r} {auth}"
    assert auth.redact("a CANARYtoken and a CANARYkey") == "a *** and a ***"
    assert not hasattr(auth, "__dict__")
    for keep in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            keep(auth)


@pytest.mark.parametrize("value", ["", "  ", "a b", 'a"b', "a\nb", "ключ", "a\\b", "a\x00b"])
def test_what_is_no_credential_is_refused_without_repeating_it(value):
    for make, command in (
        (lambda: oauth("k", Secret(value)), "cardscout accounts login"),
        (lambda: oauth(value, Secret("t")), "cardscout accounts login"),
        (lambda: bearer(Secret(value)), "cardscout providers add"),
    ):
        with pytest.raises(CredentialError) as caught:
            make()
        assert command in caught.value.hint
        assert not value.strip() or value not in str(caught.value)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, rb'{"error": "no key ab\/cd+CANARY=="}'),
        (403, b'{"error": "no key \\u0061b/cd+CANARY=="}'),
        (403, b'{"error": "GET /x?guid=ab%2Fcd%2BCANARY%3D%3D"}'),
        (403, b"GET /x?guid=ab/cd%2BCANARY%3D%3D is not allowed"),
        (200, b'{"error": {"status": 403, "message": "no key ab/cd+CANARY=="}}'),
        (200, b'{"error": {"code": "credits", "message": "out of credits for ab/cd+CANARY=="}}'),
        (422, b'{"errors": [{"field": "ab/cd+CANARY==", "message": "ab/cd+CANARY== is none"}]}'),
        (503, b'{"requestId": "ab/cd+CANARY=="}'),
    ],
)
async def test_a_key_that_a_service_repeats_in_whatever_form_is_in_no_error(service, status, body):
    answer = httpx.Response(status, content=body, headers={"Content-Type": "application/json"})
    for auth in (bearer(Secret("ab/cd+CANARY==")), basic(Secret("ada:ab/cd+CANARY=="))):
        made = service(*[answer] * 4, service="enrich", auth=auth)
        with pytest.raises(RemoteError) as caught:
            await made.transport.send(Request("GET", "/x"))
        error = caught.value
        told = f"{error} {error.hint} {error.request_id} {getattr(error, 'fields', '')} {error.__cause__}"
        assert "CANARY" not in told


@pytest.mark.parametrize("key", ["CANARY0123:", "CANARY0123:x", "ada:CANARY0123"])
def test_of_a_basic_key_either_part_may_be_the_secret(key):
    assert basic(Secret(key)).redact("no user x with CANARY0123") == "no user x with ***"
