"""A table is written where it is asked for, never over a file unasked, and the folder is offered again."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.commands.enrich.spreadsheet import FOLDER, save


@pytest.fixture
def kept(tmp_path):
    """What is remembered: the folder of the last table."""
    return {FOLDER: str(tmp_path)}


@pytest.fixture
def page(kept):
    """Makes a page that gives these answers."""

    def make(*answers):
        memory = fake(get=kept.get, set=kept.__setitem__)
        return fake_page(*answers, workspace=fake(memory=memory))

    return make


async def test_the_last_folder_is_offered_and_the_file_is_one_for_spreadsheets(page, kept, tmp_path):
    there = tmp_path / "sub"
    there.mkdir()
    asked = page(str(there / "mine.csv"))
    assert await save(asked, "name\nKōrero\n", "people.csv") == there / "mine.csv"
    assert asked.asked[0][1]["offer"] == str(tmp_path / "people.csv")
    assert (there / "mine.csv").read_bytes() == b"\xef\xbb\xbf" + "name\nKōrero\n".encode()
    assert kept[FOLDER] == str(there)


async def test_a_folder_stands_for_the_file_of_that_name_in_it(page, tmp_path):
    assert await save(page(str(tmp_path)), "x", "people.csv") == tmp_path / "people.csv"


async def test_a_home_is_known_by_its_sign_and_that_of_nobody_is_refused(page, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    asked = page("~nobody-of-that-name/x.csv", "~/x.csv")
    assert await save(asked, "x", "people.csv") == tmp_path / "x.csv"
    assert asked.errors == ["~nobody-of-that-name/x.csv: there is no such user here"]


@pytest.mark.parametrize(("yes", "text"), [(True, b"\xef\xbb\xbfnew"), (False, b"old")])
async def test_a_file_that_is_there_is_written_over_only_when_that_is_said(page, kept, tmp_path, yes, text):
    file = tmp_path / "people.csv"
    file.write_text("old")
    kept[FOLDER] = "elsewhere"
    asked = page(str(file), yes)
    assert await save(asked, "new", "people.csv") == (file if yes else None)
    assert file.read_bytes() == text
    assert asked.asked[1][0] == "Write over people.csv?"
    assert kept[FOLDER] == (str(tmp_path) if yes else "elsewhere")


async def test_who_gives_up_writes_nothing(page, tmp_path):
    assert await save(page(None), "new", "people.csv") is None
    assert [*tmp_path.iterdir()] == []


async def test_a_path_that_cannot_be_is_told_and_asked_for_again(page, tmp_path):
    asked = page(str(tmp_path / "no" / "where.csv"), "a\0b", str(tmp_path / "x.csv"))
    assert await save(asked, "x", "people.csv") == tmp_path / "x.csv"
    assert [error.rpartition(": ")[2] for error in asked.errors] == [
        "No such file or directory",
        "no file can have that name",
    ]
