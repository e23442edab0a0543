"""Tables for a spreadsheet: no cell is a formula, and no number that must not be called is written out."""

import csv
import io

import pytest

from tests.corpora import texts
from tui.model.enrich.bulk import BulkItem
from tui.model.finding import Finding
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.model.subject import Subject
from tui.services.export import PERSON_COLUMNS, people_csv, run_csv, safe, table


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+61",
        "-2",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "  \t@x",
        "＝1",
        "=cmd|' /C calc'!A0",
        "\x00=1",
    ],
)
def test_a_formula_becomes_text(text: str) -> None:
    assert safe(text).startswith("'")


@pytest.mark.parametrize("text", texts("csv"))
@pytest.mark.parametrize("divided", [",", ";", "\t"])
def test_no_cell_is_a_formula_however_the_file_is_divided(text: str, divided: str) -> None:
    # A spreadsheet divides by what its country does, and then a quote inside a line means nothing.
    rows = csv.reader(io.StringIO(table(("name", "why"), [{"name": "Ana", "why": text}])), delimiter=divided)
    cells = [cell.lstrip() for row in rows for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))] == []


@pytest.mark.parametrize("text", ["Ana", "a=b", "1-2", "", "Tūī", "'quoted", 'say "x"'])
def test_what_is_none_stays(text: str) -> None:
    assert safe(text) == text


ANA = Person(
    full_name='=HYPERLINK("http://evil")',
    title='Head, "Ops"\nand more',
    emails=(EmailPoint(value="ana@kauri.example"),),
    phones=(PhonePoint(e164="+61255501234"), PhonePoint(e164="+61491570006", do_not_call=True)),
    company=CompanyRef(name="Kauri"),
)


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_people() -> None:
    (row,) = read(people_csv([ANA]))
    assert tuple(row) == PERSON_COLUMNS
    assert row["name"] == '\'=HYPERLINK("http://evil")'
    assert row["title"] == 'Head, "Ops"\nand more'
    assert (row["phones"], row["phones_do_not_call"]) == ("'+61255501234", "hidden")
    (told,) = read(people_csv([ANA], do_not_call=True))
    assert told["phones_do_not_call"] == "'+61491570006"


def test_ten_thousand_people_and_none() -> None:
    assert read(people_csv([])) == []
    assert len(read(people_csv([ANA] * 10_000))) == 10_000


def test_a_run(clock) -> None:
    finding = Finding(key="k", type="person", person=ANA, provider="@local", fetched_at=clock.now(), cost=2)
    items = [
        BulkItem(0, "c1", Subject(type="person", name="Ana"), "hit", 2),
        BulkItem(1, "c2", None, "nothing", why="-nobody"),
    ]
    rows = read(
        run_csv(
            items,
            {"c1": "+Ring Ana", "c2": "Plan"}.__getitem__,
            lambda item: finding if item.place == 0 else None,
        )
    )
    assert [(row["card"], row["state"], row["cost"], row["why"]) for row in rows] == [
        ("'+Ring Ana", "hit", "2", ""),
        ("Plan", "nothing", "0", "'-nobody"),
    ]
    assert (rows[0]["source"], rows[0]["emails"], rows[1]["emails"]) == ("'@local", "ana@kauri.example", "")
