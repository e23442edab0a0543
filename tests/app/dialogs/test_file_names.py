"""File names that users type, and the dialog that writes to a new file."""

from pathlib import Path

from tests.app.fakes import fake_page
from tui.app.dialogs.file_names import ask_where_to_write, file_name


def test_a_name_is_made_of_what_it_is_about() -> None:
    assert file_name("ana@firm.example", "json") == "ana@firm.example.json"
    assert file_name("../Fair: Q1/Q2\x1b", "csv") == "-Fair- Q1-Q2-.csv"
    assert file_name(" .. ", "json") == "cardscout.json"


async def test_a_file_that_exists_is_written_over_at_the_second_enter_and_a_folder_never(
    tmp_path: Path,
) -> None:
    file, written = tmp_path / "old.json", list[Path]()
    file.write_text("old")

    async def write(path: Path) -> None:
        written.append(path)

    page = fake_page(str(tmp_path), str(file), str(file))
    assert await ask_where_to_write(page, "Write it", "name.json", write, "write it") == file
    assert page.errors == [f"{tmp_path} is a folder", f"{file} exists"]
    assert written == [file]
    assert page.asked[0][1]["value"] == "name.json"
    assert page.asked[0][1]["action"] == "write it"


async def test_nothing_is_written_by_who_gives_up(tmp_path: Path) -> None:
    async def write(_path: Path) -> None:
        raise AssertionError("nothing was entered")

    assert await ask_where_to_write(fake_page(None), "Write it", "name.json", write, "write it") is None
