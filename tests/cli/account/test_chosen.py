"""Which account a command is about: the nearest of all places that may name one."""

import pytest

from tui.cli.account.chosen import CHOSEN, choose_account, services_in, usual_account
from tui.errors import UsageError
from tui.settings.config import Config
from tui.settings.last_account import note_last_account
from tui.settings.paths import Paths

ACCOUNTS = "".join(
    f'[accounts.{name}]\nurl = "https://{name}.example"\nkey = "{"0" * 32}"\n'
    for name in ("given", "typed", "set", "kept", "last")
)


@pytest.fixture
def paths(program: object) -> Paths:
    found = Paths.open()
    found.config_file.write_text(f'account = "kept"\n{ACCOUNTS}')
    note_last_account(found, "last")
    return found


def chosen(paths: Paths, given: str | None = None, *, goes_on: bool = False) -> str:
    account = choose_account(given, paths, Config.read(paths.config_file), goes_on=goes_on)
    return "local" if account is None else account.name


def test_what_is_nearer_goes_first(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(paths, goes_on=True) == "kept"
    monkeypatch.setenv("CARDSCOUT_ACCOUNT", "set")
    assert chosen(paths) == "set"
    token = CHOSEN.set("typed")
    try:
        assert chosen(paths) == "typed"
        assert chosen(paths, "given") == "given"
        assert chosen(paths, "local") == "local"
    finally:
        CHOSEN.reset(token)


def test_the_last_one_is_for_the_screens_where_nothing_names_another(paths: Paths) -> None:
    paths.config_file.write_text(ACCOUNTS)
    assert chosen(paths) == "local"
    assert chosen(paths, goes_on=True) == "last"


def test_the_service_of_the_environment_is_an_account(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", "https://here.example")
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", "0" * 32)
    assert chosen(paths).startswith("env-")
    assert chosen(paths, "given") == "given"


def test_an_account_that_is_not_there_is_refused(paths: Paths) -> None:
    with pytest.raises(UsageError, match="no account 'lost'"):
        chosen(paths, "lost")


def test_an_account_that_the_settings_name_wrongly_is_refused_with_the_line(paths: Paths) -> None:
    paths.config_file.write_text(f'theme = "dark"\naccount = "gone"\n{ACCOUNTS}')
    with pytest.raises(UsageError, match="no account 'gone'") as caught:
        chosen(paths, goes_on=True)
    assert caught.value.hint.startswith(f"{paths.config_file}, line 2, names it; there are local, given")
    with pytest.raises(UsageError, match="no account 'gone'") as caught:
        chosen(paths, "gone")
    assert caught.value.hint.startswith("there are local")


def test_the_usual_account_is_the_one_without_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDSCOUT_ACCOUNT", raising=False)
    monkeypatch.delenv("CARDSCOUT_BOARD_URL", raising=False)
    assert usual_account(Config()) == "local"
    assert usual_account(Config(account="team")) == "team"
    monkeypatch.setenv("CARDSCOUT_ACCOUNT", "other")
    assert usual_account(Config(account="team")) == "other"
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", "https://boards.example")
    assert usual_account(Config()) == ""


def test_only_what_is_asked_makes_other_services(paths: Paths) -> None:
    firm = '[providers.firm]\nurl = "https://firm.example"\ndialect = "hunter"\nsecrets = "keyring"\n'
    services = services_in(paths.config_file)
    before = services()
    paths.config_file.write_text(f'theme = "dark"\n{ACCOUNTS}')
    assert services() == before
    paths.config_file.write_text(f"{ACCOUNTS}{firm}")
    added = services()
    assert added != before
    paths.config_file.write_text(f'order = ["firm", "local"]\n{ACCOUNTS}{firm}')
    assert services() != added
    # In the middle of being written by an editor.
    last = services()
    paths.config_file.write_text("order = [")
    assert services() == last
