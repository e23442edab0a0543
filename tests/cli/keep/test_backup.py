"""Backup and restore: everything in one file, checked before anything is replaced, and the ways back from a loss."""

import io
import json
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

from tests.app.fakes import fake
from tests.cli.keep.conftest import titles
from tests.killed import killed
from tui.clock import SystemClock
from tui.model.board import Board, BoardList
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.presence import Presence
from tui.settings.archive import MANIFEST
from tui.settings.replace import PLAN
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived


def test_a_backup_is_private_and_says_what_it_holds(kept):
    _program, file = kept
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read(MANIFEST))
        names = {one["name"] for one in manifest["files"]}
        assert names == {"data/server.db", "data/store-local.db"}
        assert all(one["size"] and len(one["sha256"]) == 64 and one["schema"] for one in manifest["files"])
    assert not list(file.parent.glob(".cardscout-backup-*"))


def test_restored_all_is_as_it_was_and_what_it_replaced_is_kept(kept):
    program, file = kept
    assert "Later" in titles(program)
    told = program.read("restore", str(file))
    assert "data/server.db" in told
    assert titles(program) == {"Ring Ana", "\x1b]0;owned\x07\u202egnp"}
    (aside,) = (program.home / "data").glob("replaced-*")
    assert {path.name for path in aside.iterdir()} >= {"server.db", "store-local.db"}
    for path in aside.iterdir():
        shutil.copy(path, program.home / "data" / path.name)
    assert "Later" in titles(program)


def test_rules_and_adapters_come_back_with_the_settings(imported, tmp_path):
    config, file = imported.home / "config", tmp_path / "all.zip"
    written = {"rules.toml": "# mine\n", "adapters/crm.toml": "# ours\n", "config.toml": 'theme = "dark"\n'}
    (config / "adapters").mkdir()
    for name, text in (written | {"adapters/.draft.toml": "", "notes.toml": ""}).items():
        (config / name).write_text(text)
    imported.read("backup", str(file))
    with zipfile.ZipFile(file) as archive:
        held = {name for name in archive.namelist() if name.startswith("config/")}
    assert held == {f"config/{name}" for name in written}
    shutil.rmtree(config / "adapters")
    (config / "rules.toml").write_text("# of today\n")
    assert "config/adapters/crm.toml" in imported.read("restore", str(file))
    assert {name: (config / name).read_text() for name in written} == written
    assert stat.S_IMODE((config / "adapters").stat().st_mode) == 0o700
    (aside,) = (imported.home / "data").glob("replaced-*")
    assert (aside / "rules.toml").read_text() == "# of today\n"


def test_where_no_adapter_can_be_put_nothing_is_restored(imported, tmp_path):
    adapters, file = imported.home / "config" / "adapters", tmp_path / "all.zip"
    adapters.mkdir()
    (adapters / "crm.toml").write_text("# ours\n")
    imported.read("backup", str(file))
    shutil.rmtree(adapters)
    adapters.write_text("a file")
    refused = imported("restore", str(file))
    assert (refused.exit_code, "crm.toml cannot be written" in refused.stderr) == (2, True)
    assert not [*(imported.home / "data").glob("replaced-*")]


def test_a_backup_goes_through_a_pipe_and_back(kept, tmp_path, monkeypatch):
    program, _ = kept
    monkeypatch.chdir(tmp_path)
    before = titles(program)
    told = program("backup", "-")
    assert (told.exit_code, not (tmp_path / "-").exists()) == (0, True)
    with zipfile.ZipFile(io.BytesIO(told.stdout_bytes)) as archive:
        assert MANIFEST in archive.namelist()
    assert "2 files, " in told.stderr
    program.read("board", "new", "Meanwhile")
    assert program("restore", "-", stdin=told.stdout_bytes).exit_code == 0
    assert titles(program) == before
    assert "Meanwhile" not in program.read("boards")
    assert program("backup", "-", "--json").exit_code == 2


def test_a_backup_is_not_written_to_a_terminal(kept, monkeypatch):
    program, _ = kept
    monkeypatch.setattr(
        "tui.cli.keep.backup.sys", fake(stdout=fake(isatty=lambda: True), stdin=fake(isatty=lambda: True))
    )
    for words, told in ((("backup", "-"), "no text for a terminal"), (("restore", "-"), "is not typed")):
        refused = program(*words)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert told in refused.stderr


