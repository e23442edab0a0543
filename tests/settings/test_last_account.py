from tui.settings.accounts import Account, save_account
from tui.settings.last_account import last_account, note_last_account
from tui.settings.paths import Paths


def test_what_was_open_last_is_gone_on_with_while_it_is_there() -> None:
    paths = Paths.open()
    assert last_account(paths) == "local"
    # One that only the environment knows cannot be opened without it.
    note_last_account(paths, "team")
    assert last_account(paths) == "local"
    save_account(paths.config_file, Account("team", "https://boards.example.org", "k"))
    note_last_account(paths, "team")
    assert last_account(paths) == "team"
    (paths.state / "last-account").write_bytes(b"\xff\xfe")
    assert last_account(paths) == "local"
    (paths.state / "last-account").write_text("gone\n")
    assert last_account(paths) == "local"
