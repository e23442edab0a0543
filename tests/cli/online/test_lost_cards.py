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
