"""Files: every encoding and way of writing, and what is broken told with its line."""

import codecs
import gzip
import json

import pytest

from tests.server.importing.conftest import as_lines
from tui.errors import UsageError
from tui.server.importing.source import detect_source

HEAD = "Name,Company\n"


@pytest.fixture
def read(tmp_path):
    def look(content, **how):
        path = tmp_path / "file"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        source = detect_source(path, **how)
        return source, list(source.rows())

    return look


def values(rows):
    return [list(row.cells.values()) for row in rows if not row.wrong]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("Name,Company\nTūī Reid,Ridge\n".encode(), "utf-8-sig"),
        (codecs.BOM_UTF8 + "Name,Company\nTūī Reid,Ridge\n".encode(), "utf-8-sig"),
        ("Name,Company\nTūī Reid,Ridge\n".encode("utf-16"), "utf-16"),
        ("Name,Company\nTūī Reid,Ridge\n".encode("utf-16-le"), "utf-16-le"),
        ("Name,Company\nTūī Reid,Ridge\n".encode("utf-16-be"), "utf-16-be"),
        ("Name,Company\r\nTūī Reid,Ridge\r\n".encode(), "utf-8-sig"),
        ('"Name","Company"\n"Tūī Reid","Ridge"'.encode(), "utf-8-sig"),
        ("Name;Company\nTūī Reid;Ridge\n".encode(), "utf-8-sig"),
        ("Name\tCompany\nTūī Reid\tRidge\n".encode(), "utf-8-sig"),
        ("\n\nName|Company\n\nTūī Reid|Ridge\n\n".encode(), "utf-8-sig"),
        (gzip.compress("Name,Company\nTūī Reid,Ridge\n".encode()), "utf-8-sig"),
        (codecs.BOM_UTF8 + "sep=;\r\nName;Company\r\nTūī Reid;Ridge\r\n".encode(), "utf-8-sig"),
        ("sep=\t\nName\tCompany\nTūī Reid\tRidge\n".encode("utf-16"), "utf-16"),
        ('"SEP=^"\nName^Company\nTūī Reid^Ridge\n'.encode(), "utf-8-sig"),
    ],
    ids=[
        "utf-8",
        "marked",
        "utf-16",
        "utf-16 without a mark",
        "big-endian",
        "crlf",
        "quoted",
        "semicolons",
        "tabs",
        "bars",
        "gzip",
        "told semicolons",
        "told tabs",
        "told, another one",
    ],
)
def test_the_same_rows_however_they_are_written(read, content, encoding) -> None:
    source, rows = read(content)
    assert (source.format, source.encoding, source.columns) == ("csv", encoding, ("Name", "Company"))
    assert values(rows) == [["Tūī Reid", "Ridge"]]
    assert source.sample == {"Name": "Tūī Reid", "Company": "Ridge"}


def test_the_line_that_tells_the_delimiter_counts_as_a_line_and_alone_is_no_table(read) -> None:
    _, rows = read("sep=;\nName;Company\nBo;Kea\nCy;Kea;x\n")
    assert [(row.line, row.wrong.partition(":")[0]) for row in rows] == [
        (3, ""), (4, "has 3 cells and the head has 2"),
    ]  # fmt: skip
    assert read("sep=;\n")[0].columns == ()
    assert read("sep=;\nName;Company\n")[0].columns == ("Name", "Company")


def test_windows_text_is_known_by_not_being_utf_8(read) -> None:
    source, rows = read("Name,Company\nChloë O’Brien,Café – Bar\n".encode("cp1252"))
    assert (source.encoding, values(rows)) == ("cp1252", [["Chloë O’Brien", "Café – Bar"]])
    assert read("Name,Company\nChloë,x\n".encode("latin-1"), encoding="latin-1")[0].encoding == "latin-1"


def test_text_over_several_lines_and_quotes_within(read) -> None:
    _, rows = read('Name,Company\n"Ana ""the"" Reid","Tui,\nRidge"\nBo,Kea\n')
    assert values(rows) == [['Ana "the" Reid', "Tui,\nRidge"], ["Bo", "Kea"]]
    assert [row.line for row in rows] == [2, 4]


