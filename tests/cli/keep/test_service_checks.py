"""The doctor's questions to the services of the accounts: reached, with a token that is good, at the same time of day."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.cli.keep import service_checks as reach_module
from tui.cli.keep.service_checks import _clock, _token
from tui.errors import CredentialError
from tui.model.account.grant import Grant
from tui.settings.accounts import Account

NOW = datetime(2031, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("grant", "state"),
    [
        (None, "ok"),
        (Grant(("read", "write")), "ok"),
        (Grant(("read",)), "note"),
        (Grant(("read", "write"), NOW + timedelta(days=2)), "note"),
    ],
)
def test_what_a_token_may_do(grant, state):
    assert _token("account work", "ana", grant, NOW).state == state


@pytest.mark.parametrize(
    ("seconds", "state"), [(0, "ok"), (100, "ok"), (-100, "ok"), (300, "broken"), (-9999, "broken")]
)
def test_the_clock_against_the_services(seconds, state):
    account = Account("work", "https://boards.example.org", "k" * 32)
    assert _clock(account, NOW + timedelta(seconds=seconds), NOW).state == state
    assert _clock(account, None, NOW).state == "ok"


async def test_a_token_of_the_environment_goes_to_the_account_it_is_for_and_to_no_other(
    tmp_path, clock, monkeypatch
):
    given = {}

    def load(account, told):
        given[account.name] = {name: value.reveal() for name, value in told.items()}
        raise CredentialError("That is all that is looked at.")

    monkeypatch.setattr(reach_module, "load", load)
    monkeypatch.setenv("CARDSCOUT_BOARD_TOKEN", "CANARYtoken")
    accounts = tuple(
        Account(name, f"https://{name}.example", "k", secrets="command", command=("true",))
        for name in ("work", "other")
    )
    await reach_module.check_services(accounts, "work", tmp_path, clock)
    assert given == {"work": {"token": "CANARYtoken"}, "other": {}}
