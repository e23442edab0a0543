"""Keys are exchanged for tokens, which are kept until they end."""

from urllib.parse import parse_qs

import httpx
import pytest

from tests.api.conftest import Script
from tui.adapters.adapter import ServiceAuth
from tui.api.enrich.login import TokenLogin
from tui.api.message import Request
from tui.api.transport import Transport
from tui.errors import CredentialError, Garbled, Unauthorized
from tui.secret import Secret

OAUTH = ServiceAuth(style="oauth2", url="https://login.example/token?a&realm=b%20c", scope="people")
JWT = ServiceAuth(style="jwt", url="https://login.example/authenticate", token="jwt")


def token(name, seconds=600):
    return httpx.Response(200, json={"access_token": name, "jwt": name, "expires_in": seconds})


async def test_a_client_and_its_secret_are_exchanged_once(clock):
    script = Script([token("t1"), token("t2")])
    login = TokenLogin(OAUTH, Secret("me:secret_CANARY"), clock, script)
    assert (await login.auth()).headers == {"Authorization": "Bearer t1"}
    assert (await login.auth()).headers == {"Authorization": "Bearer t1"}
    clock.advance(580)
    assert (await login.auth()).headers == {"Authorization": "Bearer t2"}
    assert parse_qs(script.asked[0].content.decode()) == {
        "grant_type": ["client_credentials"], "client_id": ["me"], "client_secret": ["secret_CANARY"], "scope": ["people"],
    }  # fmt: skip
    assert str(script.asked[0].url) == "https://login.example/token?a=&realm=b+c"
    await login.close()


async def test_a_signed_token_opens_the_login(clock):
    script = Script([token("t1")])
    login = TokenLogin(JWT, Secret("signed"), clock, script)
    assert (await login.auth()).headers == {"Authorization": "Bearer t1"}
    assert script.asked[0].headers["authorization"] == "Bearer signed"
    await login.close()


async def test_a_token_that_ended_early_is_exchanged_and_the_request_sent_again(clock):
    logins = Script([token("old"), token("new")])
    service = Script(
        [httpx.Response(401, json={"error": "expired"}), httpx.Response(200, json={"name": "Ana"})]
    )
    login = TokenLogin(OAUTH, Secret("me:s"), clock, logins)
    transport = Transport("https://api.example", clock=clock, http=service, login=login, service="enrich")
    assert (await transport.send(Request("GET", "/people"))).json == {"name": "Ana"}
    assert [one.headers["authorization"] for one in service.asked] == ["Bearer old", "Bearer new"]
    await transport.close()


async def test_a_refused_key_is_said(clock):
    login = TokenLogin(
        OAUTH, Secret("me:s"), clock, Script([httpx.Response(401, json={"error": "invalid_client"})])
    )
    with pytest.raises(Unauthorized):
        await login.auth()
    await login.close()


def test_a_key_without_a_secret_is_refused(clock):
    with pytest.raises(CredentialError, match="id and its secret"):
        TokenLogin(OAUTH, Secret("only-one"), clock)


@pytest.mark.parametrize("given", ["", None, 7])
async def test_an_answer_without_a_token_is_said(clock, given):
    login = TokenLogin(OAUTH, Secret("me:s"), clock, Script([token(given)]))
    with pytest.raises(Garbled, match="no token"):
        await login.auth()
    await login.close()
