"""The link to an account elsewhere: its token from the vault, the prompts for that, and a token that is taken no more."""

import json
from dataclasses import replace

import pytest

from tests.cli.account.conftest import revoke, shows
from tui.cli.account.remote import (
    closed_vault,
    connection,
    link,
    login_again_error,
    open_vault_by_prompt,
    terminal_vault,
    unix_transport,
)
from tui.cli.session import Session
from tui.errors import CredentialError, Unauthorized
from tui.login import UnknownKey
from tui.secret import Secret
from tui.settings.accounts import Account, save_account
from tui.settings.credentials import Secrets, vault_file
from tui.settings.paths import Paths
from tui.settings.vault import Vault, checked


def test_a_terminal_says_that_a_passphrase_was_wrong_before_it_asks_again(program, monkeypatch, capsys):
    session = Session()
    paths, kept = session.paths, vault_file(session.paths.data)
    Vault(kept, lambda _new: Secret("horseshoe")).set("work", "token", "t")
    told = ["cow", "horseshoe"]
    shown = []

    def passphrase(words, *, new):
        shown.append((words, new, capsys.readouterr().err))
        return Secret(told.pop(0))

    monkeypatch.setattr("tui.cli.account.secret.passphrase", passphrase)
    monkeypatch.setattr("tui.cli.account.echo.has_terminal", lambda: True)
    assert terminal_vault(paths).get("work", "token") == "t"
    assert [(new, said) for _, new, said in shown] == [
        (False, ""),
        (False, "That passphrase does not open the vault.\n"),
    ]


def test_a_terminal_asks_again_for_a_passphrase_that_is_too_short(program, monkeypatch, capsys):
    paths = Session().paths
    told = ["horses", "horseshoe"]
    asked = []

    def passphrase(words, *, new):
        asked.append((words, new))
        return checked(Secret(told.pop(0)))

    monkeypatch.setattr("tui.cli.account.secret.passphrase", passphrase)
    monkeypatch.setattr("tui.cli.account.echo.has_terminal", lambda: True)
    terminal_vault(paths).set("work", "token", "t")
    assert asked == [("A passphrase for the vault, of 8 characters at least", True)] * 2
    assert "less than 8 characters" in capsys.readouterr().err
    assert Vault(vault_file(paths.data), lambda _: Secret("horseshoe")).get("work", "token") == "t"


@pytest.mark.parametrize("new", [False, True])
def test_between_two_tries_the_terminal_shows_nothing_that_is_typed(program, monkeypatch, keyboard, new):
    paths, told, shown = Session().paths, ["cow", "cow", "horseshoe"], []
    if not new:
        Vault(vault_file(paths.data), lambda _new: Secret("horseshoe")).set("work", "token", "t")

    def passphrase(words, *, new):
        shown.append(shows(keyboard))
        given = Secret(told.pop(0))
        return checked(given) if new else given

    monkeypatch.setattr("tui.cli.account.secret.passphrase", passphrase)
    terminal_vault(paths).set("work", "token", "t")
    assert shown == [False] * 3
    assert shows(keyboard)


@pytest.mark.parametrize("given", ["", KeyboardInterrupt])
def test_at_the_start_of_the_screens_the_vault_may_stay_closed(added, program, monkeypatch, capsys, given):
    words = []

    def hidden_line(asked, *, needed=True):
        words.append((asked, needed))
        if isinstance(given, str):
            return given
        raise given

    monkeypatch.setattr("tui.cli.account.secret.has_terminal", lambda: True)
    monkeypatch.setattr("tui.cli.account.echo.has_terminal", lambda: True)
    monkeypatch.setattr("tui.cli.account.secret.hidden_line", hidden_line)
    session = Session(account="team", goes_on=True)
    assert session.vault is None
    assert words == [("Passphrase of the vault (enter alone: leave it closed)", False)]
    assert (
        "The vault stays closed: what is here is shown, and no service is asked that needs it."
        in capsys.readouterr().err
    )
    with pytest.raises(CredentialError, match="The vault is closed") as caught:
        session.connect()
    assert caught.value.hint == "On the Accounts page (A), enter asks for its passphrase."
    session.close()


