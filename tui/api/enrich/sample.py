"""Reading of a sample answer by an adapter, for authors of adapters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tui.adapters.fields import field_of, held_in
from tui.adapters.paths import find
from tui.api.enrich.answers import AdapterAnswers, parse_body
from tui.api.enrich.reader import RecordReader
from tui.api.error_mapping import ServiceAnswer, judge
from tui.errors import (
    Forbidden,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    RemoteError,
    ServerFault,
    Unauthorized,
)  # fmt: skip
from tui.model.company import SizeBand
from tui.model.person import EmailPoint, PhonePoint
from tui.model.values.fields import Fielded

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.adapters.answer import AnswerTest, ErrorKind
    from tui.adapters.call import ServiceCall
    from tui.adapters.fields import FieldSource
    from tui.model.company import Company
    from tui.model.person import Person

_ERRORS: tuple[tuple[type[RemoteError], ErrorKind], ...] = (
    (Unauthorized, "wrong key"),
    (Forbidden, "forbidden"),
    (OutOfCredits, "out of credits"),
    (RateLimited, "rate limit"),
    (OptedOut, "opted out"),
    (NotFound, "wrong address"),
    (ServerFault, "failed"),
)

MOST_KEYS = 12
"""Maximum keys of a sample that are listed beside a path that leads to nothing."""

_NOW = datetime(1970, 1, 1, tzinfo=UTC)
"""A sample has no time, which only affects the duration of a limit."""


class Absent(NamedTuple):
    """A path of an adapter that leads to nothing in a sample, or to something unreadable.

    Attributes:
        place: Where the adapter's file has it: the table, and the key in it.
        path: The path; for a field with several paths, the first.
        why: What is there where the path ends: ``nothing at office.city; office has the keys town, country``.
    """

    place: tuple[str | int, ...]
    path: str
    why: str


class SampleReading(NamedTuple):
    """What one call reads from a sample.

    Attributes:
        call: The call's kind and path.
        result: ``hit``, ``miss``, ``nothing``, or the kind of the error.
        fields: The fields that were read, with their values as texts.
        absent: The fields of the adapter, or the record, that the sample lacks.
        told_by: The test of the adapter that decided a miss or an error, and why if its field is not there; None for
            the status alone.
    """

    call: str
    result: str
    fields: list[tuple[str, str]]
    absent: list[Absent]
    told_by: Absent | None = None


def read_sample(adapter: Adapter, data: bytes, status: int = 200) -> list[SampleReading]:
    """Return the results of each lookup and search of the adapter for a sample.

    Raises:
        Garbled: The sample is not in the format of the adapter.
    """
    # An error may be anything, such as a web page, as on the wire: its status tells what it is.
    answer = ServiceAnswer.read(
        status, {}, data, parse=lambda text, _: parse_body(text, "application/json", adapter.answer.format)
    )
    body = answer.body
    reader, read = RecordReader(adapter), []
    for call in (*adapter.calls("person"), *adapter.calls("company")):
        found = reader.person(body, call) if call.kind == "person" else reader.company(body, call)
        result = _result(adapter, call, answer) or ("nothing" if found is None else "hit")
        fields: list[tuple[str, str]] = []
        absent: list[Absent] = []
        if found is not None and result == "hit":
            fields, absent = _fields(adapter, call, found, body)
        elif result == "nothing" and find(body, call.record) is None:
            absent = [_absent_of(adapter, call, "record", body)]
        read.append(
            SampleReading(
                _name(adapter, call), result, fields, absent, _told_by(adapter, call, answer, result)
            )
        )
    read += _searches(adapter, answer)
    read += _balances(adapter, body)
    if any(one.result == "hit" for one in read):
        # A sample belongs to one call, so it is not reported that the others find no record in it.
        return [one if one.result == "hit" else one._replace(absent=[]) for one in read]
    return read


def _searches(adapter: Adapter, answer: ServiceAnswer) -> Iterator[SampleReading]:
    """Yield the results of the searches: the number of hits, and the fields of the first."""
    reader, body = RecordReader(adapter), answer.body
    for call in (*adapter.calls("search people"), *adapter.calls("search companies")):
        hits, total = reader.hits(call, body)
        read = reader.person if call.kind == "search people" else reader.company
        found: list[Person | Company] = [one for hit in hits if (one := read(hit)) is not None]
        result = _result(adapter, call, answer) or ("hit" if found else "nothing")
        fields = _first_hit(adapter, call, found, total) if result == "hit" else []
        lacks = result == "nothing" and call.hits
        absent = [_absent_of(adapter, call, "hits", body)] if lacks else []
        told_by = _told_by(adapter, call, answer, result)
        yield SampleReading(_name(adapter, call), result, fields, absent, told_by)


def _name(adapter: Adapter, call: ServiceCall) -> str:
    """Return the kind and the path of a call, and what it asks by if another call has the same."""
    same = [one for one in adapter.calls(call.kind) if one.path == call.path]
    return f"{call.kind} {call.path}" + (f" by {', '.join(call.by)}" if len(same) > 1 else "")


def _told_by(adapter: Adapter, call: ServiceCall, answer: ServiceAnswer, result: str) -> Absent | None:
    """Return the test of the adapter's file that decided that an answer is a miss or an error."""
    tests: list[tuple[tuple[str | int, ...], AnswerTest]] = []
    if result == "miss":
        own = ("call", adapter.call.index(call), "miss")
        tests += [((*own, place), one) for place, one in enumerate(call.miss)]
        tests += [(("miss", place), one) for place, one in enumerate(adapter.miss)]
    elif result not in {"hit", "nothing"}:
        tests += [(("error", place), one) for place, one in enumerate(adapter.error)]
    for place, one in tests:
        counts = place[0] == "error" or one.status or answer.status < HTTPStatus.MULTIPLE_CHOICES
        if counts and not one.usual and one.passes(answer.status, answer.body):
            lacks = one.field and find(answer.body, one.field) is None
            return Absent(place, one.field or "", _why(answer.body, one.field) if lacks and one.field else "")
    return None


