"""Accounts are written and read, and what cannot be is told with its fix."""

import pytest

from tui.errors import UsageError
from tui.settings.accounts import (
    Account,
    checked_name,
    checked_url,
    forget_account,
    new_name,
    origin,
    read_account,
    read_accounts,
    save_account,
    suggested_name,
    whole_url,
)
from tui.settings.config import Config, change

KEY = "0" * 32


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config.toml"


def test_what_is_written_is_read_and_the_rest_stays(file):
    file.write_text('# mine\ntheme = "x"\n\n[bindings]\nundo = "U"\n')
    work = Account("work", "https://boards.example", KEY, enrich_url="https://p.example", rate_limit=50)
    home = Account("home", "http://localhost:8470", KEY, secrets="command", command=("pass", "show", "b c"))
    save_account(file, work)
    save_account(file, home)
    change(file, "account", "work")
    assert read_accounts(file) == {"work": work, "home": home}
    config = Config.read(file)
    assert (config.theme, config.account, dict(config.bindings)) == ("x", "work", {"undo": "U"})
    assert file.read_text().startswith("# mine\n")
    forget_account(file, "work")
    assert set(read_accounts(file)) == {"home"}
    with pytest.raises(UsageError, match="no account 'work'"):
        read_account(file, "work")


def test_the_file_holds_no_secret_field(file):
    save_account(file, Account("work", "https://boards.example", KEY))
    assert "token" not in file.read_text()


@pytest.mark.parametrize("name", ["", "local", "../x", "a b", "-x", "x" * 33, "ü"])
def test_names_that_cannot_be(name):
    with pytest.raises(UsageError):
        checked_name(name)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x.example",
        "boards.example",
        "http://boards.example",
        "https://me:pw@boards.example",
        "https://boards.example/?token=1",
        "https://[::1",
        "https://",
        "https://boards.example:port",
    ],
)
def test_addresses_that_cannot_be(url):
    with pytest.raises(UsageError):
        checked_url("--url", url)


def test_one_spelling_of_an_origin():
    assert origin("https://Boards.example:443/1") == origin("https://boards.example")
    assert origin("http://localhost:8470") == "http://localhost:8470"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("accounts = 3", "must be a table"),
        ("[accounts]\nwork = 3", "must be a table"),
        ('[accounts.work]\nurl = "https://x.example"', "no key"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = "k"\ntoken = "t"', "no such field"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = 3', "text in quotes"),
        ('[accounts.work]\nurl = "http://x.example"\nkey = "k"', "in clear"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = "k"\nrate_limit = 0', "above 0"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = "k"\nrate_limit = true', "whole number"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = "k"\nsecrets = "file"', "keyring, vault"),
        ('[accounts.work]\nurl = "https://x.example"\nkey = "k"\ncommand = "pass"', "list of texts"),
    ],
)
def test_what_cannot_be_is_told(file, text, words):
    file.write_text(text)

    def read():
        Config.read(file)
        read_account(file, "work")

    with pytest.raises(UsageError) as told:
        read()
    assert words in f"{told.value} {told.value.hint}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[accounts.home]\nurl = "https://h.example"\n\n[accounts.work]\nkey = "k"\nurl = "x"', 6),
        ('[accounts.work]\nurl = "https://x.example"\n\n[accounts.home]\nkey = "k"', 1),
        ('[accounts]\n\nwork = {url = "https://x.example", key = 3}', 3),
        ('[accounts."work"]\n"url" = "https://x.example"\nkey = "k"\nwebhook_listen = "here"', 4),
    ],
)
def test_the_line_of_the_field_is_told(file, text, line):
    file.write_text(text)
    with pytest.raises(UsageError, match=rf"config.toml, line {line}: accounts.work"):
        read_account(file, "work")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.trello.com", "hosted"),
        ("https://boards.example.org", "boards"),
        ("http://127.0.0.1:8470", "team"),
    ],
)
def test_a_name_is_suggested(url, name):
    assert suggested_name(url) == name


def test_a_long_word_is_a_name():
    for name in ("Sales-Team-Australia-2026", "deadbeef", "env-0123456789ab", "n" * 32):
        assert new_name(name) == name


@pytest.mark.parametrize(
    ("given", "whole"),
    [
        ("127.0.0.1:8470", "http://127.0.0.1:8470"),
        ("localhost", "http://localhost"),
        ("[::1]:8470", "http://[::1]:8470"),
        ("boards.example.org/", "https://boards.example.org/"),
        ("http://boards.example.org", "http://boards.example.org"),
        ("[::1", "[::1"),
    ],
)
def test_an_address_may_begin_with_its_host(given, whole):
    assert whole_url(given) == whole
