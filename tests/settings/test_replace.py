"""Files are replaced all together or at the next start, and the old ones are kept."""

import json

import pytest

from tui.errors import StoreBusy, UsageError
from tui.presence import Presence
from tui.settings import replace as module
from tui.settings.replace import PLAN, STAGE, finish, replace


@pytest.fixture
def data(tmp_path):
    """A data directory with two files and, staged, what is to take their place."""
    folder = tmp_path / "data"
    stage = folder / f"{STAGE}1"
    stage.mkdir(parents=True)
    for name in ("one.db", "two.db"):
        (folder / name).write_text(f"old {name}")
        (stage / name).write_text(f"new {name}")
    return folder


def moves(data):
    return [(data / f"{STAGE}1" / name, data / name) for name in ("one.db", "two.db")]


def is_replaced(data):
    return {path.name: path.read_text() for path in data.glob("*.db")} == {
        "one.db": "new one.db",
        "two.db": "new two.db",
    }


def test_files_are_replaced_and_the_old_ones_kept_with_what_belongs_to_them(data):
    for end in ("-wal", ".damaged"):
        (data / f"one.db{end}").write_text(f"old{end}")
    replace(data, moves(data), data / "kept")
    assert is_replaced(data)
    assert {path.name for path in (data / "kept").iterdir()} == {
        "one.db",
        "one.db-wal",
        "one.db.damaged",
        "two.db",
    }
    assert (data / "kept" / "one.db").read_text() == "old one.db"
    assert not (data / "one.db-wal").exists(), "another database's log would spoil the new file"
    assert {path.name for path in data.iterdir()} == {"one.db", "two.db", "kept"}


def test_of_two_files_with_one_name_both_are_kept(data):
    (data / "more").mkdir()
    (data / "more" / "one.db").write_text("another")
    replace(data, [*moves(data), (None, data / "more" / "one.db")], data / "kept")
    kept = {path.name: path.read_text() for path in (data / "kept").iterdir()}
    assert kept == {"data-one.db": "old one.db", "more-one.db": "another", "two.db": "old two.db"}


def test_a_file_may_only_be_moved_away(data):
    replace(data, [(None, data / "one.db")], data / "kept")
    assert not (data / "one.db").exists()
    assert (data / "kept" / "one.db").read_text() == "old one.db"


def test_where_nothing_is_replaced_no_folder_is_made_for_it(data):
    for path in data.glob("*.db"):
        path.unlink()
    replace(data, moves(data), data / "kept")
    assert is_replaced(data)
    assert not (data / "kept").exists()


@pytest.mark.parametrize("done", [0, 1])
def test_the_next_start_does_what_a_killed_one_left(data, monkeypatch, done):
    real, calls = module._move, []

    def dies(*args):
        if len(calls) == done:
            raise KeyboardInterrupt
        calls.append(args)
        real(*args)

    monkeypatch.setattr(module, "_move", dies)
    with pytest.raises(KeyboardInterrupt):
        replace(data, moves(data), data / "kept")
    monkeypatch.undo()
    assert not is_replaced(data)
    assert finish(data)
    assert is_replaced(data)
    assert (data / "kept" / "two.db").read_text() == "old two.db"
    assert not finish(data), "there is nothing left to do"


def test_a_file_that_was_made_meanwhile_does_not_take_the_place_of_the_old_one(data, monkeypatch):
    real = module._move

    def dies(staged, target, kept):
        kept.parent.mkdir()
        target.rename(kept)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_move", dies)
    with pytest.raises(KeyboardInterrupt):
        replace(data, moves(data), data / "kept")
    monkeypatch.setattr(module, "_move", real)
    (data / "one.db").write_text("made by a program that found none")
    assert finish(data)
    assert is_replaced(data)
    assert (data / "kept" / "one.db").read_text() == "old one.db"


def test_nothing_is_finished_under_an_open_window(data):
    plan = {"moves": [[*map(str, move)] for move in moves(data)], "kept": str(data / "kept")}
    (data / PLAN).write_text(json.dumps(plan))
    window = Presence(data)
    with pytest.raises(StoreBusy):
        finish(data)
    window.leave()
    assert (data / "one.db").read_text() == "old one.db"
    assert finish(data)
    assert is_replaced(data)


def test_a_plan_that_cannot_be_read_or_done_names_its_file(data):
    (data / PLAN).write_text("{")
    with pytest.raises(UsageError, match="cannot be finished") as refused:
        finish(data)
    assert refused.value.hint == str(data / PLAN)
    with pytest.raises(UsageError, match="cannot put the files in place") as refused:
        replace(data / "nowhere", [], data / "kept")
    assert "the next start goes on" in refused.value.hint
