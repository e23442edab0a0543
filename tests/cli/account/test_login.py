"""Logging in from the command line: each way, against the real server on a port, and what is said of wrong ones."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from tui.cli import output
from tui.cli.account import terminal
from tui.cli.account.remote import terminal_vault
from tui.cli.session import Session
from tui.errors import CredentialError
from tui.login import key_comes_from
from tui.secret import Secret
from tui.settings.credentials import vault_file
from tui.settings.vault import Vault

PROGRAM = [sys.executable, "-m", "tui"]
BROWSER = Path(__file__).parents[1] / "browser.py"


class Service:
    """A service on a port, with the member ana and an application."""

    def __init__(self, data: Path) -> None:
        self.data, self.env = data, os.environ | {"CARDSCOUT_HOME": str(data / "home")}
        self.served = subprocess.Popen(
            [*PROGRAM, "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            text=True,
            env=self.env,
        )
        assert self.served.stdout is not None
        self.url = json.loads(self.served.stdout.readline())["url"]
        self.told("user", "ana", "--full-name", "Ana Reid")
        self.told("user", "bob")
        made = self.told("token", "ana")
        self.key, self.token, self.secret = made["key"], made["token"], made["secret"]

    def told(self, *words):
        done = subprocess.run(
            [*PROGRAM, "serve", *words, "--data", str(self.data), "--json"],
            capture_output=True,
            text=True,
            check=True,
            env=self.env,
        )
        return json.loads(done.stdout)

    def close(self) -> None:
        self.served.terminate()
        self.served.wait(20)
        assert self.served.stdout is not None
        self.served.stdout.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    opened = Service(tmp_path_factory.mktemp("service"))
    yield opened
    opened.close()


@pytest.fixture
def browser(service, tmp_path, monkeypatch):
    """A browser on this machine, in which ana says yes."""
    code = tmp_path / "code"
    code.write_text(service.told("code", "ana")["code"])
    monkeypatch.setenv("BROWSER", f"{sys.executable} {BROWSER} {code} %s")


@pytest.fixture
def added(program, service):
    """The account ``team`` in a vault whose passphrase is ``horseshoe``."""
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--vault")
    result = program(*words, stdin=f"{service.token}\nhorseshoe\n")
    assert result.exit_code == 0, result.output
    return program


def kept_nowhere(program, *secrets):
    found = b"".join(path.read_bytes() for path in program.home.rglob("*") if path.is_file())
    assert [one for one in secrets if one.encode() in found] == []


@pytest.mark.parametrize("way", ["--browser", "--oauth"])
def test_a_browser_on_this_machine(program, service, browser, tmp_path, way):
    secret = tmp_path / "secret"
    secret.write_text(service.secret)
    result = program(
        "accounts", "add", "team", "--url", service.url, "--key", service.key, way, "--lasts", "1day", "--vault",
        "--secret-file", str(secret), stdin="horseshoe\n",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "as Ana Reid (@ana): read, write, account · ends" in result.stderr
    assert f"{service.url}/1/" in result.stderr
    assert "chmod 600" in result.stderr or way == "--browser"
    kept_nowhere(program, service.secret)
    checked = json.loads(program("accounts", "check", "team", "--json", stdin="horseshoe\n").stdout)
    assert checked["member"] == "ana"
    assert checked["scopes"] == ["read", "write", "account"]
    assert checked["expires"]


def test_a_token_from_a_file_a_key_from_another_and_a_name_from_the_address(program, service, tmp_path):
    for name, text in (("token", service.token), ("key", f"{service.key}\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    files = ("--key-file", str(tmp_path / "key"), "--token-file", str(tmp_path / "token"))
    result = program("accounts", "add", "--url", service.url, *files, "--vault", stdin="horseshoe\n")
    assert result.exit_code == 0, result.output
    assert "chmod" not in result.stderr
    assert [one["name"] for one in program.json("accounts", "list")] == ["local", "team"]
    kept_nowhere(program, service.token)
    missing = program("accounts", "login", "team", "--token-file", str(tmp_path / "none"))
    assert missing.exit_code == 2
    assert "cannot be read" in missing.stderr


def test_a_wrong_token_says_what_to_look_at(program, service):
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--stdin", "--vault")
    wrong = program(*words, stdin="ATTA" + "0" * 72 + "\n")
    assert wrong.exit_code == 4
    assert "does not take that token" in wrong.stderr
    assert "Was all of it copied?" in wrong.stderr
    assert "accounts add" not in wrong.stderr
    empty = program(*words, stdin="\n")
    assert empty.exit_code == 2
    assert [one["name"] for one in program.json("accounts", "list")] == ["local"]


def test_what_is_missing_is_said_with_where_to_find_it(program, service):
    assert "--url https://api.trello.com" in program("accounts", "add").stderr
    hosted = program("accounts", "add", "--url", "https://api.trello.com")
    assert "https://trello.com/power-ups/admin" in hosted.stderr
    own = program("accounts", "add", "--url", service.url)
    assert "cardscout serve app" in own.stderr
    assert own.exit_code == hosted.exit_code == 2


def test_a_token_that_only_reads_is_said_to_and_its_board_refuses(program, service):
    reads = service.told("token", "ana", "--scope", "read", "--key", service.key)["token"]
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--vault")
    result = program(*words, stdin=f"{reads}\nhorseshoe\n")
    assert "read only · " in result.stderr
    assert "read-only" in result.stderr
    refused = program("--account", "team", "board", "new", "Fair", stdin="horseshoe\n")
    assert refused.exit_code == 2
    assert "only read" in refused.stderr
    # The next login asks for no more than the last one had, unless it is told to.
    again = program("accounts", "login", "team", "--stdin", stdin=f"{reads}\nhorseshoe\n")
    assert "only reads, as the last one was" in again.stderr
    more = program("accounts", "login", "team", "--stdin", "--read-write", stdin=f"{reads}\nhorseshoe\n")
    assert "only reads" not in more.stderr


def test_logging_in_again_after_a_revocation(added, service):
    mine = service.told("token", "ana", "--key", service.key)["token"]
    assert added("accounts", "login", "team", stdin=f"{mine}\nhorseshoe\n").exit_code == 0
    assert added("--account", "team", "boards", stdin="horseshoe\n").exit_code == 0
    revoke(service, mine)
    signed_out = added("--account", "team", "boards", stdin="horseshoe\n")
    assert signed_out.exit_code == 3
    assert "cardscout accounts login team" in signed_out.stderr
    theirs = service.told("token", "bob", "--key", service.key)["token"]
    other = added("accounts", "login", "team", stdin=f"{theirs}\nhorseshoe\n")
    assert other.exit_code == 2
    assert "team is the account of Ana Reid (@ana), and this token is of bob (@bob)" in other.stderr
    assert "add it as an account of its own" in other.stderr
    told = added("accounts", "login", "team", "--another-member", stdin=f"{theirs}\nhorseshoe\n")
    assert "logged in to team, as bob" in told.stderr
    assert added("--account", "team", "boards", stdin="horseshoe\n").exit_code == 0
    assert added("accounts", "login", "team", stdin=f"{service.token}\nhorseshoe\n").exit_code == 2
    back = ("accounts", "login", "team", "--another-member")
    again = added(*back, stdin=f"{service.token}\nhorseshoe\n")
    assert "logged in to team, as Ana Reid" in again.stderr
    assert added("--account", "team", "boards", stdin="horseshoe\n").exit_code == 0


def revoke(service, token):
    header = {"Authorization": f'OAuth oauth_consumer_key="{service.key}", oauth_token="{token}"'}
    gone = httpx.delete(f"{service.url}/1/tokens/{token}", headers=header, trust_env=False)
    assert gone.status_code == 200, gone.text


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


def test_without_an_account_elsewhere_nothing_is_checked(program):
    result = program("accounts", "check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "cardscout accounts add" in result.stderr


def test_an_account_is_renamed_with_all_that_is_its(added):
    added("accounts", "use", "team")
    assert added("--account", "team", "boards", stdin="horseshoe\n").exit_code == 0
    assert added("accounts", "rename", "team", "local", stdin="horseshoe\n").exit_code == 2
    renamed = added("accounts", "rename", "team", "bakery", stdin="horseshoe\n")
    assert renamed.exit_code == 0, renamed.output
    assert [(one["name"], one["used"]) for one in added.json("accounts", "list")] == [
        ("local", False),
        ("bakery", True),
    ]
    assert (added.home / "data" / "store-bakery.db").exists()
    assert not (added.home / "data" / "store-team.db").exists()
    assert added("boards", stdin="horseshoe\n").exit_code == 0
    removed = added("accounts", "remove", "bakery", "--yes", stdin="horseshoe\n")
    assert removed.exit_code == 0, removed.output
    assert "revoke it" in removed.stderr
    assert not [*(added.home / "data").glob("store-bakery*")]
    assert [(one["name"], one["used"]) for one in added.json("accounts", "list")] == [("local", True)]


def test_the_address_is_a_link_and_on_the_clipboard(monkeypatch, capsys):
    address = "https://boards.example.org/1/authorize?key=k"
    terminal.show_address(f"{address}\x1b[2J")
    assert capsys.readouterr().err == f"{address}␛[2J\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = []
    monkeypatch.setattr(output, "say", said.append)
    terminal.show_address(address)
    written = capsys.readouterr().err
    assert written.startswith(f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\")
    assert "\x1b]52;c;aHR0cHM6Ly9ib2FyZHMu" in written


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
        return Secret(told.pop(0))

    monkeypatch.setattr("tui.cli.account.secret.passphrase", passphrase)
    monkeypatch.setattr("tui.cli.account.echo.has_terminal", lambda: True)
    terminal_vault(paths).set("work", "token", "t")
    assert asked == [("A passphrase for the vault, of 8 characters at least", True)] * 2
    assert "less than 8 characters" in capsys.readouterr().err
    assert Vault(vault_file(paths.data), lambda _: Secret("horseshoe")).get("work", "token") == "t"


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
    assert words == [
        ("Passphrase of the vault (enter alone: look at what is here, without the service)", False)
    ]
    assert "The vault stays closed: what is here is shown, without the service." in capsys.readouterr().err
    with pytest.raises(CredentialError, match="The vault is closed") as caught:
        session.connect()
    assert caught.value.hint == "On the Accounts page (A), enter asks for its passphrase."
    session.close()


def test_where_an_applications_secret_is_shown_is_said():
    assert "its secret" in key_comes_from("https://boards.example.org")


def test_a_forgotten_passphrase_has_a_way_out(added, program, service, tmp_path):
    data = program.home / "data"
    other = ("accounts", "add", "work", "--url", service.url, "--key", service.key, "--vault")
    assert program(*other, stdin=f"{service.token}\nhorseshoe\n").exit_code == 0
    before = (data / "vault").read_bytes()
    wrong = program("--account", "team", "boards", stdin="cow\ncow\ncow\n")
    assert wrong.exit_code == 3
    assert "cardscout accounts login NAME --new-vault" in wrong.stderr
    (tmp_path / "token").write_text(service.token)
    words = ("accounts", "login", "team", "--token-file", str(tmp_path / "token"), "--new-vault")
    # One that is too short begins nothing.
    short = program(*words, stdin="short\n")
    assert short.exit_code == 3
    assert "In a pipe it is the next line" in short.stderr.replace("\n", " ")
    assert [path.name for path in data.glob("vault*")] == ["vault"]
    # Nor does a token that is not kept; and nothing is said of what did not happen.
    refused = program(*words[:3], "--stdin", "--new-vault", stdin="wrong\na better one\n")
    assert refused.exit_code != 0
    assert "new vault" not in refused.stderr
    assert [path.name for path in data.glob("vault*")] == ["vault"]
    begun = program(*words, stdin="a better one\n")
    assert begun.exit_code == 0, begun.output
    aside = list(data.glob("vault-*"))
    assert len(aside) == 1
    assert str(aside[0]) in begun.stderr
    assert "rename it to vault" in begun.stderr
    assert "what is secret of work" in begun.stderr
    # Nothing is destroyed: the old one is beside it, for its owner alone, and opens as before.
    assert aside[0].read_bytes() == before
    assert aside[0].stat().st_mode & 0o777 == 0o600
    old = Vault(aside[0], lambda _: Secret("horseshoe"), tries=1)
    assert old.get(f"cardscout:board:{service.url}", "work")
    assert program("accounts", "check", "team", stdin="a better one\n").exit_code == 0
    # The other account asks to be logged in to again, into the same new vault.
    missing = program("accounts", "check", "work", stdin="a better one\n")
    assert "accounts login work" in missing.stderr
    again = ("accounts", "login", "work", "--token-file", str(tmp_path / "token"))
    assert program(*again, stdin="a better one\n").exit_code == 0
    assert len([*data.glob("vault-*")]) == 1
    assert program("accounts", "check", "team", stdin="a better one\n").exit_code == 0


@pytest.mark.parametrize("name", ["0" * 32, "ATTA" + "0f" * 36, "q3Zt7Lk0aB9-xYw2Pm5RcVd"])
def test_a_key_or_a_token_is_no_name_and_is_not_repeated(program, service, name):
    words = ("accounts", "add", name, "--url", service.url, "--key", service.key)
    refused = program(*words, stdin=f"{service.token}\n")
    assert refused.exit_code == 2
    assert "a key or a token by its looks" in refused.stderr
    assert name not in refused.stderr
    assert program("accounts", "rename", "local", name).exit_code == 2


def test_another_service_of_the_same_address_book_word_gets_a_name_of_its_own(program, service):
    words = ("accounts", "add", "--key", service.key, "--no-check", "--command", "echo x")
    for url in ("http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:1"):
        assert program(*words, "--url", url).exit_code == 0
    assert [one["name"] for one in program.json("accounts", "list")] == ["local", "team", "team2"]


def test_a_wrong_address_or_key_is_told_before_a_token_is_read(program, service):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{unused.getsockname()[1]}"
        gone = program("accounts", "add", "--url", f"http://{place}", "--key", service.key, stdin="")
    assert gone.exit_code == 4
    assert f"{place} cannot be reached: connection refused" in gone.stderr
    wrong = program("accounts", "add", "--url", service.url, "--key", "0" * 32, stdin="")
    assert wrong.exit_code == 4
    assert "knows no application with this key" in wrong.stderr
    login = program("accounts", "add", "--url", service.url, "--key", "0" * 32, "--no-check", stdin="")
    assert "stdin has no token in it, and is no terminal to ask on" in login.stderr


def test_who_cannot_be_asked_is_told_which_stream_is_no_terminal(program, service, monkeypatch):
    both = program("accounts", "add")
    assert "stdin and stderr are no terminal" in both.stderr
    assert "--url" in both.stderr
    monkeypatch.setattr(
        "click.testing._NamedTextIOWrapper.isatty", lambda self: self.name == "<stdin>", raising=False
    )
    unseen = program("accounts", "add", "--paste", "--url", service.url, "--key", service.key)
    assert unseen.exit_code == 2
    assert "error: stderr is no terminal, so nobody would see what is asked" in unseen.stderr
    assert "--token-file FILE" in unseen.stderr
    key = program("accounts", "add", "--stdin", "--url", service.url)
    assert "error: stderr is no terminal, so nothing can be asked: --key is missing" in key.stderr


@pytest.mark.usefixtures("at_a_terminal")
def test_over_ssh_a_page_on_this_machine_comes_with_the_way_to_it(program, service, monkeypatch):
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.9 50000 10.0.0.2 22")
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--vault")
    shown = program(*words, stdin=f"{service.token}\nn\n")
    assert "would not be seen over SSH" in shown.stderr
    # On a line of its own, whole: it is copied.
    commands = [line for line in shown.stderr.splitlines() if line.startswith("  ssh -L ")]
    assert commands
    assert all(f" {urlsplit(service.url).port}:127.0.0.1:" in line and "@" in line for line in commands)


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Stdin is a terminal, as far as the program can tell."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)


@pytest.mark.usefixtures("at_a_terminal")
def test_at_a_terminal_a_mistake_is_told_and_asked_again_and_nothing_kept_unseen(program, service):
    wrong, host = "ATTA" + "0" * 72, service.url.removeprefix("http://")
    typed = ["2", "ftp://x", "2", host, "0" * 32, service.key, "f" * 32, "team", wrong, service.token]
    words = ("accounts", "add", "--paste", "--vault")
    refused = program(*words, stdin="\n".join([*typed, "n", ""]))
    assert refused.exit_code == 2, refused.output
    assert "--url" not in refused.stderr
    assert refused.stderr.count("Register an application") == 2, "once with each question for a key"
    for said in (
        "'ftp://x' is no address",
        f"({host} is taken as {service.url})",
        "knows no application with this key",
        "is a key or a token by its looks",
        "does not take that token",
        "takes you for Ana Reid (@ana): read, write, account",
        "Keep this login? [Y/n]",
        "nothing was kept",
    ):
        assert said in refused.stderr
    assert [one["name"] for one in program.json("accounts", "list")] == ["local"]
    kept = program(*words, stdin="\n".join([*typed, "", "horseshoe", "horseshoe", ""]))
    assert kept.exit_code == 0, kept.output
    assert "added team, as Ana Reid" in kept.stderr
    # Three times, and no more.
    thrice = program(
        "accounts", "login", "team", "--paste", stdin=f"{wrong}\n{wrong}\n{wrong}\n{service.token}\n"
    )
    assert thrice.exit_code == 4, thrice.output
    assert thrice.stderr.count("does not take that token") == 3
    unasked = program("accounts", "login", "team", "--paste", "--yes", stdin=f"{service.token}\nhorseshoe\n")
    assert unasked.exit_code == 0, unasked.output
    assert "Keep this login?" not in unasked.stderr


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("ends", ["denied", "in silence", "by ctrl+c"])
def test_a_browser_that_brings_nothing_has_another_try_or_the_token_is_pasted(
    program, service, monkeypatch, ends
):
    opened = []

    def browser(address):
        opened.append(address)
        if ends == "by ctrl+c":
            raise KeyboardInterrupt
        if ends == "denied":
            back = dict(parse_qsl(urlsplit(address).query))["return_url"]
            Thread(target=httpx.get, args=(f"{back}?error=denied",), kwargs={"trust_env": False}).start()

    monkeypatch.setattr("tui.cli.account.visit.open_page", browser)
    monkeypatch.setattr("tui.cli.account.visit.PATIENCE", 0.01 if ends == "in silence" else 20)
    words = (
        "accounts",
        "add",
        "team",
        "--url",
        service.url,
        "--key",
        service.key,
        "--browser",
        "--vault",
        "--yes",
    )
    given_up = program(*words, stdin="b\nq\n")
    assert given_up.exit_code == 2, given_up.output
    assert "nothing was kept" in given_up.stderr
    assert len(opened) == 2
    assert len(set(opened)) == 2
    pasted = program(*words, stdin=f"p\n{service.token}\nhorseshoe\nhorseshoe\n")
    assert pasted.exit_code == 0, pasted.output
    assert "added team, as Ana Reid" in pasted.stderr


def test_a_browser_that_brings_nothing_is_told_where_nobody_can_be_asked(program, service, monkeypatch):
    monkeypatch.setattr("tui.cli.account.visit.open_page", lambda _address: None)
    monkeypatch.setattr("tui.cli.account.visit.PATIENCE", 0.01)
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--browser")
    told = program(*words, stdin="b\n")
    assert told.exit_code == 3, told.output
    assert "paste the token instead" in told.stderr
