"""The permission page: opened in a browser here or anywhere, and what happens when no token comes back."""

import json
import sys
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from tests.cli.account.conftest import kept_nowhere
from tui.cli import output
from tui.cli.account.permission_page import show_address


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

    monkeypatch.setattr("tui.cli.account.permission_page.open_page", browser)
    monkeypatch.setattr("tui.cli.account.permission_page.PATIENCE", 0.01 if ends == "in silence" else 20)
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
    monkeypatch.setattr("tui.cli.account.permission_page.open_page", lambda _address: None)
    monkeypatch.setattr("tui.cli.account.permission_page.PATIENCE", 0.01)
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--browser")
    told = program(*words, stdin="b\n")
    assert told.exit_code == 3, told.output
    assert "paste the token instead" in told.stderr


def test_the_address_is_a_link_and_on_the_clipboard(monkeypatch, capsys):
    address = "https://boards.example.org/1/authorize?key=k"
    show_address(f"{address}\x1b[2J")
    assert capsys.readouterr().err == f"{address}␛[2J\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = []
    monkeypatch.setattr(output, "say", said.append)
    show_address(address)
    written = capsys.readouterr().err
    assert written.startswith(f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\")
    assert "\x1b]52;c;aHR0cHM6Ly9ib2FyZHMu" in written