def test_what_waited_for_a_service_in_a_backup_is_not_sent_again_by_itself(imported, tmp_path):
    """The service has had it since: at the hosted one the card would stand there twice."""
    path, file = imported.home / "data" / "store-team.db", tmp_path / "all.zip"
    store = open_store(path, SystemClock())
    place = BoardList(id="c" * 24, id_board="b" * 24, name="Now")
    store.arrive(Arrived(boards=(Board(id="b" * 24, name="Fair"),), lists=(place,))).result()
    at = {"board_id": "b" * 24, "card_id": new_local_id()}
    made = store.writes.submit(CreateCard(**at, list_id=place.id, name="Flour", pos=1.0)).result()
    store.close()
    imported.read("backup", str(file))
    store = open_store(path, SystemClock())
    store.outbox.mark_inflight(made.seq).result()
    store.outbox.confirm(made.seq, {at["card_id"]: "d" * 24}).result()
    store.close()
    assert "1 change waited to be sent then" in imported.read("restore", str(file))
    store = open_store(path, SystemClock())
    assert store.outbox.counts() == (0, 1)
    (held,) = store.outbox.in_state("refused")
    assert "may have been sent since" in held.reason
    assert held.key == made.key, "a service that knows keys makes no second one"
    store.close()


def spoiled(file: Path, how: str) -> None:
    if how == "cut":
        file.write_bytes(file.read_bytes()[:-2000])
        return
    with zipfile.ZipFile(file) as archive:
        held = {info.filename: archive.read(info) for info in archive.infolist()}
    manifest = json.loads(held[MANIFEST])
    server = held["data/server.db"]
    entry = manifest["files"][0]

    def listing(*files: object) -> dict[str, bytes]:
        return held | {MANIFEST: json.dumps(manifest | {"files": files}).encode()}

    outside = {"name": "../evil", "size": 1, "sha256": "0" * 64, "schema": None}
    held = {
        "bytes": held | {"data/server.db": server[:5000] + b"x" + server[5001:]},
        "missing": {name: held[name] for name in held if "store" not in name},
        "outside": held | {"../evil": b"x", MANIFEST: json.dumps(manifest | {"files": [outside]}).encode()},
        "newer": held | {MANIFEST: json.dumps(manifest | {"format": 99}).encode()},
        "poems": {"poems.txt": b"roses"},
        "list": held | {MANIFEST: b"[]"},
        "files": listing("data/server.db"),
        "name": listing(entry | {"name": 7}),
        "size": listing(entry | {"size": "1"}, *manifest["files"][1:]),
        "huge": held | {MANIFEST: b"[" * 200_000},
    }[how]
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in held.items():
            archive.writestr(name, content)


def test_what_is_no_whole_backup_changes_nothing(kept, tmp_path):
    program, file = kept
    before = {path.name for path in (program.home / "data").iterdir()}
    for how in (
        "cut",
        "bytes",
        "missing",
        "outside",
        "newer",
        "poems",
        "list",
        "files",
        "name",
        "size",
        "huge",
    ):
        wrong = tmp_path / f"{how}.zip"
        shutil.copy(file, wrong)
        spoiled(wrong, how)
        result = program("restore", str(wrong))
        assert result.exit_code == 2, (how, result.output)
        assert {path.name for path in (program.home / "data").iterdir()} - before <= {"serve.lock"}, how
    assert not (program.home.parent / "evil").exists()
    assert "Later" in titles(program)


def test_nothing_is_restored_under_an_open_window(kept):
    program, file = kept
    window = Presence(program.home / "data")
    result = program("restore", str(file))
    window.leave()
    assert result.exit_code == 5
    assert "Close the other windows first, and end cardscout serve" in result.stderr
    assert "Later" in titles(program)


def test_a_file_that_is_there_is_only_replaced_by_force(imported, tmp_path):
    poems = tmp_path / "poems.txt"
    poems.write_text("roses")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nothing")
    for there in (poems, link):
        refused = imported("backup", str(there))
        assert (refused.exit_code, "--force" in refused.stderr) == (2, True), refused.output
    assert poems.read_text() == "roses"
    assert link.is_symlink()
    imported.read("backup", "--force", str(poems))
    assert zipfile.is_zipfile(poems)


def test_a_backup_that_cannot_be_written_leaves_the_old_one(kept, tmp_path):
    program, _file = kept
    result = program("backup", str(tmp_path / "nowhere" / "all.zip"))
    assert result.exit_code == 2


_RESTORES = """
at("tui.settings.replace", "_move", int(sys.argv[2]))
import tui.cli.main
tui.cli.main.cli(["restore", sys.argv[1]])
"""


_BACKS_UP = """
at("tui.settings.archive", sys.argv[2], 1)
import tui.cli.main
tui.cli.main.cli(["backup", "--force", sys.argv[1]])
"""


@pytest.mark.parametrize("number", [1, 2])
def test_killed_while_it_restores_the_next_start_finishes_it(kept, number):
    program, file = kept
    assert killed(_RESTORES, file, str(number))
    assert (program.home / "data" / PLAN).exists()
    assert "Later" not in titles(program)
    assert not (program.home / "data" / PLAN).exists()
    assert not list((program.home / "data").glob(".staged-*"))


def test_killed_while_it_backs_up_the_old_backup_is_there(kept):
    program, file = kept
    before = file.read_bytes()
    assert killed(_BACKS_UP, file, "put_in_place")
    assert file.read_bytes() == before
    program.read("backup", str(file), "--force")
    assert not list(file.parent.glob(".cardscout-backup-*"))
