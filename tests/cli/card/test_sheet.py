"""Which columns of a table are which fields of a card, and what is no table."""

import gzip

import pytest

from tui.cli.card.sheet import Sheet, is_table, read_sheet
from tui.errors import UsageError

CONTACT = """BEGIN:VCARD
FN:Ms Thi Hoa Pham
ORG:Saigon Street Foods Pty Ltd;Purchasing
TITLE:Purchasing Manager
EMAIL:hoa.pham@saigonstreet.example
TEL:+61 455 555 777
ADR:;;12 Foo St;Footscray;VIC;3011;Australia
NOTE:Wants kraft boxes\\, 5000/mo
END:VCARD
"""


@pytest.fixture
def read(tmp_path):
    """Reads a table of this text."""

    def sheet_of(text: str, *maps: str) -> Sheet:
        path = tmp_path / "leads.csv"
        path.write_text(text, "utf-8", newline="")
        return read_sheet(path, maps)

    return sheet_of


def test_columns_are_known_by_their_usual_names(read):
    sheet = read("Stage,Contact Name,Tags,City\nLeads,Ana Reid,hot,Napier\n")
    assert [sheet.read(sheet.rows[0], name) for name in ("name", "list", "labels", "due")] == [
        "Ana Reid", "Leads", "hot", "",
    ]  # fmt: skip
    assert sheet.others == ["City"]
    assert sheet.words == ["name: Contact Name", "list: Stage", "labels: Tags", "in the description: City"]


def test_lines_within_a_cell_end_as_they_do_in_a_text_of_the_program(read):
    sheet = read('Name,Notes,Call by\r\nAna,"Ring after 5,\r\n\r\nnot on Fridays\rthanks",fri\r\n')
    assert sheet.read(sheet.rows[0], "desc") == "Ring after 5,\n\nnot on Fridays\nthanks"
    assert sheet.read(sheet.rows[0], "due") == "fri"


@pytest.mark.parametrize(
    "columns",
    [
        "Record ID,Deal Name,Deal Stage,Close Date,Amount",
        "Deal - ID,Deal - Title,Deal - Stage,Deal - Expected close date,Deal - Value",
        "Account Name,Opportunity Name,Stage,Close Date,Amount",
        "Issue key,Summary,Status,Due date,Assignee",
        "Task ID,Task Name,Bucket Name,Finish date,Assigned To",
        "Task ID,Name,Section/Column,Due Date,Assignee",
    ],
)
def test_deals_and_tasks_are_known_by_the_columns_that_their_program_writes(read, columns):
    sheet = read(f"{columns}\nKea,40 seats,Won,30/11/2031,8000\n")
    _, name, stage, due, amount = columns.split(",")
    assert [sheet.fields[field][0] for field in ("name", "list", "due")] == [(name,), (stage,), (due,)]
    assert (amount in sheet.others) == (amount not in {"Assignee", "Assigned To"})


def test_a_name_in_two_columns_is_one_and_the_next_column_counts_where_it_is_empty(read):
    sheet = read("First name,Last name,Company\nAna,Reid,Kea\n,,Kea Freight\n")
    assert [sheet.read(row, "name") for row in sheet.rows] == ["Ana Reid", "Kea Freight"]


def test_a_column_that_stands_in_is_named_and_stays_when_the_guess_is_confirmed(read):
    text = "Lead Name,Company,Due date,Close date\nAna,Kea,,fri\n,Kea Freight,,mon\n"
    for maps in ((), ("name=Lead Name", "due=Due date")):
        sheet = read(text, *maps)
        assert [sheet.read(row, "name") for row in sheet.rows] == ["Ana", "Kea Freight"], maps
        assert sheet.words[:2] == [
            "name: Lead Name, or Company where that is empty",
            "due: Due date, or Close date where that is empty",
        ], maps
    sheet = read(text, "name=Company", "due=Close date")
    assert sheet.words[:2] == ["name: Company", "due: Close date"], (
        "another column than the guessed one is alone"
    )
    assert read("Lead Name,Company\nAna,Kea\n").words[0] == "name: Lead Name", "nothing stood in"


def test_a_title_is_joined_of_the_columns_of_an_ats_or_of_those_that_are_named(read):
    text = "ID,Surname,Given names,Tel\n1,Ngata,Te Ariki,0400 1\n"
    sheet = read(text)
    assert sheet.read(sheet.rows[0], "name") == "Te Ariki Ngata"
    sheet = read(text, "name=Tel", "name=Tel + Surname")
    assert sheet.read(sheet.rows[0], "name") == "0400 1 Ngata"
    with pytest.raises(UsageError, match="no column ''"):
        read(text, "name=Tel + ")


def test_where_there_is_a_list_the_status_is_none(read):
    sheet = read("Title,Status,List\nAna,Open,Leads\nBo,Closed,\n")
    assert sheet.fields["list"] == [("List",)]
    assert [sheet.read(row, "list") for row in sheet.rows] == ["Leads", ""]
    assert sheet.others == ["Status"]
    assert "in the description: Status" in sheet.words
    assert read("Title,Status\nAna,Open\n").fields["list"] == [("Status",)]


def test_a_field_goes_by_the_column_that_is_named_or_by_none(read):
    sheet = read("name,tags,town\nAna,hot,Napier\n", "name=town", "labels=")
    assert sheet.read(sheet.rows[0], "name") == "Napier"
    assert sheet.read(sheet.rows[0], "labels") == ""


