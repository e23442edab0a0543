"""What accounts are called on the screen."""

import pytest

from tui.app.account.naming import shown_account
from tui.settings.environment_account import from_environment


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://api.trello.com", "api.trello.com"), ("http://127.0.0.1:8470/boards", "127.0.0.1:8470")],
)
def test_the_account_of_the_environment_is_called_by_its_host(monkeypatch, url, host):
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", url)
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", "k" * 32)
    account = from_environment()
    assert account is not None
    assert shown_account(account.name) == host


@pytest.mark.parametrize("name", ["local", "team", "env-0123456789ab"])
@pytest.mark.parametrize("url", ["", "https://boards.example", "no address"])
def test_every_other_account_is_called_as_it_is(monkeypatch, name, url):
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", url)
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", "k" * 32)
    assert shown_account(name) == name
