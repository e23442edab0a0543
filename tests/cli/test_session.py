"""Boards, lists, members, files and notifications from the command line."""

import os
import stat
from pathlib import Path


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
