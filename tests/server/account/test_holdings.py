"""What a member owns on a server: tokens, applications, and a directory account with its keys."""

import pytest

from tui.server.access.apps import create_key, create_token
from tui.server.account.holdings import apps_registered, directory_account, end_directory_key, tokens_held
from tui.server.enrich.accounts import KeyGrant, Plan, mint_key, set_plan
from tui.server.enrich.tables import accounts
from tui.server.storage import db


@pytest.fixture
def connection(server):
    with db.writing(server.engine) as connection:
        connection.execute(db.tokens.delete())
        connection.execute(db.apps.delete())
        yield connection


@pytest.fixture
def token(connection, clock, server):
    """Makes a token of the member's for an application."""

    def make(key, name="", member=None, **more):
        how = {"scopes": ["read"], "expiration": "never", "now": clock.now(), "identifier": name} | more
        return create_token(connection, id_member=member or server.id_member, key=key, **how)

    return make


def test_tokens_are_newest_first_with_what_they_may_and_when_they_end(connection, clock, server, token):
    app = create_key(connection, "Bakery bot", clock.now())
    token(app.key, "Order bot", expiration="1day")
    clock.advance(60)
    token(app.key, scopes=["write", "read"])
    newest, older = tokens_held(connection, server.id_member)
    assert (newest.name, newest.app, newest.ends, newest.used, newest.webhooks) == (
        "Bakery bot",
        "Bakery bot",
        "",
        "",
        0,
    )
    assert newest.since == "2026-11-21 at 09:01 UTC"
    assert (older.name, older.ends) == ("Order bot", "2026-11-22")
    assert newest.grants[:1] == older.grants != newest.grants
    assert tokens_held(connection, "f" * 24) == []


def test_a_token_of_an_application_that_is_gone_is_still_there(connection, clock, server, token):
    token("k" * 32)
    (held,) = tokens_held(connection, server.id_member)
    assert (held.name, held.app) == ("", "")


def test_a_token_tells_of_its_last_use_and_its_webhooks(connection, clock, server, token):
    token("k" * 32, "one")
    token("k" * 32, "two")
    ident = next(one.id for one in tokens_held(connection, server.id_member) if one.name == "one")
    connection.execute(db.token_uses.insert().values(id_token=ident, date="2026-11-21T10:20:30.000Z"))
    hook = {
        "id": "a" * 24,
        "id_token": ident,
        "id_model": "b" * 24,
        "callback_url": "http://x.test",
        "description": "",
    }
    connection.execute(db.webhooks.insert().values(hook))
    held = {one.name: (one.used, one.webhooks) for one in tokens_held(connection, server.id_member)}
    assert held == {"one": ("2026-11-21 at 10:20 UTC", 1), "two": ("", 0)}


def test_an_application_tells_how_many_hold_its_tokens(connection, clock, server, token):
    mine = {"id_member": server.id_member}
    first = create_key(connection, "First", clock.now(), origins=["https://a.example"], **mine)
    clock.advance(60)
    create_key(connection, "Second", clock.now(), **mine)
    create_key(connection, "Nobody's", clock.now())
    token(first.key)
    token(first.key, "again")
    second, one = apps_registered(connection, server.id_member)
    assert (one.name, one.key, one.secret, one.origins, one.since) == (
        "First", first.key, first.secret, ("https://a.example",), "2026-11-21",
    )  # fmt: skip
    assert ((one.tokens, one.members), (second.name, second.tokens, second.members)) == (
        (2, 1),
        ("Second", 0, 0),
    )


@pytest.fixture
def account(server, clock):
    """A directory account that is the local member's, with a key that may do everything."""
    key = mint_key(server.engine, clock, account="sales", opening=500)
    with db.writing(server.engine) as connection:
        connection.execute(
            accounts.update().where(accounts.c.id == "sales").values(id_member=server.id_member)
        )
    return key


def look(server):
    with db.reading(server.engine) as connection:
        return directory_account(connection, server.id_member)


def test_an_account_has_its_credits_and_keys_but_never_the_keys_themselves(server, clock, account):
    clock.advance(60)
    mint_key(server.engine, clock, account="sales", grant=KeyGrant(scopes=("person",)))
    found = look(server)
    assert found is not None
    assert (found.id, found.credits) == ("sales", 500)
    limited, whole = found.keys
    assert (limited.scopes, whole.scopes) == (("person",), ())
    assert account.startswith(whole.start)
    assert account not in str(found)
    assert whole.since == "2026-11-21"


def test_who_has_no_account_has_none(server):
    assert look(server) is None


@pytest.mark.parametrize(
    ("plan", "sentences"),
    [
        (
            Plan(),
            (
                "Credits as they were given; they do not run out with the month.",
                "As many requests as this server lets everybody make.",
            ),
        ),
        (
            Plan(monthly=1200, per_second=5, per_minute=1000),
            (
                "1,200 credits at the beginning of each month; what is left is lost.",
                "At most 5 requests a second and 1,000 requests a minute.",
            ),
        ),
        (
            Plan(per_minute=60),
            (
                "Credits as they were given; they do not run out with the month.",
                "At most 60 requests a minute.",
            ),
        ),
    ],
)
def test_a_plan_is_told_in_sentences(server, clock, account, plan, sentences):
    set_plan(server.engine, "sales", plan, clock.now())
    found = look(server)
    assert found is not None
    assert found.plan == sentences


def test_a_key_is_ended_once_and_by_its_own_account(server, account):
    found = look(server)
    assert found is not None
    (key,) = found.keys
    with db.writing(server.engine) as connection:
        assert not end_directory_key(connection, "local", key.id)
        assert [end_directory_key(connection, "sales", key.id) for _ in range(2)] == [True, False]
    left = look(server)
    assert left is not None
    assert left.keys == ()
