from pathlib import Path

import pytest

from tui.whole_file import write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_new_text_takes_the_old_ones_place_and_is_private(tmp_path: Path) -> None:
    for text in (b"first", b"second"):
        write_whole(tmp_path / "file", text)
        assert (tmp_path / "file").read_bytes() == text
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["file"]


def test_a_link_is_replaced_and_what_it_led_to_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"new")
    assert ((tmp_path / "link").read_bytes(), (tmp_path / "file").read_bytes()) == (b"new", b"old")


@pytest.mark.fault("F90")
def test_what_cannot_be_written_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        write_whole(tmp_path / "file", b"text")
    assert names(tmp_path) == ["file"]
