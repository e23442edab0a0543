"""Whoever opted out after a backup was made stays out when it is restored; what was spent since still counts."""

from contextlib import closing

from tui.clock import SystemClock
from tui.model.enrich.spending import Spend
from tui.store.enrich.ledger import write_down
from tui.store.opening import open_store

ANA, ZOE = "ana.reid@tuiridge.example", "zoe.whitlock@southerlynetworks.example"
STAYS = "Whoever opted out since then stays out."


def opted_out(program):
    return {each["value"] for each in program.json("suppress", "list")}


def backed_up(program, tmp_path):
    """Make a backup, and let Ana and Zoe opt out after it."""
    program.read("boards")
    file = tmp_path / "all.zip"
    program.read("backup", str(file))
    program.read("suppress", "add", ANA)
    program("directory", "opt-out", ZOE)
    return file


def people(program):
    return program.json("directory", "stats")["people"]


def test_a_restore_leaves_them_on_the_lists_and_out_of_the_directory(program, tmp_path):
    file = backed_up(program, tmp_path)
    out, left = opted_out(program), people(program)
    assert {ANA, ZOE} <= out
    told = program.read("restore", str(file))
    assert STAYS in told
    assert "cardscout suppress withdraw" in told
    assert opted_out(program) == out
    assert people(program) == left
    assert "opted out" in program("enrich", "person", ZOE, "--yes").stderr
    again = tmp_path / "again.zip"
    program.read("backup", str(again))
    assert STAYS not in program.read("restore", str(again)), "that backup knows of them"


def test_what_was_spent_at_a_service_since_still_counts(imported, tmp_path):
    """A cap holds for what was spent, whatever is restored."""
    path, file, clock = imported.home / "data" / "store-team.db", tmp_path / "all.zip", SystemClock()
    with closing(open_store(path, clock)):
        pass
    imported.read("backup", str(file))
    spent = Spend(clock.now(), "email:bo@firm.example", "shop", 5, "r1")
    with closing(open_store(path, clock)) as store:
        store.write(lambda tx: write_down(tx, spent, "t1")).result()
    assert "5 credits spent since then still count." in imported.read("restore", str(file))
    with closing(open_store(path, clock)) as store:
        assert store.enrichment.ledger.month(clock.now()) == 5


def test_an_automatic_copy_does_not_bring_them_back_into_the_directory(program, tmp_path):
    from datetime import UTC, datetime

    from tui.snapshot import Copies, databases

    program.read("boards")
    data = program.home / "data"
    Copies(data).daily(databases(data), datetime(2031, 5, 6, tzinfo=UTC))
    program("directory", "opt-out", ZOE)
    left = people(program)
    program.read("restore", "--latest")
    assert people(program) == left


def test_a_store_here_that_cannot_be_read_is_named_and_all_is_restored(program, tmp_path):
    file = backed_up(program, tmp_path)
    store = program.home / "data" / "store-local.db"
    for end in ("", "-wal", "-shm"):
        store.with_name(store.name + end).unlink(missing_ok=True)
    store.write_bytes(b"my poems" * 999)
    told = program("restore", str(file))
    assert "who opted out cannot be read from store-local.db" in told.stderr
    assert "cardscout suppress add" in told.stderr
    assert opted_out(program) == set()
