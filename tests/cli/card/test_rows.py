"""Cards made of the rows of a table, as a spreadsheet or another program writes it."""

from __future__ import annotations

import codecs
import csv
import io

import pytest

from tests.thinned import thinned

HEAD = ("Name", "Title", "Company", "E-mail", "Phone", "Stage", "Tags", "Follow up", "Notes")
FIRST = (
    "Zoë Ngāta", "Buyer", "Kauri, Rimu & Co", "zoe@kauri.example", "+61 412 345 678", "done", "HOT; expo",
    "2031-05-06", 'Met at the "expo"\nring after lunch',
)  # fmt: skip
LEADS = [
    FIRST,
    *(
        (f"Lead {n} Reid", "Owner", f"Firm {n}", f"lead{n}@firm{n}.example", "", "", "", "", "")
        for n in range(2, 31)
    ),
]


def sheet(delimiter: str = ",", rows=LEADS, head=HEAD) -> str:
    """The table as text, with quotation marks where they are needed."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows([head, *rows])
    return text.getvalue()


def plain(text: str) -> str:
    """What Windows-1252 can say of it."""
    return text.replace("ā", "a")


@pytest.mark.parametrize(
    ("data", "name"),
    thinned(
        [
            (codecs.BOM_UTF8 + sheet(";").encode(), "Zoë Ngāta"),
            (sheet("\t").encode("utf-16"), "Zoë Ngāta"),
            (sheet("\t").encode("utf-16-le"), "Zoë Ngāta"),
            (plain(sheet(";")).encode("cp1252"), "Zoë Ngata"),
            (sheet().replace("\r\n", "\n").encode(), "Zoë Ngāta"),
        ],
        2,
        first=1,
    ),
    ids=["BOM and semicolons", "UTF-16 and tabs", "UTF-16 without BOM", "Windows-1252", "UTF-8 and commas"],
)
def test_thirty_leads_become_cards_that_name_them(imported, tmp_path, data, name):
    file = tmp_path / "leads.csv"
    file.write_bytes(data)
    planned = imported.json("import", str(file), "--board", "Kōrero", "--dry-run")
    assert [one["name"] for one in planned] == [name, *(f"Lead {n} Reid" for n in range(2, 31))]
    assert planned[0] | {"desc": "", "due": ""} == {
        "name": name, "list": "Done", "desc": "", "due": "", "dueComplete": False,
        "labels": ["hot", "expo"], "members": [],
    }  # fmt: skip
    assert planned[0]["due"].startswith("2031-05-06T")
    made = imported("import", str(file), "--board", "Kōrero", "--yes", "--json")
    assert made.exit_code == 0, made.output
    assert "30 cards on Kōrero: 29 in To do, 1 in Done" in made.stderr
    assert len(imported.json("cards", "Kōrero", "--list", "To do")) == 2 + 29
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--list", "Done")] == [name]
    card = imported.json("card", "show", imported.json("cards", "Kōrero", "--list", "Done")[0]["id"])
    assert {label["name"] for label in card["labels"]} == {"hot", "expo"}
    assert card["due"].startswith("2031-05-0")
    assert card["desc"] == (
        'Met at the "expo"\nring after lunch\n\nTitle: Buyer\nCompany: Kauri, Rimu & Co\n'
        "E-mail: zoe@kauri.example\nPhone: +61 412 345 678"
    )
    assert "new label: expo" in made.stderr
    told = imported("enrich", "cards", card["id"], "--dry-run")
    assert f"whom: {name}" in told.stderr
    assert "(zoe@kauri.example)" in told.stderr


def test_the_preview_shows_columns_and_cards_and_makes_nothing(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text(sheet(), "utf-8")
    told = imported("import", str(file), "--board", "Kōrero", "--list", "Done", "--dry-run")
    assert told.exit_code == 0, told.output
    for field, column in (("name", "Name"), ("list", "Stage"), ("labels", "Tags"), ("due", "Follow up")):
        assert f"{field}: {column}" in told.stderr
    assert "in the description: Title, Company, E-mail, Phone" in told.stderr
    assert "30 cards on Kōrero: 30 in Done" in told.stderr
    assert "Zoë Ngāta" in told.stderr
    assert 'Met at the "expo" · ring after lunch · Title: Buyer · Company: Kauri' in told.stderr
    assert "27 more" in told.stderr
    assert len(imported.json("cards", "Kōrero")) == 2


def test_it_is_asked_first_and_a_pipe_needs_the_answer_beforehand(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text(sheet(), "utf-8")
    assert imported("import", str(file), "--board", "Kōrero", stdin="n\n").exit_code == 130
    assert len(imported.json("cards", "Kōrero")) == 2
    refused = imported("import", "-", "--board", "Kōrero", stdin=sheet())
    assert (refused.exit_code, "--yes" in refused.stderr) == (2, True), refused.output
    assert imported("import", "-", "--board", "Kōrero", "--yes", stdin=sheet()).exit_code == 0
    again = imported("import", str(file), "--board", "Kōrero", "--dry-run")
    assert "note: 30 of them have the title of a card that is on the board" in again.stderr


def test_dates_that_could_be_two_are_turned_where_that_is_said(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,Due\nAna,03/04/2031\n", "utf-8")
    look = ("import", str(file), "--board", "Kōrero", "--dry-run")
    assert "Thu 3 Apr 2031 17:00, the day first (--dates month turns it)" in imported(*look).stderr
    assert "Tue 4 Mar 2031 17:00, the month first\n" in imported(*look, "--dates", "month").stderr
    refused = imported("import", str(file), "--dates", "month")
    assert (refused.exit_code, "--dates goes with --board" in refused.stderr) == (2, True)


def test_columns_can_be_named(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text(sheet(rows=[FIRST]), "utf-8")
    words = ("--map", "name=Company", "--map", "list=", "--map", "due=", "--map", "labels=")
    made = imported.json("import", str(file), "--board", "Kōrero", "--yes", *words)
    assert [one["name"] for one in made] == ["Kauri, Rimu & Co"]
    assert {"Name: Zoë Ngāta", "Stage: done", "Tags: HOT; expo", "Follow up: 2031-05-06"} <= set(
        made[0]["desc"].splitlines()
    )
    for wrong, said in (("colour=Tags", "no field 'colour'"), ("due=Nope", "no column 'Nope'")):
        refused = imported("import", str(file), "--board", "Kōrero", "--map", wrong)
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.output


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        (("First name", "Surname", "Company"), ("Ana", "Reid", "Kauri"), "Ana Reid"),
        (("Title", "List"), ("Ring Ana", "To do"), "Ring Ana"),
        (("Company", "ABN"), ("Kauri", "51 824 753 556"), "Kauri"),
        (("Name", "Company"), ("", "Kauri"), "Kauri"),
    ],
)
def test_the_title_is_whom_the_row_is_about(imported, tmp_path, head, row, name):
    file = tmp_path / "leads.csv"
    file.write_text(sheet(rows=[row], head=head), "utf-8")
    made = imported.json("import", str(file), "--board", "Kōrero", "--yes")
    assert [one["name"] for one in made] == [name]


def test_what_is_not_understood_stays_in_the_description_and_is_told(imported, tmp_path):
    file = tmp_path / "leads.csv"
    rows = [("Ana", "to do", "someday"), ("", "", ""), ("Bo", "Done", ""), ("Cy", "Done", "", "more")]
    file.write_text(sheet(rows=rows, head=("Name", "List", "Due")), "utf-8")
    made = imported("import", str(file), "--board", "Kōrero", "--yes", "--json")
    assert made.exit_code == 0, made.output
    assert "line 2: 'someday' is no date; it stays in the description" in made.stderr
    assert "line 5: has 4 cells and the head has 3" in made.stderr
    assert "2 cards on Kōrero: 1 in To do, 1 in Done; 1 row left out" in made.stderr
    assert '"desc": "Due: someday"' in made.stdout


def test_a_table_without_a_board_says_how(imported, tmp_path):
    file = tmp_path / "leads.csv"
    for data in (sheet().encode(), codecs.BOM_UTF8 + sheet(";").encode(), sheet("\t").encode("utf-16")):
        file.write_bytes(data)
        refused = imported("import", str(file))
        assert refused.exit_code == 2
        assert "this is a table, and no board export" in refused.stderr
        assert "--board BOARD makes a card of each row" in refused.stderr
        assert "directory import FILE" in refused.stderr
    refused = imported("import", str(file), "--list", "Done")
    assert (refused.exit_code, "--list goes with --board" in refused.stderr) == (2, True), refused.output


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Name,Company\n", "has no rows"),
        (b'{\n  "name": "A board",\n  "lists": []\n}\n', "a board export is imported without --board"),
        (
            b'{"name": "A board", "lists": [{"id": "5f"}], "cards": []}',
            "a board export is imported without --board",
        ),
        (b"\n\n", "is empty"),
        (b"PK\x03\x04rest", "save it as CSV"),
        (b"Colour,Size\nred,3\n", "no column tells the title"),
        (f"Name\n{'x' * 20_000}\n".encode(), "line 2: the name of the card has 20,000 characters"),
    ],
    ids=["no rows", "a board export", "on one line", "empty", "a spreadsheet", "no title", "too long"],
)
def test_a_table_of_no_cards_is_refused(imported, tmp_path, data, said):
    file = tmp_path / "leads.csv"
    file.write_bytes(data)
    refused = imported("import", str(file), "--board", "Kōrero", "--yes")
    assert refused.exit_code == 2, refused.output
    assert said in refused.stderr
    assert "hint:" in refused.stderr
    assert len(imported.json("cards", "Kōrero")) == 2
