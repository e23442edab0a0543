"""The account of the environment is built from its variables, and known by its name."""

import pytest

from tui.errors import UsageError
from tui.settings.environment_account import from_environment, is_from_environment, login_words, shown_account

KEY = "0" * 32


def test_an_account_of_the_environment(monkeypatch):
    assert from_environment() is None
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", "https://boards.example/")
    with pytest.raises(UsageError, match="BOARD_KEY"):
        from_environment()
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", KEY)
    found = from_environment()
    assert found is not None
    assert (found.url, found.key) == ("https://boards.example", KEY)
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", "https://other.example")
    other = from_environment()
    assert other is not None
    assert other.name != found.name
    assert is_from_environment(found.name)


def test_another_token_is_set_or_logged_in_for():
    assert login_words("env-0123456789ab") == "set CARDSCOUT_BOARD_TOKEN"
    assert login_words("env-mental") == "cardscout accounts login env-mental"


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