def test_a_kept_token_that_is_taken_no_more_leads_to_the_login(program, service):
    mine = service.told("token", "ana", "--key", service.key)["token"]
    add = ("accounts", "add", "--key", service.key, "--url", service.url, "--vault")
    assert program(*add, "team", stdin=f"{mine}\nhorseshoe\n").exit_code == 0
    assert program(*add, "firm", stdin=f"{service.token}\nhorseshoe\n").exit_code == 0
    revoke(service, mine)
    ended = program("accounts", "check", "team", stdin="horseshoe\n")
    assert ended.exit_code == 3, ended.output
    assert "takes the token of this account no more: it was revoked" in ended.stderr
    assert ended.stderr.endswith("cardscout accounts login team\n")
    assert "copied" not in ended.stderr
    every = program("accounts", "check", stdin="horseshoe\n")
    assert every.exit_code == 3
    team, firm = (line.split("\t") for line in every.stdout.splitlines())
    assert team[:2] == ["team", ""]
    assert "cardscout accounts login team" in team[2]
    assert firm == ["firm", "ana", "read, write, account · does not end by itself"]
    told = json.loads(program("accounts", "check", "--json", stdin="horseshoe\n").stdout)
    assert [(one["name"], "error" in one) for one in told] == [("team", True), ("firm", False)]


@pytest.fixture
def paths(program):
    return Paths.open()


def test_each_connection_reads_the_settings_and_the_token_again(paths, tmp_path):
    token = tmp_path / "token"
    token.write_text("first")
    account = Account("team", "https://one.example", "k", secrets="command", command=("cat", str(token)))
    save_account(paths.config_file, account)
    connect = connection(account, paths, {}, lambda: closed_vault(paths))
    assert (connect().board_url, connect().token.reveal()) == ("https://one.example", "first")
    token.write_text("second")
    save_account(paths.config_file, replace(account, url="https://two.example"))
    assert (connect().board_url, connect().token.reveal()) == ("https://two.example", "second")


def test_a_new_token_is_used_while_the_settings_have_a_mistake(paths, tmp_path):
    token = tmp_path / "token"
    token.write_text("first")
    account = Account("team", "https://one.example", "k", secrets="command", command=("cat", str(token)))
    save_account(paths.config_file, account)
    connect = connection(account, paths, {}, lambda: closed_vault(paths))
    save_account(paths.config_file, replace(account, url="https://two.example"))
    assert connect().mistake == ""
    token.write_text("second")
    good = paths.config_file.read_text()
    for broken in (good + "\n[", good.replace("https://two.example", "two")):
        paths.config_file.write_text(broken)
        link = connect()
        assert (link.board_url, link.token.reveal()) == ("https://two.example", "second")
        assert str(paths.config_file) in link.mistake
    paths.config_file.unlink()
    assert (connect().board_url, connect().mistake) == ("https://two.example", "")


def test_a_token_of_the_environment_needs_no_vault(paths):
    account = Account("team", "https://boards.example", "k", secrets="vault")
    given = {"token": Secret("t" * 64)}

    def asked():
        raise AssertionError

    assert connection(account, paths, given, asked)().token.reveal() == "t" * 64
    given.clear()
    with pytest.raises(AssertionError):
        connection(account, paths, given, asked)()


def test_a_link_without_an_enrichment_service_asks_it_nothing():
    account = Account("team", "https://boards.example", "k")
    assert link(account, Secrets(Secret("t"))).enrich_rate == 0
    has = link(replace(account, enrich_url="https://people.example/v1"), Secrets(Secret("t")))
    assert (has.enrich_rate, has.provider) == (None, "people.example")


def test_only_an_account_with_a_socket_leaves_the_network():
    account = Account("team", "http://localhost", "k")
    assert unix_transport(account) is None
    assert unix_transport(replace(account, socket="/run/boards.sock")) is not None


def test_a_closed_vault_is_empty_without_a_file_and_refuses_with_one(paths):
    assert closed_vault(paths).get("work", "token") is None
    Vault(vault_file(paths.data), lambda _: Secret("horseshoe")).set("work", "token", "t")
    with pytest.raises(CredentialError, match="The vault is closed") as refused:
        closed_vault(paths).get("work", "token")
    assert "Accounts page" in refused.value.hint


def test_no_prompt_is_made_for_a_vault_that_is_not_there(paths, monkeypatch):
    monkeypatch.setattr("tui.cli.account.secret.passphrase", lambda *_, **__: pytest.fail("asked"))
    assert open_vault_by_prompt(paths, may_stay_closed=False) is None


def test_a_token_that_is_refused_leads_to_the_login_and_a_key_to_another_key():
    account = Account("team", "https://boards.example", "k")
    assert login_again_error(account, Unauthorized("ended")).hint.endswith("cardscout accounts login team")
    unknown = login_again_error(account, UnknownKey("no such application"))
    assert unknown.hint.startswith("cardscout accounts login team asks for another key")
    given = login_again_error(
        Account("env-0123456789ab", "https://boards.example", "k"), Unauthorized("ended")
    )
    assert given.hint.endswith("or set CARDSCOUT_BOARD_TOKEN")
