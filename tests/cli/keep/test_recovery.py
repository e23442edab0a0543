"""A local workspace whose server file is gone or damaged, and the ways back."""

import sqlite3
from datetime import UTC, datetime

import pytest

from tests.cli.keep.conftest import titles
from tui.cli.keep import recovery
from tui.snapshot import Copies, databases


def test_a_lost_server_file_is_made_again_of_what_is_here(kept):
    program, _file = kept
    ident = program.json("boards")[0]["id"]
    (program.home / "data" / "server.db").unlink()
    lost = program("boards")
    assert "is gone" in lost.stderr
    assert "cardscout restore" in lost.stderr
    assert not (program.home / "data" / "server.db").exists(), "no sample is made in its place"
    told = program.read("restore", "--rebuild")
    assert "made again" in told
    assert "lacks" not in told
    assert ident in {board["id"] for board in program.json("boards")}
    assert "Later" in titles(program)
    program.read("card", "new", "Kōrero", "To do", "Goes on")
    assert "Goes on" in titles(program)


def test_a_workspace_that_is_made_again_says_what_it_lacks(kept):
    program, _file = kept
    offer = program.home / "offer.txt"
    offer.write_text("an offer")
    later = next(card["id"] for card in program.json("cards", "Kōrero") if card["name"] == "Later")
    program.read("card", "attach", later, str(offer))
    (program.home / "data" / "server.db").unlink()
    assert "lacks what was never read here: 1 uploaded file." in program.read("restore", "--rebuild")


def test_without_room_for_the_copy_nothing_is_restored(kept, monkeypatch):
    def full(*_args):
        raise sqlite3.OperationalError("database or disk is full")

    program, _file = kept
    data = program.home / "data"
    Copies(data).daily(databases(data), datetime(2031, 5, 6, tzinfo=UTC))
    monkeypatch.setattr(recovery, "copy_database", full)
    refused = program("restore", "--latest")
    assert (refused.exit_code, "database or disk is full" in refused.stderr) == (5, True), refused.output
    assert "nothing was changed" in refused.stderr
    assert "Later" in titles(program)
    assert not list(data.glob(".staged-*"))


def test_a_damaged_server_file_gives_way_to_the_newest_copy_and_is_kept(kept):
    program, _file = kept
    data = program.home / "data"
    Copies(data).daily(databases(data), datetime(2031, 5, 6, tzinfo=UTC))
    (data / "server.db").write_bytes(b"my poems" * 999)
    assert "damaged" in program("boards").stderr
    restored = program("restore", "--latest")
    assert "is as it was" in restored.stdout
    assert "who opted out cannot be read from server.db" in restored.stderr
    assert "cardscout directory opt-out" in restored.stderr
    assert "Later" in titles(program)
    (aside,) = data.glob("replaced-*")
    assert (aside / "server.db").read_bytes() == b"my poems" * 999


@pytest.mark.parametrize(("answer", "there"), [("r", True), ("e", False), ("q", True)])
def test_the_screens_ask_what_is_to_be_done_about_a_loss(imported, monkeypatch, capsys, answer, there):
    import click

    from tui.cli.keep.recovery import offer_recovery
    from tui.clock import SystemClock
    from tui.errors import StoreDamaged
    from tui.settings.paths import Paths

    offer_recovery(Paths.open(), SystemClock())
    assert capsys.readouterr().err == "", "nothing is lost, and nothing is asked"
    (imported.home / "data" / "server.db").unlink()
    monkeypatch.setattr(click, "prompt", lambda *_, **__: answer)
    if answer == "q":
        with pytest.raises(StoreDamaged):
            offer_recovery(Paths.open(), SystemClock())
    else:
        offer_recovery(Paths.open(), SystemClock())
    assert "is gone" in capsys.readouterr().err
    assert ("Kōrero" in imported("boards").stdout) is there


def test_without_a_copy_and_without_boards_it_says_so(program):
    program.home.mkdir()
    assert program("restore", "--latest").exit_code == 2
    assert program("restore").exit_code == 2
