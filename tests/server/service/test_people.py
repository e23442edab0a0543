"""Who may use a shared service: members, tokens, keys, and their end."""

import pytest

from tui.errors import UsageError
from tui.server.enrich.ledger import balance
from tui.server.service import people
from tui.server.storage import db


@pytest.fixture
def add(server, clock):
    def make(username, **more):
        # Two makers of ids at one instant would leave it to chance whose sorts first.
        clock.advance(1)
        with db.writing(server.engine) as connection:
            return people.add_member(connection, username, clock.now(), **more)

    return make


def give(server, clock, username, **more):
    told = {"key": None, "app": "Cardscout", "scopes": ["read"], "expiration": "never"} | more
    with db.writing(server.engine) as connection:
        member = people.find_member(connection, username)
        return people.give_token(connection, member.id, clock.now(), **told)


def test_a_member_has_a_name_and_is_found_by_each_of_them(server, add):
    ident = add("ada_b", full_name="Ada Mere Baker", email="Ada@example.org")
    with db.reading(server.engine) as connection:
        for name in ("ada_b", "ada@EXAMPLE.org", ident):
            row = people.find_member(connection, name)
            assert (row.id, row.full_name, row.initials) == (ident, "Ada Mere Baker", "AMB")
        assert [row.username for row in people.list_members(connection)] == ["you", "ada_b"]


@pytest.mark.parametrize("name", ["", "ab", "Ada", "ada baker", "ada\n", "a" * 101, "../x", "āda"])
def test_a_user_name_is_plain(add, name):
    with pytest.raises(UsageError, match="no user name"):
        add(name)


def test_a_name_or_an_address_is_one_members(add):
    add("ada", email="ada@example.org")
    with pytest.raises(UsageError, match="already"):
        add("ada")
    with pytest.raises(UsageError, match="already"):
        add("adam", email="ADA@example.org")
    with pytest.raises(UsageError, match="no email"):
        add("adam", email="nowhere")


def test_tokens_of_one_application_share_its_key(server, clock, add):
    add("ada")
    first, second = give(server, clock, "ada"), give(server, clock, "ada")
    other = give(server, clock, "ada", app="Bot")
    assert (first.key, first.secret) == (second.key, second.secret)
    assert first.token != second.token
    assert other.key != first.key
    assert give(server, clock, "ada", key=other.key).secret == other.secret


@pytest.mark.parametrize(
    "more",
    [{"key": "0" * 32}, {"scopes": ["everything"]}, {"scopes": [""]}, {"expiration": "tomorrow"}],
    ids=["application", "scope", "no scope", "expiration"],
)
def test_what_is_unknown_is_refused(server, clock, add, more):
    add("ada")
    with pytest.raises(UsageError):
        give(server, clock, "ada", **more)
    with pytest.raises(UsageError, match="there is no member"):
        give(server, clock, "bob")


def test_an_account_keeps_its_credits_whoever_has_a_key_to_it(server, clock):
    engine = server.engine
    first, left = people.give_enrich_key(engine, clock, "team", 100, add=False)
    assert left == 100
    second, left = people.give_enrich_key(engine, clock, "team", 500, add=False)
    assert left == 100
    third, left = people.give_enrich_key(engine, clock, "team", 50, add=True)
    assert left == 150
    assert len({first, second, third}) == 3
    with db.reading(engine) as connection:
        assert balance(connection, "team") == 150


def test_each_kind_can_be_ended_once(server, clock, add):
    add("ada")
    made = give(server, clock, "ada")
    key, _ = people.give_enrich_key(server.engine, clock, "team", 1, add=False)
    for what, words in ((made.token, "token"), (made.key, "application"), (key, "enrichment")):
        assert words in people.revoke(server.engine, what)
        assert people.revoke(server.engine, what) == ""
