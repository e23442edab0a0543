"""The ABN bulk extract: its records one by one, in files of any size, and nothing dangerous in them."""

import gzip
import io
import tracemalloc
import zipfile

import pytest

from tui.errors import UsageError
from tui.server.enrich.directory import find_company
from tui.server.enrich.registers import abn_of, acn_of
from tui.server.importing.abn_extract import records
from tui.server.storage import db

COMPANY = """
<ABR recordLastUpdatedDate="20240412" replaced="N">
  <ABN status="ACT" ABNStatusFromDate="19991101">{abn}</ABN>
  <EntityType><EntityTypeInd>PRV</EntityTypeInd><EntityTypeText>Australian Private Company</EntityTypeText></EntityType>
  <MainEntity>
    <NonIndividualName type="MN"><NonIndividualNameText>{name} PTY LTD</NonIndividualNameText></NonIndividualName>
    <BusinessAddress><AddressDetails><State>NSW</State><Postcode>2500</Postcode></AddressDetails></BusinessAddress>
  </MainEntity>
  <ASICNumber ASICNumberType="undetermined">{acn}</ASICNumber>
  <GST status="ACT" GSTStatusFromDate="20000701"/>
  <DGR DGRStatusFromDate="20000701"><NonIndividualName type="DGR"><NonIndividualNameText>{name} FUND</NonIndividualNameText></NonIndividualName></DGR>
  <OtherEntity><NonIndividualName type="TRD"><NonIndividualNameText>{name} &amp; CO</NonIndividualNameText></NonIndividualName></OtherEntity>
  <OtherEntity><NonIndividualName type="BN"><NonIndividualNameText>SHOP OF {name}</NonIndividualNameText></NonIndividualName></OtherEntity>
</ABR>"""
TRADER = """
<ABR recordLastUpdatedDate="20200101" replaced="N"><ABN status="CAN" ABNStatusFromDate="20100101">{abn}</ABN>
  <EntityType><EntityTypeInd>IND</EntityTypeInd><EntityTypeText>Individual/Sole Trader</EntityTypeText></EntityType>
  <LegalEntity>
    <IndividualName type="LGL"><NameTitle>MS</NameTitle><GivenName>ANA</GivenName><GivenName>MERE</GivenName><FamilyName>REID</FamilyName></IndividualName>
    <BusinessAddress><AddressDetails><State>VIC</State><Postcode>3000</Postcode></AddressDetails></BusinessAddress>
  </LegalEntity>
</ABR>"""


def numbers(place):
    acn = acn_of(f"9{place:07d}")
    return {"acn": acn, "abn": abn_of(acn)}


def extract(many=1):
    body = "".join(COMPANY.format(name=f"TUI {n}", **numbers(n)) for n in range(many))
    head = (
        "<TransferInfo><FileSequenceNumber>1</FileSequenceNumber><RecordCount>1</RecordCount></TransferInfo>"
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><Transfer error="">{head}{body}{TRADER.format(abn=abn_of("123456789"))}</Transfer>'.encode()


def packed(*members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [extract(), gzip.compress(extract(), mtime=0), packed(("a.xml", extract()), ("read.txt", b"x"))],
    ids=["plain", "gzip", "zip"],
)
def test_a_record_is_read_whole(tmp_path, content) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    company, trader = records(path)
    assert company.cells == numbers(0) | {
        "abn_status": "active", "name": "TUI 0 PTY LTD", "legal_name": "TUI 0 PTY LTD", "trading_names": "TUI 0 & CO; SHOP OF TUI 0",
        "company_type": "Australian Private Company", "gst_status": "active", "state": "NSW", "postcode": "2500", "country": "AU",
        "verified_on": "2024-04-12",
    }  # fmt: skip
    assert (trader.cells["name"], trader.cells["abn_status"], trader.line) == (
        "ANA MERE REID",
        "cancelled",
        2,
    )


def test_it_is_imported_and_found(engine, bring) -> None:
    came, troubles = bring(packed(("1.xml", extract(30)), ("2.xml", extract(3))), name="public.zip")
    assert (came["rows"], came["new"], came["refused"], troubles) == (35, 31, 0, [])
    with db.reading(engine) as connection:
        match = find_company(connection, {"abn": numbers(7)["abn"]})
    assert match is not None
    row = match.row
    assert (row.name, row.state, row.postcode, row.acn, row.abn_status) == (
        "TUI 7 PTY LTD", "NSW", "2500", numbers(7)["acn"], "active",
    )  # fmt: skip
    assert row.trading_names == ["TUI 7 & CO", "SHOP OF TUI 7"]
    assert bring(packed(("1.xml", extract(30))), name="later.zip")[0]["same"] == 31


def test_memory_does_not_grow_with_the_file(tmp_path) -> None:
    peaks = []
    for many in (200, 4_000):
        path = tmp_path / f"{many}.xml"
        path.write_bytes(extract(many))
        tracemalloc.start()
        assert sum(1 for _ in records(path)) == many + 1
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 2


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Transfer>&b;</Transfer>'
)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (extract()[:-20], "after 1 records"),
        (extract().replace(b"</ABR>", b"</XYZ>", 1), "no XML"),
        (BOMB, "document type"),
        (b"<Transfer></Transfer>", "holds no ABR record"),
        (packed(("read.txt", b"x")), "holds no ABR record"),
        (packed(("a.xml", extract()))[:-40], "archive is broken"),
    ],
    ids=["cut off", "torn", "bomb", "empty", "nothing of it", "no archive"],
)
def test_what_is_broken_is_told(tmp_path, content, says) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=says):
        list(records(path))
