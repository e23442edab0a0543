"""Passwords and one-time codes."""

from datetime import timedelta

import pytest

from tui.errors import UsageError
from tui.server.access import passwords, sessions
from tui.server.storage import db


@pytest.fixture
def connection(server):
    with db.writing(server.engine) as connection:
        yield connection


@pytest.fixture
def cheap(monkeypatch):
    """Hash as it is done, with less work: the cost stands in each hash."""
    monkeypatch.setattr(passwords, "_COST", {"n": 16, "r": 8, "p": 1})


def test_a_password_costs_as_much_to_guess_as_it_should(connection, server, clock):
    passwords.set_password(connection, server.id_member, "flour and water", clock.now())
    kept = connection.execute(db.passwords.select()).one().hash
    # What nobody has costs as much as what somebody has.
    assert kept.startswith("scrypt$16384$8$5$")
    assert passwords._DUMMY.startswith("scrypt$16384$8$5$")


def test_a_password_is_hashed_with_its_own_salt(cheap, connection, server, clock, monkeypatch):
    monkeypatch.setattr(passwords, "_DUMMY", passwords._DUMMY.replace("$16384$8$5$", "$16$8$1$"))
    me = server.id_member
    passwords.set_password(connection, me, "flour and water", clock.now())
    kept = connection.execute(db.passwords.select()).one().hash
    assert kept.startswith("scrypt$16$8$1$")
    assert "flour" not in kept
    for given, right in (
        ("flour and water", True),
        ("flour and wate", False),
        ("", False),
        ("\ud800", False),
    ):
        assert passwords.password_matches(connection, me, given) is right
    assert not passwords.password_matches(connection, None, "flour and water")
    assert not passwords.password_matches(connection, "f" * 24, "flour and water")
    passwords.set_password(connection, me, "flour and water", clock.now())
    assert connection.execute(db.passwords.select()).one().hash != kept


def test_a_new_password_ends_the_sessions(cheap, connection, server, clock):
    cookie = sessions.open_session(connection, server.id_member, clock.now())
    assert sessions.member_of(connection, cookie, clock.now()) == server.id_member
    passwords.set_password(connection, server.id_member, "flour and water", clock.now())
    assert sessions.member_of(connection, cookie, clock.now()) is None


@pytest.mark.parametrize("password", ["", "short", "x" * 1025])
def test_passwords_have_a_length(connection, server, clock, password):
    with pytest.raises(UsageError, match="8 characters"):
        passwords.set_password(connection, server.id_member, password, clock.now())


def test_a_code_is_good_once_and_for_a_quarter_of_an_hour(connection, server, clock):
    code = passwords.create_code(connection, server.id_member, clock.now())
    assert (
        passwords.use_code(connection, f" {code.lower().replace('-', ' ')} ", clock.now()) == server.id_member
    )
    assert passwords.use_code(connection, code, clock.now()) is None
    late = passwords.create_code(connection, server.id_member, clock.now())
    assert passwords.use_code(connection, late, clock.now() + timedelta(minutes=15)) is None
    assert passwords.use_code(connection, "", clock.now()) is None
