"""Credentials: how they look on the wire, and that they look like nothing anywhere else."""

import copy
import pickle

import pytest

from tui.api.auth import NO_AUTH, bearer, oauth
from tui.errors import CredentialError
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
