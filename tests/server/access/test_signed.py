"""Signatures of OAuth 1.0a, as clients make them and as a stranger may change them."""

from urllib.parse import parse_qsl

import pytest
from oauthlib.oauth1 import SIGNATURE_HMAC_SHA1, SIGNATURE_PLAINTEXT, SIGNATURE_TYPE_QUERY, Client

from tui.server.access.counter import MemoryCounter
from tui.server.access.signed import WINDOW, Signature, SignedRequest, is_form
from tui.server.pipeline.params import Refused

URL = "http://board.test/1/cards"
SECRETS = ("the app's", "the token's")
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def sign(clock):
    """A signed request: of a client whose watch may be wrong."""

    def make(
        *,
        url=URL,
        late=0,
        nonce="n1",
        method="POST",
        way=SIGNATURE_HMAC_SHA1,
        how="AUTH_HEADER",
        form=(),
        **more,
    ):
        client = Client(
            "key", SECRETS[0], "token", SECRETS[1], signature_method=way, signature_type=how, nonce=nonce,
            timestamp=str(int(clock.now().timestamp()) + late), **more,
        )  # fmt: skip
        uri, headers, _ = client.sign(
            url, method, dict(form) or None, {"Content-Type": FORM} if form else None
        )
        bare, _, query = uri.partition("?")
        return SignedRequest(
            method,
            bare,
            tuple(parse_qsl(query)),
            tuple(form),
            {name.lower(): word for name, word in headers.items()},
        )

    return make


@pytest.fixture
def check(clock):
    """Checks a request against the right secrets, or others."""
    counter = MemoryCounter(clock)

    def run(sent, secrets=(SECRETS,)):
        signature = Signature.read(sent)
        assert signature is not None
        try:
            signature.check(secrets, counter, clock.now())
        except Refused as refused:
            return refused.body if refused.status == 401 else refused.status
        return None

    return run


@pytest.mark.parametrize("how", ["AUTH_HEADER", SIGNATURE_TYPE_QUERY])
@pytest.mark.parametrize("way", [SIGNATURE_HMAC_SHA1, SIGNATURE_PLAINTEXT])
def test_a_signature_is_good_with_the_secrets_it_was_made_with(sign, check, how, way):
    sent = sign(how=how, way=way)
    signature = Signature.read(sent)
    assert signature is not None
    assert (signature.key, signature.token) == ("key", "token")
    assert check(sent, [("another", ""), (SECRETS[0], "another")]) == "invalid signature"
    assert check(sent, []) == "invalid signature"
    assert check(sent, [("another", ""), SECRETS]) is None


def test_a_request_without_a_signature_has_none():
    for headers in (
        {},
        {"authorization": 'OAuth oauth_consumer_key="key"'},
        {"authorization": 'Bearer oauth_signature="x"'},
    ):
        assert Signature.read(SignedRequest("GET", URL, (("key", "key"),), (), headers)) is None


def test_a_header_is_decoded_and_its_realm_is_no_parameter():
    header = 'OAuth realm="x", oauth_token="a%2Fb", oauth_empty=, junk, oauth_signature="s%3D"'
    signature = Signature.read(SignedRequest("GET", URL, (("name", "x"),), (), {"authorization": header}))
    assert signature is not None
    assert signature.params == (("name", "x"), ("oauth_token", "a/b"))
    assert (signature.token, signature.key, signature.oauth["oauth_signature"]) == ("a/b", "", "s=")


def test_it_covers_method_address_query_and_form(sign, check):
    sent = sign(url=f"{URL}?b=2", form=(("name", "Rye é"),))
    changed = [
        SignedRequest("PUT", sent.url, sent.query, sent.form, sent.headers),
        SignedRequest(sent.method, f"{URL}/x", sent.query, sent.form, sent.headers),
        SignedRequest(sent.method, sent.url, (("b", "3"),), sent.form, sent.headers),
        SignedRequest(sent.method, sent.url, sent.query, (("name", "Oats"),), sent.headers),
        SignedRequest(sent.method, sent.url, sent.query, (), sent.headers),
    ]
    assert [check(one) for one in changed] == ["invalid signature"] * 5
    assert check(sent) is None


def test_it_may_be_made_for_a_proxy_that_speaks_tls_but_not_the_other_way_round(sign, check):
    sent = sign(url=URL.replace("http:", "https:"))
    assert check(SignedRequest(sent.method, URL, sent.query, sent.form, sent.headers)) is None
    plain = sign(nonce="n2")
    https = SignedRequest(
        plain.method, URL.replace("http:", "https:"), plain.query, plain.form, plain.headers
    )
    assert check(https) == "invalid signature"


@pytest.mark.parametrize(
    ("late", "said"),
    [(WINDOW, None), (-WINDOW, None), (WINDOW + 1, "expired timestamp"), (-WINDOW - 1, "expired timestamp")],
)
def test_it_is_good_for_a_while(sign, check, late, said):
    assert check(sign(late=late)) == said


def test_it_is_good_once_as_long_as_it_is_good_at_all(sign, check, clock):
    sent = sign(late=WINDOW)
    assert [check(sent), check(sent)] == [None, "nonce already used"]
    clock.advance(2 * WINDOW)
    assert check(sent) == "nonce already used"
    assert check(sign(late=0, nonce="n2")) is None
    clock.advance(1)
    assert check(sent) == "expired timestamp"


def with_header(sent, **more):
    words = ", ".join(f'{name}="{word}"' for name, word in more.items() if word is not None)
    return SignedRequest(sent.method, sent.url, (), (), {"authorization": f"OAuth {words}"})


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"oauth_signature_method": "RSA-SHA1"}, "invalid signature method"),
        ({"oauth_signature_method": None}, "invalid signature method"),
        ({"oauth_version": "2.0"}, "invalid signature method"),
        ({"oauth_timestamp": "soon"}, "invalid timestamp"),
        ({"oauth_timestamp": None}, "invalid timestamp"),
        ({"oauth_timestamp": "٣"}, "invalid timestamp"),
        ({"oauth_timestamp": "1"}, "expired timestamp"),
        ({"oauth_nonce": ""}, "invalid nonce"),
        ({"oauth_nonce": None}, None),
        ({"oauth_nonce": "x" * 257}, "invalid nonce"),
    ],
)
def test_parameters_that_are_not_what_they_say(sign, check, clock, changed, said):
    """PLAINTEXT needs no nonce; one that is sent is looked at all the same."""
    whole = {
        "oauth_consumer_key": "key", "oauth_token": "token", "oauth_signature_method": "PLAINTEXT", "oauth_nonce": "n",
        "oauth_timestamp": str(int(clock.now().timestamp())), "oauth_signature": "the%2520app%2527s%26the%2520token%2527s",
    }  # fmt: skip
    assert check(with_header(sign(), **whole | changed)) == said


def test_an_address_that_cannot_be_signed_is_refused(sign, check):
    sent = sign()
    assert (
        check(SignedRequest(sent.method, "not an address", sent.query, sent.form, sent.headers))
        == "invalid signature"
    )


@pytest.mark.parametrize(
    ("kind", "form"),
    [(FORM, True), (f"{FORM.upper()}; charset=utf-8", True), ("application/json", False), ("", False)],
)
def test_only_a_form_is_covered(kind, form):
    assert is_form({"content-type": kind}) is form
    assert not is_form({})
