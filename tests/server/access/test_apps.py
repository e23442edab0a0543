"""Applications, their keys and secrets, and where their tokens may go."""

import re

import pytest

from tui.errors import UsageError
from tui.server.access.apps import (
    create_key,
    create_token,
    find_app,
    find_token,
    list_keys,
    origin_of,
    revoke_key,
    secret_of,
)
from tui.server.storage import db


@pytest.fixture
def connection(server):
    with db.writing(server.engine) as connection:
        yield connection


def test_a_key_and_its_secret(connection, clock):
    key, secret = create_key(
        connection, " Bakery bot ", clock.now(), origins=["HTTPS://App.Example.org:443/"]
    )
    assert re.fullmatch(r"[0-9a-f]{32}", key)
    assert re.fullmatch(r"[0-9a-f]{64}", secret)
    app = find_app(connection, key)
    assert app is not None
    assert (app.name, app.origins) == ("Bakery bot", ["https://app.example.org"])
    assert secret_of(connection, key) == secret
    assert secret not in str(connection.execute(db.apps.select()).all())
    other = create_key(connection, "Bakery bot", clock.now())
    assert other.secret != secret
    assert [row.key for row in list_keys(connection)] == sorted([key, other.key])
    assert secret_of(connection, "x") is None


def test_a_key_ends_with_its_tokens(connection, clock, server):
    key, _ = create_key(connection, "Bakery bot", clock.now())
    mine = {"id_member": server.id_member, "scopes": ["read"], "now": clock.now()}
    token = create_token(connection, key=key, expiration="never", **mine)
    assert getattr(find_token(connection, token), "app_key", None) == key
    assert (revoke_key(connection, key), revoke_key(connection, key)) == (True, False)
    assert find_token(connection, token) is None


def test_what_an_application_can_not_be(connection, clock, server):
    with pytest.raises(UsageError, match="name"):
        create_key(connection, " ", clock.now())
    for origin in ("app.example.org", "ftp://x", "https://", "https://a b", "https://x@y"):
        with pytest.raises(UsageError, match="origin"):
            create_key(connection, "x", clock.now(), origins=[origin])
    mine = {"id_member": server.id_member, "key": "k", "now": clock.now()}
    with pytest.raises(UsageError, match="scopes"):
        create_token(connection, scopes=["read", "all"], expiration="never", **mine)
    with pytest.raises(UsageError, match="scopes"):
        create_token(connection, scopes=[], expiration="never", **mine)
    with pytest.raises(UsageError, match="expiration"):
        create_token(connection, scopes=["read"], expiration="2days", **mine)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://a.example/x?y#z", "https://a.example"),
        ("http://A.example:80", "http://a.example"),
        ("http://a.example:443", "http://a.example:443"),
        ("http://[::1]:9/x", "http://[::1]:9"),
        ("https://user@a.example", None),
        ("https://a.example:0", None),
        ("https://a.example:99999", None),
        ("a.example", None),
        ("https://", None),
        ("https://a.example,", None),
        ("https://a.example,b.example/x", None),
        ("https://*.example", None),
        ("https://a_b-c.example/x,y", "https://a_b-c.example"),
        ("https://\u0430.example", None),
    ],
)
def test_the_origin_of_an_address(address, origin):
    assert origin_of(address) == origin
