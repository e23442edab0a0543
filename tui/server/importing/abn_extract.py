"""Reader of the ABN bulk extract, the register's weekly file of every Australian business number.

The format, from the register's schema: a ``Transfer`` of ``ABR`` elements, each with ``ABN`` (status, from
when), ``EntityType``, ``MainEntity`` with a ``NonIndividualName`` or ``LegalEntity`` with an
``IndividualName``, an address of state and postcode, ``ASICNumber``, ``GST``, and names of kinds ``TRD``
(trading), ``OTN`` (other) and ``BN`` (business) under ``OtherEntity``. It is twenty files of a gigabyte, ten
to a ZIP archive, so one record is held at a time.
"""

import gzip
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, cast
from xml.etree.ElementTree import Element, ParseError, iterparse

from tui.errors import UsageError
from tui.server.importing.row import Row

COLUMNS = (
    "abn", "abn_status", "name", "legal_name", "trading_names", "acn", "company_type", "gst_status", "state", "postcode", "country",
    "verified_on",
)  # fmt: skip

_STATUSES = {"ACT": "active", "CAN": "cancelled"}
_NAMES = {"TRD", "OTN", "BN"}
_FIELDS = {
    "ABN": ("abn", ".*"),
    "ASICNumber": ("acn", ".{9}"),
    "EntityTypeText": ("company_type", ".*"),
    "State": ("state", "(?!AAT$|OTH$).*"),
    "Postcode": ("postcode", ".*"),
}
"""Elements that hold one field each: the field's name, and the pattern of valid values."""
_DATE_LENGTH = 8
"""The length of ``YYYYMMDD``."""


def records(path: Path) -> Iterator[Row]:
    """Yield the records of an extract, each with its number in place of a line.

    Raises:
        UsageError: The file is no XML, ends within a record, or is an archive without XML.
    """
    number = 0
    for name, stream in _streams(path):
        try:
            for entity in _entities(stream):
                number += 1
                yield _row(number, entity)
        except ParseError as error:
            raise UsageError(
                f"{name}: is broken off or no XML after {number} records: {error}",
                hint="fetch the file again",
            ) from error
    if not number:
        raise UsageError(
            f"{path} holds no ABR record", hint="give the ABN bulk extract, XML or its ZIP archive"
        )


def _streams(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield name and stream of each XML file in the extract."""
    with ExitStack() as opened:
        raw = opened.enter_context(path.open("rb"))
        head = raw.read(4)
        raw.seek(0)
        if head != b"PK\x03\x04":
            packed = head.startswith(b"\x1f\x8b")
            yield (
                path.name,
                cast("IO[bytes]", opened.enter_context(gzip.GzipFile(fileobj=raw))) if packed else raw,
            )
            return
        archive = opened.enter_context(_archive(raw))
        for name in sorted(archive.namelist()):
            if name.casefold().endswith(".xml"):
                with archive.open(name) as stream:
                    yield name, stream


@contextmanager
def _archive(raw: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(raw) as archive:
            yield archive
    except zipfile.BadZipFile as error:
        raise UsageError(f"the archive is broken: {error}", hint="fetch the file again") from error


class _NoDoctypeStream:
    """A stream that refuses a document type, whose entities can expand without limit; extracts have none."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._tail = b""

    def read(self, size: int = -1) -> bytes:
        """Read the next bytes."""
        block = self._stream.read(size)
        seen = self._tail + block
        if b"<!DOCTYPE" in seen or b"<!ENTITY" in seen:
            raise ParseError("has a document type, which the extract has not")
        self._tail = seen[-16:]
        return block


def _entities(stream: IO[bytes]) -> Iterator[Element]:
    """Yield each ABR element, and free it afterwards."""
    root: Element | None = None
    # Entities, which make untrusted XML dangerous, are refused before the parser sees them.
    for event, element in iterparse(_NoDoctypeStream(stream), ("start", "end")):  # noqa: S314 - as above
        if root is None:
            root = element
        if event == "end" and _tag(element) == "ABR":
            yield element
            root.clear()


def _row(number: int, entity: Element) -> Row:
    found = dict.fromkeys(COLUMNS, "")
    others: list[str] = []
    for part in entity.iter():
        tag = _tag(part)
        if tag == "NonIndividualName":
            _name(found, others, part)
        elif tag == "IndividualName":
            found["legal_name"] = found["name"] = " ".join(_texts(part, ("GivenName", "FamilyName")))
        else:
            _value(found, tag, part)
    found["name"] = found["name"] or found["legal_name"]
    found["trading_names"] = "; ".join(dict.fromkeys(others))
    found["country"] = "AU"
    updated = entity.get("recordLastUpdatedDate", "")
    found["verified_on"] = (
        f"{updated[:4]}-{updated[4:6]}-{updated[6:8]}" if len(updated) == _DATE_LENGTH else ""
    )
    return Row(number, found)


def _value(found: dict[str, str], tag: str, part: Element) -> None:
    text, status = (part.text or "").strip(), part.get("status", "")
    if tag in _FIELDS:
        field, pattern = _FIELDS[tag]
        found[field] = text if re.fullmatch(pattern, text, re.DOTALL) else ""
    if tag == "ABN":
        found["abn_status"] = _STATUSES.get(status, status.casefold())
    elif tag == "GST":
        found["gst_status"] = _STATUSES.get(status, "")


def _name(found: dict[str, str], others: list[str], part: Element) -> None:
    name = " ".join(_texts(part, ("NonIndividualNameText",)))
    kind = part.get("type", "")
    if kind in _NAMES:
        others.append(name)
    elif kind != "DGR" and not found["legal_name"]:
        found["name"] = found["legal_name"] = name


def _texts(part: Element, tags: tuple[str, ...]) -> Iterator[str]:
    for each in part.iter():
        if _tag(each) in tags and (each.text or "").strip():
            yield (each.text or "").strip()


def _tag(element: Element) -> str:
    """Return the element's tag without its namespace."""
    return element.tag.rpartition("}")[2]
