"""vCards, as address books write them: contacts as the rows of a table, and each as one line. Pure."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_BEGIN, _END = "BEGIN:VCARD", "END:VCARD"

_LINE = re.compile(r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;[^:]*)?):(?P<value>.*)", re.DOTALL)
_SOFT_BREAK = re.compile(r"=\n[ \t]*")
_FOLDED = re.compile(r"\n[ \t]")
_CHARSET = re.compile(r"CHARSET=\"?([\w-]+)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PARTS = re.compile(r"(?<!\\);")

_COLUMNS = {
    "FN": "Name",
    "TITLE": "Position",
    "ROLE": "Position",
    "EMAIL": "E-mail",
    "TEL": "Phone",
    "ADR": "Address",
    "URL": "Website",
    "CATEGORIES": "Labels",
    "NOTE": "Notes",
}
"""The column of each property that is read; the others, such as pictures and birthdays, are left out."""

COLUMNS = (
    "Name",
    "Organisation",
    "Department",
    "Position",
    "E-mail",
    "Phone",
    "Address",
    "Website",
    "Labels",
    "Notes",
)
"""The columns of the table, in their order."""


def are_vcards(head: bytes) -> bool:
    """Return whether a file begins as one of contacts does."""
    return (
        head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[: len(_BEGIN)].upper()
        == _BEGIN.encode()
    )


class Contact(NamedTuple):
    """One contact.

    Attributes:
        line: The line on which it begins, from 1.
        cells: What is known, by column.
    """

    line: int
    cells: dict[str, str]

    @property
    def title(self) -> str:
        """Who it is, in one line: the name, the position, the firm, and the first address and number."""
        told = (self.cells.get(column, "") for column in ("Name", "Position", "Organisation"))
        ways = (self.cells.get(column, "").partition(", ")[0] for column in ("E-mail", "Phone"))
        return " ".join(", ".join(filter(None, (*told, *ways))).split())


def read_vcards(data: bytes) -> list[Contact]:
    """Return the contacts of a file."""
    return [Contact(line, _cells(text)) for line, text in _cards(_decode(data))]


def titles_of(lines: Sequence[str]) -> list[str]:
    """Return a title for each contact in pasted lines; [] if they are no vCards."""
    if not lines or not are_vcards(lines[0].encode()):
        return []
    return [one.title for one in read_vcards("\n".join(lines).encode()) if one.title]


def read_aloud(text: str) -> str:
    """Return a text in which each vCard is replaced by lines that say what it does: ``Name: Ana Reid``."""
    if _BEGIN not in text.upper():
        return text
    said: list[str] = []
    card: list[str] | None = None
    for line in text.splitlines():
        word = line.strip().upper()
        if word == _BEGIN:
            said += _lines_of(card)
            card = []
        elif card is None:
            said.append(line)
        elif word == _END:
            said += _lines_of(card)
            card = None
        else:
            card.append(line)
    if card is not None:
        # One without an end goes to the next empty line; what follows is text.
        end = next((number for number, line in enumerate(card) if not line.strip()), len(card))
        said += [*_lines_of(card[:end]), *card[end:]]
    return "\n".join(said)


def _lines_of(card: list[str] | None) -> list[str]:
    cells = _cells("\n".join(card)) if card else {}
    return [f"{column}: {', '.join(filter(None, cell.splitlines()))}" for column, cell in cells.items()]


def _decode(data: bytes) -> str:
    from tui.model.values.utf16 import utf16_codec

    if (codec := utf16_codec(data)) is not None:
        return data.decode(codec, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _cards(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of the first line and the text of each contact."""
    found: list[str] | None = None
    begun = 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        word = line.strip().upper()
        if word == _BEGIN:
            found, begun = [], number
        elif found is not None and word == _END:
            yield begun, "\n".join(found)
            found = None
        elif found is not None:
            found.append(line)
    if found:  # the file ends within it
        yield begun, "\n".join(found)


def _cells(text: str) -> dict[str, str]:
    """Return the cells of a contact by column; several values of one are joined."""
    found: dict[str, list[str]] = {}
    names = ""
    for name, value in _properties(text):
        if name == "N":
            family, given, more, *_ = [*_read(value), "", "", ""]
            names = " ".join(filter(None, (given, more, family)))
        elif name == "ORG":
            firm, *parts = _read(value)
            found.setdefault("Organisation", []).append(firm)
            found.setdefault("Department", []).append(", ".join(filter(None, parts)))
        elif (column := _COLUMNS.get(name)) is not None and (said := _said(name, value)):
            found.setdefault(column, []).append(said)
    cells = {column: _joined(column, values) for column, values in found.items() if any(values)}
    return {"Name": names, **cells} if names else cells


def _properties(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the decoded value of each property of a contact."""
    joined = _SOFT_BREAK.sub("", text) if "QUOTED-PRINTABLE" in text.upper() else text
    for line in _FOLDED.sub("", joined).split("\n"):
        if (match := _LINE.fullmatch(line)) is not None:
            yield match["name"].upper(), _value(match["parameters"], match["value"])


def _joined(column: str, values: list[str]) -> str:
    """Return the different values of a column as one cell."""
    return ("\n" if column == "Notes" else ", ").join(dict.fromkeys(filter(None, values)))


def _value(parameters: str, value: str) -> str:
    if "QUOTED-PRINTABLE" not in parameters.upper():
        return value
    charset = _CHARSET.search(parameters)
    data = quopri.decodestring(value.encode())
    try:
        text = data.decode(charset[1] if charset else "utf-8", errors="replace")
    except (LookupError, ValueError):
        # No such encoding, or one of addresses that cannot replace what is wrong.
        return value
    # Some encodings can write halves of characters, which nothing can store.
    return text.encode(errors="replace").decode()


def _read(value: str) -> list[str]:
    """Return the parts of a value, each without its escapes."""
    return [_plain(part) for part in _PARTS.split(value)]


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], text).strip()


def _said(name: str, value: str) -> str:
    """Return what a property says: the parts of an address in one line, a number without its scheme."""
    if name == "ADR":
        return ", ".join(filter(None, _read(value)))
    return _plain(value).removeprefix("tel:").removeprefix("mailto:")
