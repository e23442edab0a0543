"""Rows of which there is a card already, on the board or in a row above: by address, or else by title."""

import pytest

from tui.cli.card.row_repeats import without_repeats
from tui.cli.card.sheet import read_sheet

HEAD = "Name,E-mail,Owner,Notes\n"


@pytest.mark.parametrize(
    ("row", "is_new"),
    [
        ("Bo Ray,bo@kea.example,,", True),
        ("Ana R,ANA@kea.example,,", False),
        ("Ana Reid,other@kea.example,,", True),
        ("Ana Reid,,,", False),
        ("Cy,cy@kea.example,,", False),
        ("Cy,,,", False),
        ("Di,,ana@kea.example,", True),
        ("Di,di@kea.example,,Referred by ana@kea.example", True),
    ],
)
def test_a_row_is_known_by_its_address_or_else_by_its_title(tmp_path, row, is_new):
    file = tmp_path / "people.csv"
    file.write_text(f"{HEAD}{row}\n", "utf-8")
    sheet = read_sheet(file)
    cards = [("Ana Reid", "E-mail: ana@kea.example, since May"), ("Cy", "")]
    assert without_repeats(sheet, sheet.rows, cards) == sheet.rows * is_new


def test_a_table_that_is_imported_again_makes_only_the_new_cards(imported, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text(f"{HEAD}Ana Ray,ana@kea.example,,\nBo,,,\nA. Ray,ana@kea.example,,\n", "utf-8")
    words = ("import", str(file), "--board", "Kōrero", "--yes", "--skip-existing")
    first = imported(*words)
    assert "2 cards on Kōrero" in first.stderr
    assert "1 row that has a card already left out (line 4)" in first.stderr
    assert "becomes a card too" not in first.stderr
    again = imported(*words)
    assert (again.exit_code, again.stdout) == (0, "")
    assert "0 cards on Kōrero\n3 rows that have a card already left out (lines 2, 3, 4)" in again.stderr
    file.write_text(f"{HEAD}Ana Ray,ana@kea.example,,\nCleo,,,\n", "utf-8")
    assert len(imported(*words).stdout.split()) == 1
    assert imported("import", str(file), "--skip-existing").exit_code == 2
