"""An address or a path is known as one where it is typed."""

from pathlib import Path

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.file_fields import (
    EXPORTS,
    ask_where_to_write,
    complete_attachment,
    complete_path,
    file_name,
    path_candidates,
    save_csv,
    suggest_attachments,
    web_address,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://firm.example/a?b=c", "https://firm.example/a?b=c"),
        (" HTTP://firm.example ", "HTTP://firm.example"),
        ("firm.example/offer", "https://firm.example/offer"),
        ("firm.example:8080", "https://firm.example:8080"),
        ("https://firm.example/our offer ", "https://firm.example/our%20offer"),
        ("https://firm.example?q=our  offer", "https://firm.example?q=our%20%20offer"),
        ("https://two words.example", None),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("two words.example", None),
        ("offer", None),
        ("https://", None),
    ],
)
def test_a_web_address_is_known_with_and_without_its_scheme(text, address):
    assert web_address(text) == address


def test_a_path_is_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offers" / "one.pdf").touch()
    (tmp_path / "Offer.txt").touch()
    (tmp_path / ".hidden").touch()

    def values(text):
        return [choice.value for choice in suggest_attachments(text)]

    assert values(f"{tmp_path}/Off") == [f"file:{tmp_path}/Offer.txt", f"folder:{tmp_path}/Offers/"]
    assert values("~/Offers/") == ["file:~/Offers/one.pdf"]
    assert values("./") == ["file:./Offer.txt", "folder:./Offers/"]
    assert values("Offer.txt") == ["file:Offer.txt", "link:https://Offer.txt"]
    assert values("hot") == values("") == values("a" * 300) == []
    assert values("https://firm.example/") == ["link:https://firm.example/"]


@pytest.mark.parametrize("path", ["~nobody-of-that-name/", "/no/such/folder/", "/" + "a" * 300, " ./none "])
def test_a_path_at_which_there_is_nothing_is_told(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"no file or folder begins with {path.strip()}$"):
        suggest_attachments(path)


def test_of_an_empty_folder_it_is_told_that_nothing_is_in_it(tmp_path):
    with pytest.raises(ValueError, match=f"nothing to attach is in {tmp_path}/$"):
        suggest_attachments(f"{tmp_path}/")


def test_a_path_is_completed_as_far_as_it_is_sure(tmp_path, monkeypatch):
    (tmp_path / "boards").mkdir()
    for name in ("pipeline.json", "pipes.json", ".hidden"):
        (tmp_path / name).touch()
    here = str(tmp_path)
    assert complete_path(f"{here}/b") == f"{here}/boards/"
    assert complete_path(f"{here}/p") == f"{here}/pipe"
    assert complete_path(f"{here}/pipel") == f"{here}/pipeline.json"
    assert complete_path(f"{here}/none") == f"{here}/none"
    assert complete_path(f"{here}/.h") == f"{here}/.hidden"
    (tmp_path / "boards" / "one.json").touch()
    (tmp_path / "boards" / ".hidden").touch()
    assert complete_path(f"{here}/boards/") == f"{here}/boards/one.json"
    assert complete_path("/nowhere/at/all") == "/nowhere/at/all"
    monkeypatch.chdir(tmp_path)
    assert complete_path("bo") == "boards/"
    assert complete_path("~nobody-of-that-name/x") == "~nobody-of-that-name/x"


def test_what_may_follow_in_a_path_is_named_without_its_folder(tmp_path):
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offer.txt").touch()
    assert path_candidates(f"{tmp_path}/Off") == ["Offer.txt", "Offers/"]
    assert path_candidates(f"{tmp_path}/zzz") == []


def test_what_is_typed_to_attach_is_completed_only_where_it_is_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offer.txt").touch()
    assert complete_attachment("./O") == "./Offer"
    assert complete_attachment("O") == "O"
    assert complete_attachment("https://O") == "https://O"


def test_a_name_is_made_of_what_it_is_about() -> None:
    assert file_name("ana@firm.example", "json") == "ana@firm.example.json"
    assert file_name("../Fair: Q1/Q2\x1b", "csv") == "-Fair- Q1-Q2-.csv"
    assert file_name(" .. ", "json") == "cardscout.json"


async def test_a_file_that_exists_is_written_over_when_that_is_said_and_a_folder_stands_for_a_file_in_it(
    tmp_path: Path,
) -> None:
    file, written = tmp_path / "name.json", list[Path]()

    async def write(path: Path) -> None:
        written.append(path)

    page = fake_page(str(tmp_path))
    assert (
        await ask_where_to_write(page, "Write it", "name.json", write, value="x", action="write it") == file
    )
    assert (page.asked[0][1]["value"], page.asked[0][1]["action"]) == ("x", "write it")
    file.write_text("old")
    page = fake_page(str(tmp_path), False, str(file), True)
    assert await ask_where_to_write(page, "Write it", "name.json", write) == file
    assert page.errors == [f"{file} exists"]
    assert [title for title, _ in page.asked] == ["Write it", *["Write over name.json?"] * 2]
    assert written == [file] * 2


async def test_nothing_is_written_by_who_gives_up(tmp_path: Path) -> None:
    async def write(_path: Path) -> None:
        raise AssertionError("nothing was entered")

    assert await ask_where_to_write(fake_page(None), "Write it", "name.json", write) is None


@pytest.fixture
def kept(tmp_path):
    """What is remembered: the folder of the last table."""
    return {EXPORTS: str(tmp_path)}


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
    assert await save_csv(asked, "name\nKōrero\n", "people.csv") == there / "mine.csv"
    assert asked.asked[0][1]["offer"] == str(tmp_path / "people.csv")
    assert (there / "mine.csv").read_bytes() == b"\xef\xbb\xbf" + "name\nKōrero\n".encode()
    assert kept[EXPORTS] == str(there)


async def test_a_folder_stands_for_the_file_of_that_name_in_it(page, tmp_path):
    assert await save_csv(page(str(tmp_path)), "x", "people.csv") == tmp_path / "people.csv"


async def test_a_home_is_known_by_its_sign_and_that_of_nobody_is_refused(page, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    asked = page("~nobody-of-that-name/x.csv", "~/x.csv")
    assert await save_csv(asked, "x", "people.csv") == tmp_path / "x.csv"
    assert asked.errors == ["~nobody-of-that-name/x.csv: there is no such user here"]


async def test_a_table_is_written_over_only_when_that_is_said(page, kept, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("old")
    kept[EXPORTS] = "elsewhere"
    assert await save_csv(page(str(file), False, None), "new", "people.csv") is None
    assert (file.read_bytes(), kept[EXPORTS]) == (b"old", "elsewhere")
    assert await save_csv(page(str(file), True), "new", "people.csv") == file
    assert (file.read_bytes(), kept[EXPORTS]) == (b"\xef\xbb\xbfnew", str(tmp_path))


async def test_who_gives_up_writes_nothing(page, tmp_path):
    assert await save_csv(page(None), "new", "people.csv") is None
    assert [*tmp_path.iterdir()] == []


async def test_a_path_that_cannot_be_is_told_and_asked_for_again(page, tmp_path):
    asked = page(str(tmp_path / "no" / "where.csv"), "a\0b", str(tmp_path / "x.csv"))
    assert await save_csv(asked, "x", "people.csv") == tmp_path / "x.csv"
    assert [error.rpartition(": ")[2] for error in asked.errors] == [
        "No such file or directory",
        "no file can have that name",
    ]
