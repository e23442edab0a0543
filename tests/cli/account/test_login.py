"""Logging in from the command line: each way, against the real server on a port, and what is said of wrong ones."""

import json

import pytest

from tests.cli.account.conftest import kept_nowhere, revoke
from tui.login import key_comes_from
from tui.secret import Secret
from tui.settings.vault import Vault


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


def test_a_token_that_only_reads_is_said_to_and_its_board_refuses(program, service):
    reads = service.told("token", "ana", "--scope", "read", "--key", service.key)["token"]
    words = ("accounts", "add", "team", "--url", service.url, "--key", service.key, "--vault")
    result = program(*words, stdin=f"{reads}\nhorseshoe\n")
    assert "read only · " in result.stderr
    assert "read-only" in result.stderr
    refused = program("--account", "team", "board", "new", "Fair", stdin="horseshoe\n")
    assert refused.exit_code == 4
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


def test_what_is_written_with_a_revoked_token_is_kept_until_the_login(added, service):
    mine = service.told("token", "ana", "--key", service.key)["token"]
    assert added("accounts", "login", "team", stdin=f"{mine}\nhorseshoe\n").exit_code == 0

    def team(*words: str):
        return added("--account", "team", *words, stdin="horseshoe\n")

    assert team("board", "new", "Spring fair").exit_code == 0
    assert team("list", "new", "Spring fair", "Leads").exit_code == 0
    assert team("cards", "Spring fair").exit_code == 0
    revoke(service, mine)
    kept = team("card", "new", "Spring fair", "Leads", "Ring Ana", "--json")
    assert kept.exit_code == 3
    assert "queued: Added “Ring Ana”. It is sent once you have logged in; 1 change waits." in kept.stderr
    assert "cardscout accounts login team" in kept.stderr
    card = json.loads(kept.stdout)
    assert card["queued"] is True
    more = team("card", "edit", card["id"], "--desc", "about the fair")
    assert more.exit_code == 3
    assert "2 changes wait" in more.stderr
    # What only reads is refused: it would show what may be old.
    assert (team("cards", "Spring fair").exit_code, team("cards", "Spring fair").stdout) == (3, "")
    # Of what was never read nothing can be changed.
    unknown = team("card", "new", "Nowhere", "Leads", "x")
    assert unknown.exit_code == 2
    assert added("accounts", "login", "team", stdin=f"{service.token}\nhorseshoe\n").exit_code == 0
    sent = team("cards", "Spring fair", "--json")
    assert [(one["name"], one["desc"]) for one in json.loads(sent.stdout)] == [("Ring Ana", "about the fair")]
