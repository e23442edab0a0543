"""Where the secrets of a login come from, by the way that was chosen."""

import io
from pathlib import Path
from typing import Any, cast

import pytest

from tui.cli.account import login_options, login_secrets
from tui.cli.account.login_options import LoginOptions, Way
from tui.cli.account.login_secrets import secrets_of
from tui.errors import UsageError
from tui.login import Login, TokenRequest
from tui.secret import NOTHING, Secret
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets

LOGIN = cast("Login", object())
PLAIN = Account(name="team", url="https://boards.example", key="k")
FULL = Account(
    name="team",
    url="https://boards.example",
    key="k",
    enrich_url="https://people.example",
    webhook_url="https://hooks.example",
)


def asked(way: Way, token_file: Path | None = None, secret_file: Path | None = None) -> LoginOptions:
    return LoginOptions(way, TokenRequest(), token_file, secret_file)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the page of the service was opened with; it gives a token each time."""
    opened: list[dict[str, Any]] = []

    def page(_: Login, wanted: TokenRequest, signing: Secret, *, returns: bool) -> Secret:
        opened.append({"wanted": wanted, "signing": signing.reveal(), "returns": returns})
        return Secret("a token")

    monkeypatch.setattr(login_secrets, "get_token", page)
    monkeypatch.setattr(login_options, "has_browser", lambda: False)
    return opened


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def kept(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "secret"
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize(("way", "returns"), [("browser", True), ("paste", False)])
def test_the_page_of_the_service_gives_the_token(
    pages: list[dict[str, Any]], way: Way, returns: bool
) -> None:
    assert secrets_of(LOGIN, PLAIN, asked(way)) == Secrets(Secret("a token"))
    assert pages == [{"wanted": TokenRequest(), "signing": "", "returns": returns}]


def test_oauth_signs_with_the_secret_of_the_application(pages: list[dict[str, Any]], tmp_path: Path) -> None:
    file = kept(tmp_path, "signs\n")
    assert secrets_of(LOGIN, PLAIN, asked("oauth", secret_file=file)).token.reveal() == "a token"
    assert pages[0]["signing"] == "signs"


def test_without_a_secret_oauth_is_refused_and_no_other_way_taken(
    pages: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match="secret has no secret in it"):
        secrets_of(LOGIN, PLAIN, asked("oauth", secret_file=kept(tmp_path, "\n")))
    piped(monkeypatch, "")
    with pytest.raises(UsageError, match="what was typed has no secret in it"):
        secrets_of(LOGIN, PLAIN, asked("oauth"))
    assert pages == []


def test_a_file_may_have_blanks_around_the_token_but_not_nothing(tmp_path: Path) -> None:
    file = kept(tmp_path, " ATTA 01\n")
    assert secrets_of(LOGIN, PLAIN, asked("file", file)).token.reveal() == "ATTA01"
    with pytest.raises(UsageError, match="has no token in it"):
        secrets_of(LOGIN, PLAIN, asked("file", kept(tmp_path, "\n")))


def test_the_pipe_has_the_secrets_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    piped(monkeypatch, "token\nkey\nsigns\n")
    assert secrets_of(LOGIN, FULL, asked("stdin")) == Secrets(Secret("token"), Secret("key"), Secret("signs"))
    piped(monkeypatch, "\n")
    with pytest.raises(UsageError, match="stdin has no token in it, and is no terminal to ask on"):
        secrets_of(LOGIN, FULL, asked("stdin"))


def test_of_an_account_that_is_there_only_the_token_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    piped(monkeypatch, "token\nkey\n")
    found = secrets_of(LOGIN, FULL, asked("stdin"), again_there=True)
    assert found == Secrets(Secret("token"), NOTHING, NOTHING)


def test_a_command_prints_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_secrets, "load", lambda account, _: Secrets(Secret(f"of {account.name}")))
    assert secrets_of(LOGIN, PLAIN, asked("command")).token.reveal() == "of team"
