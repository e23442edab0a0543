"""Boards, lists, members, files and notifications from the command line."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from tui.cli.session import Session
from tui.errors import UsageError
from tui.settings.paths import Paths

PROVIDER = """
[providers.firm]
url = "https://firm.example"
dialect = "hunter"
secrets = "command"
command = ["printf", "sk-1"]
"""


def test_all_that_is_left_on_the_disk_is_the_users_alone(program, export_file, tmp_path: Path):
    file = tmp_path / "brief.txt"
    file.write_bytes(b"the brief")
    before = os.umask(0)
    try:
        program.read("import", str(export_file))
        card = program.json("cards", "Kōrero")[0]["id"]
        program.read("card", "attach", card, str(file))
    finally:
        os.umask(before)
    left = {path: stat.S_IMODE(path.stat().st_mode) for path in program.home.rglob("*")}
    assert {mode for path, mode in left.items() if path.is_file()} == {0o600}
    assert {path.name: oct(mode) for path, mode in left.items() if path.is_dir() and mode != 0o700} == {}
    assert {"server.db", "store-local.db", "cardscout.log"} <= {path.name for path in left}


@pytest.mark.parametrize(("settings", "rests"), [("", True), (PROVIDER, False)])
@pytest.mark.usefixtures("program")
def test_the_connection_that_alone_knows_the_prices_of_others_is_made_at_once(settings: str, rests: bool):
    Paths.open().config_file.write_text(settings)
    session = Session()
    workspace = session.workspace(rests=True)
    try:
        assert workspace._engine._rest.possible is rests
    finally:
        asyncio.run(workspace.close())
        session.close()


@pytest.mark.usefixtures("program")
def test_a_mistake_in_the_settings_leaves_the_services_as_they_were():
    file, used = Paths.open().config_file, f'provider = "firm"\n{PROVIDER}'
    file.write_text(used)
    session = Session(account="local")
    good = session.connect()
    assert (good.service_name, good.mistake) == ("firm", "")
    for broken in (f"{used}\n[", used.replace("hunter", "falcon"), f"bell = 3\n{used}"):
        file.write_text(broken)
        link = session.connect()
        assert str(file) in link.mistake
        assert link.replace(mistake="", services=None, token=good.token, http=good.http) == good.replace(
            services=None
        )
    assert ", line 1: " in link.mistake
    file.write_text(PROVIDER)
    assert (session.connect().service_name, session.connect().mistake) == ("local", "")
    file.write_text("[")
    assert session.connect().service_name == "local"
    assert [one.name for one in session.connect().others] == ["firm"]
    session.close()
    file.write_text(used)
    first = Session(account="local")
    file.write_text("[")
    with pytest.raises(UsageError):
        first.connect()
    first.close()


def test_a_board_that_is_not_there_is_told_with_the_account_where_there_are_several(imported):
    alone = imported("cards", "Nothing")
    assert "error: there is no board 'Nothing'\n" in alone.stderr
    config = Paths.open().config_file
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text('[accounts.kim]\nurl = "https://boards.example"\nkey = "k"\n')
    asked = imported("cards", "Nothing")
    assert asked.exit_code == 2
    assert "error: there is no board 'Nothing' in the account local\n" in asked.stderr
    assert "for another account: --account kim" in asked.stderr
