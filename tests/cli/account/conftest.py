"""A service on a port of this machine, a browser, and an account at that service."""

import json
import os
import pty
import sys
import termios
from pathlib import Path

import httpx
import pytest

from tests.forked import printed, program
from tui.cli.account import echo

BROWSER = Path(__file__).parents[1] / "browser.py"


class Service:
    """A service on a port, with the member ana and an application."""

    def __init__(self, data: Path) -> None:
        self.data, self.env = data, os.environ | {"CARDSCOUT_HOME": str(data / "home")}
        self.served = program("serve", "--port", "0", "--data", str(data), env=self.env)
        self.url = json.loads(self.served.stdout.readline())["url"]
        self.told("user", "ana", "--full-name", "Ana Reid")
        self.told("user", "bob")
        made = self.told("token", "ana")
        self.key, self.token, self.secret = made["key"], made["token"], made["secret"]

    def told(self, *words):
        return json.loads(printed("serve", *words, "--data", str(self.data), "--json", env=self.env))

    def close(self) -> None:
        self.served.terminate()
        self.served.wait(20)
        self.served.stdout.close()


@pytest.fixture(scope="package")
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


def revoke(service, token):
    header = {"Authorization": f'OAuth oauth_consumer_key="{service.key}", oauth_token="{token}"'}
    gone = httpx.delete(f"{service.url}/1/tokens/{token}", headers=header, trust_env=False)
    assert gone.status_code == 200, gone.text


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Stdin is a terminal, as far as the program can tell."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)


@pytest.fixture
def keyboard(monkeypatch):
    """The other end of a terminal that stands for that of the program."""
    master, slave = pty.openpty()
    stdin = os.fdopen(os.dup(slave))
    monkeypatch.setattr(sys, "stdin", stdin)
    # The real one, at which somebody may sit, is not touched.
    monkeypatch.setattr(echo, "_terminal", lambda: os.dup(slave))
    monkeypatch.setattr(os, "tcgetpgrp", lambda _handle: os.getpgrp())
    monkeypatch.setattr(echo, "_device", lambda: os.open(os.ttyname(slave), os.O_RDONLY | os.O_NOCTTY))
    yield master
    stdin.close()
    os.close(master)
    os.close(slave)


def shows(keyboard: int) -> bool:
    """Whether the terminal shows what is typed."""
    return bool(termios.tcgetattr(keyboard)[3] & termios.ECHO)