@pytest.mark.parametrize(
    ("content", "line", "fix"),
    [
        (HEAD + "a,b\na,b,c\n", 3, "quotation marks"),
        (HEAD + "a,b\n" + "x" * 1_100_000, 3, "has a cell of more than 1,048,576 characters"),
        (HEAD + 'a,b\n"' + "x" * 1_100_000, 3, "opened on line 3 and not closed (field larger"),
        (HEAD + 'a,b\nc,"d\ne,f\ng,h\n', 3, "opened on line 3 and never closed"),
        (HEAD + 'a,b\r\n"c\r\nd","e\r\nf,g', 3, "opened on line 4 and never closed"),
        (HEAD + 'a,b\n"', 3, "opened on line 3 and never closed"),
        (as_lines({"name": "a"}) + "{broken\n", 2, "not JSON"),
        (as_lines({"name": "a"}) + "[1]\n", 2, "not a JSON object"),
        (as_lines({"name": "a"}) + "[" * 100_000 + "\n", 2, "not JSON"),
    ],
)
def test_a_row_that_can_not_be_read_is_told(read, content, line, fix) -> None:
    _, rows = read(content)
    (wrong,) = (row for row in rows if row.wrong)
    assert wrong.line == line
    assert fix in wrong.wrong


@pytest.mark.parametrize(
    ("content", "told", "kept"),
    [
        (
            'a,"b\nc,d\n"e, f",g\nh,i\n',
            "opened on line 2 and closed within a cell on line 4",
            ["c", "e, f", "h"],
        ),
        # In a row of several lines, and where all cells are in quotation marks.
        ('"a\nb","c\n"d","e"\n', "opened on line 3 and closed within a cell on line 4", ["d"]),
        # Longer than a cell may be, before another mark comes.
        ('a,"b\n' + "c,d\n" * 300_000, "opened on line 2 and not closed", ["c"] * 300_000),
        # As long as a cell may be, with the end of the file.
        (f'a,"{"b" * ((1 << 20) - 1)}\n', "opened on line 2 and not closed", []),
    ],
    ids=["quoted later", "in a row of several lines", "nothing quoted later", "as long as a cell may be"],
)
def test_a_stray_quotation_mark_takes_its_own_row_alone(read, content, told, kept) -> None:
    _, rows = read(HEAD + content)
    (wrong,) = (row for row in rows if row.wrong)
    assert wrong.line == 2
    assert told in wrong.wrong
    assert [row.cells["Name"] for row in rows if not row.wrong] == kept
    assert rows[-1].line == content.count("\n") + 1


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ('"Cleo "the Kid" Ngata","Tui ""West"" Ltd"', ['Cleo "the Kid" Ngata', 'Tui "West" Ltd']),
        ('"Cleo "the Kid" Ngata,Tui', ['"Cleo "the Kid" Ngata', "Tui"]),
        ('"Cleo" Ngata,"Tui, Ltd"', ["Cleo Ngata", "Tui, Ltd"]),
        ('Bob 5" Smith,"Tui, Ltd"', ['Bob 5" Smith', "Tui, Ltd"]),
    ],
)
def test_a_quotation_mark_within_a_cell_stays_where_the_cells_are_known_without_it(read, row, cells) -> None:
    _, rows = read(f"{HEAD}{row}\r\nAna,Kea\r\n")
    assert values(rows) == [cells, ["Ana", "Kea"]]


def test_columns_without_a_name_or_with_the_same_are_told_apart(read) -> None:
    source, rows = read("Name,,Name,Company\na,b,c\n")
    assert source.columns[:3] == ("Name", "column 2", "Name (3)")
    assert values(rows) == [["a", "b", "c"]]


def test_a_head_alone_has_columns_and_no_rows(read) -> None:
    source, rows = read(HEAD)
    assert (source.columns, rows) == (("Name", "Company"), [])


def test_json_is_laid_flat(read) -> None:
    source, rows = read(
        as_lines(
            {"name": "Ana", "company": {"name": "Tui", "domain": "tui.example"}, "skills": ["a", "b"], "n": None,
             "emails": {"work": [{"value": "a@tui.example"}]}, "dnc": True, "size": 12},
        )
    )  # fmt: skip
    assert source.format == "jsonl"
    assert rows[0].cells == {
        "name": "Ana", "company name": "Tui", "company domain": "tui.example", "skills": "a; b",
        "emails work value": "a@tui.example", "dnc": "yes", "size": "12",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (json.dumps([{"a": 1}]).encode(), "array"),
        (b"\x1f\x8bnot packed", "can not be read"),
    ],
)
def test_what_is_no_file_of_rows_is_refused(read, content, says) -> None:
    with pytest.raises(UsageError, match=says):
        read(content)
    with pytest.raises(UsageError, match="no encoding"):
        read(HEAD, encoding="klingon")


def test_a_file_is_known_by_its_bytes(read) -> None:
    assert read(HEAD)[0].digest == read(HEAD)[0].digest != read(HEAD + "a,b\n")[0].digest
