"""Paths that users type."""

from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.presentation.safe_text import shown_path
from tui.typed_path import current_folder, is_there, typed_path, write_typed


def test_a_path_is_taken_as_it_was_typed_whether_something_is_there_or_not(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("", "file", "nothing", "file/below", "nothing/below"):
        assert typed_path(str(tmp_path / name)) == tmp_path / name
    assert typed_path("report ").name == "report ", "a name may end with a space"
    assert typed_path("~/x") == Path.home() / "x"
    assert (is_there(tmp_path / "file"), is_there(tmp_path / "nothing")) == (True, False)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("a" * 300, "too long"),
        ("a/" * 3000, "too long"),
        ("~nobody-of-that-name/x", "no such user"),
        ("a\0b", "no file"),
        ("loop", "symbolic links"),
    ],
    ids=["name", "path", "home", "nul", "loop"],
)
def test_a_path_that_the_system_refuses_is_an_error_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    with pytest.raises(UsageError, match=why) as caught:
        typed_path(typed)
    assert caught.value.hint
    assert len(str(caught.value)) < 140


def test_what_nobody_may_look_at_is_not_there() -> None:
    assert not is_there(Path("a" * 300))


def test_a_current_folder_that_was_deleted_is_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert current_folder() == folder
    folder.rmdir()
    assert current_folder() == Path.home()
    assert shown_path(Path("x")) == "x"


def test_a_file_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    write_typed(tmp_path / "list.csv", b"Ana")
    assert (tmp_path / "list.csv").read_bytes() == b"Ana"
    with pytest.raises(UsageError, match=r"cannot write .*gone.*: No such file") as told:
        write_typed(tmp_path / "gone" / "list.csv", b"Ana", "name another file with -o")
    assert told.value.hint == "name another file with -o"
