"""``cardscout recognise``: find the people and companies that a text, or a stream of cards, names."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from tui.cli import output
from tui.errors import UsageError
from tui.model.values.utf16 import decode_utf8_or_16, utf16_codec
from tui.model.values.vcards import read_aloud
from tui.settings.config import Config
from tui.settings.paths import config_file

if TYPE_CHECKING:
    from tui.model.subject import Subject


@click.command("recognise")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), default="-")
@click.option(
    "--lines", is_flag=True, help="Read a card a line, JSON with id, title and desc; write one a line."
)
@click.option(
    "--country",
    type=click.Choice(["AU", "NZ"], case_sensitive=False),
    help="Whose telephone number it is when the card does not say; country of config.toml, or AU, unless given.",
)
@output.json_option
def recognise_(file: str, country: str | None, *, lines: bool, json_: bool) -> None:
    """Tell which people and companies FILE names; - (the default) reads stdin.

    The first line is a card's title, the rest its description. Nothing is looked up, stored or sent.

    Columns: type, name, company, how sure, identifiers.
    """
    home = country or Config.read(config_file()).country
    with _open(file) as source:
        if lines:
            _stream(source, home)
        else:
            _recognise_text(source.read(), home, json_=json_)


@contextmanager
def _open(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        source = Path(file).open("rb")  # noqa: SIM115 - closed below; only opening may fail with these words
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", hint="name a text file, or -") from error
    with source:
        yield source


def _recognise_text(raw: bytes, country: str, *, json_: bool) -> None:
    from tui.recognise.subject import recognise

    title, _, desc = read_aloud(_decode(raw, "the text")).partition("\n")
    found = recognise(title, desc, country=country)
    if json_:
        output.as_json({"subjects": [_wire(one) for one in found]})
        return
    if not found:
        output.say("nobody: the text names no person and no company")
    head = ("type", "name", "company", "sure", "identifiers")
    output.table(head, [_row(one) for one in found])


def _stream(source: BinaryIO, country: str) -> None:
    """Print one line for each card read, at once, so that a program behind a pipe need not wait for the last."""
    from tui.recognise.subject import recognise

    bad = 0
    for number, raw in enumerate(_card_lines(source), 1):
        if not raw.strip():
            continue
        try:
            card = _card(raw)
        except UsageError as error:
            bad += 1
            output.say(f"line {number}: {error}")
            continue
        found = recognise(card["title"], read_aloud(card["desc"]), country=country)
        output.as_line({"id": card["id"], "subjects": [_wire(one) for one in found]})
    if bad:
        raise UsageError(
            f"{output.plural(bad, 'lines')} could not be read; the others were",
            hint='a line is one card: {"id": "…", "title": "…", "desc": "…"}',
        )


def _card_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines; of UTF-16, which has to be read whole, in UTF-8."""
    first = source.readline()
    if utf16_codec(first) is None:
        yield first
        yield from source
    else:
        yield from decode_utf8_or_16(first + source.read()).encode().splitlines()


def _card(raw: bytes) -> dict[str, Any]:
    """Parse the card on a line: its id as given, its title and desc as text."""
    try:
        card = json.loads(_decode(raw, "it"))
    except json.JSONDecodeError as error:
        raise UsageError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise UsageError("not a card: its JSON is nested too deeply") from error
    except ValueError as error:
        raise UsageError(f"not a card: {error}") from error
    if not isinstance(card, dict):
        raise UsageError(f"not a card: a JSON object is wanted, this is {_type_name(card)}")
    if not isinstance(card.get("id"), str | int) or isinstance(card["id"], bool):
        raise UsageError("id: a text or a whole number is wanted")
    return {"id": card["id"], "title": _text(card, "title"), "desc": _text(card, "desc")}


def _text(card: dict[str, Any], field: str) -> str:
    value = card.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"{field}: text is wanted, this is {_type_name(value)}")
    return value


def _type_name(value: object) -> str:
    nouns = {list: "a list", dict: "an object", str: "a text", bool: "a truth value", type(None): "null"}
    return nouns.get(type(value), "a number")


def _decode(raw: bytes, what: str) -> str:
    try:
        return decode_utf8_or_16(raw)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{what} is not UTF-8: byte {error.start + 1} is 0x{raw[error.start]:02x}",
            hint="save it as UTF-8",
        ) from error


def _wire(subject: Subject) -> dict[str, Any]:
    """Convert a subject to JSON; each kind of identifier has its value, or a list of several."""
    values: dict[str, list[str]] = {}
    for one in subject.identifiers:
        values.setdefault(one.kind, []).append(one.value)
    return {
        "type": subject.type,
        "name": subject.name,
        "company": subject.company,
        "confidence": round(subject.confidence, 2),
        "identifiers": {kind: found if len(found) > 1 else found[0] for kind, found in values.items()},
    }


def _row(subject: Subject) -> tuple[object, ...]:
    identifiers = ", ".join(f"{one.kind} {one.value}" for one in subject.identifiers)
    return subject.type, subject.name, subject.company, f"{subject.confidence:.0%}", identifiers