@pytest.mark.parametrize(
    ("text", "maps", "words"),
    [
        ("name\n", (), "has no rows"),
        ("town,size\nNapier,3\n", (), "no column tells the title"),
        ("name,town\nAna,Napier\n", ("colour=town",), "no field 'colour'"),
        ("name,town\nAna,Napier\n", ("name=city",), "no column 'city'"),
        ("name,by\nAna,3/4/2031\nHemi,3/25/2031\n", ("dates=by",), "no field 'dates'"),
    ],
)
def test_what_cannot_be_cards_is_refused_with_the_reason(read, text, maps, words):
    with pytest.raises(UsageError, match=words):
        read(text, *maps)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"%PDF-1.7\n1,2\n", "is a PDF, and no table"), (b"PK\x03\x04 xl/", "is a spreadsheet")],
)
def test_what_is_another_kind_of_file_is_no_table(tmp_path, data, words):
    (path := tmp_path / "leads.csv").write_bytes(data)
    with pytest.raises(UsageError, match=words):
        read_sheet(path)


def test_a_file_that_is_not_there_is_no_fault_of_the_program(tmp_path):
    with pytest.raises(UsageError, match=r"cannot read .*leads.csv: No such file"):
        read_sheet(tmp_path / "leads.csv")


def test_a_packed_table_is_one(tmp_path):
    (path := tmp_path / "leads.csv.gz").write_bytes(gzip.compress(b"name\nAna\n"))
    assert len(read_sheet(path).rows) == 1


@pytest.mark.parametrize(
    ("name", "head", "table"),
    [
        ("a.csv", b"name\nAna", True),
        ("-", b"name,town\nAna,Napier", True),
        ("-", b"\xef\xbb\xbfname;town", True),
        ("a.csv", b'{"name": "Board"}', False),
        ("a.csv", b"PK\x03\x04", False),
        ("a.csv", b"PK,site\n1,https://kea.example/password/", True),
        ("a.csv", b"%PDF-1.7", False),
        ("ls", b"\x7fELF\x02\x01\x01\0, |", False),
        ("a.csv", b"", False),
        ("-", b"one line of words", False),
    ],
)
def test_a_table_is_told_from_a_board(name, head, table):
    assert is_table(name, head) == table


def test_a_table_whose_columns_have_no_names_loses_no_row(read):
    sheet = read("Ann Lee,,ann@kea.example,Ann Lee\nBo Ray,Bar,bo@kea.example,x\n", "name=column 1")
    assert [sheet.read(row, "name") for row in sheet.rows] == ["Ann Lee", "Bo Ray"]
    assert sheet.others == ["column 2", "column 3", "column 4"]
    assert [sheet.rows[0].cells[one] for one in sheet.others] == ["", "ann@kea.example", "Ann Lee"]
    assert [sheet.rows[1].cells[one] for one in sheet.others] == ["Bar", "bo@kea.example", "x"]


def test_a_title_above_the_names_of_the_columns_is_no_row(read):
    sheet = read(
        "Trade show 2026;;;\n;;;\nMade by Bob;;;\nContact Name;Stage;;Stage\nAna Reid;Won;7;x\nBo;;;\n"
    )
    assert [(row.line, sheet.read(row, "name")) for row in sheet.rows] == [(5, "Ana Reid"), (6, "Bo")]
    assert sheet.columns == ["Contact Name", "Stage", "column 3", "Stage (4)"]
    assert sheet.read(sheet.rows[0], "list") == "Won"


def test_the_first_line_names_the_columns_if_no_other_does(read):
    sheet = read("Name,,\nAna,Kea,Nelson\nBo,,\n")
    assert [sheet.read(row, "name") for row in sheet.rows] == ["Ana", "Bo"]
    assert [sheet.read(row, "name") for row in read("Name\nLead\nBo\n").rows] == ["Lead", "Bo"]


def test_a_single_row_without_names_of_columns_is_a_card(read):
    sheet = read("Ann Lee,ann@kea.example\n", "name=column 1")
    assert [sheet.read(row, "name") for row in sheet.rows] == ["Ann Lee"]
    sheet = read("Ann Lee,ann@kea.example\nBo,bo@kea.example,too,many\n", "name=column 1")
    assert ([row.line for row in sheet.rows], len(sheet.problems)) == ([1], 1)


def test_a_table_without_a_row_that_can_be_read_tells_why(read):
    with pytest.raises(UsageError, match=r"leads.csv has no rows that can be read; line 2: "):
        read("Name,Town\nKea,Nelson,too,many\n")


@pytest.mark.parametrize("head", ["Name,ann@kea.example", "Project,Town"])
def test_a_row_of_names_is_no_card(read, head):
    assert len(read(f"{head}\nKea,Nelson\n", f"name={head.split(',')[0]}").rows) == 1


def test_without_a_column_of_titles_those_there_are_are_named(read):
    with pytest.raises(UsageError) as refused:
        read("Project,Town\nKea,Nelson\n")
    assert refused.value.hint == "--map name=COLUMN names it; there are Project, Town"


def test_a_column_of_calls_is_the_due_date(read):
    assert read("Name,Next call\nKea,fri\n").fields["due"] == [("Next call",)]


def test_contacts_become_cards(program, tmp_path) -> None:
    file = tmp_path / "contacts.vcf"
    file.write_text(CONTACT, encoding="utf-8")
    told = program("import", str(file), "--board", "Pipeline", "--list", "Leads", "--yes")
    assert told.exit_code == 0, told.stderr
    assert "in the description: Organisation, Department, Position, E-mail, Phone, Address" in told.stderr
    [card] = [one for one in program.json("cards", "Pipeline") if one["name"] == "Ms Thi Hoa Pham"]
    assert "Organisation: Saigon Street Foods Pty Ltd" in card["desc"]
    assert card["desc"].startswith("Wants kraft boxes, 5000/mo")
    refused = program("import", str(file))
    assert (refused.exit_code, "--board BOARD" in refused.stderr) == (2, True)
