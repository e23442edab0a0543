"""vCards: files of contacts of several versions and encodings as rows, which become cards."""

import pytest

from tui.model.values.vcards import are_vcards, read_aloud, read_vcards, titles_of

HOA = """BEGIN:VCARD
VERSION:3.0
N:Pham;Thi Hoa;;Ms;
FN:Ms Thi Hoa Pham
ORG:Saigon Street Foods Pty Ltd;Purchasing
TITLE:Purchasing Manager
EMAIL;TYPE=WORK:hoa.pham@saigonstreet.example
EMAIL:hoa@home.example
item1.TEL;TYPE=CELL:tel:+61 455 555 777
ADR;TYPE=WORK:;;12 Foo St;Footscray;VIC;3011;Australia
NOTE:Wants kraft boxes\\, 5000/mo\\nring after 2; not Fridays
BDAY:1980-01-01
PHOTO;ENCODING=b:AAAA
 BBBB
CATEGORIES:hot,NZ
END:VCARD
"""


def test_each_property_goes_to_its_column() -> None:
    [row] = read_vcards(HOA.replace("\n", "\r\n").encode())
    assert (row.line, dict(row.cells)) == (
        1,
        {
            "Name": "Ms Thi Hoa Pham",
            "Organisation": "Saigon Street Foods Pty Ltd",
            "Department": "Purchasing",
            "Position": "Purchasing Manager",
            "E-mail": "hoa.pham@saigonstreet.example, hoa@home.example",
            "Phone": "+61 455 555 777",
            "Address": "12 Foo St, Footscray, VIC, 3011, Australia",
            "Notes": "Wants kraft boxes, 5000/mo\nring after 2; not Fridays",
            "Labels": "hot,NZ",
        },
    )


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("N:Rémy;François;;;", "François Rémy"),
        ("N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:R=C3=A9my;Fran=\n=C3=A7ois;;;", "François Rémy"),
        ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Fran=C3=\n=A7ois", "François"),
        ("FN;CHARSET=no-such;ENCODING=QUOTED-PRINTABLE:Ana", "Ana"),
        ("FN;CHARSET=idna;ENCODING=QUOTED-PRINTABLE:Ana=FF", "Ana=FF"),
        ("FN;CHARSET=undefined;ENCODING=QUOTED-PRINTABLE:Ana", "Ana"),
        ("FN;CHARSET=utf-7;ENCODING=QUOTED-PRINTABLE:Ana +2AA-", "Ana ?"),
        ("FN:Hēni\n  Waititi", "Hēni Waititi"),
        ("FN:", None),
        ("no property", None),
    ],
)
def test_names_are_read_folded_escaped_and_encoded(lines: str, name: str | None) -> None:
    [row] = read_vcards(f"BEGIN:VCARD\n{lines}\nEND:VCARD\n".encode())
    assert row.cells.get("Name") == name


def test_several_contacts_and_one_that_is_cut_short() -> None:
    rows = read_vcards(b"begin:vcard\nFN:A\nend:vcard\n\nBEGIN:VCARD\nFN:B\nEND:VCARD\nBEGIN:VCARD\nFN:C")
    assert [(row.line, row.cells["Name"]) for row in rows] == [(1, "A"), (5, "B"), (8, "C")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_every_usual_encoding_is_read(encoding: str) -> None:
    data = "BEGIN:VCARD\nFN:Zoë\nEND:VCARD".encode(encoding)
    assert are_vcards(data)
    assert [row.cells["Name"] for row in read_vcards(data)] == ["Zoë"]


def test_other_files_are_no_contacts() -> None:
    assert not are_vcards(b"")
    assert not are_vcards(b"Name,Phone\nBEGIN:VCARD,1")


def test_pasted_contacts_are_a_title_each() -> None:
    lines = [line.strip() for line in HOA.split("\n") if line.strip()]
    told = "Ms Thi Hoa Pham, Purchasing Manager, Saigon Street Foods Pty Ltd, hoa.pham@saigonstreet.example, +61 455 555 777"
    assert titles_of([*lines, "BEGIN:VCARD", "FN:Hēni Waititi", "END:VCARD", "BEGIN:VCARD", "END:VCARD"]) == [
        told,
        "Hēni Waititi",
    ]
    assert titles_of(["Ring Ana", *lines]) == []
    assert titles_of([]) == []


OLD = """BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Te=20Rangi;Wiremu=20M=C4=81naia;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Wiremu M=C4=81naia Te Rangi
ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:K=C5=8Dwhai Point Limited;Techno=
logy
TEL;CELL:+64 27 532 0178
EMAIL;INTERNET;ENCODING=QUOTED-PRINTABLE:wiremu=40kowhaipoint.example
ADR;WORK;ENCODING=QUOTED-PRINTABLE:;;12 Foo St=0D=0AFloor 2;Auckland;;1010;New Zealand
END:VCARD"""

ALOUD = """Name: Wiremu Mānaia Te Rangi
Organisation: Kōwhai Point Limited
Department: Technology
Phone: +64 27 532 0178
E-mail: wiremu@kowhaipoint.example
Address: 12 Foo St, Floor 2, Auckland, 1010, New Zealand"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OLD, ALOUD),
        (f"From the fair:\n{OLD}\n\nRing = today", f"From the fair:\n{ALOUD}\n\nRing = today"),
        (f"{OLD}\n{OLD}", f"{ALOUD}\n{ALOUD}"),
        (OLD.replace("\n", "\r\n").lower().replace("=c4", "=C4"), None),
        (OLD.removesuffix("END:VCARD"), ALOUD),
        (OLD.replace("END:VCARD", "\nRing Bo: bo@kea.example"), f"{ALOUD}\n\nRing Bo: bo@kea.example"),
        ("a=20b\r\n=C4", "a=20b\r\n=C4"),
        ("mind the BEGIN:VCARD", "mind the BEGIN:VCARD"),
        ("BEGIN:VCARD", ""),
    ],
)
def test_a_text_says_what_its_vcards_say(text: str, said: str | None) -> None:
    assert read_aloud(text) == said if said is not None else "E-mail: wiremu@kowhaipoint" in read_aloud(text)
