"""Secrets from a prompt, a pipe or a file."""

import io
import sys

import pytest

from tui.cli.account import secret as module
from tui.cli.account.secret import passphrase, read_secret_file, secret, typed_twice
from tui.errors import CredentialError, UsageError
from tui.server.access.passwords import check_password


@pytest.fixture
def typed(monkeypatch):
    """What is typed at the hidden prompts, in order; the prompts that were shown are kept."""
    lines: list[str] = []
    lines_asked: list[tuple[str, bool]] = []

    def hidden_line(words, *, needed=True):
        lines_asked.append((words, needed))
        return lines.pop(0)

    monkeypatch.setattr(module, "hidden_line", hidden_line)
    monkeypatch.setattr(module, "has_terminal", lambda: True)
    return lines, lines_asked


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_secret_is_a_line_of_the_pipe_and_its_end_is_nothing(monkeypatch, mark):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{mark} first \nsecond\n"))
    assert [secret("Token").reveal() for _ in range(3)] == ["first", "second", ""]


def test_at_a_terminal_a_secret_is_asked_for_hidden_unless_it_is_piped(typed, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("piped\n"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    typed[0].append(" hidden ")
    assert secret("Token").reveal() == "hidden"
    assert secret("Token", piped=True).reveal() == "piped"
    assert typed[1] == [("Token", True)]


def test_a_new_passphrase_is_asked_for_until_both_are_the_same(typed, capsys):
    typed[0].extend(["horse shoe", "hoarse shoe", " horse shoe", " horse shoe"])
    assert passphrase("A passphrase", new=True).reveal() == " horse shoe"
    assert [words for words, _ in typed[1]] == ["A passphrase", "The same again"] * 2
    assert capsys.readouterr().err == "The two differ.\n"


def test_one_that_is_too_short_is_not_typed_again(typed):
    typed[0].append("horse")
    with pytest.raises(CredentialError, match="less than 8 characters"):
        _ = passphrase("A passphrase", new=True)
    typed[0].append("horse")
    with pytest.raises(UsageError, match="at least 8 characters"):
        _ = typed_twice("Password", lambda given: check_password(given.reveal()))
    assert [words for words, _ in typed[1]] == ["A passphrase", "Password"]


def test_a_passphrase_that_is_there_is_asked_for_once_and_may_be_left_out(typed):
    typed[0].append("")
    assert not passphrase("Passphrase", new=False, needed=False)
    assert typed[1] == [("Passphrase", False)]


def test_without_a_terminal_a_passphrase_is_the_next_line_with_its_blanks(monkeypatch):
    monkeypatch.setattr(module, "has_terminal", lambda: False)
    monkeypatch.setattr(sys, "stdin", io.StringIO(" horse shoe \r\n"))
    assert passphrase("Passphrase", new=True).reveal() == " horse shoe "


def test_a_file_is_read_and_told_of_when_others_may_read_it(tmp_path, capsys):
    path = tmp_path / "token"
    path.write_bytes(b"\n token\xff \n")
    path.chmod(0o600)
    assert read_secret_file(path).reveal() == "token\ufffd"
    assert capsys.readouterr().err == ""
    path.chmod(0o640)
    assert read_secret_file(path)
    assert f"chmod 600 {path}" in capsys.readouterr().err
    assert read_secret_file(path, public=True)
    assert capsys.readouterr().err == ""
    assert not read_secret_file(None)


def test_a_file_that_cannot_be_read_is_named_and_its_folder_is_no_secret(tmp_path):
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(UsageError, match=f"{path} cannot be read: {why}"):
            read_secret_file(path)
