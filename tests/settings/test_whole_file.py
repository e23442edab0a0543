from pathlib import Path

import pytest

from tui.settings.whole_file import write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_new_text_takes_the_old_ones_place(tmp_path: Path) -> None:
    for text in ("first", "Tūī"):
        write_whole(tmp_path / "file", text)
        assert (tmp_path / "file").read_text("utf-8") == text
    assert names(tmp_path) == ["file"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text("utf-8") == "text"


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "file", "half \ud800")
    assert (tmp_path / "file").read_text("utf-8") == "old"
    assert names(tmp_path) == ["file"]


def test_a_folder_in_its_place_stays(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        write_whole(tmp_path / "file", "text")
    assert names(tmp_path) == ["file"]
