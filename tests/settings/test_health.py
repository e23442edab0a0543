"""The doctor's checks of the terminal, the directories, the disk and the keyring."""

import shutil
from types import SimpleNamespace

import pytest

from tui.errors import CredentialError
from tui.settings import health
from tui.settings.keyring import Keyring
from tui.settings.paths import Paths


@pytest.mark.parametrize(
    ("environ", "state"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ("ok", "ok", "ok")),
        ({"TERM": "dumb"}, ("broken", "note", "ok")),
        ({"TERM": "linux", "NO_COLOR": "1"}, ("ok", "ok", "ok")),
        ({"TERM": "screen", "STY": "1.x"}, ("ok", "note", "note")),
        ({"TERM": "tmux-256color", "TMUX": "/nowhere,1,0", "PATH": ""}, ("ok", "ok", "note")),
    ],
)
def test_terminals(environ, state, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    screen = health.terminal(environ, is_one=True, size=(80, 24), encoding="utf-8")
    assert (screen.state, health.colours(environ).state, health.clipboard(environ).state) == state
    assert health.terminal({"TERM": "xterm"}, is_one=True, size=(80, 24), encoding="ascii").state == "note"


@pytest.mark.parametrize(
    ("told", "state", "do"),
    [
        ("on", "ok", ""),
        ("external", "note", "in ~/.tmux.conf: set -g set-clipboard on"),
        ("off", "note", "in ~/.tmux.conf: set -g set-clipboard on"),
    ],
)
def test_tmux_is_asked_whether_it_passes_the_clipboard_on(tmp_path, monkeypatch, told, state, do):
    script = tmp_path / "tmux"
    script.write_text(f"#!/bin/sh\necho {told}\n")
    script.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    check = health.clipboard({"TMUX": "/somewhere,1,0"})
    assert (check.state, check.do) == (state, do)
    assert f"set-clipboard {'' if told != 'off' else 'is '}{told}" in check.what


def test_a_terminal_without_osc_52_is_a_note():
    assert health.clipboard({"TERM_PROGRAM": "Apple_Terminal"}).state == "note"


@pytest.fixture
def paths(tmp_path):
    made = Paths(*(tmp_path / kind for kind in ("config", "data", "cache", "state")))
    for kind in ("config", "data", "cache"):
        (tmp_path / kind).mkdir(mode=0o700)
    return made


def test_each_directory_is_checked_and_one_that_is_missing_is_a_note(paths):
    found = {check.name: check.state for check in health.directories(paths)}
    assert found == {
        "config directory": "ok", "data directory": "ok", "cache directory": "ok", "state directory": "note",
    }  # fmt: skip


def test_files_that_others_may_read_are_counted_with_the_command_that_closes_them(paths):
    for name in ("a", "b", "c"):
        (paths.data / name).touch(mode=0o600)
    for name in ("a", "c"):
        (paths.data / name).chmod(0o640)
    (paths.data / "link").symlink_to("/")
    paths.data.chmod(0o750)
    found = {check.name: check for check in health.directories(paths)}["data directory"]
    assert (found.state, found.do) == ("broken", f"chmod -R go= {paths.data}")
    assert found.what == f"others may read or change {paths.data} and 2 more"


def test_an_open_file_in_a_private_directory_is_a_note_as_nobody_else_reaches_it(paths):
    (paths.config / "config.toml").touch()
    (paths.config / "config.toml").chmod(0o644)
    found = {check.name: check for check in health.directories(paths)}["config directory"]
    assert (found.state, found.do) == ("note", f"chmod -R go= {paths.config}")
    assert found.what == f"a copy elsewhere would let others read {paths.config / 'config.toml'}"


@pytest.mark.parametrize(("free", "state"), [(10**9, "ok"), (10**8, "note"), (10**5, "broken")])
def test_little_room_is_a_note_and_none_is_broken(paths, monkeypatch, free, state):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    check = health.disk(paths)
    assert (check.state, bool(check.do)) == (state, state != "ok")


def test_a_disk_that_is_not_there_or_may_only_be_read_is_broken(paths, monkeypatch):
    gone = health.disk(Paths(*(paths.data / "nowhere" for _ in range(4))))
    assert (gone.state, "No such file" in gone.what) == ("broken", True)
    monkeypatch.setattr(health, "may_only_be_read", lambda _: True)
    assert "may only be read" in health.disk(paths).what


@pytest.mark.parametrize(("needed", "state"), [(True, "broken"), (False, "note")])
def test_a_keyring_that_does_not_answer_is_broken_where_it_is_needed(monkeypatch, needed, state):
    def silent(*_):
        raise CredentialError("The keyring does not answer.", hint="unlock it")

    monkeypatch.setattr(Keyring, "get", silent)
    check = health.keyring(needed=needed)
    assert (check.state, check.do) == (state, "unlock it")
    assert ("Nothing needs it so far." in check.what) is not needed
    monkeypatch.setattr(Keyring, "get", lambda *_: None)
    assert health.keyring(needed=needed).what == "answers"
