"""Boards are imported from files and exported to them: what is asked, refused and told."""

from functools import partial
from pathlib import Path

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.account.accounts import ImportedBoard
from tui.app.dialogs.transfer import start
from tui.model.board import Board
from tui.model.writes.boards import StarBoard
from tui.model.writes.cards import CreateCard

STAR = StarBoard(board_id="b1", starred=True)
CARD = CreateCard(board_id="b1", card_id="c1", list_id="l1", pos=1, name="Ana")
BOARD = Board(id="b1", name="Leads / \x1bNZ")


class Files:
    """The files of an account, which keep what is read and written."""

    def __init__(self, *, here: bool = False, notes: int = 0, takes_boards: bool = True) -> None:
        self.here, self.notes, self.did, self.takes_boards = here, notes, [], takes_boards

    async def is_table(self, path):
        """Return whether it is named like a table."""
        return path.suffix == ".csv"

    async def is_here(self, path):
        """Return whether the board is here already."""
        self.did.append(("look", path))
        return self.here

    async def import_board(self, path, mode):
        """Keep the file."""
        self.did.append(("import", path, mode))
        return ImportedBoard("b7", "Leads", "copied" if mode == "copy" else "imported", 3, self.notes)

    async def export_cards(self, board_id, path):
        """Write a line to the file."""
        self.did.append(("export-cards", board_id, path))
        path.write_text("a table")

    async def export_board(self, board_id, path):
        """Write a line to the file."""
        self.did.append(("export", board_id, path))
        path.write_text("exported")


async def run(files, *answers, what, board=BOARD):
    """Import or export with these answers; return the page, and the boards that were opened."""
    opened = []
    page = fake_page(*answers, board=board)
    page.workspace = fake(boards=fake(all=lambda: [BOARD]))
    app = fake(open_board=opened.append, board_screen=None)
    start(app, page, files, what)
    [(how, name, asks, job)] = page.done
    assert (how, name, asks) == ("work", "transfer", True)
    page.done.clear()
    await job()
    return page, opened


imports, exports = partial(run, what="import"), partial(run, what="export")


async def test_a_board_is_imported_opened_and_told(isolated):
    files = Files()
    page, opened = await imports(files, "~/leads.json")
    path = isolated / "leads.json"
    assert files.did == [("look", path), ("import", path, "refuse")]
    assert opened == ["b7"]
    assert page.asked[0][1]["action"] == "import"
    assert page.done[-1] == ("tell", "imported “Leads”: 3 cards")


async def test_what_was_mended_is_counted():
    page, _ = await imports(Files(notes=2), "leads.json")
    assert page.done[-1][1].endswith("3 cards · 2 things of it were mended or left out")


@pytest.mark.parametrize("mode", ["replace", "copy"])
async def test_a_board_that_is_here_already_is_replaced_or_copied_as_chosen(mode):
    files = Files(here=True)
    page, _ = await imports(files, "leads.json", mode)
    assert page.asked[1][0] == "That board is here already"
    assert [choice.value for choice in page.asked[1][1]["choices"]] == ["copy", "replace"], (
        "enter alone loses nothing"
    )
    assert files.did[-1] == ("import", Path("leads.json"), mode)


@pytest.mark.parametrize("answers", [(None,), ("leads.json", None, None)])
async def test_who_gives_up_imports_nothing(answers):
    files = Files(here=True)
    page, opened = await imports(files, *answers)
    assert "import" not in [what for what, *_ in files.did]
    assert page.done == opened == []


async def test_of_a_table_the_board_for_its_cards_is_asked():
    page, opened = await imports(Files(), "leads.csv", None, None)
    assert page.asked[1][0] == "Make a card of each row of leads.csv on"
    assert page.asked[2] == (page.asked[0][0], page.asked[0][1] | {"value": "leads.csv"}), "esc goes back"
    assert opened == []


async def test_a_board_is_exported_under_its_name(tmp_path):
    file = tmp_path / "out.json"
    page, _ = await exports(Files(), str(file))
    assert page.asked[0][1]["value"] == "Leads - -NZ.json"
    assert page.asked[0][1]["action"] == "export"
    assert file.read_text() == "exported"
    assert page.done == [("tell", f"exported to {file}")]


async def test_a_folder_stands_for_a_file_in_it_and_one_is_written_over_when_that_is_said(tmp_path):
    file, other = tmp_path / "old.json", tmp_path / "older.json"
    file.write_text("old")
    other.write_text("older")
    await exports(Files(), str(tmp_path))
    assert (tmp_path / "Leads - -NZ.json").read_text() == "exported"
    page, _ = await exports(Files(), str(file), False, str(other), False, str(file), True)
    assert page.errors == [
        f"{file} exists",
        f"{other} exists",
    ]
    assert file.read_text() == "exported"
    assert other.read_text() == "older"


async def test_its_cards_are_exported_as_a_table_and_a_file_is_written_over_when_that_is_said(tmp_path):
    file = tmp_path / "out.csv"
    file.write_text("old")
    page, _ = await run(Files(), str(file), True, what="export-cards")
    title, asked = page.asked[0]
    assert (title[-7:], asked["value"]) == (" as CSV", "Leads - -NZ.csv")
    assert file.read_text() == "a table"
    assert page.done == [("tell", f"exported to {file}")]


async def test_without_a_board_nothing_is_exported():
    files = Files()
    page, _ = await exports(files, board=None)
    assert page.asked == files.did == []


def test_where_there_are_no_accounts_there_are_no_files():
    page = fake_page(board=BOARD)
    start(fake(), page, None, "export")
    assert page.done == [("tell", "there are no files of boards here")]


@pytest.mark.parametrize("takes_boards", [True, False])
async def test_a_board_is_asked_for_only_where_one_can_be_imported(takes_boards):
    page, _ = await run(Files(takes_boards=takes_boards), None, what="import")
    [(title, how)] = page.asked
    assert ("board" in title, ".json" in how["placeholder"]) == (takes_boards, takes_boards)
