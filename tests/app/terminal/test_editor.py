"""The user's editor: what comes back, what is removed, and that nothing is lost."""

import stat
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from tui.app.terminal.editor import LONGEST, edit, edit_file, editor_argv


@pytest.fixture
def script(tmp_path):
    """Makes an editor of a shell script; its first argument is the file."""

    def make(body: str) -> dict[str, str]:
        path = tmp_path / "an editor"
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o700)
        return {"EDITOR": f"'{path}' --wait"}

    return make


async def run(environ, text="Old"):
    return await edit(text, environ, nullcontext)


def left(problem: str) -> int:
    """The mode of the folder the file was left in; takes the file away."""
    path = Path(problem.rsplit(" ", 1)[1])
    mode = stat.S_IMODE(path.parent.stat().st_mode)
    path.unlink()
    path.parent.rmdir()
    return mode


@pytest.mark.fault("F85")
async def test_what_was_written_comes_back_and_the_file_is_gone(script, tmp_path):
    place = tmp_path / "place"
    environ = script(f'echo "$2" > {place}; stat -c %a "$2" >> {place}; printf "New\\nlines\\n" > "$2"')
    edited = await run(environ)
    assert (edited.text, edited.exited_cleanly, edited.problem) == ("New\nlines", True, "")
    path, mode = place.read_text().split()
    assert mode == "600"
    assert not Path(path).parent.exists()


async def test_the_text_is_given_as_it_is(script, tmp_path):
    copy = tmp_path / "copy"
    text = "$(touch pwned); `id` \"'\n\x1b[31m\r\nāē\n"
    edited = await run(script(f'cp "$2" {copy}'), text)
    assert copy.read_bytes() == text.encode()
    assert edited.text == text


@pytest.mark.fault("F85")
async def test_exit_1_keeps_the_text_as_a_draft(script):
    edited = await run(script('echo New > "$2"; exit 1'))
    assert (edited.text, edited.exited_cleanly) == ("New", False)
    assert "exit code 1" in edited.problem


@pytest.mark.fault("F85")
async def test_a_deleted_file_changes_nothing(script):
    edited = await run(script('rm "$2"'))
    assert edited.text is None
    assert "nothing has changed" in edited.problem


@pytest.mark.fault("F85")
@pytest.mark.parametrize(
    "body", ["head -c 10000000 /dev/zero | tr '\\0' x", "printf 'a\\377b'", "printf 'a\\000b'"]
)
async def test_what_cannot_be_taken_is_left_where_it_is_told(script, body):
    edited = await run(script(f'{body} > "$2"'))
    assert edited.text is None
    assert left(edited.problem) == 0o700


@pytest.mark.fault("F85")
async def test_ten_megabytes_are_too_many(script):
    edited = await run(script('head -c 10000000 /dev/zero > "$2"'))
    assert "10,000,000 bytes" in edited.problem
    assert LONGEST < 10_000_000
    left(edited.problem)


async def test_an_editor_that_is_not_there_is_told(tmp_path):
    edited = await run({"EDITOR": str(tmp_path / "nope")})
    assert edited.text is None
    assert "nope could not be started" in edited.problem


async def test_the_terminal_is_lent_while_it_runs(script, tmp_path):
    log = []

    class Lent:
        def __enter__(self):
            log.append("lent")

        def __exit__(self, *_):
            log.append("back")

    await edit("x", script("true"), Lent)
    assert log == ["lent", "back"]


def test_visual_goes_before_editor_and_both_are_split():
    assert editor_argv({"VISUAL": "code --wait", "EDITOR": "vi"}) == ["code", "--wait"]
    assert editor_argv({"VISUAL": "", "EDITOR": "'my editor' -x"}) == ["my editor", "-x"]
    assert editor_argv({"VISUAL": "'broken", "EDITOR": "vi"}) == ["vi"]


async def test_without_any_editor_it_says_what_to_set(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert "set $EDITOR" in (await run({})).problem


async def test_a_file_of_the_users_is_edited_where_it_is(script, tmp_path):
    path, lent = tmp_path / "rules.toml", []

    @contextmanager
    def pause():
        lent.append("to the editor")
        yield
        lent.append("back")

    assert await edit_file(path, script('echo new > "$2"'), pause) == ""
    assert (path.read_text(), lent) == ("new\n", ["to the editor", "back"])
    assert "could not be started" in await edit_file(path, {"EDITOR": str(tmp_path / "none")}, pause)
