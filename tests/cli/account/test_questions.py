"""What is asked before a login: the address, the key and the name, and what is said of wrong ones."""

import socket

import pytest


def test_what_is_missing_is_said_with_where_to_find_it(program, service):
    assert "--url https://api.trello.com" in program("accounts", "add").stderr
    hosted = program("accounts", "add", "--url", "https://api.trello.com")
    assert "https://trello.com/power-ups/admin" in hosted.stderr
    own = program("accounts", "add", "--url", service.url)
    assert "cardscout serve app" in own.stderr
    assert own.exit_code == hosted.exit_code == 2


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