def _first_hit(
    adapter: Adapter, call: ServiceCall, found: Sequence[Person | Company], total: int | None
) -> list[tuple[str, str]]:
    """Return the number of hits, and the fields of the first that have a value."""
    named = adapter.person if call.kind == "search people" else adapter.company
    count = str(len(found)) if total is None else f"{len(found)} of {total}"
    return [("hits", count), *((name, text) for name, text in _texts(named, found[0]) if text)]


def _absent_of(adapter: Adapter, call: ServiceCall, part: Literal["hits", "record"], body: Any) -> Absent:
    """Return why a call finds no hits or no record at its path."""
    path = call.hits if part == "hits" else call.record
    return Absent(("call", adapter.call.index(call), part), path, _why(body, path))


def _texts(named: Mapping[str, FieldSource], found: Person | Company) -> list[tuple[str, str]]:
    """Return the fields that were read, those that are ``named`` or all, each with its value as text."""
    names = list(named) or [name for name in type(found).fields if name != "extra"]
    return [(name, _text(_value(found, name))) for name in names]


def _balances(adapter: Adapter, body: Any) -> Iterator[SampleReading]:
    """Yield the results of the calls for the balance."""
    for call in adapter.calls("credits"):
        if (left := RecordReader.balance(call, body)) is not None:
            yield SampleReading(f"credits {call.path}", "hit", [("credits left", str(left))], [])


def _result(adapter: Adapter, call: ServiceCall, answer: ServiceAnswer) -> str:
    """Return the result of an answer that is no hit, or ""."""
    try:
        return "miss" if judge(answer, "enrich", _NOW, AdapterAnswers(adapter, call)) else ""
    except RemoteError as error:
        return next((words for kind, words in _ERRORS if isinstance(error, kind)), "refused")


def _fields(
    adapter: Adapter, call: ServiceCall, found: Person | Company, body: Any
) -> tuple[list[tuple[str, str]], list[Absent]]:
    named = adapter.person if call.kind == "person" else adapter.company
    read = _texts(named, found)
    record = find(body, call.record)
    told = [(name, text) for name, text in read if text]
    absent = [
        Absent((call.kind, *name.split(".")), path, why)
        for name, text in read
        if not text and name in named
        for path in named[name].path[:1]
        if (why := _unread(record, named[name], name, type(found)))
    ]
    for part in ("charged", "left", "likelihood"):
        if path := getattr(adapter.answer, part):
            value = find(body, path)
            told += [] if value is None else [(part, str(value))]
            absent += [Absent(("answer", part), path, _why(body, path))] if value is None else []
    return told, absent


def _unread(record: Any, source: FieldSource, name: str, kind: type[Fielded]) -> str:
    """Return why a field was not read; "" for one that only describes others."""
    held = next(
        (value for path in source.path if (value := find(record, path)) not in (None, "", [], {})), None
    )
    if held is None:
        return _why(record, source.path[0])
    return f"{held!r} is not understood" if field_of(name).partition(".")[0] in kind.fields else ""


def _why(value: Any, path: str) -> str:
    """Return where a path ends: ``nothing at office.city; office has the keys town, country``."""
    near = _near(value, path)
    return f"nothing at {path}; {near}" if near else f"nothing at {path}"


def _near(value: Any, path: str) -> str:
    for end in reversed([0, *(match.start() for match in re.finditer(r"[.\[]", path))]):
        around = find(value, path[:end])
        around = around[0] if isinstance(around, list) and around else around
        if isinstance(around, Mapping) and around:
            keys = list(map(str, around))[:MOST_KEYS]
            return f"{path[:end] or 'it'} has the key{'s' if len(keys) > 1 else ''} {', '.join(keys)}"
    return ""


def _value(found: Any, name: str) -> Any:
    if field_of(name) != name:
        return held_in(found, name)
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else getattr(found, part, None)
    return found


def _text(value: Any) -> str:
    if value in (None, "", "unknown", False, (), {}):
        return ""
    if isinstance(value, EmailPoint):
        return value.value
    if isinstance(value, PhonePoint):
        return value.e164 or value.raw
    if isinstance(value, SizeBand):
        return value.text
    if isinstance(value, tuple | Fielded | Mapping):
        return ", ".join(_leaves(value))
    return str(value)


def _leaves(value: tuple[Any, ...] | Fielded | Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of all values inside ``value``, except empty ones."""
    if isinstance(value, Fielded):
        value = value.as_dict()
    for one in value.values() if isinstance(value, Mapping) else value:
        if text := _text(one):
            yield text
