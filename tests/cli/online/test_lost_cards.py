"""Cards that the service has lost are told by the command that finds it out, and by no other."""

import sqlite3
from pathlib import Path


def copied(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as there, sqlite3.connect(target) as here:
        there.backup(here)
    there.close()
    here.close()


def test_a_service_that_was_put_back_is_told_once(program, tmp_path: Path):
    program.read("card", "new", "Team", "To do", "Ring Ana")
    [server] = program.home.rglob("server.db")
    copied(server, tmp_path / "backup.db")
    program.read("card", "new", "Team", "To do", "Ring Bo")
    assert "Ring Bo" in program.read("cards", "Team")
    copied(tmp_path / "backup.db", server)
    told = program("cards", "Team")
    assert "Ring Bo" not in told.stdout
    assert "note: The service has lost a card. “Ring Bo” is not there any more" in told.stderr
    again = program("card", "new", "Team", "To do", "Ring Cy")
    assert (again.exit_code, "lost" in again.stderr) == (0, False)


def test_an_older_text_of_a_service_that_was_put_back_is_nobodys_change(program, tmp_path: Path):
    card = program.read("card", "new", "Team", "To do", "Ring Ana").strip()
    assert "Ring Ana" in program.read("cards", "Team")
    [server] = program.home.rglob("server.db")
    copied(server, tmp_path / "backup.db")
    program.read("card", "edit", card, "--name", "Ring Ana Reid")
    assert "Ring Ana Reid" in program.read("cards", "Team")
    copied(tmp_path / "backup.db", server)
    told = program("card", "comment", card, "called")
    assert told.exit_code == 0, told.stderr
    assert "somebody else" not in told.stderr
    assert (
        "note: The service has lost texts of a card. What was written on “Ring Ana” is older again"
        in told.stderr
    )
